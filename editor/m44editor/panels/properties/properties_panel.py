"""The properties panel: everything on the selected hexes, or only the selected pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from m44core.board import Section as BoardSection
from m44core.hexes import Hex
from m44core.messages.message import message
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection, selected_pieces_text
from m44editor.interface_text import tr, tr_n, translated
from m44editor.panels.forms.fields import (
    Field,
    Section,
    TextLines,
    common_value,
    unknown_keys_section,
)
from m44editor.panels.forms.form import FormPanel
from m44editor.panels.properties.marker_fields import tag_sections
from m44editor.panels.properties.selected_pieces import SelectedHexes
from m44editor.panels.properties.tile_fields import piece_sections
from m44editor.panels.properties.unit_fields import unit_sections
from m44editor.type_ranks import set_text_rank


def label_section(selected_hexes: SelectedHexes) -> Section:
    """Return the section for the labels of the selected hexes, which are edited together."""
    hexes = selected_hexes.hexes
    field = Field(
        f"/labels/{selected_hexes.names}",
        message("Text"),
        TextLines(hint=message("a place name, on one or more lines")),
        common_value([selected_hexes.scenario.labels.get(hex_, ()) for hex_ in hexes]),
        lambda scenario, lines: _with_label(scenario, hexes, lines),
    )
    has_label = any(hex_ in selected_hexes.scenario.labels for hex_ in hexes)
    remove = (lambda scenario: _with_label(scenario, hexes, ())) if has_label else None
    return Section(key="label", title=message("Label"), fields=(field,), remove=remove)


def _with_label(scenario: Scenario, hexes: tuple[Hex, ...], lines: tuple[str, ...]) -> Scenario:
    return scenario.with_labels(dict.fromkeys(hexes, lines))


_HEX_TITLES = {
    (BoardSection.LEFT,): message("Hex {name}, left section"),
    (BoardSection.LEFT, BoardSection.CENTRE): message("Hex {name}, left and center sections"),
    (BoardSection.CENTRE,): message("Hex {name}, center section"),
    (BoardSection.CENTRE, BoardSection.RIGHT): message("Hex {name}, center and right sections"),
    (BoardSection.RIGHT,): message("Hex {name}, right section"),
}


class PropertiesPanel(FormPanel):
    """Shows and edits the pieces on the selected hexes, grouped by kind.

    If single pieces are selected, for example by side or kind, it shows and edits only those.
    """

    def __init__(
        self, document: Document, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(document, parent)
        self._selection = selection
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._title.setContentsMargins(10, 8, 10, 0)
        self.form.setAccessibleName(tr("Properties of the selected hexes"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._title)
        layout.addWidget(self.form, 1)
        selection.changed.connect(self._on_selection_changed)
        self.connect_document()

    def _on_selection_changed(self) -> None:
        if self.isVisible():
            self._refresh()

    def _is_affected(self, before: Scenario, after: Scenario) -> bool:
        return _has_changed(before, after, self._selection.hexes)

    @property
    def _shown_hexes(self) -> SelectedHexes:
        """The selected hexes, or the selected pieces on them."""
        selection = self._selection
        return SelectedHexes.from_hexes(self._document.scenario, selection.hexes, selection.pieces)

    def _refresh(self) -> None:
        selected_hexes = self._shown_hexes
        self._title.setText(_selection_title(selected_hexes))
        set_text_rank(self._title, "section" if selected_hexes.hexes else "hint")
        self.form.show_sections(list(_property_sections(selected_hexes)))


def _has_changed(before: Scenario, after: Scenario, hexes: Iterable[Hex]) -> bool:
    """Return whether anything shown has changed; contents of hexes are compared by identity."""
    return before.board is not after.board or any(
        before.at(hex_) is not after.at(hex_) or before.labels.get(hex_) != after.labels.get(hex_)
        for hex_ in hexes
    )


def _selection_title(selected_hexes: SelectedHexes) -> str:
    if selected_hexes.pieces:
        return selected_pieces_text(
            edits.count_pieces(selected_hexes.scenario, selected_hexes.pieces)
        )
    match selected_hexes.hexes:
        case ():
            return tr("Select a hex on the board to view and edit its contents.")
        case (hex_,):
            title = _HEX_TITLES[selected_hexes.scenario.board.sections(hex_)]
            return translated(replace(title, values={"name": selected_hexes.names}))
        case hexes:
            return tr_n(
                "{number} hex selected; changes apply to every selected hex that has the piece",
                "{number} hexes selected; changes apply to every selected hex that has the piece",
                len(hexes),
            )


def _property_sections(selected_hexes: SelectedHexes) -> Iterator[Section]:
    if selected_hexes.hexes:
        yield from piece_sections(selected_hexes)
        yield from unit_sections(selected_hexes)
        yield from tag_sections(selected_hexes)
    if selected_hexes.hexes and not selected_hexes.pieces:
        yield label_section(selected_hexes)
        yield from _unknown_keys_sections(selected_hexes)


def _unknown_keys_sections(selected_hexes: SelectedHexes) -> Iterator[Section]:
    extra = selected_hexes.contents()[0].extra if len(selected_hexes.hexes) == 1 else {}
    if extra:
        yield unknown_keys_section(selected_hexes.pointer, extra)
