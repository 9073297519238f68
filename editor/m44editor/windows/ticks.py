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
    from m44editor.windows.context import EditorContext


def tick_all(context: EditorContext) -> None:
    """Tick everything that holds now."""
    tick(context, f"language-{choice(context.settings)}")
    tick_looks(context)
    context.commands["restore"].setChecked(flag(context.settings, "session/restore", True))
    tick(context, f"parts-{context.editing.parts}")
    tick(context, context.toolbox.tool.name)
    tick_overlays(context)
    tick_split(context)
    tick_painting(context)
    tick_board(context)


def tick(context: EditorContext, name: str) -> None:
    """Tick a command; tools that are none of the menus tick nothing."""
    if name in context.commands:
        context.commands[name].setChecked(True)


def tick_board(context: EditorContext) -> None:
    """Tick which board and face there are."""
    scenario = context.document.scenario
    tick(context, f"board-{scenario.board.type.value}")
    tick(context, f"face-{scenario.face.value}")


def tick_painting(context: EditorContext) -> None:
    """Tick how the painting tools paint and erase."""
    symmetry, eraser = context.bench.symmetry, context.toolbox.eraser
    tick(context, f"symmetry-{symmetry.how or 'off'}")
    tick(context, f"reach-{eraser.reach}")
    context.commands["symmetry-swap"].setChecked(symmetry.swaps)
    context.commands["mend"].setChecked(eraser.mends)


def tick_looks(context: EditorContext) -> None:
    """Tick the theme and how much moves, as they are remembered."""
    tick(context, f"theme-{one_of(context.settings, 'theme', Theme.SYSTEM)}")
    motion = word(context.settings, "motion", MOTIONS[0])
    tick(context, f"motion-{motion if motion in MOTIONS else MOTIONS[0]}")


def tick_layers(context: EditorContext) -> None:
    """Tick what of the board is shown, and which layers are locked."""
    for name in SHOWN:
        context.commands[name].setChecked(getattr(context.view.show_settings, name))
    for layer in Layer:
        context.commands[f"lock-{layer}"].setChecked(context.layers.is_locked(layer))


def tick_split(context: EditorContext) -> None:
    """Tick how the boards of a window stand that is split."""
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for name, orientation in (("split-across", across), ("split-down", down)):
        stands = (split.orientation for split in context.made("split"))
        context.commands[name].setChecked(any(each is orientation for each in stands))


def tick_overlays(context: EditorContext) -> None:
    """Tick the overlays that the board shows, and say in the status bar what they say."""
    made = context.view.findChild(QObject, "overlays")
    if made is None:  # nothing of them is imported yet
        return
    from m44editor.overlays.controller import Overlays

    assert isinstance(made, Overlays)
    for name in OVERLAYS:
        context.commands[f"overlay-{name}"].setChecked(name in made.on)
    context.status.show_rules(made.words)
