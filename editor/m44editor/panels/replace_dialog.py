"""A dialog that replaces all pieces of one kind, with a preview on the board."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QWidget,
)

from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model.edits.piece_edits import PieceKind, count_kinds, kinds_on, replace_kind
from m44core.model.scenario import Scenario
from m44editor.board.board_marks import Highlight
from m44editor.board.board_view import BoardView
from m44editor.board.hex_descriptions import piece_label
from m44editor.interface_text import tr, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.panels.panel_lists import WideComboBox
from m44editor.tools.tool import ToolContext

_NAME_LENGTH = 24  # letters of a piece that are always visible
_MARK = "replaced"  # the name of the highlight on the board
_OUTLINE_WIDTH = 3  # logical pixels


class ReplaceDialog(QDialog):
    """Asks which kind of piece on the board to replace, and by which kind.

    Attributes:
        old: The list to choose the kind to replace from.
        new: The list to choose the replacement from.
        selected: The check box that limits the replacement to the selected hexes.
        count: The label with the number of pieces that will be replaced.
    """

    def __init__(
        self,
        tool_context: ToolContext,
        view: BoardView,
        hovered_hex: Hex | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self._tool_context, self._view = tool_context, view
        self.setWindowTitle(tr("Replace All"))
        self.old, self.new, self.count = WideComboBox(), WideComboBox(), QLabel()
        for box in (self.old, self.new):
            box.setMinimumContentsLength(_NAME_LENGTH)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
        self.selected = QCheckBox(tr("Only in the selection"))
        self.selected.setEnabled(bool(tool_context.selection.hexes))
        self.selected.setChecked(len(tool_context.selection.hexes) > 1)
        self._lay_out()
        self._fill_old_kinds(hovered_hex)
        self._fill_new_kinds()
        self.old.currentIndexChanged.connect(self._fill_new_kinds)
        self.new.currentIndexChanged.connect(self._show_preview)
        self.selected.toggled.connect(self._show_preview)
        self.finished.connect(self._end_preview)
        self._show_preview()

    @property
    def result_scenario(self) -> Scenario:
        """The scenario after the replacement; pieces on locked layers are unchanged."""
        kind, name = self.old.currentData(), self.new.currentData()
        before = self._tool_context.scenario
        after = replace_kind(before, kind, name, self._hexes()) if kind and name else before
        return self._tool_context.with_locked_layers_restored(after)

    def accept(self) -> None:
        """Replace the pieces as one undo step, and close."""
        name = self.new.currentData()
        if name:
            label = self._tool_context.scenario.catalogue.elements[name].noun
            step = message_in("step", "Replace All with {piece}", piece=label)
            self._tool_context.edit(step, self.result_scenario)
        super().accept()

    def _lay_out(self) -> None:
        flags = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(flags.Ok | flags.Cancel)
        self._buttons.button(flags.Ok).setText(tr("Replace"))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow(tr("Replace"), self.old)
        form.addRow(tr("With"), self.new)
        form.addRow(self.selected)
        form.addRow(self.count)
        form.addRow(self._buttons)

    def _end_preview(self) -> None:
        self._view.set_scenario(self._tool_context.scenario)
        self._view.set_mark(_MARK, None)

    def _hexes(self) -> frozenset[Hex]:
        hexes = self._tool_context.selection.hexes if self.selected.isChecked() else frozenset()
        return hexes or frozenset(self._tool_context.scenario.hexes)

    def _fill_old_kinds(self, hovered_hex: Hex | None) -> None:
        scenario = self._tool_context.scenario
        for kind, count in count_kinds(scenario, scenario.hexes).items():
            self.old.addItem(f"{piece_label(kind[1], scenario.catalogue, kind[0])} ({count})", kind)
        selected_hexes = self._tool_context.selection.hexes
        target = next(iter(sorted(selected_hexes)), None) or hovered_hex
        first_kinds = kinds_on(scenario.at(target))[:1] if target is not None else ()
        self._select_first_match(self.old, *first_kinds)

    def _fill_new_kinds(self) -> None:
        kind: PieceKind | None = self.old.currentData()
        self.new.clear()
        for element in self._tool_context.scenario.catalogue.elements.values():
            if kind and element.layer is kind[0] and element.name != kind[1]:
                self.new.addItem(translated(element.title), element.name)
        self._select_first_match(self.new, self._tool_context.brush.element.name)

    def _select_first_match(self, box: QComboBox, *values: object) -> None:
        matches = [i for i in range(box.count()) if box.itemData(i) in values]
        box.setCurrentIndex(matches[0] if matches else 0)

    def _show_preview(self) -> None:
        after = self.result_scenario
        hexes = self._tool_context.preview(after).hexes
        self._view.set_scenario(after)
        outline = self.palette().color(QPalette.ColorRole.Highlight)
        self._view.set_mark(_MARK, Highlight(hexes, outline, width=_OUTLINE_WIDTH))
        number = len(hexes)
        text = tr_n("{number} piece will be replaced", "{number} pieces will be replaced", number)
        self.count.setText(text)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(number > 0)
