#!/usr/bin/env python3
"""Plots who was winning in the course of a game, as `amazons serve` sees it.

    cargo build --release --features cli
    pip install matplotlib
    python3 examples/analyse_game.py GAME [--image game.png] [--visits 2000] [--program target/release/amazons]

GAME is a file in any form that `amazons convert` reads.
"""

import argparse
import json
import subprocess


def moves_of(program, path):
    """The start position and the moves of the file's first game."""
    converted = subprocess.run(
        [program, "convert", path, "--to", "json"], check=True, capture_output=True, text=True
    )
    game = json.loads(converted.stdout.splitlines()[0])
    return {"start": game["start"]} if "start" in game else {}, game["moves"]


def analyse(program, start, moves, visits):
    """Yields (ply, White's probability of winning) as the positions are done: in any order."""
    server = subprocess.Popen(
        [program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    # A query for each position, so that several are looked at at once.
    for ply in range(len(moves) + 1):
        query = {"id": ply, "moves": moves[:ply], "visits": visits, "lines": 1, "ownership": False}
        print(json.dumps(query | start), file=server.stdin)
    # The end of input: the server ends when all is answered.
    server.stdin.close()
    for line in server.stdout:
        answer = json.loads(line)
        if answer["status"] != "done":
            raise SystemExit(f"ply {answer['id']}: {answer.get('error')}")
        (position,) = answer["positions"]
        win_rate = position["report"]["win_rate"]
        yield position["ply"], win_rate if position["turn"] == "white" else 1 - win_rate


def plot(win_rates, image):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    plies = sorted(win_rates)
    figure, axes = pyplot.subplots(figsize=(9, 4))
    axes.plot(plies, [100 * win_rates[ply] for ply in plies], color="black")
    axes.axhline(50, color="gray", linewidth=0.5)
    axes.set(xlabel="ply", ylabel="White wins, %", xlim=(0, max(plies[-1], 1)), ylim=(0, 100))
    figure.savefig(image, dpi=120, bbox_inches="tight")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--image", default="game.png")
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--program", default="target/release/amazons")
    arguments = parser.parse_args()
    start, moves = moves_of(arguments.program, arguments.game)
    win_rates = {}
    for ply, win_rate in analyse(arguments.program, start, moves, arguments.visits):
        win_rates[ply] = win_rate
        print(f"ply {ply:2}: White wins {100 * win_rate:.1f}%", flush=True)
    plot(win_rates, arguments.image)
    print(arguments.image)


if __name__ == "__main__":
    main()
