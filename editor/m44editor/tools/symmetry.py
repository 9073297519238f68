"""Whether what is painted is painted in a mirror too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from m44core.board import Board
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.edits import Mirror, mirror_place, with_image
from m44core.model.scenario import Scenario

WORDS: Mapping[Mirror | None, Message] = {
    None: message("Painting is not mirrored"),
    Mirror.LEFT_RIGHT: message("Painting is mirrored left and right"),
    Mirror.TOP_BOTTOM: message("Painting is mirrored top and bottom"),
    Mirror.HALF_TURN: message("Painting is repeated half a turn around the middle"),
}


class Symmetry:
    """Where the mirror of the painting tools stands.

    Attributes:
        how: Where it stands; None for no mirror.
        swaps: Whether units are of the other side in it.
    """

    def __init__(self) -> None:
        self.how: Mirror | None = None
        self.swaps = True

    def apply(self, before: Scenario, after: Scenario) -> Scenario:
        """Return an edit together with its mirror image."""
        if self.how is None:
            return after
        return with_image(before, after, self.how, swap_sides=self.swaps)

    def images(self, board: Board, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        """Return where the mirror shows hexes, in their order; nothing without a mirror."""
        return tuple(map(mirror_place(board, self.how), hexes)) if self.how else ()
