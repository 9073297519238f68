"""The boxes of the game, and the pieces and boards that come in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_types import UnitClass
from m44core.catalogue.entries import DATA, entry_error_context, read_entries
from m44core.messages.message import Message, capitalized
from m44core.values import dataclass

BASE = "base"
"""The name of the box that every game needs."""


@dataclass(frozen=True, slots=True)
class BoxKind:
    """A box of the game.

    Attributes:
        name: The key in scenarios and in ``--boxes``: ``terrain``.
        label: The English name: ``Terrain Pack``.
        code: The expansion code of its elements (``TP``); "" if it has none.
        boards: The board formats that come only in this box.
        faces: The faces of standard boards that come only in this box.
        pack: Whether a scenario can list it among its packs.
        also: The .m44 names of pieces of other boxes that it also contains.
        army: The number of figures of each class in its army; empty if unknown or if it has none.
    """

    name: str
    label: str
    code: str = ""
    boards: frozenset[BoardType] = frozenset()
    faces: frozenset[Face] = frozenset()
    pack: bool = True
    also: frozenset[str] = frozenset()
    army: tuple[tuple[UnitClass, int], ...] = ()

    @property
    def title(self) -> Message:
        """The name of the box in a list: ``Battle Maps``."""
        return capitalized(Message(self.label, f"box.{self.code or self.name}"))


@cache
def load_boxes() -> Mapping[str, BoxKind]:
    """Return the boxes by name, in the order of the official editor; cached after the first call.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    boxes = {}
    for name, data in read_entries(DATA, "boxes").items():
        with entry_error_context(name):
            boards = frozenset(BoardType[board.upper()] for board in data.get("boards", ()))
            faces = frozenset(Face[face.upper()] for face in data.get("faces", ()))
            also = frozenset(data.get("also", ()))
            army = tuple((UnitClass(key), number) for key, number in data.get("army", {}).items())
            parsed_fields = {"boards": boards, "faces": faces, "also": also, "army": army}
            boxes[name] = BoxKind(name, **{**data, **parsed_fields})
    return boxes


@cache
def box_with_code(code: str) -> BoxKind | None:
    """Return the box with an expansion code (``TP``); None if there is no such box."""
    return next((box for box in load_boxes().values() if box.code == code), None)
