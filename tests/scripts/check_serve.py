#!/usr/bin/env python3
"""Holds the answers of `amazons serve`, and queries, against docs/serve.schema.json.

    python3 -m venv ~/venv && ~/venv/bin/pip install jsonschema
    cargo build --release --features cli
    ~/venv/bin/python tests/scripts/check_serve.py [--program target/release/amazons]

Every query that the program takes must be valid by the schema, every one that it refuses must not be where a schema can
tell, and every answer must be valid and a final one come once a query.

Ends with status 0 when all is so, 1 when not, 77 (skipped) when jsonschema or the program is missing.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]

try:
    import jsonschema
except ImportError as missing:
    print(f"skipped: {missing}; pip install jsonschema")
    sys.exit(SKIPPED)

SMALL = "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1"
MOVES = ["d1-d7/g7", "a7b8,b8c8", "D7-D6(C5)"]

TAKEN = [
    {},
    {"moves": MOVES, "analyze_plies": "all", "visits": 30},
    {"moves": MOVES, "analyze_plies": [3, 0], "time": 0.02, "lines": 2},
    {"start": SMALL, "moves": ["b1-b4/b1"], "nodes": 500, "priority": -2},
    {"fen": SMALL, "visits": 3, "lines": 0, "ownership": False},
    {"allow": MOVES[:1], "avoid": ["a4-a5/a4"], "visits": 9},
    {"time": 0.3, "report_every": 0.05, "lines": 500},
    {"fen": "Q1*q w", "colour": "blue"},
    {"fen": "Q3*1q w - - 0 1", "visits": 100},
    {"fen": "Q*q w - - 0 1"},
    {"fen": "Q1*1q b - - 0 1", "visits": 100},
    {"fen": "3/3/3 b"},
    {"action": "analyze", "visits": 1},
    {"time": 3600},
    {"action": "terminate", "terminate_id": 13},
    {"action": "terminate_all"},
    {"action": "version"},
]

# With what the schema can tell first.
REFUSED = [
    {"fen": "nonsense"},
    {"moves": "d1-d7/g7"},
    {"analyze_plies": []},
    {"analyze_plies": [-1]},
    {"analyze_plies": [0, 0]},
    {"visits": -1},
    {"visits": "many"},
    {"time": -0.5},
    {"lines": 501},
    {"ownership": "no"},
    {"report_every": 0},
    {"action": "sing"},
    {"action": "terminate"},
]
REFUSED_FOR_MEANING = [
    {"fen": "1q1/4/1Q1 w"},
    {"fen": SMALL, "moves": []},
    {"moves": ["d1-d7/d7"]},
    {"moves": ["d1-d7"]},
    {"analyze_plies": [1]},
    {"avoid": ["a4-a4/a5"]},
    {"allow": []},
    {"moves": MOVES, "analyze_plies": "all", "avoid": []} | {"avoid": ["d1-d7/g7"]},
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target" / "release" / "amazons")
    arguments = parser.parse_args()
    if not arguments.program.exists():
        print(f"skipped: {arguments.program} is not built")
        sys.exit(SKIPPED)
    schema = json.loads((ROOT / "docs" / "serve.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    answers_schema = jsonschema.Draft202012Validator(schema)
    queries_schema = jsonschema.Draft202012Validator(schema | {"$ref": "#/$defs/query"})

    queries = [{"id": id, **query} for id, query in enumerate(TAKEN + REFUSED + REFUSED_FOR_MEANING)]
    takes = len(TAKEN)
    for query in queries:
        told = query["id"] < takes or query["id"] >= takes + len(REFUSED)
        assert queries_schema.is_valid(query) == told, query

    server = subprocess.Popen(
        [arguments.program, "serve", "--visits", "200", "--memory", "64"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    finals = collections.Counter()
    partial = 0

    def hear(line):
        nonlocal partial
        answer = json.loads(line)
        answers_schema.validate(answer)
        if answer["answer"] == "partial":
            partial += 1
            return
        finals[answer["id"]] += 1
        if answer["id"] is not None:
            assert (answer["status"] == "error") == (answer["id"] >= takes), line

    # What others are to end comes when the rest is done.
    waited_for = next(id for id, query in enumerate(TAKEN) if query.get("time") == 3600)
    lines = [json.dumps(query) for query in queries] + ["{", "[]", "7", "{}"]
    print(*lines[:waited_for], sep="\n", file=server.stdin, flush=True)
    while finals.total() < waited_for:
        hear(server.stdout.readline())
    print(*lines[waited_for:], sep="\n", file=server.stdin)
    server.stdin.close()
    for line in server.stdout:
        hear(line)
    assert server.wait() == 0 and partial > 0
    assert finals.pop(None) == 4, finals
    assert finals == {query["id"]: 1 for query in queries}, finals
    print(f"{len(lines)} queries, as many final answers and {partial} partial ones, all valid")


if __name__ == "__main__":
    main()
