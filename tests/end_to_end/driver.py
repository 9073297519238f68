"""Runs the program like its command, and answers a test's questions about the screen.

    python driver.py edit FILE       as python -m m44editor.app FILE
    python driver.py play FILE       as m44 play FILE

Every line of standard input is a question, a JSON list such as ``["hex", "G5"]``; every line of
standard output is its answer in JSON. The driver only reads: the test acts by mouse and keyboard of
the X server.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QToolButton,
    QTreeView,
    QWidget,
)

from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_text
from m44core.rules.cards.command_cards import title_of_card
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import centre
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow

Answer = object
_W = TypeVar("_W", bound=QWidget)


class Listener(QObject):
    """Receives questions in a thread and answers them in the thread of the windows."""

    _asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def listen(self) -> None:
        """Pass on every line of standard input."""
        for line in sys.stdin:
            self._asked.emit(line)

    def _answer(self, line: str) -> None:
        question, *words = json.loads(line)
        print(json.dumps(QUESTIONS[question](*words)), flush=True)


def title_and_focus() -> Answer:
    """Return the title of the active window, and the name of its focused widget."""
    active_window, focus_widget = QApplication.activeWindow(), QApplication.focusWidget()
    return [
        active_window.windowTitle() if active_window else "",
        focus_widget.accessibleName() if focus_widget else "",
    ]


def menu_labels() -> Answer:
    """Return the entries of the open menu."""
    return [
        _without_mnemonic(action.text())
        for menu in _front_windows(QMenu)
        for action in menu.actions()
    ]


def undo_state() -> Answer:
    """Return the undo index, the number of undo steps, and whether everything is saved."""
    stack = _main_window().document.undo_stack
    return [stack.index(), stack.count(), stack.isClean()]


def problem_rows() -> Answer:
    """Return the rows of the problems panel."""
    trees = [tree for tree in _visible_widgets(QTreeView) if tree.accessibleName() == "Problems"]
    return [_row_texts(tree, row) for tree in trees for row in range(tree.model().rowCount())]


def game_state() -> Answer:
    """Return the turn, the phase, what can be clicked and more; None before a game starts."""
    playtest = _playtest()
    session = playtest.session
    if session is None:
        return None
    name, choices, chosen = session.state.field.grid.board.name, playtest.choices, playtest.chosen
    return {
        "turn": session.state.turn,
        "phase": session.state.phase,
        "moment": playtest.table.playback.moment,
        "waits": session.waits_for_person,
        "over": session.state.result is not None,
        "chosen": name(chosen) if chosen else "",
        "units": sorted(name(hex_) for hex_ in choices.units),
        "hexes": sorted(name(hex_) for hex_, ways in choices.hexes.items() if len(ways) == 1),
        "cards": sorted(str(title_of_card(card)) for card in choices.cards),
        "buttons": [str(label) for label, _ in choices.buttons],
        "actions": len(session.recording("").actions),
    }


def texts_next_to_board() -> Answer:
    """Return the texts next to the board of the playtest."""
    page, viewing = _playtest().game_page, _playtest().table.playback
    return {
        "headline": page.headline.text(),
        "prompt": page.prompt.text(),
        "score": page.score.accessibleDescription(),
        "log": [page.log.item(row).text() for row in range(page.log.count())],
        "moment": viewing.moment,
    }


def position_yaml() -> Answer:
    """Return the position on the board of the playtest, as a scenario in YAML."""
    return to_text(_playtest().board.scenario, FileFormat.YAML)


def hex_(name: str) -> Answer:
    """Return the screen position of a hex in the active window."""
    view = next(view for view in _front_windows(BoardView))
    point = view.from_units(centre(view.board.hex(name))).toPoint()
    return _point_on_screen(view.viewport(), point)


def widget_position(label: str) -> Answer:
    """Return the screen position of the visible widget with a label; None if there is none."""
    return next(filter(None, _positions_of_label(label)), None)


def save_screenshot(path: str) -> Answer:
    """Write a screenshot to a file, and return whether that worked."""
    return QApplication.primaryScreen().grabWindow(0).save(path)


QUESTIONS: dict[str, Callable[..., Answer]] = {
    "window": title_and_focus,
    "menu": menu_labels,
    "document": undo_state,
    "problems": problem_rows,
    "game": game_state,
    "texts": texts_next_to_board,
    "position": position_yaml,
    "hex": hex_,
    "widget": widget_position,
    "picture": save_screenshot,
}


def _main_window() -> MainWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))


def _playtest() -> PlaytestWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, PlaytestWindow))


def _row_texts(tree: QTreeView, row: int) -> list[str]:
    model = tree.model()
    cells = (model.index(row, column) for column in range(model.columnCount()))
    return [str(cell.data() or "") for cell in cells]


def _visible_widgets(kind: type[_W]) -> list[_W]:
    return [w for w in QApplication.allWidgets() if isinstance(w, kind) and w.isVisible()]


def _front_windows(kind: type[_W]) -> list[_W]:
    front = (QApplication.activePopupWidget(), QApplication.activeWindow())
    return [w for w in _visible_widgets(kind) if w.window() in front]


def _positions_of_label(label: str) -> Iterator[list[int] | None]:
    menus: list[QMenu | QMenuBar] = [*_front_windows(QMenu), *_front_windows(QMenuBar)]
    for menu in menus:
        yield from (
            _entry_position(menu, a) for a in menu.actions() if _without_mnemonic(a.text()) == label
        )
    buttons = [button for button in _front_windows(QAbstractButton) if button.isEnabled()]
    yield from (
        _centre_on_screen(button) for button in buttons if _without_mnemonic(button.text()) == label
    )
    for field in (
        *_front_windows(QLineEdit),
        *_front_windows(QComboBox),
        *_front_windows(QToolButton),
    ):
        if field.accessibleName() == label:
            yield _centre_on_screen(field)
    for view in _front_windows(QAbstractItemView):
        yield from (
            _item_position(view, index) for index in _indexes(view) if index.data() == label
        )
    yield from (
        _centre_on_screen(button) for button in buttons if label in _without_mnemonic(button.text())
    )


def _without_mnemonic(text: str) -> str:
    """Return a label without the & before its mnemonic."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))


def _indexes(view: QAbstractItemView) -> Iterator[QModelIndex]:
    model, root = view.model(), view.rootIndex()
    yield from (model.index(row, 0, root) for row in range(model.rowCount(root) if model else 0))


def _entry_position(menu: QMenu | QMenuBar, action: QAction) -> list[int] | None:
    return _point_on_screen(menu, menu.actionGeometry(action).center())


def _item_position(view: QAbstractItemView, index: QModelIndex) -> list[int] | None:
    rect = view.visualRect(index)  # empty until the view has laid its items out
    return None if rect.isEmpty() else _point_on_screen(view.viewport(), rect.center())


def _centre_on_screen(widget_: QWidget) -> list[int] | None:
    return _point_on_screen(widget_, widget_.rect().center())


def _point_on_screen(widget_: QWidget, point: QPoint) -> list[int] | None:
    """Return a point of a widget in screen coordinates; None if it is not visible."""
    if not widget_.visibleRegion().contains(point):
        return None
    place = widget_.mapToGlobal(point) * widget_.devicePixelRatio()  # the dots of the screen
    return [place.x(), place.y()]


def main(arguments: list[str]) -> int:
    """Run the program with a listener; return its exit status."""
    listener = Listener()
    Thread(target=listener.listen, daemon=True).start()
    command, *options = arguments
    if command == "play":
        from m44editor.commands import play

        return play(options)
    from m44editor.app import main as edit

    return edit(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
