"""What the menus of a window tick, and what they grey out because it would do nothing now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu

from m44editor.actions import SHOWN
from m44editor.documents.board_layers import Layer
from m44editor.documents.editor_settings import flag, one_of, word
from m44editor.interface_language import choice
from m44editor.menus.looks import MOTIONS
from m44editor.menus.overlays import OVERLAYS
from m44editor.menus.tabs import OF_ONE_TAB
from m44editor.theme import Theme

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


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
    context.commands["symmetry-swap"].setChecked(symmetry.swaps_sides)
    context.commands["mend"].setChecked(eraser.repairs)


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
    from m44editor.overlays.overlay_controller import Overlays  # 226 ms

    assert isinstance(made, Overlays)
    for name in OVERLAYS:
        context.commands[f"overlay-{name}"].setChecked(name in made.on)
    context.status.show_rules(made.text)


_SEVERAL_TABS = ("recent-tab", "recent-tab-back", "next-tab", "previous-tab")


def enable_zoom(context: EditorContext) -> None:
    """Enable what shows more or less of the board, as far as there is more or less to show."""
    view, commands = context.view, context.commands
    commands["zoom-in"].setEnabled(view.zoom.can_grow)
    commands["zoom-out"].setEnabled(view.zoom.can_shrink)
    commands["mini-map"].setEnabled(view.needs_mini_map)


def watch_menus(context: EditorContext) -> None:
    """Disable what is not possible in each menu while it is open.

    Afterwards it is enabled again, so that its keys and the palette say why nothing is done.
    """
    bar = context.menus["tabs"].parentWidget()
    assert bar is not None, "the bar owns all menus"
    for menu in bar.findChildren(QMenu):
        menu.aboutToShow.connect(partial(_show_possible, context, menu))
        menu.aboutToHide.connect(partial(_enable_all, context, menu))


def _show_possible(context: EditorContext, menu: QMenu) -> None:
    there = menu.actions()
    for name, possible in _possible(context).items():
        if context.commands[name] in there:
            context.commands[name].setEnabled(possible)


def _enable_all(context: EditorContext, menu: QMenu) -> None:
    there = menu.actions()
    for name in _possible(context):
        if context.commands[name] in there:
            context.commands[name].setEnabled(True)


def _possible(context: EditorContext) -> Mapping[str, bool]:
    """Return which of the commands that need something have it."""
    from m44editor.windows.closing import closed_tabs  # 80 ms
    from m44editor.windows.layouts import layouts  # 3 ms
    from m44editor.windows.tab_commands import why_not  # 79 ms

    sheets = context.files.sheets
    several = len(sheets) > 1
    return {
        **dict.fromkeys(_SEVERAL_TABS, several),
        **{name: why_not(context, sheets.current, name) is None for name in OF_ONE_TAB},
        "other-board": any(split.sheet is not None for split in context.made("split")),
        "layout-forget": bool(layouts(context.settings)),
        "reopen-closed": bool(closed_tabs()),
        "reload": context.document.path is not None,
    }
