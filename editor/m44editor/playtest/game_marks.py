"""Marks over the board of a playtest: choices, odds, arrows, and tokens placed in the game.

The tokens are crosshairs, smoke and mines; ships and trains show their owner and hits (E-BIGGUN-03,
E-SMOKE-01, TH-MINE-03, TH-DD-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from m44core.board import Board
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.shapes.glyphs import owner_mark
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import HEX_WIDTH, Shape, Text
from m44core.drawing.tokens.markers import cross_hair, smoke
from m44core.drawing.tokens.tag_art import tag_position
from m44core.drawing.units.unit_counter import figure_count
from m44core.hexes import Hex
from m44core.messages.message import Message, message, one_decimal, percent
from m44core.messages.nouns import dice
from m44core.model.token_functions import TokenFunction, has_function
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import (
    crosshair_hexes,
    ordered_hexes,
    ships_and_trains,
    uncovered_mines,
)
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.special.smoke_rules import is_thin
from m44editor.board.board_marks import HIGHLIGHT_INSET, Arrow, Highlight, Mark, TextMark
from m44editor.board.geometry import centre
from m44editor.board.painter import bounds, paint
from m44editor.interface_text import translated
from m44editor.playtest.game.choices import Choices
from m44editor.playtest.game.forecast import Forecast, Odds
from m44editor.playtest.game.game_log import Trace, TraceKind
from m44editor.theme_tokens import MarkColour

_CLICKABLE_COLOUR = QColor(MarkColour.CLICKABLE)
_CLICKABLE_FILL = QColor(MarkColour.CLICKABLE_FILL)
_CLICKABLE_RIM = QColor(MarkColour.CLICKABLE_RIM)
_TARGET_FILL = QColor(MarkColour.TARGET_FILL)
_CHOSEN_COLOUR = QColor(MarkColour.CHOSEN)
_ORDERED_COLOUR = QColor(MarkColour.ORDERED)
_TARGET_COLOUR = QColor(MarkColour.TARGET)
_DONE_COLOUR = QColor(MarkColour.DONE)
_DONE_FILL = QColor(MarkColour.DONE_FILL)
_DICE_COLOUR = QColor(MarkColour.DICE)
TRACE_COLOURS = {
    TraceKind.MOVE: QColor(MarkColour.TRACE_MOVE),
    TraceKind.BATTLE: QColor(MarkColour.TRACE_BATTLE),
    TraceKind.RETREAT: QColor(MarkColour.TRACE_RETREAT),
}
_ANSWER_PHASES = {Phase.AMBUSH, Phase.RETREAT, Phase.BATTLE_BACK}
_AIM_PHASES = {Phase.BATTLE, Phase.OVERRUN, Phase.TARGET}
_MOVE_PHASES = {Phase.MOVE, Phase.MOVE_AGAIN}
_WALK_PHASES = _MOVE_PHASES | {Phase.RETREAT}
_STEP_COLOUR, _LAST_STEP_COLOUR = QColor(MarkColour.STEP), QColor(MarkColour.STEP_LAST)
_DISC_RADIUS, _DIGIT_SIZE = 15.0, 19.0  # units
_MIN_TEXT_SIZE = 10.0  # logical pixels: minimum size of digits
_LARGE_TEXT, _SMALL_TEXT = 21.0, 15.0  # units: text size of the two lines of a plate
_PLATE_TOP = -66.0  # units from the center of the hex
_PLATE_MARGIN = 0.3  # as a share of the text size of the lower line
_LINE_HEIGHT = 1.25  # as a multiple of the text size
_MAX_ENLARGEMENT = 1.4  # larger plates would cover neighboring units


@dataclass(frozen=True)
class StepDisc:
    """The movement to a hex, on a disc; gray if the unit cannot battle from there.

    Attributes:
        hex: The hex.
        steps: The movement it costs, in hexes.
        battle_follows: Whether the unit can still battle from there.
    """

    hex: Hex
    steps: int
    battle_follows: bool

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and its neighbors: at small scales the disc is larger than the hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the disc in board units; *scale* is logical pixels per unit."""
        text_size = max(_DIGIT_SIZE, _MIN_TEXT_SIZE / scale)
        radius = text_size * _DISC_RADIUS / _DIGIT_SIZE
        middle = centre(self.hex)
        disc = QPainterPath()
        disc.addEllipse(middle, radius, radius)
        painter.fillPath(disc, _STEP_COLOUR if self.battle_follows else _LAST_STEP_COLOUR)
        painter.strokePath(disc, QColor(MarkColour.INK))
        paint(
            painter,
            (Text(f"{self.steps}", middle.x(), middle.y(), text_size, MarkColour.INK, bold=True),),
            {},
        )


@dataclass(frozen=True)
class OddsPlate:
    """The dice of an attack, and below them its expected losses and chance of elimination.

    Attributes:
        hex: The target's hex.
        odds: The odds of the attack.
    """

    hex: Hex
    odds: Odds

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and its neighbors: at small scales the plate is larger than the hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    @property
    def text(self) -> str:
        """The two lines on the plate."""
        dice_text, losses = (
            translated(dice(self.odds.dice)),
            translated(one_decimal(self.odds.losses)),
        )
        return f"{dice_text}\n{losses} · {translated(percent(self.odds.elimination_chance))}"

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the plate in board units; *scale* is logical pixels per unit."""
        lines = self.lines(scale)
        margin = lines[-1].size * _PLATE_MARGIN
        plate = QPainterPath()
        plate.addRoundedRect(self.area(lines), margin, margin)
        painter.fillPath(plate, _DICE_COLOUR)
        painter.strokePath(plate, QColor(MarkColour.INK))
        paint(painter, lines, {})

    def area(self, lines: tuple[Text, ...]) -> QRectF:
        """Return the rectangle of the plate around its lines, in board units."""
        margin = lines[-1].size * _PLATE_MARGIN
        height = sum(line.size * _LINE_HEIGHT for line in lines)
        area = QRectF(0, 0, bounds(lines).width() + 2 * margin, height)
        area.moveCenter(centre(self.hex) + QPointF(0, _PLATE_TOP + height / 2))
        return area

    def lines(self, scale: float) -> tuple[Text, ...]:
        """Return the lines of the plate, large enough to read at a scale."""
        return self._lines(max(1.0, _MIN_TEXT_SIZE / (_SMALL_TEXT * scale)))

    def _lines(self, factor: float) -> tuple[Text, ...]:
        """Return the lines of the plate, enlarged by *factor*.

        Only the losses are shown if the whole plate would cover neighboring units.
        """
        middle = centre(self.hex)
        large_size, small_size, top = (
            _LARGE_TEXT * factor,
            _SMALL_TEXT * factor,
            middle.y() + _PLATE_TOP,
        )
        if factor > _MAX_ENLARGEMENT:
            losses = translated(one_decimal(self.odds.losses))
            return (
                Text(
                    losses,
                    middle.x(),
                    top + small_size * 0.65,
                    small_size,
                    MarkColour.INK,
                    bold=True,
                ),
            )
        first, second = self.text.split("\n")
        max_width = HEX_WIDTH - 2 * small_size * _PLATE_MARGIN - 1
        upper_text = _fitted_line(
            Text(first, middle.x(), top, large_size, MarkColour.INK, bold=True), max_width
        )
        lower_text = _fitted_line(
            Text(second, middle.x(), top, small_size, MarkColour.INK), max_width
        )
        lower_top = top + upper_text.size * _LINE_HEIGHT
        return (
            replace(upper_text, y=top + upper_text.size * 0.65),
            replace(lower_text, y=lower_top + lower_text.size * 0.65),
        )


def _fitted_line(line: Text, max_width: float) -> Text:
    """Return a line of text, made smaller if it is wider than *max_width* (in board units)."""
    width = bounds((line,)).width()
    return line if width <= max_width else replace(line, size=line.size * max_width / width)


def choice_marks(
    state: GameState, choices: Choices, chosen: Hex | None, forecast: Forecast
) -> Mapping[str, Mark]:
    """Return marks, by name, for what the player may do now; none once the game is over.

    They show ordered and selectable units, the chosen unit, and moves and targets with costs and
    odds.
    """
    if state.result is not None:
        return {}
    is_aiming = state.phase in _AIM_PHASES
    marks: dict[str, Mark] = {
        "ordered": Highlight(
            frozenset(ordered_hexes(state)), line=_ORDERED_COLOUR, width=1.5, dashed=True
        ),
        "units": Highlight(choices.units - {chosen}, line=_CLICKABLE_COLOUR, width=2),
        "hexes": _clickable_highlight(frozenset(choices.hexes), state.phase),
        "chosen": Highlight(frozenset({chosen} if chosen else ()), line=_CHOSEN_COLOUR, width=3),
        "named": Highlight(
            frozenset(_attacked_hexes(state)),
            line=_TARGET_COLOUR,
            fill=_TARGET_FILL,
            width=4,
            inset=HIGHLIGHT_INSET,
        ),
    }
    for hex_ in choices.hexes:
        if is_aiming and hex_ in forecast.odds:
            marks[f"dice {hex_}"] = OddsPlate(hex_, forecast.odds[hex_])
        if state.phase in _MOVE_PHASES and hex_ in forecast.steps:
            steps = forecast.steps[hex_]
            marks[f"steps {hex_}"] = StepDisc(hex_, steps, hex_ in forecast.battle_follows)
    return marks


def _clickable_highlight(hexes: frozenset[Hex], phase: Phase) -> Highlight:
    """Return the highlight for clickable hexes, which suits the phase."""
    if phase in _AIM_PHASES:
        return Highlight(hexes, line=_TARGET_COLOUR, fill=_TARGET_FILL, inset=HIGHLIGHT_INSET)
    if phase in _WALK_PHASES:
        return Highlight(hexes, line=_CLICKABLE_COLOUR, fill=_CLICKABLE_FILL)
    return Highlight(hexes, line=_CLICKABLE_COLOUR, fill=_CLICKABLE_RIM, inset=HIGHLIGHT_INSET)


def acted_unit_marks(state: GameState) -> Mapping[str, Mark]:
    """Return marks for the ordered units that have already moved or battled in this phase."""
    hexes = frozenset(_acted_hexes(state))
    if not hexes:
        return {}
    ticks: dict[str, Mark] = {f"done {hex_}": TextMark(hex_, "✓", _DONE_COLOUR) for hex_ in hexes}
    return ticks | {"done": Highlight(hexes, fill=_DONE_FILL, inset=HIGHLIGHT_INSET)}


def trace_marks(board: Board, traces: Iterable[Trace]) -> Mapping[str, Mark]:
    """Return an arrow for each move, battle and retreat."""
    return {
        f"trace {number}": Arrow(
            board, board.hex(trace.start), board.hex(trace.end), TRACE_COLOURS[trace.kind]
        )
        for number, trace in enumerate(dict.fromkeys(traces))
    }


def fight_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a mark on the attacked hex while its owner has a decision to make; else none."""
    fight = state.fight
    if fight is None or state.phase not in _ANSWER_PHASES:
        return {}
    hexes = state.field.grid.board.hexes
    attacked_hex = state.place[fight.target] if state.phase is Phase.RETREAT else fight.hex
    marks: dict[str, Mark] = {
        "fought": Highlight(frozenset({hexes[attacked_hex]}), _CHOSEN_COLOUR, width=3)
    }
    if state.phase is Phase.AMBUSH:
        attack = Arrow(state.field.grid.board, hexes[fight.start], hexes[fight.hex], _TARGET_COLOUR)
        marks["attack"] = attack
    return marks


def _attacked_hexes(state: GameState) -> Iterator[Hex]:
    """Yield the hexes of the units that a card attacks."""
    for unit in state.targets:
        if state.place[unit] != NOWHERE:
            yield state.field.grid.board.hexes[state.place[unit]]


def _acted_hexes(state: GameState) -> Iterator[Hex]:
    acted_units = {Phase.MOVE: state.moved, Phase.BATTLE: state.battled}.get(state.phase, 0)
    for unit in bit_indexes(acted_units & state.ordered):
        if state.place[unit] != NOWHERE:
            yield state.field.grid.board.hexes[state.place[unit]]


_CROSS_HAIR_DX, _CROSS_HAIR_DY = (
    -34.0,
    22.0,
)  # units: at the lower left of its hex, beside the figures

_SMOKE_DY = -27.0  # units: at the top of its hex, above the figures
_CLOUD_RADIUS, _MIN_CLOUD_RADIUS = 30.0, 9.0  # half its width in units; minimum in logical pixels
_STRENGTH_RADIUS, _MIN_STRENGTH_RADIUS = 9.0, 6.5  # radius in units; minimum in logical pixels
_TOKEN_DISTANCE = 11.0  # units between the centers of token and plate
_CROSS_HAIR_RADIUS, _MIN_CROSS_HAIR_RADIUS = (
    16.5,
    6.0,
)  # radius in units; minimum in logical pixels


@dataclass(frozen=True)
class Crosshair:
    """A crosshair token on a hex.

    Attributes:
        hex: The hex.
    """

    hex: Hex

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and its neighbors: at small scales the token is larger than the hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the token in board units; *scale* is logical pixels per unit."""
        factor = max(1.0, _MIN_CROSS_HAIR_RADIUS / (_CROSS_HAIR_RADIUS * scale))
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x() + _CROSS_HAIR_DX, middle.y() + _CROSS_HAIR_DY)
        painter.scale(factor, factor)
        paint(painter, cross_hair(), {})
        painter.restore()


def crosshair_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a crosshair for each hex that a big gun has zeroed in on (E-BIGGUN-03)."""
    return {f"cross-hair {hex_}": Crosshair(hex_) for hex_ in crosshair_hexes(state)}


@dataclass(frozen=True)
class SmokeCloud:
    """A smoke token on a hex.

    Attributes:
        hex: The hex.
        is_thin: Whether the token shows its thin side.
    """

    hex: Hex
    is_thin: bool

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and its neighbors: at small scales the token is larger than the hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the token above the figures; *scale* is logical pixels per unit."""
        factor = max(1.0, _MIN_CLOUD_RADIUS / (_CLOUD_RADIUS * scale))
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x(), middle.y() + _SMOKE_DY)
        painter.scale(factor, factor)
        paint(painter, smoke(thin=self.is_thin), {})
        painter.restore()


def smoke_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a smoke token for each hex with smoke (E-SMOKE-01)."""
    hexes = state.field.grid.board.hexes
    return {
        f"smoke {hexes[cloud.hex]}": SmokeCloud(hexes[cloud.hex], is_thin(state, cloud))
        for cloud in state.smoke.clouds
    }


@dataclass(frozen=True)
class MineStrength:
    """The strength of a minefield that has been triggered and is face up.

    Attributes:
        hex: The hex.
        strength: The number of dice it rolls.
        dx: The distance of the number to the right of the center of the hex, in units.
        dy: The distance below the center, in units.
    """

    hex: Hex
    strength: int
    dx: float
    dy: float

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and its neighbors: at small scales the plate is larger than the hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the number on a plate next to the token; *scale* is logical pixels per unit."""
        factor = max(1.0, _MIN_STRENGTH_RADIUS / (_STRENGTH_RADIUS * scale))
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x() + self.dx, middle.y() + self.dy)
        painter.scale(factor, factor)
        plate = Shape(
            circle(0, 0, _STRENGTH_RADIUS),
            fill=MarkColour.STRENGTH,
            stroke=MarkColour.STRENGTH_INK,
            width=1.6,
        )
        number = Text(
            f"{self.strength}", 0, 0, _STRENGTH_RADIUS * 1.5, MarkColour.STRENGTH_INK, bold=True
        )
        paint(painter, (plate, number), {})
        painter.restore()


def mine_marks(state: GameState) -> Mapping[str, Mark]:
    """Return marks with the strength of each face-up minefield (TH-MINE-03)."""
    return {
        f"mine {hex_}": MineStrength(hex_, strength, *_strength_offset(state, hex_))
        for hex_, strength in uncovered_mines(state)
    }


def _strength_offset(state: GameState, hex_: Hex) -> tuple[float, float]:
    """Return the offset of a minefield's strength from the hex center, to the right and down.

    It is at the upper left of the minefield's token.
    """
    tags, catalogue = state.field.scenario.at(hex_).tags, state.field.scenario.catalogue
    indexes = (
        index
        for index, tag in enumerate(tags)
        if has_function(tag, catalogue.get(tag.name), TokenFunction.MINEFIELD)
    )
    x, y, scale = tag_position(next(indexes, 0), max(1, len(tags)))
    return x - _TOKEN_DISTANCE * scale, y - _TOKEN_DISTANCE * scale


def token_names(state: GameState, hex_: Hex) -> Iterator[Message]:
    """Yield the names of the tokens on a hex: smoke, crosshair, face-up minefield."""
    for cloud in state.smoke.clouds:
        if state.field.grid.board.hexes[cloud.hex] == hex_:
            yield message("thin smoke") if is_thin(state, cloud) else message("smoke")
    if hex_ in crosshair_hexes(state):
        yield message("crosshair")
    for minefield_hex, strength in uncovered_mines(state):
        if minefield_hex == hex_:
            yield message("the minefield rolls {dice}", dice=dice(strength))


@dataclass(frozen=True)
class ShipMark:
    """The owner of a ship or train, and the hits it can still take.

    Attributes:
        hex: Its hex.
        side: Its owner.
        hits: The number of further hits that destroy it.
    """

    hex: Hex
    side: Side
    hits: int

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex of the ship or train."""
        return frozenset({self.hex})

    def paint(self, painter: QPainter, _scale: float) -> None:
        """Paint the owner and the hits in the same way as on units."""
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x(), middle.y())
        paint(
            painter,
            (*owner_mark(self.side.value, needs_owner=False), *figure_count(self.hits)),
            LIGHT,
        )
        painter.restore()


def ship_marks(state: GameState) -> Mapping[str, Mark]:
    """Return marks with the owner and the remaining hits of each ship and train (TH-DD-01)."""
    return {
        f"ship {hex_}": ShipMark(hex_, side, hits) for hex_, side, hits in ships_and_trains(state)
    }
