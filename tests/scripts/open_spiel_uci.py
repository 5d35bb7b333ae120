#!/usr/bin/env python3
"""OpenSpiel's Monte Carlo tree search as a player of `amazons match`, by UCI.

    python3 -m venv ~/venv && ~/venv/bin/pip install open_spiel
    cargo build --release --features cli
    target/release/amazons match engine "cmd:$HOME/venv/bin/python tests/scripts/open_spiel_uci.py" --time 0.2s --jobs 1

The standard starts of 6x6, 8x8 and 10x10, which OpenSpiel shares, can be played. OpenSpiel takes a move in three actions,
amazon, destination and arrow, each with a search of its own; each gets a third of the move's time. Its settings are those of
its examples: one random game a leaf, UCT with 2.0, proven values backed up. `info string` tells how many simulations
could be made.

Ends with status 77 (skipped) when open_spiel is missing.
"""

import argparse
import sys
import time

SKIPPED = 77

try:
    import pyspiel
except ImportError as missing:
    print(f"skipped: {missing}; pip install open_spiel", file=sys.stderr)
    sys.exit(SKIPPED)

# The first two fields of the start's FEN, and the board's size.
STARTS = {
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w": 10,
    "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w": 8,
    "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w": 6,
}


class Player:
    """The search, and the game so far."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.new_game()

    def new_game(self):
        self.size = None
        self.game = None
        self.state = None
        self.seed = self.arguments.seed

    def action(self, square):
        """OpenSpiel's number of a square such as d7: row by row from the top."""
        column, row = ord(square[0]) - ord("a"), int(square[1:])
        return (self.size - row) * self.size + column

    def square(self, action):
        row, column = divmod(action, self.size)
        return f"{chr(ord('a') + column)}{self.size - row}"

    def set_position(self, words):
        """`position fen FEN [moves M...]`"""
        if words[:1] == ["startpos"]:
            size = 10
        else:
            size = STARTS.get(" ".join(words[1:3]))
        if size is None:
            sys.exit("only the standard starts of 6x6, 8x8 and 10x10 can be played")
        if size != self.size:
            self.size = size
            self.game = pyspiel.load_game("amazons", {"board_size": size})
        self.state = self.game.new_initial_state()
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        for move in moves:
            # a4d7,d7a7: from and to, then from where and where to the arrow flies.
            slide, shot = move.split(",")
            start, end = split_squares(slide)
            for square in (start, end, split_squares(shot)[1]):
                self.state.apply_action(self.action(square))

    def choose(self, seconds):
        """The best move, and the simulations made for its three actions."""
        squares, simulations = [], []
        state = self.state.clone()
        for _ in range(3):
            self.seed += 1
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self.seed)
            bot = pyspiel.MCTSBot(
                self.game,
                evaluator,
                self.arguments.uct_c,
                1_000_000_000,
                self.arguments.memory,
                True,
                self.seed,
                False,
                max_wall_clock_time=seconds / 3,
            )
            root = bot.mcts_search(state)
            simulations.append(root.explore_count)
            action = root.best_child().action
            squares.append(self.square(action))
            state.apply_action(action)
        start, end, arrow = squares
        return f"{start}{end},{end}{arrow}", simulations


def split_squares(text):
    """a10b3 is a10 and b3."""
    second = next(place for place in range(1, len(text)) if text[place].isalpha())
    return text[:second], text[second:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--uct-c", type=float, default=2.0, help="weight of exploration")
    parser.add_argument("--memory", type=int, default=1000, help="MiB that its tree may take")
    parser.add_argument("--seed", type=int, default=1)
    player = Player(parser.parse_args())
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "uci":
            print("id name OpenSpiel MCTS\nuciok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "ucinewgame":
            player.new_game()
        elif command == "position":
            player.set_position(words)
        elif command == "go":
            if "movetime" not in words:
                sys.exit("only `go movetime` is understood")
            seconds = int(words[words.index("movetime") + 1]) / 1000
            began = time.monotonic()
            move, simulations = player.choose(seconds)
            counts = " ".join(map(str, simulations))
            print(f"info string simulations {counts} seconds {time.monotonic() - began:.3f}")
            print(f"bestmove {move}", flush=True)
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
