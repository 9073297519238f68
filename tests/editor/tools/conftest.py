"""A board with its tools, in a window of its own."""

from __future__ import annotations

import pytest
from tests.editor.conftest import MouseAndKeyboard

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.hexes import Hex
from m44core.model.scenario_parts import HexContent
from m44editor.board.board_view import BoardView
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.tools.brush import Brush
from m44editor.tools.edit_commands import EditCommands
from m44editor.tools.tool import ToolContext
from m44editor.tools.toolbox import Toolbox


class BoardDriver:
    """A board with everything a test of a tool needs."""

    def __init__(self, document: Document, view: BoardView) -> None:
        self.document = document
        self.view = view
        self.user = MouseAndKeyboard(view)
        self.selection = Selection()
        self.brush = Brush(base_catalogue().elements["woods"])
        tool_context = ToolContext(document, self.selection, self.brush)
        self.toolbox = Toolbox(tool_context, view)
        self.commands = EditCommands(tool_context, view, self.toolbox)
        document.changed.connect(lambda _before, after: view.set_scenario(after))

    def at(self, name: str) -> HexContent:
        """Return the content of the hex with a name."""
        return self.document.scenario.at(self.hex(name))

    def hex(self, name: str) -> Hex:
        """Return the hex with a name."""
        return self.view.board.hex(name)

    def pick_up(self, name: str, orientation: int = 1) -> None:
        """Pick up the element with an .m44 name, in an orientation."""
        self.brush.pick_up(base_catalogue().elements[name], orientation)

    @property
    def selected(self) -> set[str]:
        """The names of the selected hexes."""
        return {self.view.board.name(hex_) for hex_ in self.selection.hexes}

    @property
    def undo_step_count(self) -> int:
        """The number of undo steps."""
        return self.document.undo_stack.count()


@pytest.fixture
def board_driver(document: Document, view: BoardView) -> BoardDriver:
    return BoardDriver(document, view)
