"""The base class of the tools, what they work on, and the mirror of the painting tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from PySide6.QtCore import QRectF, Qt

from m44core.board import Board
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex
from m44core.drawing.shapes.art import Art
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.edits import (
    Mirror,
    mirror_place,
    with_mirror_image,
    with_parts_of,
    without_parts,
)
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.board.board_view import BoardEvent
from m44editor.documents.board_layers import Layers
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.tools.brush import Brush

MIRROR_TEXTS: Mapping[Mirror | None, Message] = {
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
        self.swaps_sides = True

    def apply(self, before: Scenario, after: Scenario) -> Scenario:
        """Return an edit together with its mirror image."""
        if self.how is None:
            return after
        return with_mirror_image(before, after, self.how, swap_sides=self.swaps_sides)

    def images(self, board: Board, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        """Return where the mirror shows hexes, in their order; nothing without a mirror."""
        return tuple(map(mirror_place(board, self.how), hexes)) if self.how else ()


PAINTING_TOOLS = frozenset({"brush", "path", "rectangle", "ellipse", "fill"})
"""The tools that lay the piece in hand."""


@dataclass(frozen=True)
class Bench:
    """What tools work on.

    Attributes:
        document: The open document.
        selection: The selected hexes.
        brush: The piece in hand.
        symmetry: Whether painting is mirrored.
        layers: What tools leave alone.
    """

    document: Document
    selection: Selection
    brush: Brush
    symmetry: Symmetry = field(default_factory=Symmetry)
    layers: Layers = field(default_factory=Layers)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it stands now."""
        return self.document.scenario

    @property
    def editable_scenario(self) -> Scenario:
        """The scenario without the layers that are locked or hidden."""
        return without_parts(self.scenario, self.layers.protected_fields)

    def restore_locked(self, after: Scenario) -> Scenario:
        """Return an edit but for what is locked or hidden, which stays as it is."""
        return with_parts_of(self.scenario, after, self.layers.protected_fields)

    def edit(self, text: Message, after: Scenario, stroke: int = 0) -> None:
        """Make an edit but for what is locked or hidden, as one step or part of a stroke."""
        self.document.edit(text, self.restore_locked(after), stroke)

    def preview(self, after: Scenario) -> Preview:
        """Return a preview of an edit."""
        return preview_of(self.scenario, self.restore_locked(after))


@dataclass(frozen=True)
class Preview:
    """What a tool shows over the board.

    Attributes:
        arts: Pieces that would be there, shown half transparent.
        hexes: Hexes that would change.
        band: A rubber band, in units.
        faults: Hexes where something cannot be as it is wanted.
        route: The way that is wanted, hex by hex; it is shown where there are faults.
        after: The scenario as it would be where a unit is dragged or in hand; else None.
    """

    arts: Mapping[Hex, tuple[Art, ...]] = field(default_factory=dict)
    hexes: frozenset[Hex] = frozenset()
    band: QRectF | None = None
    faults: frozenset[Hex] = frozenset()
    route: tuple[Hex, ...] = ()
    after: Scenario | None = None


NO_PREVIEW = Preview()


class Tool:
    """One way to use the mouse on the board. The default does nothing.

    Attributes:
        name: The name of its action, such as ``brush``.
        cursor: The mouse pointer it shows.
    """

    name = ""
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def activate(self) -> None:
        """Make ready: the tool is used from now on."""

    def status_text(self) -> str:
        """Return what there is to say of what it shows, for the status bar; empty for nothing."""
        return ""

    def press(self, event: BoardEvent) -> None:
        """Begin something: the left button went down."""

    def drag(self, event: BoardEvent) -> None:
        """Go on with it: the pointer moved with the button held."""

    def release(self, event: BoardEvent) -> None:
        """Finish it: the button came up."""

    def cancel(self) -> bool:
        """Undo what a running drag did so far; tell whether there was one."""
        return False

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return what to show while the pointer is over a hex."""
        return NO_PREVIEW


def preview_of(before: Scenario, after: Scenario) -> Preview:
    """Return a preview of an edit: the pieces that it adds or changes."""
    if before is after:
        return NO_PREVIEW
    hexes = before.hexes.keys() | after.hexes.keys()
    changed = frozenset(h for h in hexes if before.at(h) is not after.at(h))
    arts = {h: _added_arts(before, after, h) for h in changed}
    places = any(after.at(h).unit not in (None, before.at(h).unit) for h in changed)
    return Preview(arts, changed, after=after if places else None)


def _added_arts(before: Scenario, after: Scenario, hex_: Hex) -> tuple[Art, ...]:
    shown = set(arts_of_hex(before, hex_, VisibleLayers()))
    return tuple(art for art in arts_of_hex(after, hex_, VisibleLayers()) if art not in shown)
