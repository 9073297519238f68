"""What the menus of a window tick: its tool, its board, what is shown, language and theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from m44editor.actions import SHOWN
from m44editor.documents.layers import Layer
from m44editor.documents.settings import flag, one_of, word
from m44editor.menus.looks import MOTIONS
from m44editor.menus.overlays import OVERLAYS
from m44editor.speaking import choice
from m44editor.theme import Theme

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def tick_all(window: MainWindow) -> None:
    """Tick everything that holds now."""
    tick(window, f"language-{choice(window.settings)}")
    tick_looks(window)
    window.commands["restore"].setChecked(flag(window.settings, "session/restore", True))
    tick(window, f"parts-{window.editing.parts}")
    tick(window, window.toolbox.tool.name)
    tick_overlays(window)
    tick_split(window)
    tick_painting(window)
    tick_board(window)


def tick(window: MainWindow, name: str) -> None:
    """Tick a command; tools that are none of the menus tick nothing."""
    if name in window.commands:
        window.commands[name].setChecked(True)


def tick_board(window: MainWindow) -> None:
    """Tick which board and face there are."""
    scenario = window.document.scenario
    tick(window, f"board-{scenario.board.type.value}")
    tick(window, f"face-{scenario.face.value}")


def tick_painting(window: MainWindow) -> None:
    """Tick how the painting tools paint and erase."""
    symmetry, eraser = window.bench.symmetry, window.toolbox.eraser
    tick(window, f"symmetry-{symmetry.how or 'off'}")
    tick(window, f"reach-{eraser.reach}")
    window.commands["symmetry-swap"].setChecked(symmetry.swaps)
    window.commands["mend"].setChecked(eraser.mends)


def tick_looks(window: MainWindow) -> None:
    """Tick the theme and how much moves, as they are remembered."""
    tick(window, f"theme-{one_of(window.settings, 'theme', Theme.SYSTEM)}")
    motion = word(window.settings, "motion", MOTIONS[0])
    tick(window, f"motion-{motion if motion in MOTIONS else MOTIONS[0]}")


def tick_layers(window: MainWindow) -> None:
    """Tick what of the board is shown, and which layers are locked."""
    for name in SHOWN:
        window.commands[name].setChecked(getattr(window.view.show_settings, name))
    for layer in Layer:
        window.commands[f"lock-{layer}"].setChecked(window.layers.is_locked(layer))


def tick_split(window: MainWindow) -> None:
    """Tick how the boards of a window stand that is split."""
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for name, orientation in (("split-across", across), ("split-down", down)):
        stands = (split.orientation for split in window.made("split"))
        window.commands[name].setChecked(any(each is orientation for each in stands))


def tick_overlays(window: MainWindow) -> None:
    """Tick the overlays that the board shows, and say in the status bar what they say."""
    made = window.view.findChild(QObject, "overlays")
    if made is None:  # nothing of them is imported yet
        return
    from m44editor.overlays.controller import Overlays

    assert isinstance(made, Overlays)
    for name in OVERLAYS:
        window.commands[f"overlay-{name}"].setChecked(name in made.on)
    window.status.show_rules(made.words)
