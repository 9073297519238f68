"""The handlers of the main window's commands, and the functions that fill its dynamic menus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from m44core.board import BoardType, Face
from m44core.errors import M44Error
from m44core.messages.languages import languages
from m44core.messages.message import message_in
from m44core.messages.renderers import message_of_error
from m44core.model import edits
from m44editor.actions import TOOLS, VISIBILITY_COMMANDS, without_arguments
from m44editor.documents.board_layers import Layer
from m44editor.interface_language import SYSTEM
from m44editor.interface_text import tr, translated
from m44editor.menu_commands import FIGURES, MOTIONS, OVERLAYS, PANELS, SINGLE_TAB_COMMANDS, STAMPS
from m44editor.theme import Theme
from m44editor.tools.edit_commands import NudgeDirection
from m44editor.tools.paste_tool import PasteTool
from m44editor.tools.toolbox import GOAL_TOOLS
from m44editor.windows.keyboard_focus import focus_next_pane
from m44editor.windows.menu_state import RIGHT_BUTTON_KEY, tick_board, watch_menus
from m44editor.windows.panel_folding import FOLDING_KEY
from m44editor.windows.view_commands import (
    lock_or_unlock_layer,
    show_checked_layers,
    show_or_hide_mini_map,
    show_underlay_dialog,
    switch_interface_language,
    switch_motion,
    switch_theme,
    toggle_overlay,
    watch_large_boards,
)

if TYPE_CHECKING:
    from m44editor.board.board_view import BoardView
    from m44editor.documents.document import Document
    from m44editor.documents.user_packs import UserPacks
    from m44editor.tools.tool import ToolContext
    from m44editor.windows.editor_context import EditorContext

Handler: TypeAlias = "Callable[[EditorContext], object]"
T = TypeVar("T")
_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
_MIRROR = edits.MirrorKind


@dataclass(frozen=True)
class LazyHandler:
    """A handler in a module that is imported when its command is first used.

    Attributes:
        name: The module and the function in it: ``m44editor.windows.tour:start_tour``.
        services: Returns the arguments taken from the context; None to pass the context itself.
        arguments: The last arguments of the function.
    """

    name: str
    services: Callable[[EditorContext], tuple[object, ...]] | None = None
    arguments: tuple[object, ...] = ()

    @property
    def function(self) -> Callable[..., object]:
        """The function, from a module imported on first use."""
        module, function = self.name.split(":")
        loaded: Callable[..., object] = getattr(import_module(module), function)
        return loaded

    def __call__(self, context: EditorContext, *extra: object) -> object:
        """Call the function with its services, then *extra*, then the stored arguments."""
        services = (context,) if self.services is None else self.services(context)
        return self.function(*services, *extra, *self.arguments)


def _handlers_for(
    prefix: str, values: Iterable[T], function: Callable[[EditorContext, T], object]
) -> Mapping[str, Handler]:
    """Return a handler for each value, by the command name: the prefix followed by the value."""
    return {
        f"{prefix}{value}": partial(lambda value, context: function(context, value), value)
        for value in values
    }


def _focus_pane_at_offset(context: EditorContext, offset: int) -> None:
    """Move the focus by *offset* among the board, the bars around it and the visible panels."""
    front = context.front_widget()
    if front is not context.view:  # it covers the others
        focus_next_pane([front], offset)
        return
    tabs = context.window.findChildren(QWidget, "tab-row")
    bars = context.folding.bars.values()
    other_panes = (context.files.bar, *tabs, *context.docks.values(), *bars, context.status)
    focus_next_pane([front, *other_panes], offset)


def _go_to_panel(context: EditorContext, name: str) -> None:
    if name == "properties":
        context.selection_display.show_properties()
    context.docks[name].focus_panel()


def _save_layout(context: EditorContext) -> None:
    """Save the layout with all panels unfolded, as in a large window."""
    from m44editor.windows.layouts import save_layout  # 3 ms

    with context.folding.unfolded():
        save_layout(context.settings, context.window, context.status)


def _set_folding(context: EditorContext) -> None:
    context.settings.setValue(FOLDING_KEY, _is_checked(context, "fold-panels"))
    context.folding.update()


def _set_right_button_picks(context: EditorContext) -> None:
    is_on = _is_checked(context, "right-picks")
    context.toolbox.right_button_picks = is_on
    context.settings.setValue(RIGHT_BUTTON_KEY, is_on)


def _reopen_closed_tab(context: EditorContext) -> None:
    if not context.files.reopen():
        context.show_message(tr("There is no closed tab to reopen"))


def _change_board(context: EditorContext, board_type: BoardType) -> None:
    """Change the board of the scenario, asking first if pieces would be lost."""
    from m44editor.windows.file_dialogs import convert_board  # 24 ms

    convert_board(context.document, board_type, context.window)
    tick_board(context)


def _change_face(document: Document, face: Face) -> None:
    """Change the face of the board."""
    document.edit(
        message_in("step", "Change Board Side"), edits.change_face(document.scenario, face)
    )


def _ask_for_board(document: Document, window: QWidget) -> None:
    """Ask for the new board size and the scenario's position on the board, and change both."""
    from m44editor.windows.file_dialogs import ask_for_board  # 24 ms

    ask_for_board(document, document.scenario.board.type, window)


def _show_packs_dialog(packs: UserPacks, window: QWidget) -> None:
    from m44editor.panels.packs_dialog import PacksDialog  # 16 ms

    PacksDialog(packs, window).exec()


def _show_replace_dialog(tool_context: ToolContext, view: BoardView, window: QWidget) -> None:
    from m44editor.panels.replace_dialog import ReplaceDialog  # 35 ms

    ReplaceDialog(tool_context, view, view.cursor_hex or view.hovered_hex, window).exec()


def _measure_balance(context: EditorContext) -> None:
    """Show the balance panel, and start measuring unless a measurement is running."""
    context.docks["balance"].focus_panel()
    if not context.measurements.is_running:
        context.measurements.start()


def _use_goal_tool(context: EditorContext, tool: str) -> None:
    context.toolbox.use(tool)
    context.panels.docks["victory"].reveal()
    context.view.setFocus()


def _fill_examples_menu(context: EditorContext, menu: QMenu) -> None:
    from m44editor.documents.examples import fill_examples_menu  # 54 ms

    fill_examples_menu(menu, context.files.open_copy)


def _copy_hex_names(context: EditorContext) -> None:
    """Copy the names of the selected hexes, else of the hex under the cursor, to the clipboard."""
    names = ", ".join(_hex_names(context))
    if names:
        QGuiApplication.clipboard().setText(names)
    context.show_message(
        tr("Copied {hexes}", hexes=names) if names else tr("Select hexes, or point at one")
    )


def _hex_names(context: EditorContext) -> list[str]:
    board, view = context.document.scenario.board, context.view
    hovered_hex = view.cursor_hex or view.hovered_hex
    hexes = context.selection.hexes or ({hovered_hex} if hovered_hex is not None else set())
    return [board.name(hex_) for hex_ in board.hexes if hex_ in hexes]


def _use_stamp(context: EditorContext, number: int) -> None:
    """Pick up the stamp assigned to a number key, or report that there is none."""
    shelf = context.panels.shelf
    shelf.reload()  # another window may have added it
    stamp = shelf.stamp_for_key(number)
    if stamp is None:
        context.show_message(tr("There is no stamp {number} yet", number=number))
    else:
        context.editing.use_stamp(stamp.part.clip)


def _store_stamp(context: EditorContext, number: int) -> None:
    """Save the clip being pasted, else the selected hexes, as the stamp for a number key."""
    tool = context.toolbox.tool
    clip = tool.clip if isinstance(tool, PasteTool) else context.editing.clip()
    if clip is None:
        return  # the reason was shown already
    shelf = context.panels.shelf
    try:
        stamp = shelf.add_clip(clip, context.document.scenario)
        shelf.assign_key(stamp, number)
    except M44Error as error:
        context.show_message(translated(message_of_error(error)))
        return
    text = tr("Saved as stamp {number}: {name}", name=stamp.name, number=number)
    context.show_message(text)


def _edit_shortcuts(context: EditorContext) -> None:
    """Let the user change shortcuts, and apply them to all main windows."""
    from m44editor.shortcuts import key_map  # 3 ms
    from m44editor.shortcuts.shortcuts_dialog import edit_shortcuts  # 72 ms
    from m44editor.windows.command_palette import command_labels  # 19 ms
    from m44editor.windows.editor_context import open_contexts  # 118 ms

    labels = command_labels(context.commands)
    keys = edit_shortcuts(key_map.MAIN, labels, context.settings, context.window)
    if keys is None:
        return
    for each in open_contexts():
        key_map.apply_shortcuts(keys, each.commands)


def _is_checked(context: EditorContext, name: str) -> bool:
    return context.commands[name].isChecked()


HANDLERS: Mapping[str, Handler] = {
    "new": lambda context: context.files.new(),
    "open": lambda context: context.files.open(),
    "save": lambda context: context.files.save(),
    "save-as": lambda context: context.files.save_as(),
    "reload": lambda context: context.files.reload(),
    "history": LazyHandler("m44editor.windows.history.history_dialog:open_history"),
    "export": LazyHandler("m44editor.windows.picture_export_dialog:export_board"),
    "sheet": LazyHandler("m44editor.windows.sheet_window:open_sheet_window"),
    "publish": LazyHandler("m44editor.windows.publishing.publish_command:open_publish_window"),
    "translate": LazyHandler("m44editor.windows.translate_commands:open_translation_window"),
    "sentences": LazyHandler("m44editor.windows.translate_commands:open_sentences_dialog"),
    "import-list": LazyHandler(
        "m44editor.windows.setup_list_dialog:import_setup_list",
        lambda context: (context.document, context.window),
    ),
    "library": LazyHandler("m44editor.windows.library_commands:show_library"),
    "compare-file": lambda context: context.comparisons.ask_and_compare_with_file(),
    "compare-saved": lambda context: context.comparisons.compare_with_saved(),
    "close": lambda context: context.files.close_sheet(context.files.sheets.current),
    "quit": LazyHandler(
        "m44editor.windows.tab_sessions:close_all_windows", lambda context: (context.files,)
    ),
    "cut": lambda context: context.editing.cut(),
    "copy": lambda context: context.editing.copy(),
    "paste": lambda context: context.editing.paste(),
    "stamp": lambda context: context.editing.stamp(),
    "duplicate": lambda context: context.editing.duplicate(),
    "delete": lambda context: context.editing.delete(),
    "copy-hex": _copy_hex_names,
    "select-all": lambda context: context.editing.select_all(),
    "select-none": lambda context: context.editing.select_none(),
    "select-others": lambda context: context.editing.invert_selection(),
    "select-kind": lambda context: context.editing.select_same_kind(),
    "select-side": lambda context: context.editing.select_same_side(),
    "figures-usual": lambda context: context.editing.set_figures(None),
    "find": lambda context: context.panels.show_palette().focus_search(),
    "search-everything": LazyHandler(
        "m44editor.windows.searching.search_command:open_search_window"
    ),
    "palette": LazyHandler("m44editor.windows.command_palette:open_command_palette"),
    "go-to-hex": LazyHandler(
        "m44editor.windows.command_palette:open_command_palette", arguments=(True,)
    ),
    "zoom-in": lambda context: context.view.zoom_in(),
    "zoom-out": lambda context: context.view.zoom_out(),
    "actual-size": lambda context: context.view.zoom_to_actual_size(),
    "fit": lambda context: context.view.fit(),
    "clear-view": LazyHandler("m44editor.windows.layouts:toggle_clear_view"),
    "layout-usual": LazyHandler("m44editor.windows.layouts:reset_layout"),
    "layout-keep": _save_layout,
    "fold-panels": _set_folding,
    "layout-forget": LazyHandler(
        "m44editor.windows.layouts:delete_layout",
        lambda context: (context.settings, context.window, context.status),
    ),
    "recent-tab": lambda context: context.recent_tabs.step(1),
    "recent-tab-back": lambda context: context.recent_tabs.step(-1),
    "next-tab": lambda context: context.files.sheets.step(1),
    "previous-tab": lambda context: context.files.sheets.step(-1),
    "split-across": lambda context: context.split.toggle(_ACROSS),
    "split-down": lambda context: context.split.toggle(_DOWN),
    "other-board": lambda context: context.split.swap(),
    "next-pane": lambda context: _focus_pane_at_offset(context, 1),
    "previous-pane": lambda context: _focus_pane_at_offset(context, -1),
    "language-system": lambda context: switch_interface_language(
        context.settings, context.files, SYSTEM
    ),
    "board-size": lambda context: _ask_for_board(context.document, context.window),
    "mirror-east-west": lambda context: context.editing.mirror(_MIRROR.LEFT_RIGHT),
    "mirror-north-south": lambda context: context.editing.mirror(_MIRROR.TOP_BOTTOM),
    "mirror-half-turn": lambda context: context.editing.mirror(_MIRROR.HALF_TURN),
    "swap-board-sides": lambda context: context.editing.swap_board_sides(),
    "rotate": lambda context: context.editing.rotate(),
    "rotate-back": lambda context: context.editing.rotate(False),
    "flip-left-right": lambda context: context.editing.mirror_clip(_MIRROR.LEFT_RIGHT),
    "flip-top-bottom": lambda context: context.editing.mirror_clip(_MIRROR.TOP_BOTTOM),
    "swap-side": lambda context: context.editing.swap_unit_sides(),
    "symmetry-off": lambda context: context.toolbox.set_mirror(None),
    "symmetry-next": lambda context: context.toolbox.cycle_mirror(),
    "symmetry-swap": lambda context: context.toolbox.set_mirror_swaps_sides(
        _is_checked(context, "symmetry-swap")
    ),
    "mend": lambda context: context.toolbox.set_path_repair(_is_checked(context, "mend")),
    "playtest": lambda context: context.playtests.start(),
    "balance": _measure_balance,
    "balance-compare": LazyHandler("m44editor.windows.balance_comparison:compare_balance"),
    "log-game": LazyHandler("m44editor.windows.log_game_command:log_game"),
    "next-problem": lambda context: context.panels.show_problems().next_problem(),
    "previous-problem": lambda context: context.panels.show_problems().previous_problem(),
    "fix-problem": lambda context: context.panels.show_problems().open_fixes(),
    "fix-safe": lambda context: context.panels.show_problems().apply_safe_fixes(),
    "allow-problem": lambda context: context.panels.show_problems().suppress(),
    "show-allowed": lambda context: context.chrome.check_commands.toggle_suppressed_problems(),
    "boxes": lambda context: context.chrome.check_commands.edit_owned_boxes(),
    "setup-list": lambda context: context.chrome.check_commands.show_setup(),
    "checks": lambda context: context.chrome.check_commands.show_pages(),
    "welcome": LazyHandler("m44editor.windows.welcome:show_welcome_page"),
    "tour": LazyHandler("m44editor.windows.tour:start_tour"),
    "manual": LazyHandler("m44editor.manual_window:show_manual", lambda context: (context.window,)),
    "keys": LazyHandler("m44editor.windows.keys_list:show_keys_dialog"),
    "whats-this": LazyHandler(
        "m44editor.whats_this:show_help_text", lambda context: (context.window,)
    ),
    "copy-examples": LazyHandler(
        "m44editor.windows.example_copies:copy_examples_to",
        lambda context: (context.settings, context.window),
    ),
    "report-problem": LazyHandler("m44editor.windows.problem_report:report_problem"),
    "about": LazyHandler(
        "m44editor.windows.help_dialogs:show_about", lambda context: (context.window,)
    ),
    "shortcuts": _edit_shortcuts,
    "packs": lambda context: _show_packs_dialog(context.packs, context.window),
    "reopen-closed": _reopen_closed_tab,
    "restore": lambda context: context.settings.setValue(
        "session/restore", _is_checked(context, "restore")
    ),
    "mini-map": show_or_hide_mini_map,
    "replace-all": lambda context: _show_replace_dialog(
        context.tool_context, context.view, context.window
    ),
    "underlay": show_underlay_dialog,
    **_handlers_for(
        "", SINGLE_TAB_COMMANDS, LazyHandler("m44editor.windows.tab_commands:run_on_current_tab")
    ),
    **_handlers_for(
        "", ("ellipse", "lasso", "wand", *TOOLS), lambda context, tool: context.toolbox.use(tool)
    ),
    **_handlers_for("", GOAL_TOOLS, _use_goal_tool),
    **_handlers_for("", VISIBILITY_COMMANDS, lambda context, _layer: show_checked_layers(context)),
    **_handlers_for(
        "",
        ("arena", "publication"),
        lambda context, name: context.chrome.check_commands.toggle_profile(name),
    ),
    "right-picks": _set_right_button_picks,
    **_handlers_for("panel-", PANELS, _go_to_panel),
    **_handlers_for("lock-", Layer, lock_or_unlock_layer),
    **_handlers_for("overlay-", OVERLAYS, toggle_overlay),
    **_handlers_for(
        "figures-", FIGURES, lambda context, number: context.editing.set_figures(number)
    ),
    **_handlers_for(
        "parts-", edits.ClipParts, lambda context, part: context.editing.set_pasted_parts(part)
    ),
    **_handlers_for(
        "nudge-", NudgeDirection, lambda context, direction: context.editing.nudge(direction)
    ),
    **_handlers_for(
        "reach-", edits.EraserReach, lambda context, reach: context.toolbox.use_eraser(reach)
    ),
    **_handlers_for(
        "symmetry-", edits.MirrorKind, lambda context, mirror: context.toolbox.set_mirror(mirror)
    ),
    **_handlers_for("stamp-", STAMPS, _use_stamp),
    **_handlers_for("keep-stamp-", STAMPS, _store_stamp),
    **_handlers_for("board-", BoardType, _change_board),
    **_handlers_for("face-", Face, lambda context, face: _change_face(context.document, face)),
    **_handlers_for("theme-", Theme, lambda context, theme: switch_theme(context.settings, theme)),
    **_handlers_for(
        "motion-", MOTIONS, lambda context, motion: switch_motion(context.settings, motion)
    ),
    **_handlers_for(
        "language-",
        languages(),
        lambda context, code: switch_interface_language(context.settings, context.files, code),
    ),
}

MENU_FILLERS: Mapping[str, Callable[[EditorContext, QMenu], object]] = {
    "recent": lambda context, menu: context.files.recent.fill_menu(menu, context.files.open_path),
    "examples": _fill_examples_menu,
    "compare": lambda context, menu: context.comparisons.fill_menu(
        menu, context.commands["compare-saved"]
    ),
    "layouts": LazyHandler("m44editor.windows.layouts:fill_layouts_menu"),
    "tabs": LazyHandler("m44editor.windows.tab_commands:fill_current_tab_menu"),
}
"""The functions that fill the dynamic menus when they open."""


def connect_commands(context: EditorContext) -> None:
    """Connect the commands of a window to their handlers; fill its dynamic menus on opening."""
    for name, handler in HANDLERS.items():
        slot = partial(handler, context)
        context.commands[name].triggered.connect(without_arguments(slot))
    for name, fill in MENU_FILLERS.items():
        menu = context.menus[name]
        menu.aboutToShow.connect(partial(fill, context, menu))
    watch_large_boards(context)
    watch_menus(context)
