"""Widgets that show command cards: a card to play, a large preview, a small picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from m44core.drawing.cards.card_faces import HEIGHT, WIDTH, draw_card_back, draw_card_face
from m44core.drawing.shapes.shapes import Drawing
from m44core.rules.cards.command_cards import cards, summary_of_card, title_of_card
from m44editor.board.painter import paint
from m44editor.interface_text import language, tr, translated
from m44editor.playtest.game.overlord_card_texts import overlord_card_summary
from m44editor.theme import art_palette
from m44editor.theme_tokens import CardColour

_DISABLED_OPACITY = 0.5  # opacity of a card that cannot be chosen now
_HIGHLIGHT = QColor(CardColour.HIGHLIGHT)
_PLATE = QColor(CardColour.PLATE)
_INK = QColor(CardColour.INK)
_TOKEN = QColor(CardColour.TOKEN)
_TOKEN_RADIUS = 11.0
_COPY_SCALE = 0.56  # scale of the copied card on a Counter-Attack
_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


@dataclass(frozen=True)
class Card:
    """A card as displayed.

    Attributes:
        key: The key of the card; empty if it is face down.
        copies: The key of the card that a Counter-Attack counts as; empty for other cards.
        digit: The number key that plays it; empty if there is none.
        playable: Whether it can be chosen now.
        from_top: Whether its player sits at the top of the board.
        overlord: Whether it is played by the Overlord rules.
        under_token: Whether it is under the Commissar token (TH-COM-02).
        orders_nobody: Whether playing it now would order no units.
    """

    key: str
    copies: str = ""
    digit: str = ""
    playable: bool = False
    from_top: bool = False
    overlord: bool = False
    under_token: bool = False
    orders_nobody: bool = False

    @property
    def name(self) -> str:
        """The name of the card: ``Counter-Attack, as Probe (left flank)``."""
        if not self.key:
            return tr("A face-down card")
        title = title_of_card(self.key) if self.key in cards() else self.key
        if self.under_token:
            return tr("{card}, under the Commissar token", card=title)
        return (
            tr("{card}, as {other}", card=title, other=title_of_card(self.copies))
            if self.copies
            else translated(title)
        )

    @property
    def description(self) -> str:
        """The effect of the card in words; empty if it is face down."""
        if self.key not in cards():
            return ""
        summary_of = overlord_card_summary if self.overlord else summary_of_card
        text = translated(summary_of(self.copies or self.key))
        return (
            tr("{sentence} The card would not order any units now.", sentence=text)
            if self.orders_nobody
            else text
        )


FACE_DOWN = Card("")


def card_height(width: float) -> float:
    """Return the height of a card of this width, in the same unit."""
    return width * HEIGHT / WIDTH


def paint_card(painter: QPainter, area: QRectF, card: Card, *, large: bool = False) -> None:
    """Paint a card into *area*; a *large* card also shows the text of its effect."""
    effect_text = card.description if large else ""
    drawing = (
        draw_card_face(card.key, effect_text, from_top=card.from_top, language=language())
        if card.key
        else draw_card_back()
    )
    _paint_drawing(painter, area, drawing)
    if card.copies and not large:
        corner = QRectF(QPointF(), area.size() * _COPY_SCALE)
        corner.moveBottomRight(area.bottomRight() - QPointF(3, 3))
        _paint_drawing(
            painter,
            corner,
            draw_card_face(card.copies, from_top=card.from_top, language=language()),
        )


def _paint_drawing(painter: QPainter, area: QRectF, drawing: Drawing) -> None:
    painter.save()
    painter.translate(area.topLeft())
    painter.scale(area.width() / WIDTH, area.height() / HEIGHT)
    paint(painter, drawing, art_palette())
    painter.restore()


class CardButton(QAbstractButton):
    """A button that shows a card, and plays it if it is playable.

    Signals:
        highlighted: Whether the pointer or the keyboard is on the card.
        step_requested: The number of cards to move to the right; negative for the left.
    """

    highlighted = Signal(bool)
    step_requested = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = Card("")
        self._is_highlighted = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def show_card(self, card: Card) -> None:
        """Show a card."""
        if card == self.card and self.text():
            return
        self.card = card
        self.setText(card.name.replace("&", "&&"))  # & is no mnemonic here
        self.setAccessibleName(card.name)
        self.setAccessibleDescription(" ".join(_accessible_sentences(card)))
        hand_cursor = Qt.CursorShape.PointingHandCursor
        self.setCursor(hand_cursor if card.playable else Qt.CursorShape.ArrowCursor)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size at which the card's name is readable."""
        return QSize(94, round(card_height(94)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card and its number key, framed if it is highlighted or focused."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(2, 2, self.width() - 4, card_height(self.width()) - 4)
            painter.setOpacity(
                1.0 if self.card.playable or not self.card.key else _DISABLED_OPACITY
            )
            paint_card(painter, area, self.card)
            painter.setOpacity(1.0)
            if self._is_highlighted and self.card.playable:
                painter.setPen(QPen(_HIGHLIGHT, 3))
                painter.drawRoundedRect(area, 7, 7)
            elif self._is_highlighted or self.hasFocus():
                self._paint_focus(painter, area)
            if self.card.digit and self.card.playable:
                self._paint_digit(painter)
            if self.card.under_token:
                self._paint_token(painter)

    def _paint_focus(self, painter: QPainter, area: QRectF) -> None:
        """Paint a dotted frame around a card."""
        pen = QPen(self.palette().color(QPalette.ColorRole.WindowText), 1, Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawRoundedRect(area.adjusted(-1.5, -1.5, 1.5, 1.5), 7, 7)

    def _paint_token(self, painter: QPainter) -> None:
        """Paint the Commissar token in the lower right corner of the card."""
        corner = QPointF(self.width(), card_height(self.width()))
        middle = corner - QPointF(_TOKEN_RADIUS + 5, _TOKEN_RADIUS + 5)
        painter.setPen(QPen(_INK, 2))
        painter.setBrush(_TOKEN)
        painter.drawEllipse(middle, _TOKEN_RADIUS, _TOKEN_RADIUS)
        token_area = QRectF(0, 0, 2 * _TOKEN_RADIUS, 2 * _TOKEN_RADIUS)
        token_area.moveCenter(middle)
        painter.drawText(token_area, Qt.AlignmentFlag.AlignCenter, "\N{BLACK STAR}")

    def _paint_digit(self, painter: QPainter) -> None:
        digit_area = QRect(3, round(card_height(self.width())) - 19, 17, 16)  # below the caption
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_PLATE)
        painter.drawRoundedRect(digit_area, 5, 5)
        painter.setPen(_INK)
        painter.drawText(digit_area, Qt.AlignmentFlag.AlignCenter, self.card.digit)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Highlight the card under the pointer."""
        super().enterEvent(event)
        self._set_highlighted(True)

    def leaveEvent(self, event: object) -> None:
        """Stop highlighting."""
        self._set_highlighted(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Highlight the card if the keyboard moved the focus here."""
        super().focusInEvent(event)
        if event.reason() in _KEYBOARD_REASONS:
            self._set_highlighted(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Stop highlighting."""
        super().focusOutEvent(event)
        self._set_highlighted(False)

    def focus_card(self) -> None:
        """Focus and highlight the card, even if it already has the focus."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._set_highlighted(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play the card with Enter; move to its neighbors with the arrow keys."""
        match event.key():
            case Qt.Key.Key_Left:
                self.step_requested.emit(-1)
            case Qt.Key.Key_Right:
                self.step_requested.emit(1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if not event.isAutoRepeat():  # ignore auto-repeat
                    self.click()
            case _:
                super().keyPressEvent(event)

    def _set_highlighted(self, is_highlighted: bool) -> None:
        self._is_highlighted = is_highlighted
        self.update()
        self.highlighted.emit(is_highlighted)


def _accessible_sentences(card: Card) -> Iterator[str]:
    """Yield the sentences that describe a card to screen readers."""
    if card.description:
        yield card.description
    if card.digit and card.playable:
        yield tr("Shortcut: {key}.", key=card.digit)
    if card.key and not card.playable:
        yield tr("This card cannot be played now.")


class CardPreview(QWidget):
    """A large card shown over the window; it ignores the mouse."""

    WIDTH = 230

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._container = parent
        self.card = Card("")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(self.WIDTH, round(card_height(self.WIDTH)))
        self.hide()

    def show_above(self, card: Card, card_area: QRect) -> None:
        """Show a card inside the parent, centered above *card_area* in the parent's coordinates."""
        self.card = card
        x = card_area.center().x() - self.width() // 2
        max_x = self._container.width() - self.width()
        self.move(max(0, min(x, max_x)), max(0, card_area.top() - self.height() - 4))
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, QRectF(self.rect()), self.card, large=True)


class CardPicture(QWidget):
    """A small picture of a card."""

    WIDTH = 62

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card = Card("")
        self.setFixedSize(self.WIDTH, round(card_height(self.WIDTH)))

    def show_card(self, card: Card) -> None:
        """Show a card."""
        if card != self._card:
            self._card = card
            self.setAccessibleName(card.name)
            self.setToolTip(card.description)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, QRectF(self.rect()), self._card)
