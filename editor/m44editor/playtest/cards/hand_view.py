"""The hand of the player at the screen, and the curtain that hides it from the other player."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from m44core.messages.message import Message
from m44editor.interface_text import tr
from m44editor.playtest.cards.card_widgets import (
    FACE_DOWN,
    Card,
    CardButton,
    CardPreview,
    card_height,
)

_OPENING_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Curtain(QFrame):
    """Covers the hand until its owner confirms being alone at the screen.

    Board, dice and log stay visible. Input right after the curtain has closed was meant for the
    game and is ignored; each such input restarts the delay.

    Signals:
        opened: The curtain was opened with Space, Enter or a click.
        clicked: The curtain was opened by a click, which may be the first of a double click.
    """

    opened = Signal()
    clicked = Signal()

    def __init__(self, covered_widget: QWidget) -> None:
        super().__init__(covered_widget)
        self._covered_widget = covered_widget
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.label = QLabel(self)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.label.setWordWrap(True)
        font = self.label.font()
        font.setPointSizeF(font.pointSizeF() * 1.8)
        self.label.setFont(font)
        QVBoxLayout(self).addWidget(self.label)
        self._side: Message | None = None
        self._is_pressed = False
        self._ignore_timer = QTimer(self)  # runs while input may be meant for the game
        self._ignore_timer.setSingleShot(True)
        covered_widget.installEventFilter(self)
        self.hide()

    @property
    def is_closed(self) -> bool:
        """Whether the curtain covers the cards."""
        return not self.isHidden()

    @property
    def is_ignoring_input(self) -> bool:
        """Whether the curtain has just closed and still ignores input."""
        return self._ignore_timer.isActive()

    def close_for(self, side: Message) -> None:
        """Cover the cards of *side* and take the keyboard focus.

        Do nothing if the curtain is already closed for that side.
        """
        if self.is_closed and side == self._side:
            return
        self._side = side
        text = tr("{side}, click here or press Space when nobody else is looking.", side=side)
        self.label.setText(text)
        self.setAccessibleName(text)
        self.setGeometry(self._covered_widget.rect())
        self._is_pressed = False
        self._ignore_input()
        self.raise_()
        self.show()
        self.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Resize the curtain with the widget it covers."""
        if event.type() == QEvent.Type.Resize and watched is self._covered_widget:
            self.setGeometry(self._covered_widget.rect())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remember a key pressed on the curtain; ignore one that was already held down."""
        if self.is_ignoring_input or event.isAutoRepeat():
            self._ignore_input()
        else:
            self._is_pressed = event.key() in _OPENING_KEYS

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Open when Space or Enter is released, so that no other widget receives the key."""
        if self._is_pressed and event.key() in _OPENING_KEYS and not event.isAutoRepeat():
            self._open()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember a press on the curtain, and keep it from the widgets below."""
        self._is_pressed = not self.is_ignoring_input
        if self.is_ignoring_input:
            self._ignore_input()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second press of a double click as a press."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open when a click ends on the curtain."""
        if self._is_pressed and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
            self._open()

    def _ignore_input(self) -> None:
        self._ignore_timer.start(QApplication.doubleClickInterval())

    def _open(self) -> None:
        self.hide()
        self.opened.emit()


DIGITS = 9  # cards with a number key
_CARD_WIDTH, _LARGE_CARD_WIDTH = 94, 118  # widths in logical pixels
_TALL_WINDOW_HEIGHT = 760  # logical pixels: from this height on, a window has room for large cards
_GAP, _MARGIN, _LIFT = 8, 6, 6


class HandView(QWidget):
    """Shows the cards as buttons in a row, overlapping if there are many.

    The keys 1 to 9 play a card. The highlighted card is raised, and also shown large.

    Signals:
        chosen: The index of the card played.
        reveal_requested: A face-down card was clicked.
    """

    chosen = Signal(int)
    reveal_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[CardButton] = []
        self._count = 0
        self._lifted_index: int | None = None
        self._preview: CardPreview | None = None
        self._double_click_timer = QTimer(
            self
        )  # runs while a click may be the second of a double click
        self._double_click_timer.setSingleShot(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Hand"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Dark)  # it lies on the table, like the board
        self._card_width = _CARD_WIDTH
        self._caption = QLabel(self)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._caption.setObjectName("hand-caption")  # the style sheet rounds it
        self._caption.setAutoFillBackground(True)
        self._caption.setBackgroundRole(QPalette.ColorRole.Window)
        self._caption.setForegroundRole(QPalette.ColorRole.WindowText)
        self._caption.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)  # in high contrast
        self._caption.setMargin(2 * _MARGIN)
        self._caption.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._caption.hide()
        for number in range(DIGITS):
            key = QShortcut(QKeySequence(f"{number + 1}"), self)
            key.setAutoRepeat(False)
            key.activated.connect(lambda index=number: self._choose(index))

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show *cards* in order; hide the view if there are none."""
        while len(self._buttons) < len(cards):
            self._add_button(len(self._buttons))
        self._count = len(cards)
        for number, button in enumerate(self._buttons):
            button.show_card(cards[number] if number < self._count else FACE_DOWN)
            button.setVisible(number < self._count)
        if self._lifted_index is not None and self._lifted_index >= self._count:
            self._set_highlighted(self._lifted_index, False)
        self.setVisible(bool(cards))
        self._lay_out()
        self._show_preview()

    def show_caption(self, text: str) -> None:
        """Show a text over the cards that lets clicks through; "" hides it."""
        self.setToolTip(text)
        self._caption.setText(text)
        self._caption.setVisible(bool(text))
        self._lay_out()

    @property
    def cards(self) -> list[CardButton]:
        """The buttons of the cards shown, from left to right."""
        return self._buttons[: self._count]

    def take_focus(self) -> None:
        """Take the keyboard focus without highlighting a card."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def ignore_double_click(self) -> None:
        """Ignore clicks for a moment, because the next may be the second of a double click."""
        self._double_click_timer.start(QApplication.doubleClickInterval())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Focus the first card with the Right arrow key, the last one with the Left arrow key."""
        end_cards = {Qt.Key.Key_Right: 0, Qt.Key.Key_Left: -1}
        key = Qt.Key(event.key())
        if key in end_cards and self.cards:
            self.cards[end_cards[key]].focus_card()
        else:
            super().keyPressEvent(event)

    def first_playable_button(self) -> CardButton | None:
        """Return the button of the first playable card; None if no card is playable."""
        return next((button for button in self.cards if button.card.playable), None)

    def menu_position(self, index: int) -> QPoint:
        """Return the screen position for the menu of the card at an index."""
        return self._buttons[index].mapToGlobal(QPoint(0, 0))

    def sizeHint(self) -> QSize:
        """Return the size of six cards side by side."""
        width = self._card_width
        return QSize(6 * (width + _GAP), round(card_height(width)) + 2 * _MARGIN)

    def minimumSizeHint(self) -> QSize:
        """Return the size of two cards, because the others can overlap."""
        return QSize(2 * self._card_width, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out again; they are larger if the window is tall enough."""
        super().resizeEvent(event)
        self._update_card_width()
        self._lay_out()

    def _update_card_width(self) -> None:
        width = _LARGE_CARD_WIDTH if self.window().height() >= _TALL_WINDOW_HEIGHT else _CARD_WIDTH
        if width != self._card_width:
            self._card_width = width
            self.updateGeometry()

    def _lay_out(self) -> None:
        width = self._card_width
        size = QSize(width, round(card_height(width)))
        step = float(width + _GAP)
        if self._count > 1:
            step = min(step, (self.width() - 2 * _MARGIN - width) / (self._count - 1))
        row_width = step * (self._count - 1) + width
        x = max(_MARGIN, (self.width() - row_width) / 2)
        for number, button in enumerate(self.cards):
            lift = _LIFT if number == self._lifted_index else 0
            position = QPoint(round(x + number * step), _MARGIN - lift)
            button.setGeometry(QRect(position, size + QSize(0, lift)))  # the bottom edge stays
        if self._lifted_index is not None:
            self._buttons[self._lifted_index].raise_()
        self._caption.adjustSize()
        self._caption.move(  # at the bottom, where it leaves the backs of the cards visible
            (self.width() - self._caption.width()) // 2,
            self.height() - self._caption.height() - 2 * _MARGIN,
        )
        self._caption.raise_()
        self._raise_curtains()

    def _raise_curtains(self) -> None:
        """Keep curtains above the cards; a card that is added or raised would cover them."""
        for curtain in self.findChildren(
            Curtain, options=Qt.FindChildOption.FindDirectChildrenOnly
        ):
            curtain.raise_()

    def _add_button(self, index: int) -> None:
        button = CardButton(self)
        button.clicked.connect(lambda: self._click(index))
        button.highlighted.connect(lambda is_lit: self._set_highlighted(index, is_lit))
        button.step_requested.connect(lambda step: self._step_focus(index, step))
        self._buttons.append(button)

    def _click(self, index: int) -> None:
        if self._double_click_timer.isActive():
            return
        if index < self._count and not self._buttons[index].card.key:
            self.reveal_requested.emit()
        self._choose(index)

    def _choose(self, index: int) -> None:
        if index < self._count and self._buttons[index].card.playable:
            if self._lifted_index is not None:
                self._set_highlighted(self._lifted_index, False)  # the cards may be about to change
            self.chosen.emit(index)

    def _step_focus(self, index: int, step: int) -> None:
        if 0 <= index + step < self._count:
            self._buttons[index + step].focus_card()

    def _set_highlighted(self, index: int, is_highlighted: bool) -> None:
        if not is_highlighted and index != self._lifted_index:
            return
        self._lifted_index = index if is_highlighted else None
        for other_index, button in enumerate(self.cards):
            if other_index != index:
                button.raise_()  # restore the stacking order
        self._lay_out()
        self._show_preview()

    def _show_preview(self) -> None:
        if self._lifted_index is None or not self._buttons[self._lifted_index].card.key:
            if self._preview:
                self._preview.hide()
            return
        window = self.window()
        if self._preview is None:
            self._preview = CardPreview(window)
        button = self._buttons[self._lifted_index]
        button_area = QRect(button.mapTo(window, QPoint(0, 0)), button.size())
        self._preview.show_above(button.card, button_area)
