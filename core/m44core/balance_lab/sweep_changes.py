"""The changes that a sweep tries: edits of a scenario, each with a sentence about what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message, quoted
from m44core.model.edits.briefing_edits import set_briefing, set_player
from m44core.model.edits.piece_edits import erase, paint, place_unit, set_badge, set_figures
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, Piece, Player, Unit


class Change(Protocol):
    """One small change to a scenario."""

    @property
    def part(self) -> tuple[object, ...]:
        """The changed part of the scenario; two changes of the same part cannot be combined."""

    @property
    def favors(self) -> Side | None:
        """The side the change helps; None if that depends on the scenario."""

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do, in the scenario before the change."""


@dataclass(frozen=True, slots=True)
class SetHandSize:
    """A side gets a different number of command cards."""

    side: Side
    cards: int
    favors: Side

    @property
    def part(self) -> tuple[object, ...]:
        """The hand of the side."""
        return "cards", self.side

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return _with_changed_player(scenario, self.side, cards=self.cards)

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Give {side} {cards} instead of {before}.",
            side=self.side.noun,
            cards=nouns.command_cards(self.cards),
            before=player_of_side(scenario, self.side).cards or 0,
        )


@dataclass(frozen=True, slots=True)
class SetMedalsToWin:
    """A side needs a different number of medals to win."""

    side: Side
    medals: int
    favors: Side

    @property
    def part(self) -> tuple[object, ...]:
        """The medals of the side."""
        return "medals", self.side

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return _with_changed_player(scenario, self.side, medals=self.medals)

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Medals that {side} must win: {medals} instead of {before}.",
            side=self.side.noun,
            medals=self.medals,
            before=player_of_side(scenario, self.side).medals or 0,
        )


@dataclass(frozen=True, slots=True)
class SetFirstPlayer:
    """The other side moves first."""

    favors: Side
    first: FirstPlayer

    @property
    def part(self) -> tuple[object, ...]:
        """The part of the scenario that changes: who moves first."""
        return ("first",)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return set_briefing(scenario, replace(scenario.briefing, first=self.first))

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message("Let {side} move first.", side=self.favors.noun)


@dataclass(frozen=True, slots=True)
class _HexChange:
    """A change to one hex; *favors* is None if it is unknown which side it helps."""

    hex: Hex
    favors: Side | None

    @property
    def part(self) -> tuple[object, ...]:
        """The changed hex."""
        return "hex", self.hex


@dataclass(frozen=True, slots=True)
class RemoveUnit(_HexChange):
    """A unit is removed."""

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return erase(scenario, [self.hex], Layer.UNIT)

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Remove the unit on {hex} ({unit}).",
            hex=scenario.board.name(self.hex),
            unit=_unit_name(scenario, scenario.at(self.hex).unit),
        )


@dataclass(frozen=True, slots=True)
class AddUnit(_HexChange):
    """A unit is added."""

    unit: Unit

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return place_unit(scenario, self.unit, [self.hex])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Add a unit on {hex}: {unit}.",
            hex=scenario.board.name(self.hex),
            unit=_unit_name(scenario, self.unit),
        )


@dataclass(frozen=True, slots=True)
class SetFigures(_HexChange):
    """A unit gets a different number of figures."""

    figures: int
    before: int

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return set_figures(scenario, self.figures, [self.hex])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Give the unit on {hex} ({unit}) {figures} instead of {before}.",
            hex=scenario.board.name(self.hex),
            unit=_unit_name(scenario, scenario.at(self.hex).unit),
            figures=nouns.figures(self.figures),
            before=self.before,
        )


@dataclass(frozen=True, slots=True)
class ReplaceUnit(_HexChange):
    """A unit becomes an elite unit, or a regular one."""

    unit: Unit

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return place_unit(scenario, self.unit, [self.hex])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Replace the unit on {hex}: {unit} instead of {before}.",
            hex=scenario.board.name(self.hex),
            unit=_unit_name(scenario, self.unit),
            before=_unit_name(scenario, scenario.at(self.hex).unit),
        )


@dataclass(frozen=True, slots=True)
class PlaceObstacle(_HexChange):
    """Sandbags, wire or another obstacle is placed."""

    piece: Piece

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return paint(scenario, Layer.OBSTACLE, self.piece, [self.hex])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Place an obstacle on {hex}: {piece}.",
            hex=scenario.board.name(self.hex),
            piece=_piece_name(scenario, self.piece),
        )


@dataclass(frozen=True, slots=True)
class ReplaceTerrain(_HexChange):
    """A terrain tile is placed on a hex without one, or removed."""

    piece: Piece | None

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        if self.piece is None:
            return erase(scenario, [self.hex], Layer.TERRAIN)
        return paint(scenario, Layer.TERRAIN, self.piece, [self.hex])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        name = scenario.board.name(self.hex)
        if self.piece is None:
            tile = scenario.at(self.hex).terrain
            return message(
                "Remove the terrain tile on {hex} ({tile}).",
                hex=name,
                tile=_piece_name(scenario, tile),
            )
        return message(
            "Place a terrain tile on {hex}: {tile}.",
            hex=name,
            tile=_piece_name(scenario, self.piece),
        )


@dataclass(frozen=True, slots=True)
class MoveUnit(_HexChange):
    """A unit starts on another hex."""

    to: Hex

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        unit = scenario.at(self.hex).unit
        if unit is None:
            return scenario
        return place_unit(erase(scenario, [self.hex], Layer.UNIT), unit, [self.to])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Move the unit on {hex} ({unit}) to {target}.",
            hex=scenario.board.name(self.hex),
            unit=_unit_name(scenario, scenario.at(self.hex).unit),
            target=scenario.board.name(self.to),
        )


@dataclass(frozen=True, slots=True)
class SetBadge(_HexChange):
    """A unit gets a badge, or loses it."""

    badge: str | None

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return set_badge(scenario, self.badge, [self.hex])

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        name = scenario.board.name(self.hex)
        unit = _unit_name(scenario, scenario.at(self.hex).unit)
        if self.badge is None:
            return message("Remove the badge of the unit on {hex} ({unit}).", hex=name, unit=unit)
        return message(
            "Give the unit on {hex} ({unit}) a badge: {badge}.",
            hex=name,
            unit=unit,
            badge=_name(scenario, self.badge, Layer.BADGE),
        )


@dataclass(frozen=True, slots=True)
class RemoveObstacle(_HexChange):
    """An obstacle is removed."""

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        return erase(scenario, [self.hex], Layer.OBSTACLE)

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentence that says what to do."""
        return message(
            "Remove the obstacle on {hex} ({piece}).",
            hex=scenario.board.name(self.hex),
            piece=_piece_name(scenario, scenario.at(self.hex).obstacle),
        )


@dataclass(frozen=True, slots=True)
class CombinedChange:
    """Several changes that are made together, one after the other."""

    changes: tuple[Change, ...]
    favors: Side | None = None

    @property
    def part(self) -> tuple[object, ...]:
        """The changed parts."""
        return tuple(change.part for change in self.changes)

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the changed scenario."""
        for change in self.changes:
            scenario = change.apply(scenario)
        return scenario

    def sentence(self, scenario: Scenario) -> Message:
        """Return the sentences that say what to do, as one message."""
        sentences = []
        for change in self.changes:
            sentences.append(change.sentence(scenario))
            scenario = change.apply(scenario)
        return joined_sentences(sentences)


def changed_parts(change: Change) -> frozenset[tuple[object, ...]]:
    """Return the parts of a scenario that a change affects.

    Two changes that share one cannot be combined.
    """
    match change:
        case CombinedChange():
            return frozenset().union(*map(changed_parts, change.changes))
        case MoveUnit():
            return frozenset({change.part, ("hex", change.to)})
    return frozenset({change.part})


def joined_sentences(sentences: Sequence[Message]) -> Message:
    """Return sentences (at least one) as one message, with spaces between them."""
    joined, *others = sentences
    for each in others:
        joined = message("{first} {second}", first=joined, second=each)
    return joined


def player_of_side(scenario: Scenario, side: Side) -> Player:
    """Return the player of a side; one without any properties if the scenario has none."""
    return scenario.briefing.player(side) or Player()


def _with_changed_player(scenario: Scenario, side: Side, **changes: int) -> Scenario:
    """Return the scenario with the cards or medals of a side's player changed."""
    is_top = scenario.side_at(top=True) is side
    before = player_of_side(scenario, side)
    player = Player(
        before.side,
        before.country,
        changes.get("cards", before.cards),
        changes.get("medals", before.medals),
    )
    return set_player(scenario, player, top=is_top)


def _unit_name(scenario: Scenario, unit: Unit | None) -> Value:
    return "" if unit is None else _name(scenario, unit.name, Layer.UNIT)


def _piece_name(scenario: Scenario, piece: Piece | None) -> Value:
    return "" if piece is None else _name(scenario, piece.name, None)


def _name(scenario: Scenario, name: str, layer: Layer | None) -> Value:
    element = scenario.catalogue.get(name, layer)
    return element.noun if element else quoted(name)
