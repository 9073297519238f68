"""The fingerprint of a battlefield: the data that change it, and those that do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.cli.main import main
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.workshop.workshop_rules import read_rule
from m44core.model.rule_declarations import Declaration, declarations
from m44core.model.rule_parts import CardKey
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Unit
from m44core.model.special_rules import HexGroup, SpecialRules
from m44core.model.unit_rules import AirDrop, BlowBridges
from m44core.resources import scenarios_folder
from m44core.rules.game.fingerprint import (
    EDITION,
    fingerprint_facts,
    fingerprint_of,
    may_be_fingerprint_of,
)
from m44core.rules.play.game_setup import battlefield_of
from m44core.rules.play.recorded_game import parse_recorded_game
from m44core.rules.scenario_options import NightRules, ReconAsAirPower, ScenarioOptions

RECORDS = Path(__file__).parent / "records"
SOME_HEX = Hex(4, 4)
TWO_UNITS = {
    Hex(0, 0): HexContent(unit=Unit("infger")),
    Hex(0, 8): HexContent(unit=Unit("infus")),
}


def fingerprint_with_content(content: HexContent, options: ScenarioOptions | None = None) -> str:
    field = battlefield_of(Scenario().with_hexes(TWO_UNITS | {SOME_HEX: content}))
    return fingerprint_of(replace(field, options=options or field.options))


@dataclass(frozen=True, slots=True)
class LaterUnit(Unit):
    """A unit as a later version of the program might define it."""

    morale: int = 3
    orders: tuple[str, ...] = ()


def test_an_added_field_changes_no_fingerprint() -> None:
    unit, later_unit = Unit("infger", badge="badge4"), LaterUnit("infger", badge="badge4")
    assert repr(unit) != repr(later_unit)
    assert fingerprint_with_content(HexContent(unit=unit)) == fingerprint_with_content(
        HexContent(unit=later_unit)
    )


MEDAL = Tag("medal1")
TERMS = MedalTerms()
DROP = AirDrop(side=Side.ALLIES, center=SOME_HEX, range=2, units=4, unit=Unit("infus"))
STRIKE = ReconAsAirPower(Side.ALLIES)
DEATH = HexGroup(Side.ALLIES, 2, (SOME_HEX,))

# A different value for each field that is a fact. A field that is missing here is new: name it
# in rules/game/fingerprint.py, unless it does not affect games.
OTHER_VALUES: Mapping[str, Mapping[str, Any]] = {
    "Piece": {"name": "town", "orientation": 2, "owner": Side.AXIS, "behavior": "wide-river"},
    "Unit": {
        "name": "infjp",
        "figures": 3,
        "badge": "badge4",
        "behavior": "french-resistance",
        "equipment": "boat",
    },
    "HexContent": {
        "terrain": Piece("woods"),
        "structure": Piece("bunker"),
        "obstacle": Piece("wire"),
        "unit": Unit("infus"),
        "tags": (MEDAL,),
    },
    "Tag": {
        "name": "medal2",
        "behavior": "mine-field",
        "side": Side.AXIS,
        "group": (Hex(6, 4),),
        "medal": MedalTerms(permanent=True),
    },
    "MedalTerms": {
        "permanent": True,
        "counts_for": 2,
        "hexes_needed": 2,
        "side": Side.AXIS,
        "turn_start": True,
        "majority": True,
        "sole_control": True,
        "last_to_occupy": True,
        "any_hex": True,
        "extra": {"unheard": "of"},
    },
    "AirDrop": {
        "side": Side.AXIS,
        "center": None,
        "range": 3,
        "units": 5,
        "further": (4,),
        "aims": (Hex(6, 4),),
        "waits": 1,
        "unit": Unit("inf2us"),
    },
    "ReconAsAirPower": {"side": Side.AXIS, "hexes": (SOME_HEX,)},
    "HexGroup": {
        "side": Side.AXIS,
        "needed": 1,
        "hexes": (Hex(6, 4),),
        "at_once": True,
        "no_medals": True,
    },
    "ScenarioOptions": {
        "deck": "air-power-as-bombard",
        "airdrops": (DROP,),
        "reshuffles": False,
        "deck_out_winner": Side.AXIS,
        "recon_as_air_power": (STRIKE,),
        "desert": True,
        "night": NightRules(Side.AXIS),
        "draw_extra": {Side.AXIS: ((1, 2),)},
        "sudden_deaths": (DEATH,),
        "infantry_exit_medals": 2,
        "exits_needed": {Side.AXIS: 1},
        "banned": {Side.AXIS: frozenset({CardKey("air-power")})},
        "no_elimination_medals": Side.AXIS,
        "commissar": Side.ALLIES,
        "gung_ho": Side.ALLIES,
        "high_command": Side.AXIS,
        "slow_armor": frozenset({Side.AXIS}),
        "further": (BlowBridges(Side.AXIS),),
    },
}
# None of these affect games; circumstances are facts only if a unit depends on them.
NOT_IN_FINGERPRINT = {"extra", "unknown", "malformed", "circumstances"}


Value = (
    HexContent | ScenarioOptions | Piece | Unit | Tag | MedalTerms
    | AirDrop | ReconAsAirPower | HexGroup
)  # fmt: skip


def fingerprint_with(value: Value) -> str:
    """Return the fingerprint of a small battlefield that contains a value."""
    match value:
        case HexContent():
            return fingerprint_with_content(value)
        case ScenarioOptions():
            return fingerprint_with_content(HexContent(), value)
        case Piece():
            return fingerprint_with_content(HexContent(terrain=value))
        case Unit():
            return fingerprint_with_content(HexContent(unit=value))
        case Tag():
            return fingerprint_with_content(HexContent(tags=(value,)))
        case MedalTerms():
            return fingerprint_with_content(HexContent(tags=(replace(MEDAL, medal=value),)))
        case AirDrop():
            return fingerprint_with_content(HexContent(), ScenarioOptions(airdrops=(value,)))
        case ReconAsAirPower():
            return fingerprint_with_content(
                HexContent(), ScenarioOptions(recon_as_air_power=(value,))
            )
    return fingerprint_with_content(HexContent(), ScenarioOptions(sudden_deaths=(value,)))


VALUES: tuple[Value, ...] = (
    HexContent(),
    ScenarioOptions(),
    Piece("woods"),
    Unit("infger"),
    MEDAL,
    TERMS,
    DROP,
    STRIKE,
    DEATH,
)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (value, field.name)
        for value in VALUES
        for field in fields(value)
        if field.name in OTHER_VALUES[type(value).__name__] or field.name not in NOT_IN_FINGERPRINT
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_every_value_that_affects_play_changes_the_fingerprint(value: Value, name: str) -> None:
    other = replace(value, **{name: OTHER_VALUES[type(value).__name__][name]})
    assert fingerprint_with(other) != fingerprint_with(value)


# Rules that only affect units, mines or a night that this board does not have.
EFFECTIVE_ONLY_WITH_OTHERS = {
    *("italy-royal-army", "late-war-weapons", "re-supply", "british-commonwealth"),
    *("night-visibility-team-turn", "mine-deck"),
}


@pytest.mark.parametrize(
    "declaration", list(declarations()), ids=lambda declaration: declaration.key
)
def test_a_special_rule_changes_the_fingerprint(declaration: Declaration) -> None:
    plain_scenario = Scenario().with_hexes(TWO_UNITS)
    rule = read_rule(declaration, declaration.example, plain_scenario.board)
    rules = SpecialRules({declaration.key: rule})
    scenario_with_rule = replace(
        plain_scenario, briefing=replace(plain_scenario.briefing, special_rules=rules)
    )
    is_equal = fingerprint_of(battlefield_of(scenario_with_rule)) == fingerprint_of(
        battlefield_of(plain_scenario)
    )
    assert is_equal == (declaration.key in EFFECTIVE_ONLY_WITH_OTHERS)


def test_stating_a_default_value_changes_nothing() -> None:
    plain, stated = Tag("medal1"), Tag("medal1", group=(), medal=MedalTerms())
    assert fingerprint_with(plain) == fingerprint_with(stated)
    assert fingerprint_with(plain) == fingerprint_with(replace(plain, extra={"unheard": "of"}))


def test_the_order_of_the_hexes_in_the_file_changes_nothing() -> None:
    in_order, in_reverse = (
        Scenario(hexes=TWO_UNITS),
        Scenario(hexes=dict(reversed(TWO_UNITS.items()))),
    )
    assert fingerprint_of(battlefield_of(in_order)) == fingerprint_of(battlefield_of(in_reverse))


def test_facts_have_names_independent_of_the_code() -> None:
    scenario = Scenario().with_hexes(TWO_UNITS | {SOME_HEX: HexContent(terrain=Piece("woods", 2))})
    assert fingerprint_facts(battlefield_of(scenario)) == {
        "board": "STANDARD",
        "face": "COUNTRY",
        "sides": ["AXIS", "ALLIES"],
        "cards": (4, 4),
        "medals": (4, 4),
        "hexes": {
            "A9": {"unit": {"name": "infger"}},
            "A1": {"unit": {"name": "infus"}},
            "C5": {"terrain": {"name": "woods", "turn": 2}},
        },
    }


def test_a_record_with_a_fingerprint_of_the_first_edition_is_still_replayed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = RECORDS / "fingerprint-1.game"
    scenario = scenarios_folder() / "pegasus-bridge.yaml"
    game = parse_recorded_game(old.read_text("utf-8"))
    assert not game.fingerprint.startswith(EDITION)
    assert main(["replay", str(old), "--scenario", str(scenario), "--quiet"]) == 0
    assert "changed" not in capsys.readouterr().err


def test_only_a_fingerprint_of_this_edition_detects_a_changed_scenario() -> None:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario
    field = battlefield_of(scenario)
    assert may_be_fingerprint_of("", field)
    assert may_be_fingerprint_of("3dfd1dd60f9d3f63", field)
    assert may_be_fingerprint_of(fingerprint_of(field), field)
    assert not may_be_fingerprint_of(f"{EDITION}0000000000000000", field)
