"""Seats drawn anew at a rematch: everybody finds their own, also who is away."""

from __future__ import annotations

import asyncio
import random

from tests.server.pages import mover, run, serving, to_the_end, two


def test_seats_drawn_anew_are_those_of_their_people() -> None:
    """At a rematch each page follows its person to another seat."""

    async def test() -> None:
        async with serving() as place, two(place, rules={"target": 50}) as (ann, ben, opened):
            await to_the_end(ann, ben, random.Random(1))
            table = place.server.tables.live[opened["table"]].table
            table.draw_seats = lambda: [1, 0]  # type: ignore[method-assign]
            redrawn = await ben.ask("do", do="redraw", name="same")
            assert redrawn["t"] == "ack"
            await ann.until(lambda page: page.you == {"role": "player", "seat": 1, "host": True})
            await ben.until(lambda page: page.you == {"role": "player", "seat": 0, "host": False})
            await ann.until(lambda page: [seat["name"] for seat in page.table["seats"]] == ["Ben", "Ann"])
            # Ids go with the person: Ben's command sent again is known, and Ann, in his old seat, may use its id.
            assert (await ben.ask("do", do="redraw", name="same"))["seq"] == redrawn["seq"]
            assert (await ann.ask("do", do="ready", name="same"))["seq"] > redrawn["seq"]
            for one in (ann, ben):
                await one.until(lambda page: page.deal and page.deal["hand"])
            assert mover(ann, ben).deal["legal"]  # type: ignore[index]

    run(test)


def test_who_is_gone_when_seats_are_drawn_is_away_in_the_new_seat() -> None:
    async def test() -> None:
        async with serving(away_after=0.05) as place, two(place, rules={"target": 50}) as (ann, ben, opened):
            await to_the_end(ann, ben, random.Random(1))
            tables = place.server.tables
            tables.live[opened["table"]].table.draw_seats = lambda: [1, 0]  # type: ignore[method-assign]
            missing, held = tables._missing, []
            tables._missing = lambda *given: held.append(given)  # type: ignore[method-assign]
            await ann.close()
            await ben.until(lambda one: one.last("presence")["here"] == [False, True])
            assert (await ben.do("redraw"))["t"] == "ack"
            while len(held) < 2:
                await asyncio.sleep(0.001)
            for given in held:
                missing(*given)
            await ben.until(lambda one: [seat["away"] for seat in one.table["seats"]] == [False, True])
            assert ben.table["seats"][1]["name"] == "Ann"

    run(test)
