"""File > Export Picture: what is drawn of the board, how large and in which colours."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from m44core.drawing.board.board_picture import PRESETS, Framing, Preset, picture_of
from m44core.drawing.board.scenario_drawing import Show
from m44core.drawing.shapes.shapes import Drawing
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, palette_of
from m44editor.documents.editor_settings import one_of
from m44editor.interface_text import spoken, told, tr
from m44editor.overlays.overlay_controller import overlay_drawing
from m44editor.screen_reader import announce
from m44editor.windows.editor_context import EditorContext
from m44editor.windows.picture_export import export_beside, image_of
from m44editor.windows.sheet_window import INKS

_PRESET, _INK = "picture/preset", "picture/ink"
_AS_SHOWN = ""
_USES: dict[str, Message] = {
    _AS_SHOWN: message("As on the screen"),
    Preset.FORUM: message("Forum: names and a legend"),
    Preset.PRINT: message("Print: large"),
    Preset.THUMBNAIL: message("Thumbnail"),
}
_USUAL = 2000  # pixels of the longer side
_SIZES = (64, 16000)
_WIDEST = 400  # units of a margin


class PictureDialog(QDialog):
    """Asks what a picture of the board is to be like; copies it, or lets it be saved.

    Attributes:
        use: What it is for.
        size_box: Pixels of its longer side; of a PDF or an SVG the size does not matter.
        names: Whether every hex is named.
        legend: Whether kinds of pieces are named below the board.
        ink: How much ink it takes.
        margin: How wide its transparent margin is, in hundredths of a hex.
        copied: Says that it was copied.
        save: Asks for a file.
        copy: Puts the picture on the clipboard.
    """

    def __init__(
        self,
        scenario: Scenario,
        show: Show,
        over: Drawing,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export Picture"))
        self._scenario, self._shown, self._over = scenario, show, over
        self._settings = settings
        self.use, self.ink = QComboBox(self), QComboBox(self)
        self.size_box, self.margin = QSpinBox(self), QSpinBox(self)
        self.names, self.legend = QCheckBox(tr("&Names of the hexes")), QCheckBox(tr("&Legend"))
        self.copied = QLabel(self)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        roles = QDialogButtonBox.ButtonRole
        self.save = self._buttons.addButton(tr("&Save…"), roles.AcceptRole)
        self.copy = self._buttons.addButton(tr("&Copy"), roles.ActionRole)
        self._fill()
        self._lay_out()
        self._follow_use()
        self.use.currentIndexChanged.connect(self._follow_use)
        self.copy.clicked.connect(self._copy)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    @property
    def framing(self) -> Framing:
        """What of the board is drawn, and what round it."""
        preset = self.use.currentData()
        show = PRESETS[Preset(preset)].show if preset else self._shown
        show = replace(show, hex_names=self.names.isChecked())
        return Framing(show, self.legend.isChecked(), self.margin.value())

    @property
    def colours(self) -> Ink:
        """How much ink it takes."""
        return Ink(self.ink.currentData())

    @property
    def scale(self) -> float:
        """Pixels a unit."""
        made = picture_of(self._scenario, self.framing, spoken())
        return self.size_box.value() / max(made.width, made.height)

    def accept(self) -> None:
        """Remember what was chosen."""
        self._settings.setValue(_PRESET, self.use.currentData())
        self._settings.setValue(_INK, self.ink.currentData())
        super().accept()

    def _fill(self) -> None:
        for use, words in _USES.items():
            self.use.addItem(told(words), str(use))
        for ink, words in INKS.items():
            self.ink.addItem(told(words), ink.value)
        remembered = str(self._settings.value(_PRESET, _AS_SHOWN))
        self.use.setCurrentIndex(max(self.use.findData(remembered), 0))
        self.ink.setCurrentIndex(self.ink.findData(one_of(self._settings, _INK, Ink.COLOUR).value))
        self.size_box.setRange(*_SIZES)
        self.size_box.setSingleStep(100)
        self.margin.setRange(0, _WIDEST)
        self.margin.setSingleStep(10)

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.addRow(tr("&For"), self.use)
        form.addRow(tr("Pixels of the longer s&ide"), self.size_box)
        form.addRow(tr("In&k"), self.ink)
        form.addRow(tr("Transparent &margin"), self.margin)
        form.addRow(self.names)
        form.addRow(self.legend)
        form.addRow(self.copied)
        form.addRow(self._buttons)

    def _follow_use(self) -> None:
        """Choose what a picture for this is usually like."""
        preset = self.use.currentData()
        usual = PRESETS[Preset(preset)] if preset else None
        self.names.setChecked((usual.show if usual else self._shown).hex_names)
        self.legend.setChecked(usual.legend if usual else False)
        self.size_box.setValue(usual.size if usual else _USUAL)

    def _copy(self) -> None:
        """Put the picture on the clipboard; the dialog stays."""
        made = picture_of(self._scenario, self.framing, spoken(), self._over)
        image = image_of(made, self.scale, palette_of(self.colours))
        QGuiApplication.clipboard().setImage(image)
        said = tr("Copied {width} by {height} pixels", width=image.width(), height=image.height())
        self.copied.setText(said)
        announce(self, said)


def export_board(context: EditorContext) -> None:
    """Ask what a picture of the board is to be like, then for a file, and draw it there."""
    scenario, over = context.document.scenario, overlay_drawing(context.view)
    show, settings = context.view.show_settings, context.settings
    asked = PictureDialog(scenario, show, over, settings, context.window)
    if asked.exec():
        place, framing, colours = (
            context.files.picture_place,
            asked.framing,
            palette_of(asked.colours),
        )
        jobs, scale = context.jobs, asked.scale
        export_beside(jobs, context.window, scenario, place, framing, scale, colours, over)
    asked.deleteLater()
