"""The commands of the Edit, Board and Tools menus that act on the selected hexes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from m44core.hexes import Hex
from m44core.messages.message import Message, listed, message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.board.view import BoardView
from m44editor.tools import clipboard
from m44editor.tools.paste import PasteTool, middle
from m44editor.tools.tool import Bench
from m44editor.tools.toolbox import Toolbox
from m44editor.words import tr

_PAINTING = {"brush", "rectangle", "fill"}


class EditCommands(QObject):
    """Cut, copy, paste, duplicate, delete, rotate: each one undo step.

    They act on the selected hexes, else on the hex under the pointer.

    Signals:
        said: What was done or why not, in one sentence for the status bar.
    """

    said = Signal(str)

    def __init__(self, bench: Bench, view: BoardView, toolbox: Toolbox) -> None:
        super().__init__(view)
        self._bench = bench
        self._view = view
        self._toolbox = toolbox

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes the commands act on."""
        selected = self._bench.selection.hexes
        pointed = self._view.cursor_hex or self._view.hover
        return selected or (frozenset({pointed}) if pointed is not None else frozenset())

    def cut(self) -> None:
        """Copy the hexes and empty them."""
        if self.copy():
            self._edit(message_in("step", "Cut"), edits.clear(self._bench.scenario, self.hexes))

    def copy(self) -> bool:
        """Put the hexes on the system clipboard, and tell whether anything lies on them."""
        hexes, scenario = self.hexes, self._bench.scenario
        clip = edits.copy(scenario, hexes, middle(hexes))
        if not clip:
            self.said.emit(tr("Nothing to copy: select a hex with something on it"))
            return False
        clipboard.put(clip, scenario)
        return True

    def paste(self) -> None:
        """Let the next click lay the clipboard down."""
        clip = clipboard.take()
        if clip is None:
            self.said.emit(tr("The clipboard holds no hexes of a scenario"))
            return
        self._toolbox.use_tool(PasteTool(self._bench, clip, self._toolbox.use_previous))
        self._view.setFocus()

    def duplicate(self) -> None:
        """Let the next click lay a copy of the hexes down."""
        if self.copy():
            self.paste()

    def delete(self) -> None:
        """Empty the hexes."""
        self._edit(message_in("step", "Delete"), edits.clear(self._bench.scenario, self.hexes))

    def mirror(self, how: edits.Mirror) -> None:
        """Turn the whole board over."""
        before = self._bench.scenario
        odd = edits.without_mirror_image(before)
        self._edit(message_in("step", "Mirror"), edits.mirror(before, how))
        if odd and how is not edits.Mirror.HALF_TURN:
            names = listed(before.board.name(hex_) for hex_ in odd)
            self.said.emit(tr("No piece is the mirror image of the tile on {hexes}", hexes=names))

    def select_all(self) -> None:
        """Select every hex of the board."""
        self._bench.selection.select(self._bench.scenario.board.hexes)

    def select_none(self) -> None:
        """Select no hex."""
        self._bench.selection.select(())

    def rotate(self, clockwise: bool = True) -> None:
        """Turn what is in hand while painting or pasting, else the pieces on the hexes."""
        tool = self._toolbox.tool
        if tool.name in _PAINTING:
            self._bench.brush.turn(clockwise)
        elif isinstance(tool, PasteTool):
            tool.turn(clockwise)
            self._toolbox.update_preview()
        else:
            steps = 1 if clockwise else -1
            self._edit(
                message_in("step", "Rotate"), edits.rotate(self._bench.scenario, self.hexes, steps)
            )

    def _edit(self, text: Message, after: Scenario) -> None:
        self._bench.document.edit(text, after)
