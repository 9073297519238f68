"""File > Export Picture: which parts of the board to draw, how large and in which colors."""

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
    QWidget,
)

from m44core.drawing.board.board_picture import PRESETS, Framing, PicturePreset, picture_of
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.drawing.shapes.shapes import Drawing
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, ink_palette
from m44editor.documents.editor_settings import enum_setting
from m44editor.interface_text import current_renderer, tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.number_fields import NumberField
from m44editor.overlays.overlay_controller import overlay_drawing
from m44editor.screen_reader import announce
from m44editor.windows.editor_context import EditorContext
from m44editor.windows.picture_export import export_in_background, image_of
from m44editor.windows.sheet_window import INKS

_PRESET, _INK = "picture/preset", "picture/ink"
_ON_SCREEN = ""
_PRESET_LABELS: dict[str, Message] = {
    _ON_SCREEN: message("As on screen"),
    PicturePreset.FORUM: message("Forum: hex names and a legend"),
    PicturePreset.PRINT: message("Print: large"),
    PicturePreset.THUMBNAIL: message("Thumbnail"),
}
_DEFAULT_SIZE = 2000  # pixels of the longer side
_SIZE_RANGE = (64, 16000)
_MAX_MARGIN = 400  # units


class PictureExportDialog(QDialog):
    """Asks how to draw a picture of the board; copies the picture, or is accepted to save it.

    Attributes:
        preset_box: The preset.
        size_box: Pixels of the longer side; PDF and SVG ignore it.
        names: Whether to write the name of every hex.
        legend: Whether to name the kinds of pieces below the board.
        ink: The amount of ink to use.
        margin: Width of the transparent margin, in hundredths of a hex.
        copied_label: Reports that the picture was copied.
        save: The Save button.
        copy: The Copy button.
    """

    def __init__(
        self,
        scenario: Scenario,
        visible_layers: VisibleLayers,
        overlay: Drawing,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export Picture"))
        add_help_keys(self)
        self._scenario, self._visible_layers, self._overlay = scenario, visible_layers, overlay
        self._settings = settings
        self.preset_box, self.ink = QComboBox(self), QComboBox(self)
        self.size_box, self.margin = NumberField(self), NumberField(self)
        self.names, self.legend = QCheckBox(tr("&Hex names")), QCheckBox(tr("&Legend"))
        self.copied_label = QLabel(self)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        roles = QDialogButtonBox.ButtonRole
        self.save = self._buttons.addButton(tr("&Save…"), roles.AcceptRole)
        self.copy = self._buttons.addButton(tr("&Copy"), roles.ActionRole)
        self._fill()
        self._lay_out()
        self._apply_preset()
        self.preset_box.currentIndexChanged.connect(self._apply_preset)
        self.copy.clicked.connect(self._copy)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    @property
    def framing(self) -> Framing:
        """The part of the board to draw, and its surroundings."""
        preset = self.preset_box.currentData()
        show = PRESETS[PicturePreset(preset)].show if preset else self._visible_layers
        show = replace(show, hex_names=self.names.isChecked())
        return Framing(show, self.legend.isChecked(), self.margin.value())

    @property
    def chosen_ink(self) -> Ink:
        """The chosen ink."""
        return Ink(self.ink.currentData())

    @property
    def scale(self) -> float:
        """Pixels per unit, so that the longer side has the chosen size."""
        picture = picture_of(self._scenario, self.framing, current_renderer())
        return self.size_box.value() / max(picture.width, picture.height)

    def accept(self) -> None:
        """Store the chosen preset and ink, and close."""
        self._settings.setValue(_PRESET, self.preset_box.currentData())
        self._settings.setValue(_INK, self.ink.currentData())
        super().accept()

    def _fill(self) -> None:
        for preset, words in _PRESET_LABELS.items():
            self.preset_box.addItem(translated(words), str(preset))
        for ink, words in INKS.items():
            self.ink.addItem(translated(words), ink.value)
        stored_preset = str(self._settings.value(_PRESET, _ON_SCREEN))
        self.preset_box.setCurrentIndex(max(self.preset_box.findData(stored_preset), 0))
        self.ink.setCurrentIndex(
            self.ink.findData(enum_setting(self._settings, _INK, Ink.COLOUR).value)
        )
        self.size_box.setRange(*_SIZE_RANGE)
        self.size_box.setSingleStep(100)
        self.margin.setRange(0, _MAX_MARGIN)
        self.margin.setSingleStep(10)

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.addRow(tr("&Preset"), self.preset_box)
        form.addRow(tr("Longer s&ide in pixels"), self.size_box)
        form.addRow(tr("In&k"), self.ink)
        form.addRow(tr("Transparent &margin"), self.margin)
        form.addRow(self.names)
        form.addRow(self.legend)
        form.addRow(self.copied_label)
        form.addRow(self._buttons)

    def _apply_preset(self) -> None:
        """Set hex names, legend and size to the defaults of the preset."""
        preset = self.preset_box.currentData()
        defaults = PRESETS[PicturePreset(preset)] if preset else None
        self.names.setChecked((defaults.show if defaults else self._visible_layers).hex_names)
        self.legend.setChecked(defaults.legend if defaults else False)
        self.size_box.setValue(defaults.size if defaults else _DEFAULT_SIZE)

    def _copy(self) -> None:
        """Copy the picture to the clipboard; the dialog stays open."""
        picture = picture_of(self._scenario, self.framing, current_renderer(), self._overlay)
        image = image_of(picture, self.scale, ink_palette(self.chosen_ink))
        QGuiApplication.clipboard().setImage(image)
        text = tr(
            "Copied the image ({width} × {height} pixels)",
            width=image.width(),
            height=image.height(),
        )
        self.copied_label.setText(text)
        announce(self, text)


def export_board(context: EditorContext) -> None:
    """Ask for the options and the file of a board picture, and export it in the background."""
    scenario, overlay = context.document.scenario, overlay_drawing(context.view)
    visible_layers, settings = context.view.visible_layers, context.settings
    dialog = PictureExportDialog(scenario, visible_layers, overlay, settings, context.window)
    if dialog.exec():
        default_path, framing, palette = (
            context.files.export_path,
            dialog.framing,
            ink_palette(dialog.chosen_ink),
        )
        jobs, scale = context.jobs, dialog.scale
        export_in_background(
            jobs, context.window, scenario, default_path, framing, scale, palette, overlay
        )
    dialog.deleteLater()
