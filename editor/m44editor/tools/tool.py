"""The base class of the tools, their context, and the mirror of the painting tools."""

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
    MirrorKind,
    mirror_mapping,
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

MIRROR_TEXTS: Mapping[MirrorKind | None, Message] = {
    None: message("Painting is not mirrored"),
    MirrorKind.LEFT_RIGHT: message("Painting is mirrored horizontally"),
    MirrorKind.TOP_BOTTOM: message("Painting is mirrored vertically"),
    MirrorKind.HALF_TURN: message("Painting is mirrored through the center of the board"),
}

PAINTING_TOOLS = frozenset({"brush", "path", "rectangle", "ellipse", "fill"})
"""The tools that place the current piece."""


class Symmetry:
    """The mirror of the painting tools.

    Attributes:
        mirror: The kind of mirror; None for no mirror.
        swaps_sides: Whether mirrored units belong to the enemy side.
    """

    def __init__(self) -> None:
        self.mirror: MirrorKind | None = None
        self.swaps_sides = True

    def apply(self, before: Scenario, after: Scenario) -> Scenario:
        """Return *after* with the mirror image of the edit added, if there is a mirror."""
        if self.mirror is None:
            return after
        return with_mirror_image(before, after, self.mirror, swap_sides=self.swaps_sides)

    def mirror_images(self, board: Board, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
        """Return the mirror images of hexes, in the same order; empty if there is no mirror."""
        return tuple(map(mirror_mapping(board, self.mirror), hexes)) if self.mirror else ()


@dataclass(frozen=True)
class ToolContext:
    """The context of the tools: the document, the selection and the settings of the painting tools.

    Attributes:
        document: The open document.
        selection: The selection.
        brush: The brush.
        symmetry: The mirror of the painting tools.
        layers: The visibility and the locks of the layers.
    """

    document: Document
    selection: Selection
    brush: Brush
    symmetry: Symmetry = field(default_factory=Symmetry)
    layers: Layers = field(default_factory=Layers)

    @property
    def scenario(self) -> Scenario:
        """The current scenario."""
        return self.document.scenario

    @property
    def editable_scenario(self) -> Scenario:
        """The current scenario without the pieces on locked or hidden layers."""
        return without_parts(self.scenario, self.layers.protected_fields)

    def with_locked_layers_restored(self, after: Scenario) -> Scenario:
        """Return *after*, but with the locked and hidden layers of the current scenario."""
        return with_parts_of(self.scenario, after, self.layers.protected_fields)

    def edit(self, text: Message, after: Scenario, stroke: int = 0) -> None:
        """Make *after* the current scenario, except for locked and hidden layers.

        Args:
            text: The name of the undo step.
            after: The new scenario.
            stroke: Steps with the same non-zero number are merged.
        """
        self.document.edit(text, self.with_locked_layers_restored(after), stroke)

    def preview(self, after: Scenario) -> Preview:
        """Return a preview of an edit, which leaves out locked and hidden layers."""
        return preview_of(self.scenario, self.with_locked_layers_restored(after))


@dataclass(frozen=True)
class Preview:
    """A preview of a tool's effect on the board.

    Attributes:
        arts: The pieces to show half transparent, by hex.
        hexes: Hexes that would change.
        band: The rubber band, in units; None if there is none.
        faults: Hexes of a path for which there is no tile.
        route: The route of the path, hex by hex; shown where there are faults.
        after: The scenario after the edit if the edit places a unit; otherwise None.
    """

    arts: Mapping[Hex, tuple[Art, ...]] = field(default_factory=dict)
    hexes: frozenset[Hex] = frozenset()
    band: QRectF | None = None
    faults: frozenset[Hex] = frozenset()
    route: tuple[Hex, ...] = ()
    after: Scenario | None = None


NO_PREVIEW = Preview()


class Tool:
    """One way to use the mouse on the board; this base class does nothing.

    Attributes:
        name: The name of its command, such as ``brush``.
        cursor: The shape of the mouse pointer.
    """

    name = ""
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, tool_context: ToolContext) -> None:
        self.tool_context = tool_context

    def activate(self) -> None:
        """Prepare for use; called when the tool becomes the current one."""

    def status_text(self) -> str:
        """Return a text for the status bar; empty if there is none."""
        return ""

    def press(self, event: BoardEvent) -> None:
        """Handle a press of the button."""

    def drag(self, event: BoardEvent) -> None:
        """Handle a move of the pointer while the button is held."""

    def release(self, event: BoardEvent) -> None:
        """Handle the release of the button."""

    def cancel(self) -> bool:
        """Undo the current drag or stroke; return whether there was one."""
        return False

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the preview for a pointer over a hex; *hex_* is None if it is off the board."""
        return NO_PREVIEW


def preview_of(before: Scenario, after: Scenario) -> Preview:
    """Return a preview of an edit: the pieces that it adds or changes."""
    if before is after:
        return NO_PREVIEW
    hexes = before.hexes.keys() | after.hexes.keys()
    changed_hexes = frozenset(h for h in hexes if before.at(h) is not after.at(h))
    arts = {h: _added_arts(before, after, h) for h in changed_hexes}
    places_unit = any(after.at(h).unit not in (None, before.at(h).unit) for h in changed_hexes)
    return Preview(arts, changed_hexes, after=after if places_unit else None)


def _added_arts(before: Scenario, after: Scenario, hex_: Hex) -> tuple[Art, ...]:
    visible_arts = set(arts_of_hex(before, hex_, VisibleLayers()))
    return tuple(
        art for art in arts_of_hex(after, hex_, VisibleLayers()) if art not in visible_arts
    )
