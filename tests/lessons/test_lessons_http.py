"""The lessons over HTTP: stateless, in the page's shapes, and no card of another's hand in them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.pages import Place, run, serving

from speto.dummy import lesson


async def attempt(place: Place, name: str, *actions: str) -> tuple[int, Any]:
    status, answer, _ = await place.http("POST", f"/api/lessons/{name}", {"actions": list(actions)})
    return status, answer


def test_every_lesson_is_listed_and_played_to_its_end_by_its_hints() -> None:
    async def test() -> None:
        async with serving() as place:
            status, lines, _ = await place.http("GET", "/api/lessons")
            assert status == 200
            assert [line["id"] for line in lines] == list(lesson.LESSONS)
            for line in lines:
                status, view = await attempt(place, line["id"])
                assert (status, view["step"], view["steps"], view["verdict"]) == (200, 0, line["steps"], "")
                while view["key"]:
                    hint = view["hint"]
                    if hint == "-*":
                        hint = next(text for text in view["deal"]["legal"] if text[0] == "-")
                    status, view = await attempt(place, line["id"], *view["actions"], hint)
                    assert (status, view["verdict"]) == (200, "right")
                assert view["step"] == line["steps"] == len(view["actions"])

    run(test)


def test_a_refusal_has_rule_reason_and_sentence_and_a_preview_has_the_risks() -> None:
    async def test() -> None:
        async with serving() as place:
            _, view = await attempt(place, "row", "-9h")
            assert (view["verdict"], view["rule"], view["reason"]) == ("refused", "R8", "take_first")
            assert view["sentence"]
            assert view["actions"] == []
            _, view = await attempt(place, "row", "+", "-4c")
            assert (view["verdict"], view["actions"]) == ("other", ["+"])
            _, view = await attempt(place, "penalties", "+")
            assert view["deal"]["fresh"] == "9c"
            codes = {risk["code"] for risk in view["previewed"]["risks"]["Js"]}
            assert "layoff_discard" in codes
            assert "Kd" not in view["previewed"]["risks"]
            _, view = await attempt(place, "knock", "+", "#3h", "=5c6c7c", "Jd>8d")
            assert view["previewed"]["knock"]["total"] == 100

    run(test)


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_no_card_of_another_hand_or_of_the_stock_is_told(name: str) -> None:
    async def test() -> None:
        async with serving() as place:
            _, view = await attempt(place, name)
            start = lesson.lesson(name).start
            deal = view["deal"]
            seen = {card for card, _ in deal["pile"]} | set(deal["hand"].split())
            seen |= {card for meld in deal["melds"] for card, _ in meld["cards"]}
            hidden = {card for hand in start["hands"][1:] for card in hand.split()} | set(start["stock"].split())
            assert not seen & hidden
            assert deal["shown"] == []

    run(test)


def test_what_cannot_be_asked_is_a_refusal_not_a_fault() -> None:
    async def test() -> None:
        async with serving() as place:
            for name, actions in (
                ("poker", []),
                ("row", ["what"]),
                ("row", ["?40"]),
                ("row", ["+"] * 70),
                ("row", ["+" * 300]),
                ("row", ["-4c", "+"]),
            ):
                status, answer = await attempt(place, name, *actions)
                assert (status, answer["code"]) == (400, "illegal")
                assert answer["error"]
            status, answer, _ = await place.http("POST", "/api/lessons/row", {"actions": 3})
            assert (status, answer["code"]) == (400, "unreadable")

    run(test)


def test_an_error_in_a_record_says_where_it_is() -> None:
    async def test() -> None:
        async with serving() as place:
            record = {
                "format": "speto/1",
                "game": "dummy",
                "rules": {},
                "players": ["Ann", "Ben"],
                "deals": [{"start": lesson.lesson("row").start | {"hands": ["4c Qd", "9c 6s"], "pile": "7h Jd/1"}}],
            }
            record["deals"][0]["actions"] = ["+", "-9h"]
            status, answer, _ = await place.http("POST", "/api/records", record)
            assert (status, answer["code"], answer["rule"]) == (400, "illegal", "R8")
            assert answer["error"].startswith("deals[0].actions[1]: ")

    run(test)
