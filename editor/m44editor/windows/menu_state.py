"""The check marks and the availability of the commands in the menus of a window."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu

from m44editor.actions import VISIBILITY_COMMANDS
from m44editor.documents.board_layers import Layer
from m44editor.documents.editor_settings import bool_setting, enum_setting, text_setting
from m44editor.interface_language import chosen_language
from m44editor.menu_commands import MOTIONS, OVERLAYS, SINGLE_TAB_COMMANDS
from m44editor.theme import Theme
from m44editor.windows.panel_folding import FOLDING_KEY

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


RIGHT_BUTTON_KEY = "tools/right-button-picks"


def tick_all(context: EditorContext) -> None:
    """Update the check marks that depend on the settings, the tools, the board and the overlays."""
    tick_command(context, f"language-{chosen_language(context.settings)}")
    tick_appearance(context)
    context.commands["restore"].setChecked(bool_setting(context.settings, "session/restore", True))
    context.toolbox.right_button_picks = bool_setting(context.settings, RIGHT_BUTTON_KEY, False)
    context.commands["right-picks"].setChecked(context.toolbox.right_button_picks)
    context.commands["fold-panels"].setChecked(bool_setting(context.settings, FOLDING_KEY, True))
    tick_command(context, f"parts-{context.editing.parts}")
    tick_command(context, context.toolbox.tool.name)
    tick_overlays(context)
    tick_split(context)
    tick_painting(context)
    tick_board(context)
    context.update_board_commands()


def tick_command(context: EditorContext, name: str) -> None:
    """Tick a command; do nothing if there is no command of that name, as for some tools."""
    if name in context.commands:
        context.commands[name].setChecked(True)


def tick_board(context: EditorContext) -> None:
    """Tick the menu commands that match the board type and the face of the scenario."""
    scenario = context.document.scenario
    tick_command(context, f"board-{scenario.board.type.value}")
    tick_command(context, f"face-{scenario.face.value}")


def tick_painting(context: EditorContext) -> None:
    """Tick the menu commands that match the current settings of the painting tools."""
    symmetry, eraser = context.tool_context.symmetry, context.toolbox.eraser
    tick_command(context, f"symmetry-{symmetry.mirror or 'off'}")
    tick_command(context, f"reach-{eraser.reach}")
    context.commands["symmetry-swap"].setChecked(symmetry.swaps_sides)
    context.commands["mend"].setChecked(eraser.repairs_paths)


def tick_appearance(context: EditorContext) -> None:
    """Tick the menu commands that match the stored theme and motion setting."""
    tick_command(context, f"theme-{enum_setting(context.settings, 'theme', Theme.SYSTEM)}")
    motion = text_setting(context.settings, "motion", MOTIONS[0])
    tick_command(context, f"motion-{motion if motion in MOTIONS else MOTIONS[0]}")


def tick_layers(context: EditorContext) -> None:
    """Tick the menu commands of visible layers, and the lock commands of locked layers."""
    for name in VISIBILITY_COMMANDS:
        context.commands[name].setChecked(getattr(context.view.visible_layers, name))
    for layer in Layer:
        context.commands[f"lock-{layer}"].setChecked(context.layers.is_locked(layer))


def tick_split(context: EditorContext) -> None:
    """Tick the menu command that matches the current split of the window."""
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for name, orientation in (("split-across", across), ("split-down", down)):
        orientations = (split.orientation for split in context.created_services("split"))
        context.commands[name].setChecked(any(each is orientation for each in orientations))


def tick_overlays(context: EditorContext) -> None:
    """Tick the menu commands of the active overlays; show their text in the status bar."""
    overlays = context.view.findChild(QObject, "overlays")
    if overlays is None:  # no overlay was used yet, so none is imported
        return
    from m44editor.overlays.overlay_controller import Overlays  # 226 ms

    assert isinstance(overlays, Overlays)
    for name in OVERLAYS:
        context.commands[f"overlay-{name}"].setChecked(name in overlays.active_names)
    context.status.show_overlay_text(overlays.text)


_MULTI_TAB_COMMANDS = ("recent-tab", "recent-tab-back", "next-tab", "previous-tab")


def update_zoom_commands(context: EditorContext) -> None:
    """Enable each zoom command and the mini map if they would have an effect, else disable them."""
    view, commands = context.view, context.commands
    commands["zoom-in"].setEnabled(view.zoom.can_grow)
    commands["zoom-out"].setEnabled(view.zoom.can_shrink)
    commands["mini-map"].setEnabled(view.needs_mini_map)


def watch_menus(context: EditorContext) -> None:
    """Disable unavailable commands in each menu while it is open.

    They are enabled again afterwards, so that their shortcuts can explain why they do nothing.
    """
    bar = context.menus["tabs"].parentWidget()
    assert bar is not None, "the bar owns all menus"
    for menu in bar.findChildren(QMenu):
        menu.aboutToShow.connect(partial(_disable_unavailable, context, menu))
        menu.aboutToHide.connect(partial(_enable_all_commands, context, menu))


def _disable_unavailable(context: EditorContext, menu: QMenu) -> None:
    actions = menu.actions()
    for name, is_available in _command_availability(context).items():
        if context.commands[name] in actions:
            context.commands[name].setEnabled(is_available)


def _enable_all_commands(context: EditorContext, menu: QMenu) -> None:
    actions = menu.actions()
    for name in _command_availability(context):
        if context.commands[name] in actions:
            context.commands[name].setEnabled(True)


def _command_availability(context: EditorContext) -> Mapping[str, bool]:
    """Return the availability of each command that may be unavailable."""
    from m44editor.windows.closing import closed_tabs  # 80 ms
    from m44editor.windows.layouts import saved_layouts  # 3 ms
    from m44editor.windows.tab_commands import unavailable_reason  # 79 ms

    sheets = context.files.sheets
    has_several_tabs = len(sheets) > 1
    return {
        **dict.fromkeys(_MULTI_TAB_COMMANDS, has_several_tabs),
        **{
            name: unavailable_reason(context, sheets.current, name) is None
            for name in SINGLE_TAB_COMMANDS
        },
        "other-board": any(split.sheet is not None for split in context.created_services("split")),
        "layout-forget": bool(saved_layouts(context.settings)),
        "reopen-closed": bool(closed_tabs()),
        "reload": context.document.path is not None,
    }
