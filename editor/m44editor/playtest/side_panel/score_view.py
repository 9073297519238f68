"""The score: each side's medals by source, its cards and its units."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from m44core.catalogue.types import Side
from m44core.drawing.shapes.paths import arrow, circle, star
from m44core.drawing.shapes.shapes import Drawing, Shape
from m44core.drawing.tokens.medal_art import MEDALS
from m44core.messages.message import Message, enumerated, several
from m44core.messages.nouns import cards, medals, units
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.side_names import SIDES
from m44core.rules.game.state import GameState
from m44core.rules.victory.game_end import MedalSources, medals_by_source
from m44editor.board.painter import paint
from m44editor.interface_text import tr, translated
from m44editor.playtest.game.players import player_label
from m44editor.playtest.game.prompts import visibility_message
from m44editor.theme import art_palette

_SLOT_SIZE, _SLOT_GAP = 23.0, 3.0  # logical pixels
_PICTURE_SIZE = 32.0  # units of a medal's picture
_MIN_STEP = 4.0  # logical pixels between overlapping slots

_COIN = (
    Shape(circle(0.6, 1.2, 13.5), fill="piece-shadow", opacity=0.3),
    Shape(circle(0, 0, 13), fill="piece-bronze", stroke="piece-timber-edge", width=1.6),
)
_UNIT: Drawing = (
    *_COIN,
    Shape("M-6.5 -6.5L6.5 6.5M6.5 -6.5L-6.5 6.5", stroke="piece-white", width=4),
)
_EXIT: Drawing = (
    Shape(circle(0.6, 1.2, 13.5), fill="piece-shadow", opacity=0.3),
    Shape(circle(0, 0, 13), fill="piece-green", stroke="piece-green-dark", width=1.6),
    Shape(arrow(18, 15, 6), fill="piece-white"),
)
_SPECIAL_ACTION_MEDAL: Drawing = (*_COIN, Shape(star(0, 0, 10), fill="piece-white"))
_OBJECTIVE = {Side.ALLIES: MEDALS["medal1"](), Side.AXIS: MEDALS["medal2"]()}


class MedalTrack(QWidget):
    """A row of medal slots, filled from the left; each medal shows how it was gained."""

    def __init__(self, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self.filled: list[str] = []  # the source of each medal, from the left
        self.needed = 0
        self.gained_text = ""  # "3 of 5 medals"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_medals(self, sources: MedalSources, needed_medals: int, side: Side) -> None:
        """Show the medals of *side* by source, but at most *needed_medals*."""
        counts = {
            "unit": sources.units,
            "objective": sources.objectives,
            "exit": sources.exits,
            "deed": sources.deeds,
        }
        sources_by_medal = [name for name, count in counts.items() for _ in range(count)]
        self.filled, self.needed, self._side = sources_by_medal[:needed_medals], needed_medals, side
        sources_text = translated(
            enumerated(_source_count(name, count) for name, count in counts.items() if count)
        )
        count_text = tr(
            "{number} of {medals}", number=len(self.filled), medals=medals(needed_medals)
        )
        self.gained_text = count_text
        self.setAccessibleName(tr("{what}: {said}", what=SIDES[side], said=count_text))
        self.setAccessibleDescription(sources_text)
        self.setToolTip(
            tr("{what}: {said}", what=count_text, said=sources_text) if sources_text else count_text
        )
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size with space for all slots side by side."""
        return QSize(round(max(self.needed, 4) * (_SLOT_SIZE + _SLOT_GAP)), round(_SLOT_SIZE + 2))

    def minimumSizeHint(self) -> QSize:
        """Return a size at which the slots overlap."""
        return QSize(60, round(_SLOT_SIZE + 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the slots and their medals."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number in range(self.needed):
                middle = QPointF(1 + _SLOT_SIZE / 2 + number * self._step(), self.height() / 2)
                if number < len(self.filled):
                    self._paint_medal(painter, middle, self.filled[number])
                else:
                    self._paint_slot(painter, middle)

    def _step(self) -> float:
        """Return the distance in pixels between two slots, which overlap if space is short."""
        available_step = (self.width() - _SLOT_SIZE - 2) / max(1, self.needed - 1)
        return max(_MIN_STEP, min(_SLOT_SIZE + _SLOT_GAP, available_step))

    def _paint_medal(self, painter: QPainter, middle: QPointF, source: str) -> None:
        drawing = _OBJECTIVE[self._side] if source == "objective" else _PICTURES[source]
        painter.save()
        painter.translate(middle)
        painter.scale(_SLOT_SIZE / _PICTURE_SIZE, _SLOT_SIZE / _PICTURE_SIZE)
        paint(painter, drawing, art_palette())
        painter.restore()

    def _paint_slot(self, painter: QPainter, middle: QPointF) -> None:
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
        painter.setPen(QPen(colour, 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        area = QRectF(0, 0, _SLOT_SIZE - 4, _SLOT_SIZE - 4)
        area.moveCenter(middle)
        painter.drawEllipse(area)


_PICTURES = {"unit": _UNIT, "exit": _EXIT, "deed": _SPECIAL_ACTION_MEDAL}


def _source_count(source: str, number: int) -> Message:
    """Return a text with the number of medals from one source."""
    match source:
        case "unit":
            return several("{number} for units", "{number} for units", number)
        case "objective":
            return several("{number} for objectives", "{number} for objectives", number)
        case "deed":
            return several("{number} for a special action", "{number} for special actions", number)
        case _:
            return several("{number} for exits", "{number} for exits", number)


class ScoreView(QWidget):
    """The score of both sides, the top player first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        self.tracks = {player: MedalTrack(Side.ALLIES) for player in (TOP, BOTTOM)}
        self._names = {player: QLabel() for player in (TOP, BOTTOM)}
        self._counts = {player: QLabel() for player in (TOP, BOTTOM)}
        for player in (TOP, BOTTOM):
            self._names[player].setWordWrap(True)
            grid.addWidget(self._names[player], 2 * player, 0)
            grid.addWidget(self._counts[player], 2 * player, 1, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self.tracks[player], 2 * player + 1, 0, 1, 2)
        self.night = QLabel()
        self.night.hide()
        grid.addWidget(self.night, 4, 0, 1, 2)
        grid.setColumnStretch(0, 1)

    def show_state(
        self, state: GameState, players: Mapping[Side, str], teams: Mapping[Side, int]
    ) -> None:
        """Show the medals, cards and units of both sides, and who plays them."""
        parts = []
        for player, name in self._names.items():
            side = state.field.sides[player]
            is_active = state.active == player and state.result is None
            player_text = player_label(players, side, teams.get(side, 1))
            label = tr("{side} ({player})", side=SIDES[side], player=player_text)
            name.setText(f"▶ {label}" if is_active else label)
            font = name.font()
            font.setBold(is_active)
            name.setFont(font)
            counts = enumerated(
                (cards(state.cards_held(player)), units(state.occupied[player].bit_count()))
            )
            self._counts[player].setText(translated(counts))
            sources, needed_medals = (
                medals_by_source(state, player),
                state.field.medals_needed[player],
            )
            self.tracks[player].show_medals(sources, needed_medals, side)
            parts.append(tr("{what}: {said}", what=label, said=self.tracks[player].gained_text))
        parts += self._show_night(state)
        self.setAccessibleDescription("; ".join(parts))

    def _show_night(self, state: GameState) -> list[str]:
        """Show the visibility in a night battle, and return its text; empty otherwise (O-NIGHT)."""
        visibility_text = visibility_message(state)
        self.night.setVisible(visibility_text is not None)
        self.night.setText("" if visibility_text is None else translated(visibility_text))
        return [] if visibility_text is None else [translated(visibility_text)]
