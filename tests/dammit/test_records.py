"""Records of Dammit: what they hold, what is wrong with them, and what the commands say."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.dammit.referee import PACK

from speto.cli import main
from speto.dammit.deal import Deal
from speto.dammit.game import GAME
from speto.decks import first_starter, seed_of_text, shuffled
from speto.errors import BadStart, SpetoError
from speto.game import game
from speto.records import FORMAT, DealRecord, Record, read
from speto.replay import replay

Capture = pytest.CaptureFixture[str]
DECK = " ".join(PACK)


def played(players: int = 3, deals: int = 1, stop: int | None = None, max_turns: int = 30, seed: str = "r") -> Record:
    """A record of random play; ``stop`` breaks the last deal off."""
    rules: dict[str, Any] = {"max_turns": max_turns}
    options = GAME.options(rules)
    states: list[Deal] = []
    record = Record(FORMAT, "dammit", rules, list("ABCD"[:players]), [])
    for number in range(deals):
        deck = shuffled(seed_of_text(f"{seed} {number}"))
        start = GAME.fresh(options, players, deck, GAME.follow(options, players, states).start)
        deal = GAME.start(options, players, start)
        rng = Random(f"{seed} {number}")
        while not deal.over and not (number == deals - 1 and len(deal.actions) == stop):
            deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))
        states.append(deal)
        record.deals.append(DealRecord(start, deal.actions))
    return record


def put(tmp_path: Path, record: Record) -> str:
    file = tmp_path / "record.json"
    file.write_bytes(record.to_json(2))
    return str(file)


def said(capsys: Capture, *words: str, status: int = 0) -> str:
    assert main(list(words)) == status
    out, err = capsys.readouterr()
    assert (err == "") == (status == 0)
    return out or err


# What a record holds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_states_what_its_replay_gives(players: int) -> None:
    stated = replay(played(players, deals=3)).stated()
    again = replay(read(stated.to_json()))
    assert again.stated() == stated
    assert [deal.ledger for deal in stated.deals] == [[], [], []]
    assert stated.result is not msgspec.UNSET
    assert (sum(stated.result.totals), stated.result.winner) == (
        sum(sum(deal.scores or []) for deal in stated.deals),
        None,
    )


def test_a_deal_that_goes_on_has_no_scores() -> None:
    stated = replay(played(3, deals=2, stop=11)).stated()
    assert stated.deals[1].scores is msgspec.UNSET
    assert len(stated.deals[0].scores or []) == 3


def test_the_dealer_is_0_if_it_is_left_out() -> None:
    record = played(3)
    del record.deals[0].start["dealer"]
    assert replay(record).states == replay(played(3)).states


def test_a_position_is_read_and_written() -> None:
    start = {
        "hands": ["6d Kh", "Qs", "", "9d"],
        "support": ["2c 9s", "", "", ""],
        "random": ["7c", "8c 9c", "", ""],
        "deck": "",
        "pile": "4d 5c",
        "turn": 1,
        "out": [2],
        "turns": 12,
        "known": ["9s Kh", "", "", ""],
    }
    deal = GAME.start(GAME.options({}), 4, start)
    assert deal.position() == start
    assert (deal.out, deal.turn, deal.turns, deal.dealer) == ([2], 1, 12, None)
    assert str(deal.known[0]) == "9s Kh"


def test_what_is_absent_in_a_position_is_empty() -> None:
    deal = Deal.from_start({"hands": ["6d", "Qs"], "turn": 0}, players=2)
    assert deal.position() == {
        "hands": ["6d", "Qs"], "support": ["", ""], "random": ["", ""], "deck": "", "pile": "", "turn": 0,
    }  # fmt: skip


def test_a_record_may_be_written_in_other_ways() -> None:
    record = played(3)
    spelt = [action.replace("T", "10").swapcase() for action in record.deals[0].actions]
    again = replay(Record(FORMAT, "dammit", record.rules, record.players, [DealRecord(record.deals[0].start, spelt)]))
    assert again.state.actions == record.deals[0].actions


# What is wrong with one


TWO = {"hands": ["6d Kh", "Qs"], "support": ["2c", "3c"], "random": ["7c", "8c"], "pile": "5c", "turn": 0}
BAD_STARTS: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "nothing": ({}, "a 'deck' to be dealt", "M2"),
    "no turn": ({"hands": ["6d", "Qs"]}, "needs 'turn'", "M6"),
    "a turn and a dealer": ({**TWO, "dealer": 0}, "no key 'dealer'", None),
    "a key too many": ({"deck": DECK, "starter": 0}, "no key 'starter': deck, dealer", None),
    "a short deck": ({"deck": DECK[3:]}, "51 cards, not 52", "M1"),
    "a deck with a card twice": ({"deck": DECK[3:] + " As"}, "As is named twice", "R1"),
    "a deck that is a list": ({"deck": PACK}, "deck is a text of 52 cards", "M1"),
    "a card that is none": ({"deck": DECK.replace("As", "Xs")}, "deck: 'Xs' is no card", "R1"),
    "a dealer that is not there": ({"deck": DECK, "dealer": 2}, "dealer is 2: 0 to 1", "MA17"),
    "a dealer before the first": ({"deck": DECK, "dealer": -1}, "dealer is -1: 0 to 1", "MA17"),
    "a dealer as text": ({"deck": DECK, "dealer": "0"}, "dealer is not a whole number", "MA17"),
    "a dealer that is true": ({"deck": DECK, "dealer": True}, "dealer is not a whole number", "MA17"),
    "a card in two hands": ({**TWO, "hands": ["6d Kh", "6d"]}, "hands[1]: 6d is in this position twice", "M1"),
    "a card in hand and pile": ({**TWO, "pile": "Kh"}, "hands[0]: Kh is in this position twice", "M1"),
    "a card in support and deck": ({**TWO, "deck": "3c"}, "support[1]: 3c is in this position twice", "M1"),
    "a card twice in the pile": ({**TWO, "pile": "5c 5c"}, "pile: 5c is named twice", "R1"),
    "five in hand": ({**TWO, "hands": ["6d Kh 2d 3d 4d", "Qs"]}, "hands[0] has 5 cards", "M3"),
    "five in random": ({**TWO, "random": ["7c", "2d 3d 4d 5d 6s"]}, "random[1] has 5 cards", "M3"),
    "three hands for two": ({**TWO, "hands": ["6d", "Kh", "Qs"]}, "hands has 3 entries for 2 players", "M1"),
    "one support for two": ({**TWO, "support": ["2c"]}, "support has 1 entries for 2 players", "M1"),
    "hands as a text": ({**TWO, "hands": "6d"}, "hands is not a list of texts", "M1"),
    "hands with a number": ({**TWO, "hands": ["6d", 7]}, "hands is not a list of texts", "M1"),
    "a pile as a list": ({**TWO, "pile": ["5c"]}, "pile is not a text of cards", "M1"),
    "null": ({**TWO, "deck": None}, "deck is not a text of cards", "M1"),
    "a turn that is not there": ({**TWO, "turn": 2}, "turn is 2: 0 to 1", "M6"),
    "a turn as text": ({**TWO, "turn": "0"}, "turn is not a whole number", "M6"),
    "an empty hand with support": ({**TWO, "hands": ["", "Qs"]}, "hands[0] is empty, but its support is not", "MA19"),
    "an empty hand with a deck": (
        {"hands": ["", "Qs"], "random": ["7c", ""], "deck": "2c", "turn": 0},
        "hands[0] is empty, but the deck is not",
        "MA19",
    ),
    "out that has cards": ({**TWO, "out": [1]}, "out is [1], but the seats without cards are []", "MA13"),
    "not out without cards": ({"hands": ["6d", ""], "turn": 0}, "the seats without cards are [1]", "MA13"),
    "out with a word": ({**TWO, "out": ["1"]}, "out is not a list of whole numbers", "M1"),
    "one seat in play": ({"hands": ["6d", ""], "turn": 0, "out": [1]}, "fewer than two seats", "MA14"),
    "turns before the first": ({**TWO, "turns": -1}, "turns is -1", "MA16"),
    "turns that end the deal": ({**TWO, "turns": 1000}, "turns is 1000: 0 or more, and less than max_turns", "MA16"),
    "known elsewhere": ({**TWO, "known": ["Qs", ""]}, "known[0]: Qs is in neither hand nor support", "M8"),
    "known of random": ({**TWO, "known": ["7c", ""]}, "known[0]: 7c is in neither hand nor support", "M8"),
    "known in a hand with a deck": (
        {**TWO, "deck": "2d", "known": ["Kh", ""]},
        "known[0]: Kh cannot be in the hand while the deck lasts",
        "M9",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_STARTS)
def test_bad_starts(case: str) -> None:
    start, sentence, rule = BAD_STARTS[case]
    with pytest.raises(BadStart) as error:
        Deal.from_start(start, players=2)
    assert sentence in error.value.sentence
    assert error.value.rule == rule
    record = Record(FORMAT, "dammit", {}, ["A", "B"], [DealRecord(start)])
    with pytest.raises(BadStart) as error:
        replay(record)
    assert error.value.at == (0, None)


def test_three_seats_of_which_the_turn_is_out() -> None:
    start = {"hands": ["6d", "", "Qs"], "turn": 1, "out": [1]}
    with pytest.raises(BadStart, match="turn is 1, but seat 1 is out") as error:
        Deal.from_start(start, players=3)
    assert error.value.rule == "MA13"
    for out in ([1, 1], [], [0, 1], [-1], [3]):
        with pytest.raises(BadStart, match="seats without cards"):
            Deal.from_start({**start, "turn": 0, "out": out}, players=3)


def wrong_actions() -> list[tuple[str, str, str, str | None]]:
    """An action in place of another: what is replaced, by what, what is said, the rule."""
    return [
        ("?", "?", "is to be named", "M7"),
        ("?", "?2x", "'2x' is no card", "R1"),
        ("&", "-", "is to be named", "M11"),
        ("-", "-As&", "is no card", "R1"),
        ("-", "~", "0 cards are named after ~", "M12"),
        ("-", "", "is no action", "M7"),
        ("-", "+", "is no action", "M7"),
    ]


@pytest.mark.parametrize(("old", "new", "sentence", "rule"), wrong_actions())
def test_a_wrong_action_is_named(old: str, new: str, sentence: str, rule: str | None) -> None:
    record = played(3, max_turns=60)
    actions = record.deals[0].actions
    at = next(number for number, action in enumerate(actions) if old in action)
    actions[at] = actions[at].split("&")[0] if old == "&" else new
    with pytest.raises(SpetoError, match=f"^deals\\[0\\]\\.actions\\[{at}\\]: ") as error:
        replay(record)
    assert sentence in error.value.sentence
    assert (error.value.rule, error.value.at) == (rule, (0, at))


def test_a_card_that_could_not_turn_up_is_refused() -> None:
    record = played(3)
    actions = record.deals[0].actions
    at = next(number for number, action in enumerate(actions) if action[0] == "?")
    pile = record.deals[0].start["deck"].split()[36]
    actions[at] = f"?{pile}"
    with pytest.raises(SpetoError, match=f"{pile} is not in that pile"):
        replay(record)


def test_MA17_the_wrong_dealer_after_a_deal() -> None:
    record = played(3, deals=2)
    right = record.deals[1].start["dealer"]
    record.deals[1].start["dealer"] = (right + 1) % 3
    with pytest.raises(SpetoError, match=rf"deals\[1\]: dealer is {(right + 1) % 3}, but .* must be {right}") as error:
        replay(record)
    assert error.value.rule == "MA17"


def test_MA17_any_dealer_after_a_position() -> None:
    start = {"hands": ["6d", "Qs", "Kc"], "pile": "5c", "turn": 0}
    for dealer in range(3):
        deals = [DealRecord(start, ["-6d"]), DealRecord({"deck": DECK, "dealer": dealer})]
        assert replay(Record(FORMAT, "dammit", {}, list("ABC"), deals)).state.dealer == dealer


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"scores": [1, 2, 3]}, "scores[0] is 1, the replay gives"),
        ({"scores": [1, 2]}, "scores has 2 numbers for 3 players"),
        ({"ledger": [{"seat": 0, "code": "laid", "rule": "R24", "points": 5}]}, "ledger[0] is more than the replay"),
    ],
)
def test_what_a_record_states_is_compared(change: dict[str, Any], sentence: str) -> None:
    seed = next(str(seed) for seed in range(9) if replay(played(seed=str(seed))).outcome.scores[0] != 1)
    data = json.loads(played(seed=seed).to_json())
    data["deals"][0] |= change
    with pytest.raises(SpetoError) as error:
        replay(read(json.dumps(data)))
    assert sentence in error.value.sentence


# The commands


def test_score_names_places_and_the_loser(tmp_path: Path, capsys: Capture) -> None:
    record = played(3, deals=2)
    file = put(tmp_path, record)
    again = replay(record)
    answer = json.loads(said(capsys, "score", file, "--json"))
    assert answer == {
        "scores": list(again.outcome.scores), "ledger": [], "over": True, "totals": list(again.following.totals),
    }  # fmt: skip
    sheet = said(capsys, "score", file)
    assert "dammit, the usual rules, max_turns 30; deal 2, over" in sheet
    for name, place in zip("ABC", again.outcome.scores, strict=True):
        assert f"{name}  place {place}\n" in sheet
    loser = again.outcome.loser
    assert loser is not None
    assert f"{'ABC'[loser]} has lost this deal." in sheet


def test_score_of_a_deal_that_nobody_lost(tmp_path: Path, capsys: Capture) -> None:
    deals = (played(3, max_turns=6, seed=str(seed)) for seed in range(99))
    record = next(record for record in deals if replay(record).outcome.loser is None)
    assert "has lost" not in said(capsys, "score", put(tmp_path, record))


def test_legal_show_and_verify(tmp_path: Path, capsys: Capture) -> None:
    record = played(3, stop=17)
    file = put(tmp_path, record)
    deal = replay(record).state
    assert said(capsys, "legal", file).splitlines() == deal.legal
    assert json.loads(said(capsys, "legal", file, "--json")) == deal.legal
    assert said(capsys, "show", file) == f"{deal}\n"
    for seat in range(3):
        assert said(capsys, "show", file, "--seat", str(seat)) == f"{deal.see(seat)}\n"
    assert said(capsys, "verify", put(tmp_path, replay(record).stated())).startswith("ok: 1 deal; totals: ")


def test_many_records_a_line_each(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "many.jsonl"
    records = [played(2 + number % 3, seed=str(number)) for number in range(6)]
    records[3].deals[0].actions[4] = "?"
    file.write_bytes(b"\n".join(record.to_json() for record in records))
    assert main(["score", "--lines", str(file)]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("at") for answer in answers] == [None, None, None, [0, 4], None, None]
    assert answers[5]["scores"] == list(replay(records[5]).outcome.scores)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deal(players: int, capsys: Capture) -> None:
    words = ("deal", "--game", "dammit", "--players", str(players), "--seed", "tour")
    record = read(said(capsys, *words))
    deal = replay(record).state
    assert record.rules == {"preset": "classic"}
    assert deal == Deal(players=players, seed="tour")
    assert deal.dealer == record.deals[0].start["dealer"] == first_starter(seed_of_text("tour"), players)
    assert read(said(capsys, *words, "--dealer", "1")).deals[0].start["dealer"] == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--dealer 2", "no seat 2"),
        ("--dealer -1", "no seat -1"),
        ("--starter 0", "dammit has no starter, but a dealer: --dealer"),
        ("--preset strict", "no preset 'strict'"),
    ],
)
def test_deal_with_bad_usage(words: str, sentence: str, capsys: Capture) -> None:
    assert sentence in said(capsys, "deal", "--game", "dammit", "--players", "2", *words.split(), status=2)
    assert "dummy has no dealer" in said(capsys, "deal", "--players", "2", "--dealer", "0", status=2)


def test_rules_of_dammit_have_a_home(capsys: Capture) -> None:
    out = said(capsys, "rules", "m8")
    assert "Home: speto.dammit.kernel.play:turn_support" in out
    assert "test_M8_a_failed_support_card_costs_the_whole_pile" in out


def test_dammit_is_a_game() -> None:
    assert game("dammit") is GAME
    assert (GAME.name, GAME.seats, GAME.defaults) == ("dammit", range(2, 5), {"dealer": 0})
