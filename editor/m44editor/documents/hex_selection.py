"""The selected hexes or pieces, shared by the board, the tools and the panels."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from m44core.hexes import Hex
from m44core.model.edits import Pieces
from m44editor.interface_text import tr_n


class Selection(QObject):
    """The selected hexes, unordered; if pieces on them are selected, edits change only these.

    Signals:
        changed: The selected hexes or pieces have changed.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hexes: frozenset[Hex] = frozenset()
        self._pieces: Pieces = {}

    @property
    def hexes(self) -> frozenset[Hex]:
        """The selected hexes."""
        return self._hexes

    @property
    def pieces(self) -> Pieces:
        """The selected pieces; empty if whole hexes are selected."""
        return self._pieces

    def select(self, hexes: Iterable[Hex]) -> None:
        """Select exactly *hexes*, and everything on them."""
        self._set(frozenset(hexes), {})

    def select_pieces(self, pieces: Pieces) -> None:
        """Select exactly *pieces*: the layers of each hex, without the rest of the hex."""
        self._set(frozenset(pieces), {hex_: pieces[hex_] for hex_ in sorted(pieces)})

    def select_same_layers(self, hexes: Iterable[Hex]) -> None:
        """Select exactly *hexes*; if pieces are selected, only pieces on the same layers."""
        layers = frozenset().union(*self._pieces.values())
        after = {hex_: self._pieces.get(hex_, layers) for hex_ in hexes}
        if self._pieces:
            self.select_pieces(after)
        else:
            self.select(after)

    def _set(self, hexes: frozenset[Hex], pieces: Pieces) -> None:
        if (hexes, pieces) != (self._hexes, self._pieces):
            self._hexes, self._pieces = hexes, pieces
            self.changed.emit()


def selected_pieces_text(number: int) -> str:
    """Return a text with the number of selected pieces."""
    return tr_n(
        "{number} piece selected, without the rest of its hex",
        "{number} pieces selected, without the rest of their hexes",
        number,
    )
