#!/usr/bin/env bash
# Lays the texts of tests/data/notation, one a file, and the book compiled in as the first corpora.
set -euo pipefail
cd "$(dirname "$0")"

seed() {
    local target=$1 format file line text number=0
    shift
    mkdir -p "corpus/$target"
    for format in "$@"; do
        for file in "../tests/data/notation/$format".{valid,invalid}.txt; do
            [ -e "$file" ] || continue
            while IFS= read -r line; do
                case $file in
                *.invalid.txt) text=${line#*$'\t'} text=${text/¦/} ;;
                *) text=${line%%$'\t'*} ;;
                esac
                number=$((number + 1))
                printf '%b' "$text" >"corpus/$target/seed-$number"
            done <"$file"
        done
    done
}

seed fen fen
seed move_text move
seed sgf sgf little_golem
seed game_lists plain numbered uci botzone botzone_json openspiel json

mkdir -p corpus/book
cp ../src/engine/book/opening.book corpus/book/
