from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from tests.core.m44_special_rules import briefing_of
from tests.core.playtest.test_any_scenario import random_scenario

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.io.vocabulary.field_values import parse_medal_terms
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.playtest.games.engine_support import OBJECTIVE, OPTION, SPECIAL, Need, support_of
from m44core.rules.analysis.scenario_gaps import gaps

BOARD = BOARDS[BoardType.STANDARD]


def contents_by_hex(**contents: HexContent) -> Mapping[Hex, HexContent]:
    return {BOARD.hex(name): content for name, content in contents.items()}


RENDER = renderer_in("en").render


def needs_of_kind(scenario: Scenario, kind: str) -> list[Need]:
    return [need for need in support_of(scenario).needs if need.kind == kind]


def test_every_need_is_listed_once_with_its_rules_and_hexes(
    read_shipped: Callable[[str], Scenario],
) -> None:
    support = support_of(read_shipped("pegasus-bridge"))
    bridge = next(need for need in support.needs if need.name == "bridge")
    assert (bridge.kind, RENDER(bridge.label), bridge.source) == (
        "structure",
        "Bridge",
        "B-RIV-01, R-01",
    )
    assert len(bridge.hexes) == 2
    assert len({(need.kind, need.name, RENDER(need.label)) for need in support.needs}) == len(
        support.needs
    )


def test_special_rules_and_equipment_are_listed_separately() -> None:
    partisans = Unit("inf2us", badge="badge4", behavior="french-resistance", equipment="boat")
    steep_hill = Piece("hills", behavior="steep-hill")
    scenario = Scenario().with_hexes(
        contents_by_hex(A1=HexContent(unit=partisans, terrain=steep_hill))
    )
    labels = {RENDER(need.label) for need in needs_of_kind(scenario, SPECIAL)}
    assert labels == {
        "Hill: Steep hill",
        "American special forces: French Resistance",
        "American special forces: boat",
    }
    assert [need.name for need in needs_of_kind(scenario, "badge")] == ["badge4"]


@pytest.mark.parametrize(
    ("extra", "permanent", "label", "rule"),
    [
        ({}, False, "temporary", "V-MED-01"),
        ({"majority": True}, False, "majority", "V-MED-02"),
        (
            {"majority": True, "turn_start": True},
            False,
            "majority, at the start of a turn",
            "V-MED-03",
        ),
        ({}, True, "permanent", "V-MED-04"),
        ({"turn_start": True}, True, "permanent, at the start of a turn", "V-MED-05"),
        ({"last_to_occupy": True}, False, "last to occupy", "V-MED-06"),
        ({"sole_control": True}, False, "sole control", "V-MED-07"),
        ({"moonlight": True}, False, "of another kind", ""),
    ],
)
def test_objectives_are_listed_by_their_kind(
    extra: dict[str, bool], permanent: bool, label: str, rule: str
) -> None:
    """Rules: V-MED-01 to V-MED-07."""
    medal = Tag("medal1", medal=parse_medal_terms({**extra, "permanent": permanent}))
    scenario = Scenario().with_hexes(contents_by_hex(G5=HexContent(tags=(medal,))))
    (need,) = needs_of_kind(scenario, OBJECTIVE)
    assert (RENDER(need.label), need.source) == (label, rule)
    assert bool(need.gap) == (label == "of another kind")


def test_options_are_listed_from_the_scenario_and_from_side_files() -> None:
    condition = {"group_sudden_death": {"side": "AXIS", "number": 1, "group": ["G5"]}}
    options = {"deck_reshuffling": False, "fog": True}
    briefing = briefing_of(options, {"condition": [condition]})
    option_needs = needs_of_kind(Scenario(briefing=briefing), OPTION)
    assert [need.name for need in option_needs] == ["deck-reshuffling", "fog", "sudden-death"]
    assert [bool(need.gap) for need in option_needs] == [False, True, False]


@pytest.mark.parametrize("seed", range(12))
def test_every_gap_of_the_engine_is_listed(seed: int) -> None:
    import random

    scenario = random_scenario(random.Random(seed))
    support = support_of(scenario)
    report_text = " ".join(map(str, [*(need.gap for need in support.needs), *support.notes]))
    assert [
        str(gap.sentence) for gap in gaps(scenario) if str(gap.sentence) not in report_text
    ] == []
    assert support.unsupported_needs
