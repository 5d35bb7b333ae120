#!/usr/bin/env python3
"""Checks the formats and the rules against two other programs' move generators, through their Python modules.

    python3 -m venv ~/venv && ~/venv/bin/pip install pyffish open_spiel
    cargo build --release --features cli --bin amazons --example positions
    ~/venv/bin/python tests/scripts/check_formats.py [--games N] [--random N]

Takes the first N human games (all by default) and N random games on each of 6x6, 8x8 and 10x10 that OpenSpiel plays.
Fairy-Stockfish (pyffish) replays this crate's UCI lines and OpenSpiel this crate's action lists; after every move their
boards must be those that this crate reads from its SGF of the same games. On 8x8 the games also go through both of
Botzone's forms. OpenSpiel's verdict on finished games must be ours.

Ends with status 0 when all agree, 1 when not, 77 (skipped) when a module or a program is missing.
"""

import argparse
import pathlib
import random
import subprocess
import sys

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = ROOT / "target" / "release"

try:
    import pyffish
    import pyspiel
except ImportError as missing:
    print(f"skipped: {missing}; pip install pyffish open_spiel")
    sys.exit(SKIPPED)

VARIANTS = {10: "amazons", 8: "amazons8", 6: "amazons6"}
pyffish.load_variant_config(
    """
[amazons8:amazons]
maxRank=8
maxFile=8
startFen=2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1
[amazons6:amazons]
maxRank=6
maxFile=6
startFen=1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1
"""
)


def run(arguments, text):
    done = subprocess.run(arguments, input=text, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{arguments}: {done.stderr}")
    return done.stdout


def convert(text, source, target):
    return run([RELEASE / "amazons", "convert", "--from", source, "--to", target], text)


def squares(fen):
    """The board of a FEN as one character a square, and the side to move."""
    board, turn = fen.split()[:2]
    for run_length in range(10, 0, -1):
        board = board.replace(str(run_length), "." * run_length)
    return board.replace("/", "\n"), turn


def spiel_squares(state):
    """OpenSpiel's drawing in the letters of a FEN; X moves first."""
    drawing = str(state).split("\n")
    rows = [line for line in drawing if line and set(line) <= set(".XO#")]
    return "\n".join(rows).translate(str.maketrans("XO#", "Qq*"))


def check_game(side, uci, actions, fens):
    """Compares the boards after every move; returns how many were compared."""
    variant = VARIANTS[side]
    words = uci.split()
    start = " ".join(words[2:8])
    moves = words[9:]
    assert squares(start) == squares(pyffish.start_fen(variant)), start
    state = pyspiel.load_game(f"amazons(board_size={side})").new_initial_state()
    actions = [int(action) for action in actions.split()]
    assert len(actions) == 3 * len(moves) and len(fens) == len(moves) + 1
    fen = start
    for ply, ours in enumerate(fens):
        if ply > 0:
            # Refuses an illegal move.
            fen = pyffish.get_fen(variant, fen, [moves[ply - 1]])
            for action in actions[3 * ply - 3 : 3 * ply]:
                assert action in state.legal_actions(), f"{state}: {action}"
                state.apply_action(action)
        assert squares(fen) == squares(ours), f"ply {ply}: {fen} and {ours}"
        assert spiel_squares(state) == squares(ours)[0], f"ply {ply}: {state} and {ours}"
    lost = not pyffish.legal_moves(variant, fen, [])
    assert lost == state.is_terminal(), f"{fen}: {state}"
    return len(fens)


def check(name, side, plain):
    sgf = convert(plain, "plain", "sgf")
    if side == 8:
        for form in ("botzone", "botzone-json"):
            back = convert(convert(sgf, "sgf", form), form, "sgf")
            moves = lambda text: [line for line in text.split("\n") if line.startswith(";")]
            assert moves(back) == moves(sgf), f"{form} changes the moves"
    uci = convert(sgf, "sgf", "uci").splitlines()
    actions = convert(sgf, "sgf", "openspiel").splitlines()
    positions = run([RELEASE / "examples" / "positions"], sgf).rstrip("\n").split("\n\n")
    assert len(uci) == len(actions) == len(positions)
    compared = 0
    for game in zip(uci, actions, positions):
        compared += check_game(side, game[0], game[1], game[2].split("\n"))
    print(f"{name}: {len(uci)} games, {compared} positions agree")


def random_games(side, count):
    """Games that OpenSpiel plays at random, every other one to the end, as its lists of actions."""
    chance = random.Random(side)
    game = pyspiel.load_game(f"amazons(board_size={side})")
    for number in range(count):
        state = game.new_initial_state()
        plies = 100 if number % 2 == 0 else chance.randrange(1, 30)
        while not state.is_terminal() and len(state.history()) < 3 * plies:
            state.apply_action(chance.choice(state.legal_actions()))
        yield " ".join(str(action) for action in state.history())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=None, help="human games to check")
    parser.add_argument("--random", type=int, default=100, help="random games a size")
    arguments = parser.parse_args()
    for program in (RELEASE / "amazons", RELEASE / "examples" / "positions"):
        if not program.exists():
            print(f"skipped: {program} is not built")
            sys.exit(SKIPPED)
    lines = (ROOT / "tests" / "data" / "games_human.txt").read_text().splitlines()
    check("human games", 10, "\n".join(lines[: arguments.games]) + "\n")
    for side in VARIANTS:
        actions = "\n".join(random_games(side, arguments.random)) + "\n"
        check(f"random games {side}x{side}", side, convert(actions, "openspiel", "plain"))


if __name__ == "__main__":
    main()
