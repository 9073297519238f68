"""The score: each side's medals by source, its cards and its units."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.frame import medal_picture_name
from m44core.drawing.shapes.paths import HEX_CORNERS, arrow, circle, polygon, star
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.tokens.medal_art import MEDALS
from m44core.messages.message import Message, enumerated, several
from m44core.messages.nouns import cards, medals, units
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.side_names import SIDES
from m44core.rules.game.state import GameState
from m44core.rules.victory.game_end import MedalsBySource, medals_by_source
from m44editor.board.painter import paint
from m44editor.interface_text import tr, translated
from m44editor.playtest.game.players import player_label
from m44editor.playtest.game.prompts import visibility_message
from m44editor.theme import art_palette
from m44editor.theme_tokens import Space

_SLOT_SIZE, _SLOT_GAP = 23.0, 3.0  # logical pixels
_PICTURE_SIZE = 32.0  # units of a medal's picture
_MIN_STEP = 4.0  # logical pixels between overlapping slots

_SMALL_HEX = polygon((0.088 * x, 0.088 * y) for x, y in HEX_CORNERS)
_BADGE = Shape(circle(0, 0, 8.5), fill="piece-green", stroke="piece-white", width=1.8)
_BADGES: Mapping[str, Drawing] = {  # those for units have none: they are most medals of a game
    "unit": (),
    "objective": (_BADGE, Shape(_SMALL_HEX, fill="piece-white")),
    "exit": (_BADGE, Shape(arrow(11, 9, 3.6), fill="piece-white")),
    "deed": (_BADGE, Shape(star(0, 0, 6.4), fill="piece-white")),
}
_BADGE_PLACE = 9.5  # units right of and below the middle of the medal


class MedalTrack(QWidget):
    """A row of medal slots, filled from the left; each medal shows how it was gained."""

    def __init__(self, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side, self._nation = side, ""
        self.filled: list[str] = []  # the source of each medal, from the left
        self.needed = 0
        self.gained_text = ""  # "3 of 5 medals"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_medals(
        self, sources: MedalsBySource, needed_medals: int, side: Side, nation: str = ""
    ) -> None:
        """Show the medals of *side* by source, in the design of *nation*, up to *needed_medals*."""
        counts = {
            "unit": sources.units,
            "objective": sources.objectives,
            "exit": sources.exits,
            "deed": sources.deeds,
        }
        sources_by_medal = [name for name, count in counts.items() for _ in range(count)]
        self.filled, self.needed, self._side = sources_by_medal[:needed_medals], needed_medals, side
        self._nation = nation
        sources_text = translated(
            enumerated(_source_count_text(name, count) for name, count in counts.items() if count)
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
        return QSize(round(max(self.needed, 4) * (_SLOT_SIZE + _SLOT_GAP)), self._full_height())

    def minimumSizeHint(self) -> QSize:
        """Return a size at which the slots overlap."""
        return QSize(60, self._full_height())

    def _full_height(self) -> int:
        margins = self.contentsMargins()
        return round(_SLOT_SIZE + 2) + margins.top() + margins.bottom()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the slots and their medals."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number in range(self.needed):
                x = 1 + _SLOT_SIZE / 2 + number * self._step()
                middle = QPointF(x, QRectF(self.contentsRect()).center().y())
                if number < len(self.filled):
                    self._paint_medal(painter, middle, self.filled[number])
                else:
                    self._paint_slot(painter, middle)

    def _step(self) -> float:
        """Return the distance in pixels between two slots, which overlap if space is short."""
        available_step = (self.width() - _SLOT_SIZE - 2) / max(1, self.needed - 1)
        return max(_MIN_STEP, min(_SLOT_SIZE + _SLOT_GAP, available_step))

    def _paint_medal(self, painter: QPainter, middle: QPointF, source: str) -> None:
        badge = Group(_BADGES[source], dx=_BADGE_PLACE, dy=_BADGE_PLACE)
        drawing = (*MEDALS[medal_picture_name(self._side, self._nation)](), badge)
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


def _nation_of_player(state: GameState, player: int) -> str:
    """Return the nation whose medals a player wins; empty if the scenario names none."""
    briefing = state.field.scenario.briefing
    return (briefing.top if player == TOP else briefing.bottom).country or ""


def _source_count_text(source: str, number: int) -> Message:
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
        grid.setVerticalSpacing(Space.HAIR)
        self.tracks = {player: MedalTrack(Side.ALLIES) for player in (TOP, BOTTOM)}
        self._names = {player: QLabel() for player in (TOP, BOTTOM)}
        self._counts = {player: QLabel() for player in (TOP, BOTTOM)}
        for player in (TOP, BOTTOM):
            self._names[player].setWordWrap(True)
            grid.addWidget(self._names[player], 2 * player, 0)
            grid.addWidget(self._counts[player], 2 * player, 1, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self.tracks[player], 2 * player + 1, 0, 1, 2)
        self.tracks[TOP].setContentsMargins(0, 0, 0, Space.SMALL)  # apart from the other side
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
                (cards(state.held_card_count(player)), units(state.occupied[player].bit_count()))
            )
            self._counts[player].setText(translated(counts))
            sources, needed = medals_by_source(state, player), state.field.medals_needed[player]
            self.tracks[player].show_medals(sources, needed, side, _nation_of_player(state, player))
            parts.append(tr("{what}: {said}", what=label, said=self.tracks[player].gained_text))
        parts += self._show_visibility(state)
        self.setAccessibleDescription("; ".join(parts))

    def _show_visibility(self, state: GameState) -> list[str]:
        """Show the visibility in a night battle, and return its text; empty otherwise (O-NIGHT)."""
        visibility_text = visibility_message(state)
        self.night.setVisible(visibility_text is not None)
        self.night.setText("" if visibility_text is None else translated(visibility_text))
        return [] if visibility_text is None else [translated(visibility_text)]
