"""Over a socket: who is host, who is sent away and comes back."""

from __future__ import annotations

from tests.server.pages import page, run, serving


def test_who_is_kicked_has_to_go() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create()
            _, ben = await place.join(table["code"])
            async with page(place, table["table"], ann) as host, page(place, table["table"], ben) as guest:
                assert (await guest.do("kick", seat=0))["code"] == "not_yours"
                assert (await host.do("kick", seat=1))["t"] == "ack"
                assert await guest.until_closed() == 4002
                status, answer, _ = await place.http(
                    "POST", f"/api/tables/{table['code']}/join", {"name": "Ben"}, cookie=ben
                )
                assert (status, answer["reason"]) == (403, "kicked")

    run(test)


def test_the_next_host_is_told_so() -> None:
    """``you`` comes with the row that changes the host: before the first deal and in a match."""

    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create(players=3)
            _, ben = await place.join(table["code"])
            _, cid = await place.join(table["code"], "Cid")
            async with (
                page(place, table["table"], ann) as first,
                page(place, table["table"], ben) as second,
                page(place, table["table"], cid) as third,
            ):
                seq = (await first.do("leave"))["seq"]
                for one in (second, third):
                    await one.at(seq)
                assert second.you == {"role": "player", "seat": 1, "host": True}
                assert third.you == {"role": "player", "seat": 2, "host": False}
                assert (await second.do("bot", seat=0, level="random"))["t"] == "ack"
                assert "you" not in second.last("step")
                await second.do("ready")
                await third.do("ready")
                await third.until(lambda p: p.table["status"] == "playing")
                seq = (await second.do("leave"))["seq"]
                await third.at(seq)
                assert third.you["host"]
                assert second.you == {"role": "player", "seat": 1, "host": False}
                assert (await third.do("pause"))["t"] == "ack"

    run(test)


def test_who_is_kicked_may_come_back_when_the_host_unlocks() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create()
            _, ben = await place.join(table["code"])
            async with page(place, table["table"], ann) as host:
                for do in ({"do": "kick", "seat": 1}, {"do": "lock"}, {"do": "unlock"}):
                    assert (await host.do(**do))["t"] == "ack"
                path, body = f"/api/tables/{table['code']}/join", {"name": "Ben"}
                assert (await place.http("POST", path, body, cookie=ben))[0] == 200

    run(test)
