"""A program that speaks the line protocol and does one thing wrong, which its argument names.

Beside it, it writes what it hears to the file that its second argument names.
"""

import json
import sys
import time

wrong = sys.argv[1]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


heard = open(sys.argv[2], "a") if len(sys.argv) > 2 else None  # noqa: SIM115, PTH123
if wrong == "leaves at once":
    sys.exit()
for number, line in enumerate(sys.stdin):
    if heard:
        heard.write(line)
        heard.flush()
    message = json.loads(line)
    if message["t"] == "hello":
        answer = {"t": "hello", "protocol": 2 if wrong == "speaks another protocol" else 1}
    elif message["t"] == "turn":
        answer = {"t": "action", "id": message["id"], "action": message["legal"][-1]}
        if wrong == "is illegal":
            answer["action"] = "#2c"
        if wrong == "has no action":
            del answer["action"]
        if wrong == "is silent":
            continue
        if wrong == "answers twice":
            say(json.dumps({**answer, "id": message["id"] - 1, "action": "late"}))
        if wrong == "leaves" and number > 9:
            sys.exit()
        if wrong == "is no JSON":
            say("{")
            continue
        if wrong == "has no end":
            say("x" * 100_000)
            continue
    else:
        continue
    say(json.dumps(answer))
if wrong == "does not leave":
    time.sleep(600)
