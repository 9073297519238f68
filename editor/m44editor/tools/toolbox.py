"""The tools, the one in use, and the board they work on."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer
from m44core.drawing.board.hex_groups import with_their_groups
from m44core.drawing.board.piece_drawing import icon
from m44core.hexes import Hex
from m44core.model.edits.piece_edits import Reach
from m44core.model.edits.turning import Mirror
from m44core.model.exit_markers import edges
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario
from m44editor.board.board_marks import RIM, Course, Frame, Highlight
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.describe import label_of
from m44editor.board.geometry import hex_area
from m44editor.documents.board_layers import CALLED, layer_of
from m44editor.drawing_icons import drawing_icon
from m44editor.interface_text import told, tr
from m44editor.theme import art_palette
from m44editor.tools.hit_testing import Grip, area_of, grips
from m44editor.tools.paint_tools import BrushTool, EllipseTool, EraserTool, FillTool, RectangleTool
from m44editor.tools.path_tool import PathTool, can_draw
from m44editor.tools.selection_tools import (
    EyedropperTool,
    HandTool,
    LassoTool,
    SelectTool,
    WandTool,
)
from m44editor.tools.tool import PAINTING, WORDS, Bench, Tool

_SELECTED = QColor(255, 255, 255)
_CHANGING = QColor(255, 214, 64)
_GROUP = QColor(255, 214, 64, 80)
_FAULT = QColor(255, 84, 64)
_ALT = Qt.KeyboardModifier.AltModifier
_NONE = Qt.KeyboardModifier.NoModifier


class Toolbox(QObject):
    """Hands what happens on the board to the tool in use and shows its preview.

    The right button, and Alt with a painting tool, always pick up the piece
    under the pointer; a drag picks up an area as a stamp.

    Attributes:
        eraser: The eraser, which can be told what to take off.

    Signals:
        tool_changed: The name of the tool now in use.
        picked: A piece was picked up with the right button or the eyedropper.
        mirrored: The mirror of the painting tools stands elsewhere.
        area_taken: The eyedropper took these hexes to paint with.
        said: Why a press did nothing, in one sentence.
        foreseen: The scenario as it would be where a unit is dragged or in hand; else None.
        acted: A press, a drag or a release was dealt with.
    """

    tool_changed = Signal(str)
    picked = Signal()
    said = Signal(str)
    mirrored = Signal()
    area_taken = Signal(object)
    foreseen = Signal(object)
    acted = Signal()

    def __init__(self, bench: Bench, view: BoardView) -> None:
        super().__init__(view)
        self._bench = bench
        self._view = view
        self._selecting = SelectTool(bench, self._ask_which)
        self.eraser = EraserTool(bench)
        self._eyedropper = EyedropperTool(bench)
        tools = (
            self._selecting,
            BrushTool(bench),
            PathTool(bench),
            RectangleTool(bench),
            EllipseTool(bench),
            FillTool(bench),
            self.eraser,
            self._eyedropper,
            LassoTool(bench),
            WandTool(bench),
            HandTool(bench),
        )
        self._tools: dict[str, Tool] = {tool.name: tool for tool in tools}
        self._tool: Tool = self._tools["select"]
        self._before = self._tool
        self._held = Qt.MouseButton.NoButton
        self._picking = False
        self._told = ""
        self._foreseen: Scenario | None = None
        self._marked: dict[str, tuple[frozenset[Hex], bool]] = {}
        self._connect()

    @property
    def tool(self) -> Tool:
        """The tool in use."""
        return self._tool

    @property
    def _hand(self) -> Tool:
        """The tool that the button works with that is held: the eyedropper, while it is lent."""
        return self._eyedropper if self._picking else self._tool

    @property
    def names(self) -> frozenset[str]:
        """The names of the usual tools."""
        return frozenset(self._tools) | LATE

    def use(self, name: str) -> None:
        """Use another tool from now on."""
        if name in LATE and name not in self._tools:
            self._tools[name] = late_tool(name, self._bench)
        self.use_tool(self._tools[name])

    def use_tool(self, tool: Tool) -> None:
        """Use a tool, which need not be one of the usual ones, from now on."""
        if tool is self._tool:
            return
        self._tool.cancel()
        self._before, self._tool, self._held = self._tool, tool, Qt.MouseButton.NoButton
        self._view.set_hand(tool.name == "hand")
        self._view.set_pointer(tool.cursor)
        tool.taken_up()
        self.update_preview()
        self.tool_changed.emit(tool.name)

    def erase_only(self, reach: Reach) -> None:
        """Erase what *reach* says from now on, with the eraser in hand."""
        self.eraser.reach = reach
        self.use("eraser")
        self.update_preview()

    def mend(self, wanted: bool) -> None:
        """Join what erasing cuts, or leave it cut."""
        self.eraser.mends = wanted
        self.update_preview()

    def mirror_painting(self, how: Mirror | None) -> None:
        """Paint in a mirror too from now on, or no more, and say so."""
        self._bench.symmetry.how = how
        self.update_preview()
        self.said.emit(told(WORDS[how]))

    def mirror_next(self) -> None:
        """Let the mirror stand elsewhere: left and right, top and bottom, half a turn, nowhere."""
        ways = tuple(WORDS)
        self.mirror_painting(ways[(ways.index(self._bench.symmetry.how) + 1) % len(ways)])
        self.mirrored.emit()

    def swap_in_mirror(self, wanted: bool) -> None:
        """Let units in the mirror be of the other side, or of their own."""
        self._bench.symmetry.swaps = wanted
        self.update_preview()

    def take_brush(self) -> None:
        """Paint with the piece just taken in hand, with the tool in use if that can."""
        name = self._tool.name
        draws = name == "path" and can_draw(self._bench.brush.element.name)
        if not draws and (name == "path" or name not in PAINTING):
            self.use("brush")

    def use_previous(self) -> None:
        """Go back to the tool used before."""
        self.use_tool(self._before)

    def cancel(self) -> None:
        """Take back a running drag; without one, select nothing or put the tool away."""
        self._held = Qt.MouseButton.NoButton
        if not self._hand.cancel():
            if self._bench.selection.hexes:
                self._bench.selection.select(())
            elif self._tool.name not in self._tools:
                self.use_previous()
            else:
                self.use("select")
        self._picking = False
        self.update_preview()

    def let_go(self) -> None:
        """Take back a running drag; the tool stays in hand."""
        self._held = Qt.MouseButton.NoButton
        self._hand.cancel()
        self._picking = False
        self.update_preview()

    def update_preview(self) -> None:
        """Show what the tool would do now."""
        hex_ = self._view.cursor_hex or self._view.hover
        preview = self._hand.preview(hex_, QGuiApplication.keyboardModifiers())
        self._view.set_ghost(preview.arts)
        self._view.set_band(preview.band)
        single = self._tool.name == "eraser" or self._tool.name in LATE
        changing = preview.hexes if single or len(preview.hexes) > 1 else ()
        self._mark("changing", frozenset(changing), _CHANGING, dashed=True)
        self._mark("faults", preview.faults, _FAULT)
        self._view.set_highlight("course", Course(preview.route, preview.faults, _FAULT))
        self._tell(self._tool.words())
        if preview.after != self._foreseen:
            self._foreseen = preview.after
            self.foreseen.emit(preview.after)

    def _tell(self, words: str) -> None:
        """Say what the tool has to say, once; nothing takes it back."""
        if words != self._told:
            self._told = words
            self.said.emit(words)

    def _connect(self) -> None:
        view, bench = self._view, self._bench
        view.pressed.connect(self._press)
        view.dragged.connect(self._drag)
        view.released.connect(self._release)
        view.cancelled.connect(self.cancel)
        view.hovered.connect(lambda _hex: self.update_preview())
        view.take_tab = self._choose_next
        bench.selection.changed.connect(self._show_selection)
        bench.brush.changed.connect(self.update_preview)
        bench.document.changed.connect(self._follow)
        bench.layers.changed.connect(self.update_preview)

    def _follow(self, before: Scenario, after: Scenario) -> None:
        """Let go of selected hexes that another board has not, and look anew."""
        if after.board is not before.board:
            selection = self._bench.selection
            selection.select_more(hex_ for hex_ in selection.hexes if hex_ in after.board)
        self._show_selection()
        self.update_preview()

    def _press(self, event: BoardEvent) -> None:

        if event.button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        if self._held:
            self._hand.cancel()  # with another button
        self._picking = event.button == Qt.MouseButton.RightButton or self._picks(event)
        self._held = event.button
        if why := refusal(self._bench, self._hand.name, event.hex):
            self.said.emit(why)
        self._hand.press(event)
        self.update_preview()
        self.acted.emit()

    def _drag(self, event: BoardEvent) -> None:
        if self._held:
            self._hand.drag(event)
            self.update_preview()
            self.acted.emit()

    def _release(self, event: BoardEvent) -> None:
        if not self._held or event.button != self._held:
            return
        self._held = Qt.MouseButton.NoButton
        self._hand.release(event)
        if self._hand is self._eyedropper:
            self._take_picked()
        self.update_preview()
        self.acted.emit()

    def _choose_next(self, forward: bool) -> bool:
        """Take hold of the next piece of the selected hex; tell whether there is one."""
        hexes = self._bench.selection.hexes
        if self._tool is not self._selecting or len(hexes) != 1:
            return False
        (hex_,) = hexes
        taken = self._selecting.choose_next(hex_, forward)
        self._show_chosen(hex_)
        return taken

    def _ask_which(self, hex_: Hex) -> None:
        """Let the user choose one of the pieces of a hex."""
        content = self._bench.within_reach.at(hex_)
        menu = piece_menu(
            content, self._selecting.chosen(hex_), self._bench.scenario.catalogue, self._view
        )
        menu.triggered.connect(lambda action: self._choose(hex_, action.data()))
        menu.aboutToHide.connect(menu.deleteLater)
        corner = self._view.area_from_units(hex_area(hex_)).bottomLeft().toPoint()
        menu.popup(self._view.viewport().mapToGlobal(corner))

    def _choose(self, hex_: Hex, grip: Grip) -> None:
        self._selecting.choose(hex_, grip)
        self._show_chosen(hex_)

    def _show_chosen(self, hex_: Hex) -> None:
        """Frame the piece that was chosen, and say what it is."""
        scenario, grip = self._bench.scenario, self._selecting.chosen(hex_)
        if grip is None:
            self._view.set_highlight("chosen", None)
            return
        covered = area_of(scenario, hex_, grip)
        area = hex_area(hex_) if covered.isNull() else covered
        self._view.set_highlight("chosen", Frame(frozenset({hex_}), area, _CHANGING))
        thing = grip.thing(scenario.at(hex_))
        if thing is not None:
            self.said.emit(
                tr("{piece}: drag to move it alone", piece=label_of(thing.name, scenario.catalogue))
            )

    def _picks(self, event: BoardEvent) -> bool:
        return bool(event.modifiers & _ALT) and self._tool.name in PAINTING

    def _take_picked(self) -> None:
        """Paint with what the eyedropper took: a piece, or an area as a stamp."""
        area, lent = self._eyedropper.area, self._picking
        taken = not area and self._eyedropper.take()
        self._eyedropper.cancel()
        self._picking = False
        if area:
            self.area_taken.emit(area)
        elif taken or not lent:
            self._picked()

    def _picked(self) -> None:
        draws = self._tool.name == "path" and can_draw(self._bench.brush.element.name)
        self.use("path" if draws else "brush")
        self.picked.emit()

    def _show_selection(self) -> None:
        selected = self._bench.selection.hexes
        self._view.set_highlight("chosen", None)
        others = with_their_groups(self._bench.scenario, selected) if selected else frozenset()
        self._view.set_highlight("group", Highlight(others, fill=_GROUP, inset=RIM))
        self._mark("selection", selected, _SELECTED, dashed=bool(self._bench.selection.pieces))

    def _mark(
        self, name: str, hexes: frozenset[Hex], colour: QColor, *, dashed: bool = False
    ) -> None:
        if self._marked.get(name) != (hexes, dashed):  # what is the same is not painted anew
            self._marked[name] = hexes, dashed
            self._view.set_highlight(name, Highlight(hexes, line=colour, dashed=dashed))


def refusal(bench: Bench, tool: str, hex_: Hex | None) -> str:
    """Return why a tool changes nothing on a hex; empty where it does, or nobody expects it."""
    if tool in PAINTING:
        kind = bench.brush.element.layer
        return _layer(bench, kind) or (_badge(bench, hex_) if tool == "brush" else "")
    if tool in LATE:
        return _layer(bench, Layer.TAG) or (_edge(bench, hex_) if tool == "exit" else "")
    return _eraser(bench, hex_) if tool == "eraser" else ""


def _layer(bench: Bench, kind: Layer) -> str:
    layers, layer = bench.layers, layer_of(kind)
    if layers.is_locked(layer):
        return tr("This layer is locked: {layer}", layer=CALLED[layer])
    return (
        "" if layers.is_shown(layer) else tr("This layer is hidden: {layer}", layer=CALLED[layer])
    )


def _edge(bench: Bench, hex_: Hex | None) -> str:
    board = bench.scenario.board
    within = hex_ is not None and all(hex_ not in edge for edge in edges(board))
    return tr("Exits lie along an edge of the board") if within else ""


def _badge(bench: Bench, hex_: Hex | None) -> str:
    is_badge = bench.brush.element.layer is Layer.BADGE
    bare = hex_ is not None and bench.scenario.at(hex_).unit is None
    return tr("A badge goes on a unit: place the unit first") if is_badge and bare else ""


def _eraser(bench: Bench, hex_: Hex | None) -> str:
    there = hex_ is not None and bool(bench.scenario.at(hex_))
    within_reach = hex_ is not None and bool(bench.within_reach.at(hex_))
    return tr("What lies here is locked or hidden") if there and not within_reach else ""


def piece_menu(
    content: HexContent, chosen: Grip | None, catalogue: Catalogue, parent: QWidget
) -> QMenu:
    """Return a menu of the pieces of a hex from the top down; the data of an entry is its grip."""
    menu = QMenu(parent)
    for grip in grips(content):
        thing = grip.thing(content)
        if thing is not None:
            action = menu.addAction(label_of(thing.name, catalogue, grip.layer).replace("&", "&&"))
            action.setIcon(drawing_icon(icon(thing.name, catalogue), art_palette()))
            action.setData(grip)
            if grip == chosen:
                menu.setActiveAction(action)
    return menu


LATE = frozenset({"objective", "exit"})
"""The names of the tools that are made when they are first used."""


def late_tool(name: str, bench: Bench) -> Tool:
    """Return one of these tools."""
    if name == "exit":
        from m44editor.tools.goal_tools import ExitTool  # 205 ms

        return ExitTool(bench)
    from m44editor.tools.goal_tools import ObjectiveTool  # 204 ms

    return ObjectiveTool(bench)
