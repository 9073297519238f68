"""How hexes are entered: by their names on the board."""

from __future__ import annotations

import re
from dataclasses import dataclass

from m44core.board import Board
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44editor.panels.forms.fields import EntryError


@dataclass(frozen=True, slots=True)
class HexNames:
    """Hexes by their names on *board*; none where nothing is typed.

    Attributes:
        board: The board they are on.
        hint: What the box says while it is empty.
        least: How many must be named.
        most: How many may be named.
        selected: The hexes that are selected on the board, for a button that
            takes them over; None for no such button.
        take: What that button does.
    """

    board: Board
    hint: str = ""
    least: int = 0
    most: int = 99
    selected: tuple[Hex, ...] | None = None
    take: str = "Take the hexes that are selected on the board"

    def show(self, value: tuple[Hex, ...] | None) -> str:
        """Return the names in a row: ``E5, G5``."""
        return ", ".join(self.board.name(hex_) for hex_ in value or ())

    def read(self, text: str) -> tuple[Hex, ...] | None:
        """Return the hexes named, each once.

        Raises:
            EntryError: one of the names is no hex of the board, or they are
                too few or too many.
        """
        names = re.findall(r"[^\s,;]+", text)
        try:
            hexes = tuple(dict.fromkeys(self._hex(name) for name in names))
        except NotationError as error:
            raise EntryError(f"{error}; write names such as E5, G5") from error
        if len(hexes) < self.least:
            raise EntryError("Name at least one hex, such as G5")
        if len(hexes) > self.most:
            raise EntryError("Name one hex only" if self.most == 1 else "These are too many")
        return hexes or None

    def _hex(self, name: str) -> Hex:
        """Return the hex called *name*, whatever its case: no two differ in that alone."""
        try:
            return self.board.hex(name.swapcase())
        except NotationError:
            return self.board.hex(name)
