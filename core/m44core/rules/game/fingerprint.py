"""The fingerprint of a battlefield: a short text that changes if the scenario plays differently.

It is computed from facts whose names are independent of the code, without default values, and
therefore stays the same when a class gains a field or is renamed. Because recorded games store it,
changing the names here, or the defaults, requires a new edition.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass

from m44core.board import Board
from m44core.hexes import Hex
from m44core.model.game_position import GamePosition
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Unit
from m44core.model.unit_profiles import EARLY_WAR
from m44core.model.unit_rules import AirDrop
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.scenario_options import NightRules, ScenarioOptions

EDITION = "2:"  # prefix of this edition; fingerprints of the first edition have none

Facts = dict[str, object]


def fingerprint_of(field: Battlefield) -> str:
    """Return the fingerprint of a battlefield."""
    from hashlib import sha256  # it loads OpenSSL, which most users of a battlefield do not need

    text = json.dumps(
        fingerprint_facts(field), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return EDITION + sha256(text.encode()).hexdigest()[:16]


def may_be_fingerprint_of(fingerprint: str, field: Battlefield) -> bool:
    """Return whether a recorded game with *fingerprint* may have been played on a battlefield.

    Also return True for an empty fingerprint or one of an earlier edition: only a replay can tell
    whether it matches.
    """
    return not fingerprint.startswith(EDITION) or fingerprint == fingerprint_of(field)


def fingerprint_facts(field: Battlefield) -> Facts:
    """Return the facts that a fingerprint is computed from, as plain data."""
    scenario, board = field.scenario, field.scenario.board
    return _without_defaults(
        board=board.type.value,
        face=scenario.face.value,
        sides=[side.value for side in field.sides],
        first=field.first_player,
        cards=field.hand_sizes,
        medals=field.medals_needed,
        hexes={
            board.name(hex_): _hex_facts(content, board) for hex_, content in scenario.hexes.items()
        },
        rules=_option_facts(field.options, board),
        circumstances=_unit_circumstances(field),
        position=_position_facts(scenario.position, board),
    )


def _unit_circumstances(field: Battlefield) -> list[str]:
    """Return the circumstances that change units, except the early war (E-SWA-02)."""
    specials = (special for unit in field.units for special in unit.unit_profile.specials)
    return sorted({special.when for special in specials} - {"", EARLY_WAR})


def _without_defaults(**values: object) -> Facts:
    """Return the values that are not None, False, 0 or empty, keyed by name."""
    return {
        name: value for name, value in values.items() if value not in (None, False, "", (), [], {})
    }


def _position_facts(position: GamePosition | None, board: Board) -> Facts:
    if position is None:
        return {}
    return _without_defaults(
        turn=position.turn,
        side=position.side,
        medals=position.medals,
        held={side: _names(hexes, board) for side, hexes in position.held.items()},
        exited=position.exited,
        hands=position.hands,
        discards=position.discards,
        played=position.played,
        generals=position.generals,
        token=position.token,
        wrecks=position.wrecks,
        strength=_keyed_by_hex_name(position.strength, board),
        hits=_keyed_by_hex_name(position.hits, board),
        mines=_keyed_by_hex_name(position.mines, board),
        captured=_keyed_by_hex_name(position.captured, board),
        hidden=[(_names(each.hexes, board), each.strengths) for each in position.hidden],
        cross_hairs={
            board.name(h): _names(crosshair_hexes, board)
            for h, crosshair_hexes in position.cross_hairs.items()
        },
        under=_keyed_by_hex_name(position.under, board),
        aimed=_names(position.aimed, board),
        rests=_keyed_by_hex_name(position.rests, board),
        dropped=position.dropped,
        arrived=position.arrived,
        unloaded=position.unloaded,
        through=position.through,
        called=position.called,
        reinforced=position.reinforced,
        origins={board.name(h): board.name(o) for h, o in position.origins.items()},
        dams=_keyed_by_hex_name(position.dams, board),
        opened=position.opened,
        visibility=position.visibility,
        smoke=_keyed_by_hex_name(position.smoke, board),
        screens=_keyed_by_hex_name(position.screens, board),
    )


def _keyed_by_hex_name(values: Mapping[Hex, object], board: Board) -> Facts:
    return {board.name(hex_): value for hex_, value in values.items()}


def _names(hexes: Iterable[Hex] | None, board: Board) -> list[str]:
    return sorted(map(board.name, hexes or ()))


def _hex_facts(content: HexContent, board: Board) -> Facts:
    return _without_defaults(
        terrain=_piece_facts(content.terrain),
        structure=_piece_facts(content.structure),
        obstacle=_piece_facts(content.obstacle),
        unit=_unit_facts(content.unit),
        tags=[_tag_facts(tag, board) for tag in content.tags],
    )


def _piece_facts(piece: Piece | None) -> Facts:
    if piece is None:
        return {}
    orientation = None if piece.orientation == 1 else piece.orientation
    return _without_defaults(
        name=piece.name, turn=orientation, owner=piece.owner, rule=_rule_name(piece.behavior)
    )


def _unit_facts(unit: Unit | None) -> Facts:
    if unit is None:
        return {}
    return _without_defaults(
        name=unit.name,
        figures=unit.figures,
        badge=unit.badge,
        rule=_rule_name(unit.behavior),
        equipment=unit.equipment,
    )


def _tag_facts(tag: Tag, board: Board) -> Facts:
    group, terms = _names(tag.group, board), _term_facts(tag.medal or MedalTerms())
    return _without_defaults(
        name=tag.name, rule=_rule_name(tag.behavior), side=tag.side, group=group, terms=terms
    )


def _term_facts(terms: MedalTerms) -> Facts:
    return _without_defaults(
        permanent=terms.permanent,
        counts_for=None if terms.counts_for == 1 else terms.counts_for,
        hexes_needed=None if terms.hexes_needed == 1 else terms.hexes_needed,
        others=_without_defaults(side=terms.side, **_term_switches(terms), **terms.extra),
    )


def _term_switches(terms: MedalTerms) -> Facts:
    names = ("turn_start", "majority", "sole_control", "last_to_occupy", "any_hex")
    return {name: getattr(terms, name) for name in names}


def _rule_name(behavior: str | None) -> str | None:
    """Return a piece's special rule, if any, under the name it had when this edition began."""
    if behavior is None:
        return None
    return _FIRST_NAMES.get(behavior, behavior.upper().replace("-", "_"))


_FIRST_NAMES = {"worth-two-medals": "GERMAN_2VICTANK"}


def _option_facts(options: ScenarioOptions, board: Board) -> Facts:
    """Return the special rules of the scenario, as the engine plays them."""
    exit_medals = options.infantry_exit_medals
    return _without_defaults(
        airdrops=[_airdrop_facts(drop, board) for drop in options.airdrops],
        deck=options.deck,
        deck_ends=not options.reshuffles,
        deck_out_winner=options.deck_out_winner,
        recon_as_air_power=[
            _without_defaults(side=each.side, hexes=_names(each.hexes, board))
            for each in options.recon_as_air_power
        ],
        draw_extra={side.value: list(draws) for side, draws in options.draw_extra.items() if draws},
        sudden_deaths=[
            _without_defaults(
                side=each.side,
                needed=each.needed,
                hexes=_names(each.hexes, board),
                at_once=each.at_once,
                no_medals=each.no_medals,
            )
            for each in options.sudden_deaths
        ],
        infantry_exit_medals=None if exit_medals == 1 else exit_medals,
        exits_needed={side.value: number for side, number in options.exits_needed.items()},
        banned={side.value: sorted(cards) for side, cards in options.banned.items()},
        no_elimination_medals=options.no_elimination_medals,
        commissar=options.commissar,
        gung_ho=options.gung_ho,
        high_command=options.high_command,
        slow_armor=sorted(options.slow_armor),
        desert=options.desert,
        night=_night_facts(options.night),
        further={type(rule).__name__: _rule_value(rule, board) for rule in options.further},
    )


def _night_facts(night: NightRules | None) -> Facts:
    return _without_defaults(side=night.side, falls=night.falls) if night else {}


def _airdrop_facts(drop: AirDrop, board: Board) -> Facts:
    center = board.name(drop.center) if drop.center else None
    return _without_defaults(
        side=drop.side,
        center=center,
        range=drop.range,
        units=drop.units,
        unit=_unit_facts(drop.unit),
        further=drop.further,
        aims=_names(drop.aims, board),
        waits=drop.waits,
    )


def _rule_value(value: object, board: Board) -> object:
    """Return a special rule, or a value in one, as plain data without default values."""
    match value:
        case Hex():
            return board.name(value)
        case Unit():
            return _unit_facts(value)
        case tuple():
            return [_rule_value(each, board) for each in value]
    if not is_dataclass(value):
        return value
    fields_of_rule = {
        each.name: (getattr(value, each.name), each.default) for each in fields(value)
    }
    return {
        name: _rule_value(current, board)
        for name, (current, default) in fields_of_rule.items()
        if current != default
    }
