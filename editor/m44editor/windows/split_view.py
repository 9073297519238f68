"""A second board in a window: two scenarios side by side, or two places of one.

One of the two is the board that all the rest of the window is about. A click on the other one, or
Ctrl+F6, makes it that one; where both are on the screen stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPalette
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSplitter, QToolButton

from m44core.hexes import Hex
from m44editor.board.board_view import BoardView
from m44editor.documents.document import Sheets
from m44editor.documents.document_sheet import Look, Sheet
from m44editor.interface_text import tr
from m44editor.theme import art_palette
from m44editor.tools.tool import Bench
from m44editor.windows.window_chrome import stacked

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
_MODIFIED = "*"


class PaneTitle(QFrame):
    """Says over a board which scenario it shows, and whether it is the one in hand.

    Signals:
        chosen: It was clicked on.
        closed: The half below it is not wanted any more.
    """

    chosen = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAutoFillBackground(True)
        self.name = QLabel(self)
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.close_button = QToolButton(self)
        self.close_button.setText("✕")
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the command has keys
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 2, 1)
        row.addWidget(self.name, 1)
        row.addWidget(self.close_button)

    def tell(self, sheet: Sheet, *, in_hand: bool) -> None:
        """Name a sheet, in the colours of what is selected where it is the one in hand."""
        self.name.setText((_MODIFIED if sheet.modified else "") + sheet.name)
        self.close_button.setAccessibleName(tr("Close this half"))
        self.close_button.setToolTip(tr("Close this half"))
        roles = QPalette.ColorRole
        back, front = roles.Button, roles.ButtonText
        if in_hand:
            back, front = roles.Highlight, roles.HighlightedText
        self.setBackgroundRole(back)
        for label in (self.name, self.close_button):
            label.setForegroundRole(front)
            label.setBackgroundRole(back)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the board below."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()


class Split(QObject):
    """The second board of a window, once it was wanted.

    Attributes:
        view: It; it takes the keyboard never, and the mouse to be looked round on.
        sheet: The sheet it shows; None while the window is not split.
        places: The two halves; None while the window is not split.
        titles: The titles over the board in hand and over this one; None while it is not split.

    Signals:
        rearranged: Another sheet stands on it, or it stands elsewhere, or it is there no longer.
        pointed: The pointer is on a hex of it: its scenario, and that hex or None.
        said: Why nothing was done, in one sentence for the status bar.
    """

    rearranged = Signal()
    pointed = Signal(object, object)
    said = Signal(str)

    def __init__(
        self,
        bench: Bench,
        main: BoardView,
        sheets: Sheets,
        column: QBoxLayout,
        shown_before: Callable[[], Sheet],
    ) -> None:
        """Make a second board, which is not shown yet.

        Args:
            bench: What is edited.
            main: The board in hand.
            sheets: The tabs.
            column: Where the two boards stand.
            shown_before: Returns what was shown before what is shown now.
        """
        super().__init__(column.parentWidget())
        self._bench, self._main, self._column = bench, main, column
        self._sheets, self._shown_before = sheets, shown_before
        self.view = BoardView(bench.scenario, palette=art_palette())
        self.view.setParent(column.parentWidget())
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.pressed.connect(self.swap)
        self.view.hovered.connect(self._show_pointed)
        self.view.hide()
        self.sheet: Sheet | None = None
        self.places: QSplitter | None = None
        self._front = self._sheets.current
        self.titles: tuple[PaneTitle, PaneTitle] | None = None
        for signal in (bench.document.history.cleanChanged, bench.document.path_changed):
            signal.connect(self._tell_titles)
        self._sheets.shown.connect(self._follow_shown)
        self._sheets.removed.connect(self._follow_removed)

    @property
    def orientation(self) -> Qt.Orientation | None:
        """How the halves stand; None while the window is not split."""
        return self.places.orientation() if self.places else None

    # What the user asks for

    def toggle(self, orientation: Qt.Orientation) -> None:
        """Split the window so, turn its halves so, or make it whole where they stand so."""
        if self.places is None:
            self.show(self._other_sheet(), orientation)
        elif self.places.orientation() is orientation:
            self.end()
        else:
            self.places.setOrientation(orientation)
            self.rearranged.emit()

    def show(self, sheet: Sheet, orientation: Qt.Orientation | None = None) -> None:
        """Show a sheet on the second board, which there is from now on."""
        if not self._sheets.wake(sheet):
            self.rearranged.emit()  # what was ticked is not so
            return
        self._front = self._sheets.current
        if self.places is None:
            self._split(orientation or ACROSS)
        elif orientation is not None:
            self.places.setOrientation(orientation)
        look = sheet.look
        if sheet is self._front:
            look = _look_on(self._main)
        self._take(sheet, look)
        self.rearranged.emit()

    def swap(self) -> None:
        """Make the other board the one in hand."""
        if self.sheet is None:
            self.said.emit(tr("The window is not split"))
            return
        if self.sheet is self._front:
            there = _look_on(self.view)
            self._bench.document.leaving.emit()
            here = self._front.look
            self._take(self.sheet, here)
            self._exchange_halves(there)
            self._bench.selection.select(())
        else:
            self._sheets.show(self.sheet)  # what follows is told
        self._main.setFocus()

    def end(self) -> None:
        """Make the window whole; the board in hand stays."""
        if self.places is None:
            return
        self.note()
        self._unfollow()
        places, self.places, self.sheet, self.titles = self.places, None, None, None
        self._column.addWidget(self._main, 1)
        self.view.setParent(self._column.parentWidget())
        self.view.hide()
        places.hide()
        places.deleteLater()
        self._main.show()
        self._main.setFocus()
        self.rearranged.emit()

    # What the window asks for

    def note(self) -> None:
        """Keep with the sheet where one looks on the second board."""
        if self.sheet is not None and self.sheet is not self._sheets.current:
            look = _look_on(self.view)
            before = self.sheet.look
            self.sheet.look = Look(before.hexes, look.scale, look.corner, before.pieces)

    def follow_style(self) -> None:
        """Show the layers and colours the board in hand shows."""
        dimmed = self._bench.layers.dimmed
        self.view.set_style(self._main.show_settings, art_palette(), dimmed)
        self._tell_titles()

    def say_anew(self) -> None:
        """Say everything in the language spoken now."""
        self.view.retranslate()
        self._tell_titles()

    # How it is done

    def _split(self, orientation: Qt.Orientation) -> None:
        main = self._main
        look = _look_on(main)
        self.places = places = QSplitter(orientation)
        places.setChildrenCollapsible(False)
        self._column.addWidget(places, 1)  # what stands over it is as high as it needs
        self.titles = PaneTitle(), PaneTitle()
        for title, view in zip(self.titles, (main, self.view), strict=True):
            view.show()
            half = stacked(title, view)
            half.setMinimumSize(160, 120)
            places.addWidget(half)
        self.titles[0].closed.connect(self._close_front)
        self.titles[1].closed.connect(self.end)
        self.titles[1].chosen.connect(self.swap)
        places.setSizes([1000, 1000])
        self.follow_style()
        main.restore_view(look.scale, QPointF(*look.corner))
        main.setFocus()

    def _close_front(self) -> None:
        self.swap()
        self.end()

    def _other_sheet(self) -> Sheet:
        """Return the sheet that was shown last before this one, or this one where it is alone."""
        if len(self._sheets) == 1:
            return self._sheets.current
        return self._shown_before()

    def _take(self, sheet: Sheet, look: Look) -> None:
        self._unfollow()
        self.sheet = sheet
        sheet.changed.connect(self._follow_sheet)
        sheet.replaced.connect(self._follow_sheet)
        sheet.titled.connect(self._tell_titles)
        self._follow_sheet()
        self.view.restore_view(look.scale, QPointF(*look.corner))
        self._tell_titles()

    def _unfollow(self) -> None:
        if self.sheet is not None:
            self.sheet.changed.disconnect(self._follow_sheet)
            self.sheet.replaced.disconnect(self._follow_sheet)
            self.sheet.titled.disconnect(self._tell_titles)

    def _follow_sheet(self) -> None:
        if self.sheet is not None:
            self.view.set_scenario(self.sheet.scenario)

    def _follow_shown(self, sheet: Sheet) -> None:
        """Change roles where what is shown now stood on the second board."""
        before, self._front = self._front, sheet
        if sheet is self.sheet and before is not sheet:
            there = _look_on(self.view)
            self._take(before, before.look)
            self._exchange_halves(there)
        self._tell_titles()

    def _follow_removed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.end()

    def _exchange_halves(self, look: Look) -> None:
        """Put each board where the other one was, the one in hand with a look."""
        second = self.places.widget(1) if self.places else None
        if self.places is not None and second is not None:
            sizes = self.places.sizes()
            self.places.insertWidget(0, second)
            self.places.setSizes(sizes)
            self._main.restore_view(look.scale, QPointF(*look.corner))

    def _show_pointed(self, hex_: Hex | None) -> None:
        if self.sheet is not None:
            self.pointed.emit(self.sheet.scenario, hex_)

    def _tell_titles(self) -> None:
        if self.titles and self.sheet is not None:
            front, other = self.titles
            front.tell(self._sheets.current, in_hand=True)
            other.tell(self.sheet, in_hand=False)
            self.view.setAccessibleName(tr("Board beside: {name}", name=self.sheet.name))


def _look_on(view: BoardView) -> Look:
    """Return where one looks on a board."""
    return Look(scale=view.shown_scale, corner=(view.corner.x(), view.corner.y()))
