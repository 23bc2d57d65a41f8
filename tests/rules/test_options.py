"""The house rules: names, values, presets."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from speto import BadOptions, Deal, Match, Options

TABLE: dict[str, tuple[list[object], str]] = {
    "layoff_limit": ([None, *range(1, 14)], "D1"),
    "ace_value": (["flat15", "split15_10", "five"], "D2"),
    "unborn_double_on": (["knock_or_stock_out", "knock"], "D4"),
    "unborn_double_scope": (["hand_and_penalties", "hand"], "D5"),
    "foolish_condition": (["used", "any_pickup", "single_card"], "D6"),
    "foolish_speto_amount": ([100, 50], "D7"),
    "reversal": (["toggle", "next_deal", "off"], "D8"),
    "target": ([500, 50, 51, 5000], "D11"),
    "colour_knock": ([True, False], "D12"),
    "qka_closed": ([False, True], "D10"),
    "strip_stock": ([0, 5], "D13"),
    "knock_speto": ([False, True], "P1"),
    "knock_layable": ([False, True], "P2"),
    "head_bonus": ([False, True], "P3"),
    "layoff_discard": ([False, True], "P4"),
    "full_discard": ([False, True], "P5"),
    "head_feed": ([False, True], "P6"),
    "speto_feed": ([False, True], "P7"),
    "speto_lure": ([False, True], "P8"),
    "speto_laid_off": ([False, True], "P9"),
}
"""Every option with its values, the default first."""

BAD: dict[str, list[object]] = {
    "layoff_limit": [0, 14, -1, 99, 2.0, "2", True, False, "null", [2]],
    "ace_value": ["flat", "15", 15, None, "FLAT15", "split", True],
    "unborn_double_on": ["stock_out", None, True, "never", ""],
    "unborn_double_scope": ["penalties", None, False, "hand "],
    "foolish_condition": ["single", None, "any", True],
    "foolish_speto_amount": [0, 99, 150, -100, "100", None, 100.0, True],
    "reversal": ["on", None, True, False, "next", "next_game"],
    "target": [49, 5001, 0, -500, "500", None, 500.0, True, float("nan"), float("inf"), 10**30],
    "strip_stock": [1, 4, 6, -5, "5", None, True, False, 5.0],
    **{
        name: [1, 0, "true", "yes", None, 1.0, []]
        for name, (values, _) in TABLE.items()
        if values[0] in (True, False) and isinstance(values[0], bool)
    },
}

OPTIONAL = [name for name, (_, rule) in TABLE.items() if rule.startswith("P")]


def test_D18_the_defaults_are_classic() -> None:
    assert asdict(Options()) == {name: values[0] for name, (values, _) in TABLE.items()}
    assert Options.of("classic") == Options() == Options.read({})
    assert Options.read({"preset": "classic"}) == Options()
    assert Deal(players=2, seed="x").options == Options()
    assert Match(players=2).options == Options()


def test_D18_strict_is_classic_with_all_optional_rules() -> None:
    assert len(OPTIONAL) == 9
    assert Options.of("strict") == Options(**dict.fromkeys(OPTIONAL, True))  # type: ignore[arg-type]
    assert not any(getattr(Options.of("short"), name) for name in OPTIONAL)


def test_D1_D4_D5_D6_D7_D8_D10_D12_D18_short() -> None:
    assert Options.of("short") == Options(
        layoff_limit=2,
        unborn_double_on="knock",
        unborn_double_scope="hand",
        foolish_condition="single_card",
        foolish_speto_amount=50,
        reversal="next_deal",
        colour_knock=False,
        qka_closed=True,
    )


@pytest.mark.parametrize("name", TABLE)
def test_every_value_of_an_option(name: str) -> None:
    for preset in ("classic", "strict", "short"):
        for value in TABLE[name][0]:
            options = Options.of(preset, **{name: value})
            assert getattr(options, name) == value
            assert type(getattr(options, name)) is type(value)
            assert Options.read(options.rules()) == options
            others = {key: told for key, told in asdict(options).items() if key != name}
            assert others == {key: told for key, told in asdict(Options.of(preset)).items() if key != name}


def test_every_option_has_bad_values() -> None:
    assert set(BAD) == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_a_bad_value_is_refused_with_the_rule(name: str) -> None:
    for value in BAD[name]:
        for read in (lambda: Options(**{name: value}), lambda: Options.read({name: value})):  # noqa: B023
            with pytest.raises(BadOptions) as caught:
                read()
            assert caught.value.rule == TABLE[name][1]
            assert caught.value.sentence.startswith(f"{name} cannot be ")
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 200


def test_a_bad_value_tells_the_good_ones() -> None:
    def said(**values: object) -> str:
        with pytest.raises(BadOptions) as caught:
            Options(**values)  # type: ignore[arg-type]
        return str(caught.value)

    assert said(layoff_limit=0) == "layoff_limit cannot be 0: null, 1 to 13 (D1)"
    assert said(target=49) == "target cannot be 49: 50 to 5000 (D11)"
    assert said(foolish_speto_amount=0) == "foolish_speto_amount cannot be 0: 100 or 50 (D7)"
    assert said(reversal=None) == "reversal cannot be null: 'toggle' or 'next_deal' or 'off' (D8)"
    assert said(head_bonus=1) == "head_bonus cannot be 1: false or true (P3)"
    assert said(strip_stock=True) == "strip_stock cannot be true: 0 or 5 (D13)"
    # All that is wrong, not only the first.
    two = said(target=1, layoff_limit=0)
    assert "target cannot be 1" in two
    assert "layoff_limit cannot be 0" in two


@pytest.mark.parametrize("name", ["colour", "foolish_discard", "", "Target", "x" * 1000, "preset "])
def test_D18_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(BadOptions) as caught:
        Options.read({name: True})
    assert caught.value.rule == "D18"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("preset", ["", "Classic", "score", None, 1, ["classic"], "x" * 1000])
def test_D18_an_unknown_preset_is_refused(preset: object) -> None:
    with pytest.raises(BadOptions) as caught:
        Options.read({"preset": preset})
    assert caught.value.rule == "D18"
    assert len(str(caught.value)) < 200


def test_K1_the_preset_knock_is_refused_until_it_is_built() -> None:
    with pytest.raises(BadOptions) as caught:
        Options.of("knock")
    assert caught.value.rule == "K1"
    assert "not built yet" in caught.value.sentence


def test_D18_the_shortest_rules_object() -> None:
    assert Options().rules() == {"preset": "classic"}
    assert Options.of("strict", target=300).rules() == {"preset": "strict", "target": 300}
    assert Options.of("short", layoff_limit=None).rules() == {"preset": "short", "layoff_limit": None}
    nearly = Options.of("classic", **dict.fromkeys(OPTIONAL[1:], True))
    assert nearly.rules() == {"preset": "strict", OPTIONAL[0]: False}


def test_P0_is_no_option() -> None:
    with pytest.raises(BadOptions):
        Options.read({"foolish_discard": False})
    assert not hasattr(Options(), "foolish_discard")


def test_options_do_not_change() -> None:
    options = Options()
    with pytest.raises(AttributeError):
        options.target = 300  # type: ignore[misc]
    assert len({options, Options(), Options.of("strict")}) == 2
