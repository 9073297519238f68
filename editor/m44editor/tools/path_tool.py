"""The tool that draws rivers, roads, rails and coasts; one stroke places all tiles of a path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from PySide6.QtCore import Qt

from m44core.hexes import Hex
from m44core.messages.message import Message, listed, message_in
from m44editor.board.board_view import BoardEvent
from m44editor.board.geometry import nearest_hex
from m44editor.documents.document import new_stroke_number
from m44editor.interface_text import tr, translated
from m44editor.tools.tool import NO_PREVIEW, Preview, Tool, ToolContext

if TYPE_CHECKING:
    from m44core.model.paths import DrawResult, Route
    from m44core.model.paths.path_families import PathFamily
    from m44core.model.scenario import Scenario

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier


class DrawOptions(TypedDict):
    """The options of a stroke, passed to ``draw_line`` as keyword arguments."""

    choice: int
    branch: bool


class PathTool(Tool):
    """Draws a path of the current kind; tiles, forks and ends are chosen during the stroke.

    With Shift, the stroke continues straight from the end of the last stroke. With Ctrl, an
    existing path that the stroke leaves and rejoins keeps its old route. Modules that few users
    need are imported on first use.
    """

    name = "path"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._before: Scenario | None = None
        self._is_drawing = False
        self._route: Route = ()
        self._result: DrawResult | None = None
        self._stroke = self._choice = 0
        self._branch = False
        self._last_hex: Hex | None = None
        self._family = ""
        tool_context.document.replaced.connect(self._reset)

    @property
    def family(self) -> PathFamily:
        """The kind of path to draw: the kind of the piece in the brush, else the last kind."""
        from m44core.model.paths.path_families import family_of, load_path_families  # 13 ms

        families = load_path_families()
        family = family_of(self.tool_context.brush.element.name)
        if family is not None:
            self._family = family.key
        return families[self._family or next(iter(families))]

    def activate(self) -> None:
        """Pick up a path piece, unless there is one in the brush."""
        first_tile = self.family.tiles[0]
        if not is_path_piece(self.tool_context.brush.element.name):
            self.tool_context.brush.pick_up(
                self.tool_context.scenario.catalogue.elements[first_tile]
            )

    def press(self, event: BoardEvent) -> None:
        """Begin a stroke; it can start off the board."""
        self._before, self._stroke, self._choice = (
            self.tool_context.scenario,
            new_stroke_number(),
            0,
        )
        self._branch = bool(event.modifiers & _CONTROL)
        self._is_drawing, self._result = True, None
        self._route = (self._last_hex,) if event.modifiers & _SHIFT and self._last_hex else ()
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Extend the stroke to the pointer; moving back removes its last hexes."""
        from m44core.model.paths import extend_route  # 13 ms

        if not self._is_drawing or self._before is None:
            return
        pointer_hex = event.hex or nearest_hex(event.point.x(), event.point.y())
        route = extend_route(self._before.board, self.family, self._route, pointer_hex)
        if route != self._route or self._result is None:
            self._route = route
            self._draw()

    def release(self, event: BoardEvent) -> None:
        """End the stroke; the R key can still redraw it in other ways."""
        hexes_on_board = [hex_ for hex_ in self._route if hex_ in self.tool_context.scenario.board]
        self._last_hex = hexes_on_board[-1] if hexes_on_board else None
        self._is_drawing = False
        self.tool_context.brush.end_stroke()

    def cancel(self) -> bool:
        """Undo the current stroke; return whether there was one."""
        if not self._is_drawing or self._before is None:
            return False
        self.tool_context.edit(self._step_name(), self._before, self._stroke)
        self._reset()
        return True

    def turn(self, clockwise: bool = True) -> None:
        """Redraw the last stroke in the next or previous possible way, if it is still unchanged."""
        result = self._result
        if result and result.choices > 1 and self.tool_context.scenario is result.scenario:
            self._choice += 1 if clockwise else -1
            self._draw()

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of a click; during a stroke, of the hexes where it has no tile."""
        if self._is_drawing:
            return _missing_tile_preview(self._result, self._route)
        if hex_ is None:
            return NO_PREVIEW
        from m44core.model.paths import draw_line, extend_route  # 12 ms

        scenario, family = self.tool_context.scenario, self.family
        start: Route = (self._last_hex,) if modifiers & _SHIFT and self._last_hex else ()
        route = extend_route(scenario.board, family, start, hex_)
        result = draw_line(scenario, family, route)
        after = result.scenario
        mirrored_route = self.tool_context.symmetry.mirror_images(scenario.board, route)
        after = draw_line(after, family, mirrored_route).scenario if mirrored_route else after
        preview, faults = self.tool_context.preview(after), _missing_tile_preview(result, route)
        return Preview(preview.arts, preview.hexes, faults=faults.faults, route=faults.route)

    def status_text(self) -> str:
        """Return why part or all of the stroke has no tile, or how to choose an alternative.

        If the stroke changed nothing, return which terrain was in its way; empty otherwise.
        """
        result = self._result
        if result is None or self.tool_context.scenario is not result.scenario:
            return ""
        if result.gaps:
            first_gap, more_count = result.gaps[0], len(result.gaps) - 1
            reason = translated(first_gap.reason)
            return (
                tr("{reason} (and {number} more)", reason=reason, number=more_count)
                if more_count
                else reason
            )
        if result.choices > 1:
            return self._choices_text(result)
        if result.kept and result.scenario == self._before:
            return tr(
                "The terrain on {hexes} stays; erase it first to draw across it",
                hexes=self._names(result.kept),
            )
        return ""

    def _names(self, hexes: Iterable[Hex]) -> str:
        return translated(listed(map(self.tool_context.scenario.board.name, hexes)))

    def _choices_text(self, result: DrawResult) -> str:
        if result.crossings:
            return tr(
                "Crosses at {hexes}: press R for a different crossing",
                hexes=self._names(result.crossings),
            )
        if self.family.side:
            return tr("Press R to put the sea on the other side")
        return tr("Press R to open or close the ends")

    def _draw(self) -> None:
        from m44core.model.paths import draw_line  # 12 ms

        if self._before is None:
            return
        options: DrawOptions = {"choice": self._choice, "branch": self._branch}
        self._result = draw_line(self._before, self.family, self._route, **options)
        mirrored_route = self.tool_context.symmetry.mirror_images(self._before.board, self._route)
        if mirrored_route:
            mirrored_result = draw_line(
                self._result.scenario, self.family, mirrored_route, **options
            )
            self._result = replace(self._result, scenario=mirrored_result.scenario)
        self.tool_context.edit(self._step_name(), self._result.scenario, self._stroke)

    def _step_name(self) -> Message:
        return message_in("step", "Draw {piece}", piece=self.family.noun)

    def _reset(self) -> None:
        """Discard the stroke and the start of the next straight line."""
        self._before = self._result = self._last_hex = None
        self._is_drawing, self._route = False, ()


def is_path_piece(name: str) -> bool:
    """Return whether a piece is part of a path, such as a river or a road."""
    from m44core.model.paths.path_families import family_of  # 13 ms

    return family_of(name) is not None


def _missing_tile_preview(result: DrawResult | None, route: Route) -> Preview:
    """Return a preview of the hexes where a stroke has no tile, with its route to show there."""
    faults = frozenset(each.hex for each in result.gaps) if result else frozenset()
    return Preview(faults=faults, route=route if faults else ())
