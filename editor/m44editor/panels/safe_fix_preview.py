"""What all safe fixes change: a list, and the board with the changed hexes marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from m44core.comparing.compare import compare_scenarios
from m44core.comparing.comparison_picture import comparison_drawing
from m44core.drawing.shapes.shapes import Drawing
from m44core.findings.render_findings import message_of
from m44core.model.scenario import Scenario
from m44core.validation.runner import AppliedFix
from m44editor.drawing_icons import drawing_pixmap
from m44editor.interface_text import current_renderer, sentence, tr, tr_n
from m44editor.list_widgets import wrap_items
from m44editor.manual_window import add_help_keys
from m44editor.panels.finding_labels import location_text
from m44editor.screen import resize_to_screen
from m44editor.theme import art_palette

_PICTURE_SIZE = QSize(320, 220)  # minimum size, in logical pixels
_MAX_ROWS = 500
_Button = QDialogButtonBox.StandardButton


class SafeFixPreview(QDialog):
    """Shows what would be fixed; accepted if the user agrees.

    Attributes:
        list: The fixes.
        picture: The board after the fixes, with the changed hexes marked; hidden if none change.
        note: States that the changed hexes are marked, or that none change.
    """

    def __init__(
        self,
        fixes: Sequence[AppliedFix],
        before: Scenario,
        after: Scenario,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setWindowTitle(tr("Apply All Safe Fixes"))
        self.list, self.picture, self.note = QListWidget(self), _Picture(self), QLabel(self)
        wrap_items(self.list)
        self.list.setAccessibleName(tr("Fixes"))
        for fix in fixes[:_MAX_ROWS]:
            self.list.addItem(_fix_line(fix, before))
        if len(fixes) > _MAX_ROWS:
            remaining_count = len(fixes) - _MAX_ROWS
            self.list.addItem(tr_n("… and {number} more", "… and {number} more", remaining_count))
        comparison = compare_scenarios(before, after)
        if comparison.change_kinds_by_hex:
            names = tr("before"), tr("after the fixes")
            self.picture.show_drawing(comparison_drawing(comparison, *names, current_renderer()))
            self.note.setText(tr("The changed hexes are marked."))
        else:
            self.picture.hide()
            self.note.setText(tr("Nothing on the board changes."))
        self._lay_out(len(fixes))

    def _lay_out(self, fix_count: int) -> None:
        heading = QLabel(
            tr_n("This fixes {number} problem:", "This fixes {number} problems:", fix_count), self
        )
        buttons = QDialogButtonBox(_Button.Ok | _Button.Cancel, self)
        buttons.button(_Button.Ok).setText(tr("&Apply"))
        buttons.button(_Button.Cancel).setText(tr("Cancel"))
        buttons.button(_Button.Ok).setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(heading)
        column.addWidget(self.list, 1)
        column.addWidget(self.note)
        column.addWidget(self.picture, 2)
        column.addWidget(buttons)
        buttons.button(_Button.Ok).setFocus()
        resize_to_screen(self, 620, 340 if self.picture.isHidden() else 680)


class _Picture(QLabel):
    """A drawing, fitted to the size of the widget."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._drawing: Drawing = ()
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._draw)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMinimumSize(_PICTURE_SIZE)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setAccessibleName(tr("Board with the changed hexes"))

    def show_drawing(self, drawing: Drawing) -> None:
        """Show a drawing."""
        self._drawing = drawing
        self._timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the drawing."""
        super().resizeEvent(event)
        if self._drawing:
            self._timer.start()

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        self.setPixmap(drawing_pixmap(self._drawing, self.size(), ratio, art_palette()))


def _fix_line(fix: AppliedFix, before: Scenario) -> str:
    """Return a fix as one line: its location, the problem, and the change."""
    place = location_text(fix.diagnostic, before.board)
    problem = sentence(message_of(fix.diagnostic))
    return tr("{place}: {problem} → {fix}", place=place, problem=problem, fix=sentence(fix.title))
