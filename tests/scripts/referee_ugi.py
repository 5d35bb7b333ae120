#!/usr/bin/env python3
"""Drives `amazons ugi` through whole games, with Fairy-Stockfish's rules (pyffish) as referee.

    python3 -m venv ~/venv && ~/venv/bin/pip install pyffish
    cargo build --release --features cli
    ~/venv/bin/python tests/scripts/referee_ugi.py [--games 20] [--movetime 50] [--program target/release/amazons]

Plays that many games against random moves, each side in turn, and as many of two engines against each other, on 10x10;
then two of each on 8x8 and 6x6, whose rules are the same. Every move must be legal by pyffish, what `query` says of
the game's end must be so, and every game against random moves must be won. It also tells how fast `stop` is answered.

Ends with status 0 when all is so, 1 when not, 77 (skipped) when pyffish or the program is missing.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import time

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]

try:
    import pyffish
except ImportError as missing:
    print(f"skipped: {missing}; pip install pyffish")
    sys.exit(SKIPPED)

# The program's names, and those that pyffish is taught here.
VARIANTS = {10: ("amazons", "amazons"), 8: ("amazons8x8", "amazons8"), 6: ("amazons6x6", "amazons6")}
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


class Engine:
    """The program, by its pipes."""

    def __init__(self, program, side):
        self.process = subprocess.Popen(
            [program, "ugi", "--threads", "1", "--memory", "64"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.say("uci")
        self.hear("uciok")
        self.say(f"setoption name UCI_Variant value {VARIANTS[side][0]}")
        self.new_game()

    def say(self, line):
        print(line, file=self.process.stdin, flush=True)

    def hear(self, word):
        """The rest of the next line that starts with the word."""
        for line in self.process.stdout:
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest
            assert first in ("info", "id", "option"), line
            assert not line.startswith("info string"), line
        raise EOFError(word)

    def new_game(self):
        self.say("ucinewgame")
        self.say("isready")
        self.hear("readyok")

    def position(self, moves):
        self.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def move(self, moves, milliseconds):
        self.position(moves)
        self.say(f"go movetime {milliseconds}")
        return self.hear("bestmove").split()[0]

    def ask(self, question):
        self.say(f"query {question}")
        return self.hear("response")

    def close(self):
        self.say("quit")
        assert self.process.wait(timeout=10) == 0


def play(side, players):
    """A game of two players, functions from the moves so far and the legal ones to a move. Returns the moves."""
    variant = VARIANTS[side][1]
    fen = pyffish.start_fen(variant)
    moves = []
    while legal := pyffish.legal_moves(variant, fen, []):
        move = players[len(moves) % 2](moves, legal)
        assert move in legal, f"{fen}: {move}"
        moves.append(move)
        fen = pyffish.get_fen(variant, fen, [move])
    return moves


def check_end(engine, moves):
    """Whoever is to move in the end has lost."""
    winner = "p1win" if len(moves) % 2 == 1 else "p2win"
    engine.position(moves)
    assert engine.ask("gameover") == "true", moves
    assert engine.ask("result") == winner, moves
    assert engine.ask("p1turn") == ("false" if winner == "p1win" else "true"), moves
    engine.position(moves[:-1])
    assert engine.ask("gameover") == "false", moves
    assert engine.ask("result") == "none", moves


def against_random(arguments, side, games):
    chance = random.Random(side)
    engine = Engine(arguments.program, side)
    won = plies = 0
    for game in range(games):
        engine.new_game()
        players = [
            lambda moves, _: engine.move(moves, arguments.movetime),
            lambda _, legal: chance.choice(legal),
        ]
        seat = game % 2
        moves = play(side, players if seat == 0 else players[::-1])
        check_end(engine, moves)
        won += (len(moves) - 1) % 2 == seat
        plies += len(moves)
    engine.close()
    print(f"{side}x{side}: {won} of {games} games won against random moves, {plies} plies", flush=True)
    assert won == games


def against_itself(arguments, side, games):
    engines = [Engine(arguments.program, side) for _ in range(2)]
    first = plies = 0
    for game in range(games):
        for engine in engines:
            engine.new_game()
        players = [
            lambda moves, _: engines[0].move(moves, arguments.movetime),
            lambda moves, _: engines[1].move(moves, arguments.movetime),
        ]
        moves = play(side, players)
        check_end(engines[0], moves)
        first += len(moves) % 2
        plies += len(moves)
    for engine in engines:
        engine.close()
    print(f"{side}x{side}: {games} games against itself, {first} won by White, {plies} plies", flush=True)


def time_stops(arguments, times):
    """How long the answer to `stop` takes."""
    engine = Engine(arguments.program, 10)
    taken = []
    for _ in range(times):
        engine.position([])
        engine.say("go infinite")
        time.sleep(0.1)
        begin = time.perf_counter()
        engine.say("stop")
        engine.hear("bestmove")
        taken.append(1000 * (time.perf_counter() - begin))
    engine.close()
    taken.sort()
    half, nine_tenths = taken[times // 2], taken[times * 9 // 10]
    print(f"stop is answered in {half:.1f} ms half the time, {nine_tenths:.1f} nine times of ten, {taken[-1]:.1f} at most")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20, help="games of each kind on 10x10")
    parser.add_argument("--movetime", type=int, default=50, help="milliseconds a move")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target" / "release" / "amazons")
    arguments = parser.parse_args()
    if not arguments.program.exists():
        print(f"skipped: {arguments.program} is not built")
        sys.exit(SKIPPED)
    time_stops(arguments, 50)
    for side, games in ((10, arguments.games), (8, 2), (6, 2)):
        against_random(arguments, side, games)
        against_itself(arguments, side, games)


if __name__ == "__main__":
    main()
