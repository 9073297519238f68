"""The commands of the Edit, Board and Tools menus that act on the selected hexes."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Direction, Hex
from m44core.messages.message import Message, listed, message_in
from m44core.model import edits
from m44core.model.edits import Clip
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Unit
from m44core.values import dataclass
from m44editor.board.board_view import BoardView
from m44editor.documents.document import new_stroke_number
from m44editor.documents.hex_selection import selected_pieces_text
from m44editor.interface_text import tr, tr_n, translated
from m44editor.tools.paste_tool import PasteTool, central_hex
from m44editor.tools.path_tool import PathTool
from m44editor.tools.tool import ToolContext
from m44editor.tools.toolbox import Toolbox

_PAINT_TOOLS = {"brush", "rectangle", "ellipse", "fill"}


def copy_to_clipboard(clip: Clip, scenario: Scenario) -> None:
    """Put a clip of *scenario* on the system clipboard."""
    from m44editor.documents.clip_text import clip_to_text  # 1 ms

    QGuiApplication.clipboard().setText(clip_to_text(clip, scenario))


def clip_from_clipboard(catalogue: Catalogue) -> Clip | None:
    """Return the clip on the system clipboard; None if the clipboard contains anything else.

    Its pieces are looked up in *catalogue*.
    """
    from m44editor.documents.clip_text import clip_from_text  # 1 ms

    part = clip_from_text(QGuiApplication.clipboard().text(), catalogue)
    return part.clip if part else None


class EditCommands(QObject):
    """Cut, copy, paste, duplicate, delete, rotate and move; each edit is one undo step.

    They act on the selected hexes; if none are selected, on the hex under the pointer.

    Signals:
        status_message: A command has something to report in the status bar; carries its result, or
            the reason why it did nothing.
    """

    status_message = Signal(str)

    def __init__(self, tool_context: ToolContext, view: BoardView, toolbox: Toolbox) -> None:
        super().__init__(view)
        self._tool_context = tool_context
        self._view = view
        self._toolbox = toolbox
        self._parts = edits.ClipParts.ALL
        self._nudger = Nudger(tool_context)
        toolbox.area_picked.connect(self._use_area_as_stamp)

    @property
    def parts(self) -> edits.ClipParts:
        """The parts of copied hexes to paste."""
        return self._parts

    @property
    def pieces(self) -> edits.Pieces:
        """The selected pieces; empty if the commands act on everything on the hexes."""
        return self._tool_context.selection.pieces

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes the commands act on; empty if none are selected or pointed at."""
        selected_hexes = self._tool_context.selection.hexes
        hovered_hex = self._view.cursor_hex or self._view.hovered_hex
        return selected_hexes or (
            frozenset({hovered_hex}) if hovered_hex is not None else frozenset()
        )

    def cut(self) -> None:
        """Copy the hexes or the selected pieces, and remove what was copied."""
        if self.copy():
            self._edit(message_in("step", "Cut"), self._cleared_scenario())

    def copy(self) -> bool:
        """Copy the hexes to the system clipboard; return whether there was anything to copy."""
        clip = self.clip()
        if clip is not None:
            copy_to_clipboard(clip, self._tool_context.scenario)
        return clip is not None

    def paste(self) -> None:
        """Start pasting the clipboard, to be placed by a click; report if it contains no hexes."""
        clip = clip_from_clipboard(self._tool_context.scenario.catalogue)
        if clip is None:
            self.status_message.emit(tr("The clipboard contains no scenario hexes"))
            return
        self._start_paste(clip)

    def stamp(self) -> None:
        """Use a copy of the hexes as a stamp, which can be placed any number of times."""
        clip = self.clip()
        if clip is not None:
            self.use_stamp(clip)

    def use_stamp(self, clip: edits.Clip) -> None:
        """Use a clip as a stamp."""
        self._start_paste(clip, repeats=True)

    def set_pasted_parts(self, parts: edits.ClipParts) -> None:
        """Set the parts of copied hexes to paste, now and in later pastes."""
        self._parts = parts
        tool = self._toolbox.tool
        if isinstance(tool, PasteTool):
            tool.parts = parts
            self._toolbox.update_preview()

    def mirror_clip(self, mirror: edits.MirrorKind) -> None:
        """Mirror the copy that is being pasted; report if there is none."""
        tool = self._toolbox.tool
        if isinstance(tool, PasteTool):
            tool.mirror(mirror)
            self._toolbox.update_preview()
        else:
            self.status_message.emit(tr("Nothing to flip: paste hexes or make a stamp first"))

    def clip(self) -> edits.Clip | None:
        """Return the hexes, or the selected pieces, as a clip.

        If there is nothing to copy, report that and return None.
        """
        return self._clip_of(self.hexes, self.pieces)

    def _use_area_as_stamp(self, hexes: frozenset[Hex]) -> None:
        clip = self._clip_of(hexes, {})
        if clip is not None:
            self.use_stamp(clip)

    def _cleared_scenario(self) -> Scenario:
        scenario, pieces = self._tool_context.scenario, self.pieces
        return (
            edits.clear_pieces(scenario, pieces)
            if pieces
            else edits.clear_hexes(scenario, self.hexes)
        )

    def _clip_of(self, hexes: frozenset[Hex], pieces: edits.Pieces) -> edits.Clip | None:
        scenario, anchor = self._tool_context.scenario, central_hex(hexes)
        if pieces:
            clip = edits.copy_pieces(scenario, pieces, anchor)
        else:
            clip = edits.copy_hexes(scenario, hexes, anchor)
        if not clip:
            self.status_message.emit(tr("Nothing to copy: select a hex that is not empty"))
            return None
        return clip

    def _start_paste(self, clip: edits.Clip, *, repeats: bool = False) -> None:
        when_finished = self._toolbox.use_previous_tool
        tool = PasteTool(self._tool_context, clip, when_finished, self._parts, repeats=repeats)
        self._toolbox.use_tool(tool)
        self._view.setFocus()

    def duplicate(self) -> None:
        """Copy the hexes, and start pasting the copy."""
        if self.copy():
            self.paste()

    def delete(self) -> None:
        """Clear the hexes, or remove the selected pieces."""
        before, after = self._tool_context.scenario, self._cleared_scenario()
        if after == before:
            self.status_message.emit(tr("Nothing to delete: select a hex that is not empty"))
        self._edit(message_in("step", "Delete"), after)

    def nudge(self, direction: NudgeDirection) -> None:
        """Move the hexes or the selected pieces by one hex; pieces they pass over stay in place.

        If nothing can be moved, report why.
        """
        if not self.hexes:
            self.status_message.emit(tr("Select the hexes to move"))
        elif not self._nudger.nudge(self.hexes, direction):
            self.status_message.emit(tr("The selection would move off the board"))

    def mirror(self, mirror: edits.MirrorKind) -> None:
        """Mirror the whole board, or rotate it by half a turn.

        Report tiles without a mirror image.
        """
        before = self._tool_context.scenario
        tiles_without_image = edits.hexes_without_mirror_image(before)
        is_turned = mirror is edits.MirrorKind.HALF_TURN
        step = message_in("step", "Rotate Board") if is_turned else message_in("step", "Flip Board")
        self._tool_context.document.edit(step, edits.mirror_scenario(before, mirror))
        if tiles_without_image and mirror is not edits.MirrorKind.HALF_TURN:
            names = listed(before.board.name(hex_) for hex_ in tiles_without_image)
            self.status_message.emit(tr("There is no mirror-image tile for {hexes}", hexes=names))

    def swap_board_sides(self) -> None:
        """Swap sides: every piece changes owner and the players trade places."""
        after = edits.swap_sides(self._tool_context.scenario)
        self._tool_context.document.edit(message_in("step", "Swap Sides"), after)

    def select_all(self) -> None:
        """Select every hex of the board."""
        self._tool_context.selection.select(self._tool_context.scenario.board.hexes)

    def select_none(self) -> None:
        """Clear the selection."""
        self._tool_context.selection.select(())

    def invert_selection(self) -> None:
        """Select exactly the hexes that are not selected."""
        selection, board = self._tool_context.selection, self._tool_context.scenario.board
        selection.select(board.index.keys() - selection.hexes)

    def select_same_kind(self) -> None:
        """Select all pieces of the same kind as a selected piece.

        Without a selection, the topmost piece of each hex counts as selected.
        """
        scenario = self._tool_context.editable_scenario
        pieces_scenario = edits.with_only_pieces(scenario, self.pieces) if self.pieces else scenario
        self._select(edits.pieces_of_same_kind(scenario, self.hexes, pieces_scenario))

    def select_same_side(self) -> None:
        """Select all units of the sides that have units on the hexes."""
        self._select(edits.units_of_same_side(self._tool_context.editable_scenario, self.hexes))

    def set_figures(self, figures: int | None) -> None:
        """Set the figures of the unit in the brush while painting, or else of units on the hexes.

        None stands for the default number.
        """
        brush = self._tool_context.brush
        if self._toolbox.tool.name in _PAINT_TOOLS and brush.element.layer is Layer.UNIT:
            unit = brush.template if isinstance(brush.template, Unit) else Unit(brush.element.name)
            brush.pick_up(brush.element, template=replace(unit, figures=figures))
            self.status_message.emit(_figures_text(figures))
        else:
            after = edits.set_figures(self._tool_context.scenario, figures, self._unit_hexes)
            self._edit(message_in("step", "Set Figures"), after)

    def swap_unit_sides(self) -> None:
        """Change the side of the unit in the brush while painting, else of units on the hexes."""
        brush, scenario = self._tool_context.brush, self._tool_context.scenario
        if self._toolbox.tool.name in _PAINT_TOOLS and brush.element.layer is Layer.UNIT:
            template = brush.template if isinstance(brush.template, Unit) else None
            name = edits.enemy_unit_name(scenario, brush.element.name)
            enemy_element = scenario.catalogue.elements[name]
            brush.pick_up(enemy_element, template=template and edits.enemy_unit(scenario, template))
            self.status_message.emit(tr("Brush: {piece}", piece=translated(enemy_element.title)))
        else:
            after = edits.swap_unit_sides(scenario, self._unit_hexes)
            self._edit(message_in("step", "Swap Sides"), after)
            if after is scenario:
                self.status_message.emit(
                    tr("No unit to switch: pick one from the palette or select some on the board")
                )

    @property
    def _unit_hexes(self) -> frozenset[Hex]:
        """The hexes of the units to act on."""
        if not self.pieces:
            return self.hexes
        return frozenset(h for h, layers in self.pieces.items() if Layer.UNIT in layers)

    def _select(self, pieces: edits.Pieces) -> None:
        self._tool_context.selection.select_pieces(pieces)
        self.status_message.emit(selected_pieces_text(sum(map(len, pieces.values()))))

    def rotate(self, clockwise: bool = True) -> None:
        """Rotate the object the tool places: the piece in the brush, the pasted clip or the path.

        Other tools rotate the pieces on the hexes, or the selected pieces.
        """
        tool = self._toolbox.tool
        if tool.name in _PAINT_TOOLS:
            self._tool_context.brush.turn(clockwise)
        elif isinstance(tool, PasteTool | PathTool):
            tool.turn(clockwise)
            self._toolbox.update_preview()
        else:
            steps, scenario, pieces = (
                1 if clockwise else -1,
                self._tool_context.scenario,
                self.pieces,
            )
            if pieces:
                after = edits.rotate_pieces(scenario, pieces, steps)
            else:
                after = edits.rotate(scenario, self.hexes, steps)
            self._edit(message_in("step", "Rotate"), after)

    def _edit(self, text: Message, after: Scenario) -> None:
        self._tool_context.edit(text, after)


def _figures_text(figures: int | None) -> str:
    """Return the status text about the number of figures that painted units get."""
    if figures is None:
        return tr("Units are placed with their default number of figures")
    return tr_n(
        "Units are placed with {number} figure", "Units are placed with {number} figures", figures
    )


class NudgeDirection(StrEnum):
    """The direction of a nudge; up and down zigzag within a column."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    UP_LEFT = "up-left"
    UP_RIGHT = "up-right"
    DOWN_LEFT = "down-left"
    DOWN_RIGHT = "down-right"


_DIRECTIONS = {
    NudgeDirection.LEFT: Direction.W,
    NudgeDirection.RIGHT: Direction.E,
    NudgeDirection.UP_LEFT: Direction.NW,
    NudgeDirection.UP_RIGHT: Direction.NE,
    NudgeDirection.DOWN_LEFT: Direction.SW,
    NudgeDirection.DOWN_RIGHT: Direction.SE,
}
_ZIGZAG = {
    NudgeDirection.UP: (Direction.NE, Direction.NW),
    NudgeDirection.DOWN: (Direction.SE, Direction.SW),
}


@dataclass(frozen=True)
class _NudgeRun:
    """Consecutive nudges that form one undo step.

    Attributes:
        base: The scenario before the first nudge.
        hexes: The original hexes.
        pieces: The original pieces, by hex; empty if everything on the hexes moves.
        start: One of the original hexes.
        end: The current position of that hex.
        after: The scenario after the last nudge.
        moved_hexes: The hexes after the last nudge.
        stroke: The number that merges the nudges into one undo step.
    """

    base: Scenario
    hexes: frozenset[Hex]
    pieces: edits.Pieces
    start: Hex
    end: Hex
    after: Scenario
    moved_hexes: frozenset[Hex]
    stroke: int


class Nudger:
    """Moves hexes or pieces step by step.

    A run of nudges is one undo step, and pieces passed over stay in place.
    """

    def __init__(self, tool_context: ToolContext) -> None:
        self._tool_context = tool_context
        self._run: _NudgeRun | None = None

    def nudge(self, hexes: frozenset[Hex], direction: NudgeDirection) -> bool:
        """Move the selected pieces, or everything on *hexes*, by one hex.

        Returns:
            False if anything would leave the board; then nothing moves.
        """
        run = self._current_run(hexes)
        end = run.end.neighbour(_hex_direction(run.end, direction))
        moved_hexes = frozenset(_shifted_hex(hex_, run.start, end) for hex_ in run.hexes)
        if not moved_hexes <= run.base.board.index.keys():
            return False
        after = self._tool_context.with_locked_layers_restored(_moved_scenario(run, end))
        self._run = replace(run, end=end, after=after, moved_hexes=moved_hexes)
        self._tool_context.edit(message_in("step", "Move"), after, run.stroke)
        if run.pieces:
            moved_pieces = {
                _shifted_hex(h, run.start, end): layers for h, layers in run.pieces.items()
            }
            self._tool_context.selection.select_pieces(moved_pieces)
        else:
            self._tool_context.selection.select(moved_hexes)
        return True

    def _current_run(self, hexes: frozenset[Hex]) -> _NudgeRun:
        """Return the current run, or a new one if there have been other changes since."""
        run, scenario, pieces = (
            self._run,
            self._tool_context.scenario,
            self._tool_context.selection.pieces,
        )
        can_continue = run is not None and bool(run.pieces) == bool(pieces)
        if can_continue and run is not None and hexes == run.moved_hexes and scenario == run.after:
            return run
        start = min(hexes)
        return _NudgeRun(
            scenario, hexes, pieces, start, start, scenario, hexes, new_stroke_number()
        )


def _moved_scenario(run: _NudgeRun, end: Hex) -> Scenario:
    if run.pieces:
        return edits.move_pieces(run.base, run.pieces, run.start, end).scenario
    return edits.move_hexes(run.base, run.hexes, run.start, end).scenario


def _hex_direction(start: Hex, direction: NudgeDirection) -> Direction:
    if direction in _ZIGZAG:
        return _ZIGZAG[direction][start.row % 2]
    return _DIRECTIONS[direction]


def _shifted_hex(hex_: Hex, start: Hex, end: Hex) -> Hex:
    return Hex(hex_.col + end.col - start.col, hex_.row + end.row - start.row)
