from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.core.m44_special_rules import special_rules_of

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Unit,
)
from m44core.resources import scenarios_folder
from m44core.rules.analysis.scenario_gaps import gaps

COMPLETE = Briefing(
    Player(Side.AXIS, cards=4, medals=4), Player(Side.ALLIES, cards=4, medals=4), FirstPlayer.TOP
)
SOME_HEX = Hex(4, 4)


def gap_sentences(scenario: Scenario) -> list[str]:
    """Return the sentences of the gaps."""
    return [renderer_in("en").sentence(gap.sentence) for gap in gaps(scenario)]


def scenario_with_content(content: HexContent) -> Scenario:
    return Scenario(briefing=COMPLETE).with_hexes({SOME_HEX: content})


@pytest.mark.parametrize("name", sorted(p.stem for p in scenarios_folder().glob("*.yaml")))
def test_base_scenarios_have_no_gaps(name: str, read_shipped: Callable[[str], Scenario]) -> None:
    assert gaps(read_shipped(name)) == ()


@pytest.mark.rule("V-MED-02")
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            HexContent(terrain=Piece("ppier")),
            "Pier: its rules are not supported yet; it is played as open ground.",
        ),
        (
            HexContent(terrain=Piece("swamp")),
            "Unknown terrain 'swamp': it is played as open ground.",
        ),
        (
            HexContent(unit=Unit("plnger")),
            "German plane: its rules are not supported yet; it stays on the board but cannot be "
            "ordered or battled.",
        ),
        (
            HexContent(unit=Unit("infger", badge="badge43")),
            "Personnel carrier: its rules are not supported yet; the unit is played without it.",
        ),
        (
            HexContent(terrain=Piece("woods", behavior="wide-river")),
            "Forest: unknown special rule wide-river; it has no effect.",
        ),
        (
            HexContent(unit=Unit("infus", equipment="raft")),
            "American infantry: unknown special rule raft; it has no effect.",
        ),
        (
            HexContent(tags=(Tag("tag9", "mine-field", Side.AXIS),)),
            "Marker 9: its rules are not supported yet; it has no effect.",
        ),
        (
            HexContent(tags=(Tag("medal1", medal=MedalTerms(extra={"hours_held": 3})),)),
            "The conditions of the medal on C5 (hours_held) are not supported; neither side can "
            "gain it.",
        ),
        (
            HexContent(tags=(Tag("medal0", medal=MedalTerms(extra={"any_hex": True})),)),
            "The conditions of the medal on C5 (any_hex) are not supported; neither side can "
            "gain it.",
        ),
        (
            HexContent(tags=(Tag("tag4", "exit-marker"),)),
            "The exit marker on C5 does not say which side may exit, so neither can.",
        ),
        (
            HexContent(tags=(Tag("tag4", "exit-marker", Side.AXIS),)),
            "C5: not on the edge of the board; units cannot exit there.",
        ),
        (
            HexContent(structure=Piece("bunker")),
            "The bunker on C5 has no owner, so it protects neither side.",
        ),
        (
            HexContent(obstacle=Piece("sand", behavior="seawall")),
            "The sea wall on C5 has no owner, so it protects neither side.",
        ),
    ],
)
def test_unknown_pieces_and_rules_are_reported(content: HexContent, sentence: str) -> None:
    assert gap_sentences(scenario_with_content(content)) == [sentence]


@pytest.mark.parametrize(
    "content",
    [
        HexContent(terrain=Piece("woods"), unit=Unit("infger", badge="badge4")),
        HexContent(terrain=Piece("hills", behavior="hill")),
        HexContent(terrain=Piece("river", behavior="wide-river")),
        HexContent(obstacle=Piece("sand", owner=Side.AXIS, behavior="seawall")),
        HexContent(structure=Piece("bridge", behavior="bridge-section")),
        HexContent(unit=Unit("inf2us", behavior="french-resistance")),
        HexContent(unit=Unit("tank2ger", behavior="worth-two-medals")),
        HexContent(
            tags=(
                Tag("medal1", medal=MedalTerms(True, 2, 1, majority=True, extra={"hours_held": 0})),
            )
        ),
        HexContent(tags=(Tag("medal1", "permanent-medal-allies"),)),
        HexContent(tags=(Tag("tag1"),)),
        HexContent(structure=Piece("bunker", owner=Side.AXIS)),
        HexContent(structure=Piece("bunker"), unit=Unit("infger")),
    ],
)
def test_supported_pieces_and_rules_are_not_reported(content: HexContent) -> None:
    assert gap_sentences(scenario_with_content(content)) == []


def test_an_element_is_named_once_with_all_its_hexes() -> None:
    pier = HexContent(terrain=Piece("ppier"))
    scenario = Scenario(briefing=COMPLETE).with_hexes({SOME_HEX: pier, Hex(6, 4): pier})
    assert [gap.hexes for gap in gaps(scenario)] == [(SOME_HEX, Hex(6, 4))]


def test_options_without_rules_and_a_sudden_death_without_hexes_are_reported() -> None:
    condition = {"group_sudden_death": {"side": "AXIS", "number": 3}}
    briefing = replace(
        COMPLETE,
        special_rules=special_rules_of({"house_rule": True, "nothing": None}),
        extra={"victory": {"condition": [condition]}},
    )
    assert gap_sentences(Scenario(briefing=briefing)) == [
        "Unknown option house_rule (true); it has no effect.",
        'The option group_sudden_death has an invalid value ({"side": "AXIS", "number": 3}); it '
        "has no effect.",
    ]


def test_values_missing_from_the_briefing_are_reported() -> None:
    assert gap_sentences(Scenario()) == [
        "The top player's side is not given; one is assumed.",
        "The number of cards for the top player is not given; dealing 4.",
        "The number of medals the top player needs to win is not given; assuming 4.",
        "The bottom player's side is not given; one is assumed.",
        "The number of cards for the bottom player is not given; dealing 4.",
        "The number of medals the bottom player needs to win is not given; assuming 4.",
        "The first player is not given; assuming the top player.",
    ]


@pytest.mark.parametrize("type_", BoardType)
def test_no_board_has_gaps_with_its_own_deck(type_: BoardType) -> None:
    assert gap_sentences(Scenario(BOARDS[type_], briefing=COMPLETE)) == []


@pytest.mark.rule("O-DECK")
def test_an_unknown_deck_of_a_scenario_is_reported() -> None:
    briefing_with_known_deck = replace(
        COMPLETE,
        special_rules=special_rules_of({"deck_name": "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK"}),
    )
    assert gap_sentences(Scenario(briefing=briefing_with_known_deck)) == []
    briefing_with_unknown_deck = replace(
        COMPLETE, special_rules=special_rules_of({"deck_name": "TAROT"})
    )
    assert gap_sentences(Scenario(briefing=briefing_with_unknown_deck)) == [
        "Unknown option deck_name (TAROT); it has no effect."
    ]


@pytest.mark.rule("B-SETUP-10")
@pytest.mark.parametrize("name", ["infger", "paratrooper", "plnus"])
def test_an_air_drop_of_a_unit_its_side_cannot_play_is_reported(name: str) -> None:
    drop = {"side": "ALLIES", "range": 4, "nbr_units": 4, "unit": {"name": name}}
    scenario = Scenario(
        briefing=replace(COMPLETE, special_rules=special_rules_of({"airdrop": drop}))
    )
    assert gap_sentences(scenario) == [f"The Allies cannot air-drop {name!r}; the drop is skipped."]
