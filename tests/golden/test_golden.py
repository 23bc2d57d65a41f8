"""The golden records: deals whose every point, and positions whose every legal action, were worked out by hand.

One file is one record; `meta` names the rule or the example of the rules page that it shows. `legal.json` holds
positions with their legal actions and with actions that must be refused, `refused.json` records that no reader
may accept. Everything goes through the command line.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from speto.cli import main

HERE = Path(__file__).parent
LISTS = {"legal", "refused"}
STEMS = sorted(path.stem for path in HERE.glob("*.json") if path.stem not in LISTS)

Capture = pytest.CaptureFixture[str]


def load(stem: str) -> Any:
    """The JSON of a file beside this one."""
    return json.loads((HERE / f"{stem}.json").read_text(encoding="utf-8"))


LEGAL = load("legal")
REFUSED = load("refused")


def name(entry: dict[str, Any]) -> str:
    """A test id: the rule ids, then the sentence."""
    return re.sub(r"\W+", "-", f"{entry['id']} {entry['about']}").strip("-")


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """The exit status of a command, what it printed and what it complained of."""
    capsys.readouterr()
    status = main(list(words))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def written(folder: Path, record: Any) -> str:
    """The path of a file that holds this record."""
    path = folder / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)


def bare(record: Any, *more: str) -> Any:
    """The record without what it expects, and with more actions in its last deal."""
    record = copy.deepcopy(record)
    for deal in record["deals"]:
        deal.pop("scores", None)
        deal.pop("ledger", None)
    record["deals"][-1]["actions"] += more
    return record


@pytest.mark.parametrize("stem", STEMS)
def test_score(stem: str, tmp_path: Path, capsys: Capture) -> None:
    """Scores and ledger of every deal, computed from a record that does not state them, are the ones worked out."""
    record = load(stem)
    totals = [0] * len(record["players"])
    for last, deal in enumerate(record["deals"]):
        totals = [total + score for total, score in zip(totals, deal["scores"], strict=True)]
        asked = bare({**record, "deals": record["deals"][: last + 1]})
        status, out, err = run(capsys, "score", written(tmp_path, asked), "--json")
        assert (status, err) == (0, "")
        said = json.loads(out)
        assert said["ledger"] == deal["ledger"]
        assert said == {"scores": deal["scores"], "ledger": deal["ledger"], "over": True, "totals": totals}


@pytest.mark.parametrize("stem", STEMS)
def test_verify(stem: str, capsys: Capture) -> None:
    status, _, err = run(capsys, "verify", str(HERE / f"{stem}.json"))
    assert (status, err) == (0, "")


@pytest.mark.parametrize("stem", STEMS)
def test_nothing_is_legal_after_the_end(stem: str, tmp_path: Path, capsys: Capture) -> None:
    status, out, _ = run(capsys, "legal", str(HERE / f"{stem}.json"), "--json")
    assert (status, json.loads(out)) == (0, [])
    status, _, err = run(capsys, "score", written(tmp_path, bare(load(stem), "+")), "--json")
    assert status == 1 and err.count("\n") == 1


@pytest.mark.parametrize("stem", STEMS)
def test_a_ledger_adds_up(stem: str) -> None:
    """The expectations agree with themselves: lines add up to scores, and no card counts twice."""
    for deal in load(stem)["deals"]:
        cards = [c for line in deal["ledger"] if "by" not in line for c in re.findall("..", line.get("cards", ""))]
        assert len(cards) == len(set(cards))
        for seat, score in enumerate(deal["scores"]):
            assert sum(line["points"] for line in deal["ledger"] if line["seat"] == seat) == score


@pytest.mark.parametrize("stem", ["E19-layable-and-full", "opt-reversal-toggle", "preset-strict"])
def test_a_changed_expectation_is_found(stem: str, tmp_path: Path, capsys: Capture) -> None:
    deal = load(stem)["deals"][-1]
    first, *others = deal["ledger"]
    for changed in (
        {"scores": deal["scores"][::-1]},
        {"ledger": deal["ledger"][::-1]},
        {"ledger": others},
        {"ledger": [{**first, "points": -5}, *others]},
        {"ledger": [{**first, "cards": "2c"}, *others]},
        {"ledger": [{**first, "rule": "R1"}, *others]},
    ):
        record = load(stem)
        record["deals"][-1] |= changed
        assert record != load(stem)
        status, out, err = run(capsys, "verify", written(tmp_path, record))
        assert status == 1 and ("score" in out + err or "ledger" in out + err)


@pytest.mark.parametrize("entry", LEGAL, ids=name)
def test_legal(entry: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    status, out, err = run(capsys, "legal", written(tmp_path, entry["record"]), "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == entry["legal"]


@pytest.mark.parametrize("entry", LEGAL, ids=name)
def test_legal_actions_are_accepted(entry: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    for action in entry["legal"]:
        status, _, err = run(capsys, "score", written(tmp_path, bare(entry["record"], action)), "--json")
        assert (status, err) == (0, ""), action


@pytest.mark.parametrize("entry", [entry for entry in LEGAL if "refused" in entry], ids=name)
def test_refused_actions_name_their_rule(entry: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    for action, rules in entry["refused"].items():
        status, out, err = run(capsys, "score", written(tmp_path, bare(entry["record"], action)), "--json")
        assert status == 1 and out == "", action
        assert err.count("\n") == 1 and "Traceback" not in err, err
        named = re.findall(r"\b[RPDA]\d+b?\b", err)
        assert set(named) & set(rules), f"{action}: {err.strip()} names none of {rules}"


@pytest.mark.parametrize("entry", REFUSED, ids=name)
def test_refused_records_name_their_rule(entry: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    status, _, err = run(capsys, "verify", written(tmp_path, entry["record"]))
    assert status == 1 and err.count("\n") == 1, err
    named = re.findall(r"\b[RPDA]\d+b?\b", err)
    assert set(named) & set(entry["rule"]), f"{err.strip()} names none of {entry['rule']}"


# ---- every example and every option value has its record ----

PENALTIES = [
    "knock_speto",
    "knock_layable",
    "head_bonus",
    "layoff_discard",
    "full_discard",
    "head_feed",
    "speto_feed",
    "speto_lure",
    "speto_laid_off",
]
OPTION_VALUES: dict[str, list[Any]] = {
    "layoff_limit": [None, 1, 2, 13],
    "ace_value": ["flat15", "split15_10", "five"],
    "unborn_double_on": ["knock_or_stock_out", "knock"],
    "unborn_double_scope": ["hand_and_penalties", "hand"],
    "foolish_condition": ["used", "any_pickup", "single_card"],
    "foolish_speto_amount": [100, 50],
    "reversal": ["toggle", "next_deal", "off"],
    "target": [500, 50, 5000],
    "colour_knock": [True, False],
    "qka_closed": [False, True],
    "strip_stock": [0, 5],
    **{option: [False, True] for option in PENALTIES},
}
"""The table of section 3, the default first; of the numbers in a range the ends and some between."""

CLASSIC = {option: values[0] for option, values in OPTION_VALUES.items()}
PRESETS: dict[str, dict[str, Any]] = {
    "classic": CLASSIC,
    "strict": CLASSIC | dict.fromkeys(PENALTIES, True),
    "short": CLASSIC
    | {
        "layoff_limit": 2,
        "unborn_double_on": "knock",
        "unborn_double_scope": "hand",
        "foolish_condition": "single_card",
        "foolish_speto_amount": 50,
        "reversal": "next_deal",
        "colour_knock": False,
        "qka_closed": True,
    },
}

EXAMPLES = [f"E{n}" for n in range(1, 23)] + [f"S{n}" for n in range(1, 11)]
SEVERAL = dict.fromkeys(["E5", "E6", "E7", "E15", "E18", "E21", "S5", "S6", "S8"], 2) | {"E2": 3, "S7": 3, "S10": 4}
DECISIONS = [
    1,
    2,
    3,
    4,
    7,
    9,
    13,
    15,
    16,
    17,
    18,
    23,
    26,
    27,
    30,
    31,
    32,
    38,
    39,
    40,
    42,
    43,
    44,
    45,
    46,
    47,
    49,
    54,
    58,
]


def rules_in_force(record: Any) -> dict[str, Any]:
    """Every option of a record, those of its preset included."""
    chosen = dict(record.get("rules", {}))
    return PRESETS[chosen.pop("preset", "classic")] | chosen


def test_every_option_value_and_example_has_a_record() -> None:
    records = {stem: load(stem) for stem in STEMS}
    shown = [rule for record in records.values() for rule in record["meta"]["id"].split()]
    assert [example for example in EXAMPLES if shown.count(example) < SEVERAL.get(example, 1)] == []
    assert [number for number in DECISIONS if f"A{number}" not in shown] == []
    missing = []
    for option, values in OPTION_VALUES.items():
        for value in values:
            stem = f"opt-{option}-{value if isinstance(value, str) else json.dumps(value)}"
            if stem not in records or rules_in_force(records[stem])[option] != value:
                missing.append(stem)
    assert missing == []
    assert [preset for preset in PRESETS if load(f"preset-{preset}")["rules"] != {"preset": preset}] == []


def test_file_names_carry_the_first_id_of_their_record() -> None:
    """`E05-…` is about E5; option and preset files are named by what they set."""
    for stem in STEMS:
        letter, number = re.match(r"(\D+?)-?(\d*)(?=-|$|[a-z])", stem).groups()  # type: ignore[union-attr]
        if number:
            assert load(stem)["meta"]["id"].split()[0] == f"{letter}{int(number)}", stem
        else:
            assert stem.startswith(("opt-", "preset-")), stem


def test_some_records_start_from_a_full_deck() -> None:
    decks = [deal["start"]["deck"].split() for stem in STEMS for deal in load(stem)["deals"] if "deck" in deal["start"]]
    assert len(decks) >= 20
    assert all(len(deck) == len(set(deck)) == 52 for deck in decks)
