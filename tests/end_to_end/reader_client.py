"""Reads windows like a screen reader, through at-spi2; runs under a Python with pyatspi.

reader_client.py board              prints the rows of the board with their hexes, as JSON
reader_client.py act HEX ACTION     performs an action of a hex
reader_client.py listen             prints the name of each focused element until it is killed
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # of the system's Python

PATIENCE = 20.0  # seconds


def wait_for_board() -> Any:  # noqa: ANN401 - pyatspi has no types
    """Return the table of hexes, once a program shows one."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for program in pyatspi.Registry.getDesktop(0):
            accessible_board = program and pyatspi.findDescendant(program, _is_board)
            if accessible_board:
                return accessible_board
        time.sleep(0.1)
    sys.exit("no program shows a board")


def _is_board(part: Any) -> bool:  # noqa: ANN401 - pyatspi has no types
    return bool(part and part.getRole() == pyatspi.ROLE_TABLE and part.name == "Board")


def board_rows() -> list[list[object]]:
    """Return each row with its hexes: name, position in the table, and role."""
    return [[row.name, [_cell_entry(cell) for cell in row]] for row in wait_for_board()]


def _cell_entry(cell: Any) -> list[object]:  # noqa: ANN401 - pyatspi has no types
    place = cell.queryTableCell()
    return [cell.name, list(place.position[1:]), cell.getRoleName()]


def perform_action(name: str, action: str) -> None:
    """Perform an action of the hex called *name*; print its actions and whether this worked."""
    for row in wait_for_board():
        for cell in row:
            if cell.name.startswith(f"{name}:"):
                actions = cell.queryAction()
                names = [actions.getName(number) for number in range(actions.nActions)]
                print(json.dumps([names, actions.doAction(names.index(action))]), flush=True)
                return


def print_focused_names() -> None:
    """Print the name of each focused element."""

    def print_name(event: Any) -> None:  # noqa: ANN401 - pyatspi has no types
        if event.detail1:
            print(json.dumps(event.source.name), flush=True)

    pyatspi.Registry.registerEventListener(print_name, "object:state-changed:focused")
    print(json.dumps("listening"), flush=True)
    pyatspi.Registry.start()


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "board":
        print(json.dumps(board_rows()))
    elif command == "act":
        perform_action(*words)
    else:
        print_focused_names()
