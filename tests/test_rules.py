"""Rule sets and presets."""

from __future__ import annotations

from dataclasses import fields

import pytest

from pyramide.errors import PyramideError
from pyramide.rules import (
    APP,
    PRESET_NOTES,
    PRESETS,
    Clear,
    Play,
    Rules,
    parse_passes,
    preset,
    preset_name,
)
from tests.positions import ALL_RULES


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("app", ("pyramid", "unlimited", "waste", False, 1)),
        ("app-strict", ("all", "unlimited", "waste", False, 1)),
        ("app-one-pass", ("pyramid", 1, "waste", False, 1)),
        ("app-drawn-pair", ("pyramid", "unlimited", "drawn-pair", False, 1)),
        ("app-cover", ("pyramid", "unlimited", "waste", True, 1)),
        ("microsoft", ("pyramid", 3, "stock-and-waste", False, 0)),
        ("traditional", ("all", 1, "stock-and-waste", False, 0)),
        ("relaxed", ("pyramid", 1, "stock-and-waste", False, 0)),
        ("pysol-pyramid", ("all", 3, "stock-and-waste", False, 1)),
        ("pysol-relaxed", ("pyramid", 3, "stock-and-waste", False, 1)),
    ],
)
def test_presets_are_what_they_were_agreed_to_be(name: str, values: tuple[object, ...]) -> None:
    rules = preset(name)
    assert tuple(rules.as_json()) == ("clear", "passes", "play", "cover", "waste_start")
    assert tuple(rules.as_json().values()) == values
    assert preset_name(rules) == name
    assert PRESET_NOTES[name]


def test_every_preset_has_a_note() -> None:
    assert list(PRESETS) == list(PRESET_NOTES)
    assert len(PRESETS) == 10


@pytest.mark.parametrize("name", [n for n in PRESETS if n.startswith("app-")])
def test_the_variants_of_the_app_change_one_field(name: str) -> None:
    changed = [
        f.name for f in fields(Rules) if getattr(APP, f.name) != getattr(preset(name), f.name)
    ]
    assert len(changed) == 1


def test_an_unknown_preset_is_refused_with_the_names() -> None:
    with pytest.raises(
        PyramideError, match=r"no rule set 'giza'; the presets are app, .*microsoft"
    ):
        preset("giza")


def test_other_combinations_have_no_name() -> None:
    assert preset_name(Rules(passes=2)) is None
    assert len({preset_name(rules) for rules in ALL_RULES} - {None}) == 10


@pytest.mark.parametrize(("field", "value"), [("passes", 0), ("passes", -1), ("waste_start", 2)])
def test_values_out_of_range_are_refused(field: str, value: int) -> None:
    with pytest.raises(PyramideError, match=f"{field} is {value}"):
        Rules(**{field: value})  # type: ignore[arg-type]


def test_n_passes_are_n_minus_1_recycles() -> None:
    assert [Rules(passes=3).recycles_left(number) for number in (1, 2, 3)] == [True, True, False]
    assert not Rules(passes=1).recycles_left(1)
    assert Rules(passes=None).recycles_left(10**6)


@pytest.mark.parametrize(
    ("text", "passes"), [("1", 1), (" 12 ", 12), ("unlimited", None), ("Unlimited", None)]
)
def test_passes_are_read(text: str, passes: int | None) -> None:
    assert parse_passes(text) == passes


@pytest.mark.parametrize("text", ["0", "-1", "two", "", "1.5"])
def test_other_passes_are_refused(text: str) -> None:
    with pytest.raises(PyramideError, match="no number of passes"):
        parse_passes(text)


def test_enumerations_print_as_their_option_values() -> None:
    assert [str(clear) for clear in Clear] == ["pyramid", "all"]
    assert [str(play) for play in Play] == ["waste", "drawn-pair", "stock-and-waste"]
