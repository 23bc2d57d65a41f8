"""What ``/openapi.json`` promises, kept for whatever somebody sends: schemathesis against the whole application.

Nothing is random: the same requests come every time. Requests are made from the schema, half of them against it; some
of them are led to a real table, seat, book or record, so that they get further than the door.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks
from schemathesis.generation import GenerationMode
from schemathesis.python.asgi import get_client, shutdown_lifespans
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.drill import rounds

from speto.dummy.lesson import LESSONS
from speto.server.analyses import WORLDS
from speto.server.app import make_app
from speto.server.settings import Settings
from speto.store.api import Saved
from speto.store.memory import MemoryStore

RECORD = json.loads((Path(__file__).parents[1] / "golden" / "E02-layoff-seven-and-six.json").read_text())
FINISHED = json.loads((Path(__file__).parents[1] / "golden" / "E06-colour-knock-210.json").read_text())
BOOK = "0123456789abcdef0123"
QUIET = settings(
    max_examples=10,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


WAYS = ("led", "fitting", "wrong")


class Place:
    """An application with a table, a person and a finished deal, and what was answered so far."""

    def __init__(self) -> None:
        store = MemoryStore()
        self.app = make_app(store, Settings(bots=1, tables_a_minute=1e9))
        bots = self.app.state.server.bots
        bots.start = lambda: None
        bots.work = self.in_place
        bots.stand = self.standing
        self.schema = schemathesis.openapi.from_asgi("/openapi.json", self.app)
        with get_client(self.app) as client:
            made = client.post("/api/tables", json={"name": "Ann", "setup": {"players": 2, "public": True}})
            self.table, self.cookie = made.json(), made.cookies["speto"]
        for deal, record in enumerate((RECORD, FINISHED), start=1):
            saved = Saved(BOOK, deal, 0, "dummy", 1, json.dumps(record).encode())
            asyncio.run(store.save_record(saved, {0: "somebody"}))
        self.seen: Counter[tuple[str, int]] = Counter()

    @staticmethod
    async def standing() -> bool:
        """Workers stand, says who stands in for them."""
        return True

    @staticmethod
    async def in_place(job: Any, *given: Any, **_: Any) -> Any:
        """What workers are asked, here and at once: decisions are weighed in few worlds."""
        return job(*(2 if one == WORLDS else one for one in given))

    def lead(self, draw: Any, case: Any) -> None:
        """Let a request that fits the schema ask for what is there."""
        known = {
            "table": st.sampled_from([self.table["table"], self.table["code"], self.table["watch"]]),
            "book": st.just(BOOK),
            "deal": st.integers(0, 2),
            "lesson": st.sampled_from(sorted(LESSONS)),
        }
        for name in case.path_parameters or ():
            case.path_parameters[name] = draw(known[name])
        if "game" in (case.query or ()):
            case.query["game"] = "dummy"
        body = case.body
        match case.operation.label:
            case "POST /api/tables":
                body["name"] = "Ann"
                body["ready"] = False  # no deal begins: bots would go on and on
                body["bots"] = draw(st.lists(st.sampled_from([None, "random"]), max_size=3))
                setup = body.get("setup", {})
                body["setup"] = {**setup, "game": "dummy", "players": 4, "rules": {}, "pace": 900}
            case "POST /api/tables/{table}/join":
                body["name"] = "Ben"
            case "POST /api/seat":
                with get_client(self.app) as client:
                    link = client.get(f"/api/tables/{self.table['table']}/link", cookies={"speto": self.cookie})
                body["secret"] = link.json().get("secret", "")
            case "POST /api/records/{book}/{deal}/retry":
                case.body = {"name": "Ann", "action": 0}
            case "POST /api/retries":
                case.body = {"name": "Ann", "action": 0, "record": FINISHED}
            case "POST /api/analyses":
                case.body, case.query = FINISHED, {"deal": 0}
            case "POST /api/records":
                changed = draw(st.sampled_from([None, *sorted(body)]))
                case.body = {**RECORD, **({changed: body[changed]} if changed else {})}
                case.query = {"deal": draw(st.integers(0, 1))}

    def ask(self, draw: Any, case: Any, known: bool) -> None:
        """Send a request, and check the answer against the schema."""
        cookies = {"speto": self.cookie} if known or draw(st.booleans()) else {}
        answer = case.call(cookies=cookies)
        self.seen[case.operation.label, answer.status_code] += 1
        # The rules of the game refuse much that a schema cannot say.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    def succeeded(self) -> set[str]:
        """The operations that did what they were asked for at least once."""
        return {label for label, status in self.seen if status < 300}

    def attack(self, operation: Any, quiet: settings, number: int = 0, ways: Sequence[str] = WAYS) -> None:
        """Send many requests to one operation; with another number, others."""
        fitting = operation.as_strategy(GenerationMode.POSITIVE)
        wrong = operation.as_strategy(GenerationMode.NEGATIVE)

        @quiet
        @seed(number)
        @given(st.data())
        def attack(data: st.DataObject) -> None:
            which = data.draw(st.sampled_from(ways))
            case = data.draw(wrong if which == "wrong" else fitting)
            if which == "led":
                self.lead(data.draw, case)
            self.ask(data.draw, case, known=which == "led")

        attack()


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    load_all_checks()
    yield Place()
    shutdown_lifespans()


def test_every_answer_is_as_the_schema_says(place: Place) -> None:
    operations = [found.ok() for found in place.schema.get_all_operations()]
    for operation in operations:
        place.attack(operation, QUIET)
    for operation in operations:
        if operation.label not in place.succeeded():
            place.attack(operation, QUIET, 1, ["led"])
    never = {operation.label for operation in operations} - place.succeeded()
    assert never == {"GET /api/tables/{table}/deals/{deal}/seed"}, "this one alone wants a deal that was played"


@pytest.mark.drill
def test_every_answer_is_as_the_schema_says_for_long(place: Place, drill_minutes: float) -> None:
    for number in rounds(drill_minutes, 0.03, 3):
        for found in place.schema.get_all_operations():
            place.attack(found.ok(), settings(QUIET, derandomize=False, max_examples=50), number)
