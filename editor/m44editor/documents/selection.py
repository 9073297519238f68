"""Which hexes are selected, shared by the board, the tools and the panels."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from m44core.hexes import Hex


class Selection(QObject):
    """The selected hexes, in no order."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hexes: frozenset[Hex] = frozenset()

    @property
    def hexes(self) -> frozenset[Hex]:
        """The selected hexes."""
        return self._hexes

    def select(self, hexes: Iterable[Hex]) -> None:
        """Select exactly *hexes*."""
        after = frozenset(hexes)
        if after != self._hexes:
            self._hexes = after
            self.changed.emit()
