"""The commands of the View menu: layers, overlays, mini map, underlay, theme, motion, language."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from m44core.board import BoardType
from m44editor.actions import VISIBILITY_COMMANDS
from m44editor.documents.board_layers import Layer
from m44editor.documents.editor_settings import bool_setting
from m44editor.interface_language import choose_language
from m44editor.theme import Theme, apply_theme
from m44editor.windows.menu_state import tick_layers, tick_overlays, update_zoom_commands

if TYPE_CHECKING:
    from m44editor.underlay.underlay_controller import UnderlayController
    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.file_controller import FileController


def show_checked_layers(context: EditorContext) -> None:
    """Show the layers that are checked in the menu, and store the choice."""
    for name in VISIBILITY_COMMANDS:
        is_shown = context.commands[name].isChecked()
        if name in list(Layer):
            context.layers.show(Layer(name), is_shown)
        else:
            context.settings.setValue(f"show/{name}", is_shown)
    context.restyle()
    tick_layers(context)


def lock_or_unlock_layer(context: EditorContext, layer: Layer) -> None:
    """Lock a layer if its command is checked; unlock it otherwise."""
    context.layers.lock(layer, context.commands[f"lock-{layer}"].isChecked())


def toggle_overlay(context: EditorContext, name: str) -> None:
    """Show or hide an overlay on the board."""
    from m44editor.overlays.overlay_controller import Overlays  # 168 ms

    overlays = context.view.findChild(QObject, "overlays")
    if not isinstance(overlays, Overlays):
        overlays = Overlays(context.view, context.document, context.selection)
        overlays.changed.connect(partial(tick_overlays, context))
        context.toolbox.preview_changed.connect(overlays.show_preview)
        context.toolbox.event_handled.connect(overlays.compute_if_due)
    overlays.toggle(name)


def switch_theme(settings: QSettings, theme: Theme) -> None:
    """Apply a theme to all windows, and store it."""
    settings.setValue("theme", theme.value)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        apply_theme(application, theme)


def switch_motion(settings: QSettings, motion: str) -> None:
    """Set how much motion windows show, and store it."""
    from m44editor.accessibility.reduced_motion import Motion, set_motion  # 2 ms

    set_motion(settings, Motion(motion))


def switch_interface_language(settings: QSettings, files: FileController, code: str) -> None:
    """Switch the interface language and store it; warn if no installed font covers it."""
    from m44editor.accessibility.missing_fonts import warn_about_missing_font  # 2 ms

    choose_language(settings, code)
    warn_about_missing_font(files)


# Mini map


def show_or_hide_mini_map(context: EditorContext) -> None:
    """Show the mini map if its command is checked, else hide it; store the choice."""
    from m44editor.board.mini_map import MiniMap  # 35 ms

    is_wanted = context.commands["mini-map"].isChecked()
    context.settings.setValue("show/mini_map", is_wanted)
    mini_map = context.window.findChild(MiniMap)
    if mini_map is None:
        mini_map = MiniMap(context.view)
        context.document.changed.connect(mini_map.refresh)
        context.document.replaced.connect(mini_map.refresh)
    mini_map.set_wanted(is_wanted)


def watch_large_boards(context: EditorContext) -> None:
    """Create the mini map as soon as a large board can be scrolled.

    Keep zoom commands up to date.
    """
    context.commands["mini-map"].setChecked(bool_setting(context.settings, "show/mini_map", True))
    update = partial(_on_scroll_range, context)
    for bar in (context.view.horizontalScrollBar(), context.view.verticalScrollBar()):
        bar.rangeChanged.connect(update)


def _on_scroll_range(context: EditorContext, *_: int) -> None:
    update_zoom_commands(context)
    is_large = context.view.board.type is not BoardType.STANDARD
    if is_large and context.window.findChild(QWidget, "mini-map") is None:
        show_or_hide_mini_map(context)


# Underlay


def restore_underlay(context: EditorContext) -> None:
    """Show the underlay stored for the open file; if there is none, import no module for it."""
    from m44core.io.files.file_reader import digest  # 104 ms

    path = context.document.path
    if path is None or context.view.findChild(QObject, "underlay") is not None:
        return
    is_known = context.settings.contains(f"underlay/{digest(str(path).encode())[:32]}")
    if is_known or path.with_name(f"{path.stem}.underlay.json").exists():
        _underlay_controller(context).restore()


def show_underlay_dialog(context: EditorContext) -> None:
    """Show the underlay dialog, creating it if necessary."""
    from m44editor.underlay.underlay_dialog import UnderlayDialog  # 270 ms

    dialog = context.window.findChild(UnderlayDialog)
    if dialog is None:
        has_file = context.document.path is not None
        dialog = UnderlayDialog(_underlay_controller(context), has_file, context.window)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def _underlay_controller(context: EditorContext) -> UnderlayController:
    from m44editor.underlay.underlay_controller import UnderlayController  # 267 ms

    underlay = context.view.findChild(UnderlayController)
    if underlay is None:
        underlay = UnderlayController(context.view, context.document, context.settings)
        context.closed.connect(underlay.close)
    return underlay
