"""Ends of deals that are solved: what a player gives away there."""

import json

import pytest

from speto.arena.ends import regrets
from speto.cli import main


def test_the_greedy_player_gives_away_less_than_the_random_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "greedy", "--endgames", "8", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    regret = {row["name"]: row["regret"] for row in told["players"]}
    assert told["ends"] == 8
    assert 0 <= regret["greedy"] < regret["random"]
    assert all(0 <= row["right"] <= 1 and row["decisions"] for row in told["players"])


def test_an_unknown_name_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "nobody", "greedy", "--endgames", "3"]) == 2
    assert "there is no opponent 'nobody'" in capsys.readouterr().err


def test_the_final_range_has_other_ends() -> None:
    found = [regrets(["greedy"], 4, "1", range_)["greedy"] for range_ in ("tuning", "final")]
    assert [one.decisions > 0 for one in found] == [True, True]
    assert found[0] != found[1]


@pytest.mark.parametrize("count", ["0", "1251"])
def test_so_many_ends_as_there_are_can_be_played(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "greedy", "--endgames", count]) == 2
    assert f"there are 1250 solved ends: 1 to 1250 can be played, not {count}" in capsys.readouterr().err
