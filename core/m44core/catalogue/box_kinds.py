"""The boxes a person may own, and which pieces and boards come in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from m44core.board import BoardType, Face
from m44core.catalogue.entries import DATA, entry_errors, read_entries
from m44core.messages.message import Message, titled
from m44core.values import dataclass

BASE = "base"
"""The name of the one box every game needs."""


@dataclass(frozen=True, slots=True)
class BoxKind:
    """A box of the game.

    Attributes:
        name: What scenarios and ``--boxes`` call it: ``terrain``.
        label: What people read: ``Terrain Pack``.
        code: What elements call the box they come in (``TP``); empty where none does.
        boards: The board formats that come in it alone.
        faces: The faces of a standard board that come in it alone.
        pack: Whether a scenario can list it among its packs.
        also: Pieces of other boxes that come in it, too, by their .m44 names.
    """

    name: str
    label: str
    code: str = ""
    boards: frozenset[BoardType] = frozenset()
    faces: frozenset[Face] = frozenset()
    pack: bool = True
    also: frozenset[str] = frozenset()

    @property
    def title(self) -> Message:
        """What a list calls it: ``Battle Maps``."""
        return titled(Message(self.label, f"box.{self.code or self.name}"))


@cache
def load_boxes() -> Mapping[str, BoxKind]:
    """Return the boxes by name, in the order of the official editor; read once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    boxes = {}
    for name, said in read_entries(DATA, "boxes").items():
        with entry_errors(name):
            boards = frozenset(BoardType[board.upper()] for board in said.get("boards", ()))
            faces = frozenset(Face[face.upper()] for face in said.get("faces", ()))
            also = frozenset(said.get("also", ()))
            read = {"boards": boards, "faces": faces, "also": also}
            boxes[name] = BoxKind(name, **{**said, **read})
    return boxes


@cache
def box_with_code(code: str) -> BoxKind | None:
    """Return the box elements call so (``TP``), or None where it is none a person can own."""
    return next((box for box in load_boxes().values() if box.code == code), None)
