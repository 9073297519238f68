"""Options of a scenario: in our words where these say all, as in the .m44 file elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.catalogue.types import Layer
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.files.write import to_text
from m44core.io.m44.unknown_words import BEHAVIORS, OPTIONS
from m44core.io.schema.described import described_options, described_rules
from m44core.io.workshop.option_words import meant_options, said_options
from m44core.model.parts import Briefing
from m44core.model.scenario import Scenario

DOCS = Path(__file__).parents[3] / "docs" / "file-format.md"
DROP = {"side": "ALLIES", "nbr_units": 4, "center": "G5", "unit": {"name": "infus"}}
DEATH = {"side": "ALLIES", "number": 2, "group": ["g8", "G9"]}


def yaml_of(options: dict[str, Any], **extra: object) -> str:
    text = to_text(Scenario(briefing=Briefing(options=options, extra=extra)), FileFormat.YAML)
    return next(line.strip() for line in text.splitlines() if line.startswith("  options:"))


def read(options: str) -> Scenario:
    text = f"format: 1\nboard: {{type: standard}}\nbriefing:\n  options: {options}\nhexes: {{}}\n"
    scenario = read_bytes(text.encode(), "some.yaml").scenario
    assert scenario is not None
    return scenario


def found(options: str) -> list[tuple[str, str]]:
    text = f"format: 1\nboard: {{type: standard}}\nbriefing:\n  options: {options}\nhexes: {{}}\n"
    return [(d.code, d.pointer or "") for d in read_bytes(text.encode(), "some.yaml").diagnostics]


@pytest.mark.parametrize(
    ("m44", "yaml"),
    [
        (
            {"airdrop": DROP},
            "{air-drop: {side: allies, units: 4, center: G5, unit: american-infantry}}",
        ),
        (
            {"airdrop": {**DROP, "unit": {"name": "inf2us", "badge": "badge2"}}},
            "{air-drop: {side: allies, units: 4, center: G5, "
            "unit: {is: american-special-forces, badge: us-rangers}}}",
        ),
        ({"deck_reshuffling": False}, "{deck-reshuffling: false}"),
        ({"deck_out_winner": "AXIS"}, "{deck-out-winner: axis}"),
        ({"draw_extra": {"AXIS": [[1, 2]]}}, "{draw-extra: {axis: [{after-turn: 1, cards: 2}]}}"),
        ({"hill317": ["L5", "k4"]}, "{hill-317: [L5, k4]}"),
        ({"air_strikes_rules": "ALLIES"}, "{air-strikes: allies}"),
        ({"infantry_exit_counts_2": True}, "{infantry-exit-counts-two: true}"),
        (
            {"must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 1}},
            "{must-exit: {side: axis, units: 1}}",
        ),
    ],
)
def test_an_option_has_readable_words(m44: dict[str, Any], yaml: str) -> None:
    assert yaml_of(m44) == f"options: {yaml}"
    assert read(yaml).briefing.options == m44


def test_sudden_death_is_an_option_of_ours_and_a_condition_of_victory_in_an_m44_file() -> None:
    victory = {"condition": [{"group_sudden_death": {**DEATH}}]}
    yaml = "{sudden-death: [{side: allies, needed: 2, hexes: [g8, G9]}]}"
    assert yaml_of({}, victory=victory) == f"options: {yaml}"
    briefing = read(yaml).briefing
    assert (briefing.options, briefing.extra) == ({}, {"victory": victory})
    victory["condition"][0]["group_sudden_death"]["at_once"] = True
    assert "hexes: [g8, G9], at-once: true}" in yaml_of({}, victory=victory)


@pytest.mark.parametrize(
    "options",
    [
        {"blitz_rules": True},
        {"airdrop": {**DROP, "nbr_units": [3, 3, 3]}},
        {"airdrop": {**DROP, "behavior": "ONE_AT_TIME"}},
        {
            "airdrop": {
                **DROP,
                "unit": {"name": "infus", "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN"},
            }
        },
        {"hill317": True},
        {"draw_extra": {"AXIS": [[1]]}},
        {"deck_out_winner": "nobody"},
    ],
)
def test_what_our_words_cannot_say_stays_as_the_m44_file_has_it(options: dict[str, Any]) -> None:
    assert said_options(options, None) == options
    assert meant_options(options) == (options, None)


def test_a_key_that_looks_like_a_word_of_ours_is_kept_apart() -> None:
    odd = {"air-drop": 1, "sudden-death": 2, "m44:x": 3, "group_sudden_death": 4}
    said = said_options(odd, None)
    assert list(said) == ["m44:air-drop", "m44:sudden-death", "m44:m44:x", "group_sudden_death"]
    assert meant_options(said) == (odd, None)


@pytest.mark.parametrize("other", [{"hold_out": 9}, {"group_sudden_death": 5}, "all"])
def test_conditions_of_victory_of_other_kinds_stay_where_they_are(other: object) -> None:
    victory = {"condition": [{"group_sudden_death": DEATH}, other]}
    text = to_text(Scenario(briefing=Briefing(extra={"victory": victory})), FileFormat.YAML)
    assert "sudden-death" not in text
    assert read_bytes(text.encode(), "some.yaml").scenario == Scenario(
        briefing=Briefing(extra={"victory": victory})
    )


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from(["AXIS", "axis", "G5"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    "side",
                    "unit",
                    "name",
                    "is",
                    "group",
                    "number",
                    "nbr_units",
                    "units",
                    "AXIS",
                    "axis",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)
NAMES = [*described_options(), *(option.word for option in described_options().values())]


@given(st.dictionaries(st.sampled_from(NAMES), ANYTHING), ANYTHING)
def test_options_of_any_content_come_back_from_our_words(
    options: dict[str, Any], one: object
) -> None:
    victory = {"condition": [{"group_sudden_death": one}]}
    meant, meant_victory = meant_options(said_options(options, victory))
    assert (list(meant.items())) == list(options.items())
    assert meant_victory in (None, victory)


@pytest.mark.parametrize(
    ("options", "code", "pointer"),
    [
        ("{hill-317: [L5, Z9]}", "M031", "/briefing/options/hill-317/1"),
        ("{sudden-death: [{side: axis, needed: 1, hexes: [G9, A0]}]}", "M031", "hexes/1"),
        ("{air-drop: {side: axis, units: 1, unit: infantree}}", "M021", "/air-drop/unit/is"),
        ("{air-drop: {side: axis, units: 1, unit: german-infantry, center: Z9}}", "M031", "center"),
        ("{air-drop: {side: axis, unit: german-infantry}}", "M022", "/briefing/options/air-drop"),
        ("{deck-reshuffling: 1}", "M020", "/briefing/options/deck-reshuffling"),
        ("{sudden-death: {side: axis}}", "M020", "/briefing/options/sudden-death"),
        ("{deck-out-winner: axes}", "M021", "/briefing/options/deck-out-winner"),
        ("{draw-extra: {axis: [{after-turn: 0, cards: 1}]}}", "M024", "after-turn"),
    ],
)
def test_an_option_that_is_wrong_is_told_with_its_place(
    options: str, code: str, pointer: str
) -> None:
    assert [(what, where[-len(pointer) :]) for what, where in found(options) if what != "M023"] == [
        (code, pointer)
    ]


def test_the_words_of_a_wrong_option_point_into_an_m44_file_too() -> None:
    text = (
        '{"game_info": {"options": {\n"hill317": ["L5"],\n"odd": 1}}, '
        '"board": {"type": "STANDARD", "hexagons": []}}'
    )
    result = read_bytes(text.encode(), "some.m44")
    odd = next(d for d in result.diagnostics if d.code == "M056")
    assert (odd.pointer, odd.line) == ("/briefing/options/odd", 3)


def test_every_rule_is_described_and_every_described_rule_is_known() -> None:
    assert {*described_options()} - OPTIONS == {"group_sudden_death"}
    assert {code for layer in Layer for code in described_rules(layer)} == BEHAVIORS
    described = [*described_options().values()]
    described += [rule for layer in Layer for rule in described_rules(layer).values()]
    assert all(one.label and one.sentence.endswith(".") for one in described)


def test_the_documentation_lists_every_option_we_have_words_for() -> None:
    text = DOCS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| `(?:\S+\.)?([a-z0-9_]+)`", text, re.MULTILINE)
    known = {option.word: option.code for option in described_options().values()}
    assert {word: code for word, code in rows if word in known} == known
