"""How hexes are entered: by their names on the board."""

from __future__ import annotations

import re
from dataclasses import dataclass

from m44core.board import Board
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44editor.panels.forms.fields import EntryError, Label

_TAKE = message("Take the hexes that are selected on the board")


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
        own: The hex they belong to: naming it as well says nothing new; None for none.
    """

    board: Board
    hint: Label = ""
    least: int = 0
    most: int = 99
    selected: tuple[Hex, ...] | None = None
    take: Message = _TAKE
    own: Hex | None = None

    def show(self, value: tuple[Hex, ...] | None) -> str:
        """Return the names in a row: ``E5, G5``."""
        return ", ".join(self.board.name(hex_) for hex_ in value or ())

    def read(self, text: str) -> tuple[Hex, ...] | None:
        """Return the hexes named, each once, without the one they belong to.

        Raises:
            EntryError: one of the names is no hex of the board, or they are
                too few or too many.
        """
        names = re.findall(r"[^\s,;]+", text)
        named = dict.fromkeys(self._hex(name) for name in names)
        hexes = tuple(hex_ for hex_ in named if hex_ != self.own)
        if len(hexes) < self.least:
            raise EntryError(message("Name at least one hex, such as {hex}", hex="G5"))
        if len(hexes) > self.most:
            one, many = message("Name one hex only"), message("These are too many")
            raise EntryError(one if self.most == 1 else many)
        return hexes or None

    def _hex(self, name: str) -> Hex:
        """Return the hex called *name*, whatever its case: no two differ in that alone."""
        for spelling in (name.swapcase(), name):
            try:
                return self.board.hex(spelling)
            except NotationError:
                pass
        said = message(
            "{name!r} is not a hex of this board; write names such as {names}",
            name=name,
            names="E5, G5",
        )
        raise EntryError(said)
