"""Restrictions by name: titles of cards in two languages, keys, sections, and typing errors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.core.balance_lab.gathered_games import scenario_named

from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_names import kinds_of_cards, parse_restrictions
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.messages.renderers import renderer_in
from m44core.playtest.games.simulation import SimulationPlan

PLAN = SimulationPlan(scenario_named("operation-cobra"), range(0))
PROBES = frozenset({"probe-left", "probe-centre", "probe-right"})
NAMES = {
    "Air Power": frozenset({"air-power"}),
    "  air   POWER ": frozenset({"air-power"}),
    "air-power": frozenset({"air-power"}),
    "Luftangriff": frozenset({"air-power"}),
    "Probe": PROBES,
    "Probe (left flank)": frozenset({"probe-left"}),
    "probe-left": frozenset({"probe-left"}),
}


def restrictions_for(
    cards: list[str], sections: Sequence[str] = (), side: Side = Side.AXIS
) -> list[Restriction]:
    return parse_restrictions(PLAN, cards, sections, [side], renderer_in("de"))


def test_cards_are_found_by_each_of_their_names(subtests: pytest.Subtests) -> None:
    for name, keys in NAMES.items():
        with subtests.test(name):
            assert restrictions_for([name]) == [Restriction(Side.AXIS, cards=keys)]


def test_the_name_all_stands_for_every_card_of_the_deck_and_every_section() -> None:
    restrictions = restrictions_for(["all", "Probe"], ["ALL", "left"])
    assert PROBES in [each.cards for each in restrictions]
    assert len(restrictions) == len(kinds_of_cards(PLAN)) + len(Section)


def test_each_side_gets_its_own_restriction() -> None:
    restrictions = parse_restrictions(PLAN, [], ["left"], tuple(Side), renderer_in("en"))
    assert restrictions == [Restriction(side, section=Section.LEFT) for side in Side]


@pytest.mark.parametrize(
    ("cards", "sections", "message"),
    [
        (["Air Powr"], [], "--without-card Air Powr: did you mean Air Power"),
        (["Zzz"], [], "Recon in Force"),
        ([], ["lfet"], "--without-section lfet: did you mean left"),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(
    cards: list[str], sections: list[str], message: str
) -> None:
    with pytest.raises(M44Error, match=message):
        parse_restrictions(PLAN, cards, sections, tuple(Side), renderer_in("en"))
