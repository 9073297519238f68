"""What each command of the main window does, and what its menus list: handlers by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from m44core.board import BoardType, Face
from m44core.errors import M44Error
from m44core.messages.languages import languages
from m44core.messages.message import message_in
from m44core.messages.words import reason
from m44core.model import edits
from m44editor.actions import FIGURES, SHOWN, TOOLS, without_arguments
from m44editor.documents.board_layers import Layer
from m44editor.documents.editor_settings import flag
from m44editor.interface_language import SYSTEM, choose
from m44editor.interface_text import told, tr
from m44editor.menus.looks import MOTIONS
from m44editor.menus.overlays import OVERLAYS
from m44editor.menus.painting import STAMPS
from m44editor.menus.tabs import OF_ONE_TAB
from m44editor.theme import Theme, apply_theme
from m44editor.tools.edit_commands import NudgeDirection
from m44editor.tools.paste_tool import PasteTool
from m44editor.tools.toolbox import GOAL_TOOLS
from m44editor.windows.keyboard_focus import step_pane
from m44editor.windows.menu_state import (
    enable_zoom,
    tick_board,
    tick_layers,
    tick_overlays,
    watch_menus,
)

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

Handler: TypeAlias = "Callable[[EditorContext], object]"
T = TypeVar("T")
_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
_MIRROR = edits.Mirror


@dataclass(frozen=True)
class Late:
    """A handler in another module, which is imported when its command is first used.

    Attributes:
        name: The module and its function: ``m44editor.windows.tour:start_tour``.
        more: What the function takes besides what it is called with.
    """

    name: str
    more: tuple[object, ...] = ()

    @property
    def function(self) -> Callable[..., object]:
        """The function."""
        module, function = self.name.split(":")
        found: Callable[..., object] = getattr(import_module(module), function)
        return found

    def __call__(self, *given: object) -> object:
        """Call the function."""
        return self.function(*given, *self.more)


def _each(
    prefix: str, values: Iterable[T], act: Callable[[EditorContext, T], object]
) -> Mapping[str, Handler]:
    """Return a handler for each of some values, named after it."""
    return {
        f"{prefix}{value}": partial(lambda value, at: act(at, value), value) for value in values
    }


def _step_pane(context: EditorContext, by: int) -> None:
    """Go round the board, what is told over it and the panels in front, from left to right."""
    step_pane([context.front(), context.files.bar, *context.docks.values()], by)


def _show_layers(context: EditorContext) -> None:
    """Show on the board what the menu ticks, now and in later sessions."""
    for name in SHOWN:
        shown = context.commands[name].isChecked()
        if name in list(Layer):
            context.layers.show(Layer(name), shown)
        else:
            context.settings.setValue(f"show/{name}", shown)
    context.restyle()
    tick_layers(context)


def _lock_layer(context: EditorContext, layer: Layer) -> None:
    context.layers.lock(layer, context.commands[f"lock-{layer}"].isChecked())


def _toggle_overlay(context: EditorContext, name: str) -> None:
    from m44editor.overlays.overlay_controller import Overlays  # 168 ms

    made = context.view.findChild(QObject, "overlays")
    if not isinstance(made, Overlays):
        made = Overlays(context.view, context.document, context.selection)
        made.changed.connect(partial(tick_overlays, context))
        context.toolbox.preview_changed.connect(made.show_preview)
        context.toolbox.event_handled.connect(made.find_if_due)
    made.toggle(name)


def _reopen_closed(context: EditorContext) -> None:
    if not context.files.reopen():
        context.say(tr("No tab was closed that could be opened again"))


def _remember_tabs(context: EditorContext) -> None:
    context.settings.setValue("session/restore", context.commands["restore"].isChecked())


def _change_board(context: EditorContext, kind: BoardType) -> None:
    """Put the scenario on another board, after asking where something does not fit."""
    from m44editor.windows.file_dialogs import convert_board  # 24 ms

    convert_board(context.document, kind, context.window)
    tick_board(context)


def _change_face(context: EditorContext, face: Face) -> None:
    """Print another face on the board."""
    document = context.document
    document.edit(message_in("step", "Change Face"), edits.change_face(document.scenario, face))


def _ask_for_board(context: EditorContext) -> None:
    """Ask how large the board is to be, and where on it the scenario."""
    from m44editor.windows.file_dialogs import ask_for_board  # 24 ms

    ask_for_board(context.document, context.document.scenario.board.type, context.window)


def _set_motion(context: EditorContext, motion: str) -> None:
    """Let as much move as is wanted, now and in later sessions."""
    from m44editor.accessibility.reduced_motion import Motion, set_motion  # 2 ms

    set_motion(context.settings, Motion(motion))


def _set_theme(context: EditorContext, theme: Theme) -> None:
    """Make all windows light or dark."""
    context.settings.setValue("theme", theme.value)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        apply_theme(application, theme)


def _show_packs(context: EditorContext) -> None:
    from m44editor.panels.packs_dialog import PacksDialog  # 16 ms

    PacksDialog(context.packs, context.window).exec()


def _draw_goals(context: EditorContext, tool: str) -> None:
    context.toolbox.use(tool)
    context.panels.docks["victory"].reveal()
    context.view.setFocus()


def _replace_all(context: EditorContext) -> None:
    from m44editor.panels.replace_dialog import ReplaceDialog  # 35 ms

    pointed = context.view.cursor_hex or context.view.hover
    ReplaceDialog(context.bench, context.view, pointed, context.window).exec()


def _choose_language(context: EditorContext, code: str) -> None:
    """Speak a language, in later sessions too, and say where no font has its letters."""
    from m44editor.accessibility.missing_fonts import tell_of_letters  # 2 ms

    choose(context.settings, code)
    tell_of_letters(context.files)


def _show_mini_map(context: EditorContext) -> None:
    from m44editor.board.mini_map import MiniMap  # 35 ms

    wanted = context.commands["mini-map"].isChecked()
    context.settings.setValue("show/mini_map", wanted)
    there = context.window.findChild(MiniMap)
    if there is None:
        there = MiniMap(context.view)
        context.document.changed.connect(there.refresh)
        context.document.replaced.connect(there.refresh)
    there.set_wanted(wanted)


def _list_examples(context: EditorContext, menu: QMenu) -> None:
    from m44editor.documents.examples import fill_menu  # 54 ms

    fill_menu(menu, context.files.open_copy)


def _copy_hex_names(context: EditorContext) -> None:
    """Put the names of hexes on the clipboard, and say which."""
    names = ", ".join(_hex_names(context))
    if names:
        QGuiApplication.clipboard().setText(names)
    context.say(tr("Copied {hexes}", hexes=names) if names else tr("Select hexes, or point at one"))


def _hex_names(context: EditorContext) -> list[str]:
    board, view = context.document.scenario.board, context.view
    pointed = view.cursor_hex or view.hover
    chosen = context.selection.hexes or ({pointed} if pointed is not None else set())
    return [board.name(hex_) for hex_ in board.hexes if hex_ in chosen]


def _take_stamp(context: EditorContext, number: int) -> None:
    """Take the stamp with a number in hand, or say that there is none."""
    shelf = context.panels.shelf
    shelf.look()  # another window may have kept it
    stamp = shelf.with_key(number)
    if stamp is None:
        context.say(tr("No stamp has the number {number} yet", number=number))
    else:
        context.editing.use_stamp(stamp.part.clip)


def _keep_stamp(context: EditorContext, number: int) -> None:
    """Keep what is in hand, else the selected hexes, as the stamp with a number."""
    tool = context.toolbox.tool
    clip = tool.clip if isinstance(tool, PasteTool) else context.editing.clip()
    if clip is None:
        return  # it was said why
    shelf = context.panels.shelf
    try:
        stamp = shelf.keep(clip, context.document.scenario)
        shelf.give_key(stamp, number)
    except M44Error as error:
        context.say(told(reason(error)))
        return
    said = tr("Kept as {name}, number {number}", name=stamp.name, number=number)
    context.say(said)


def _choose_keys(context: EditorContext) -> None:
    """Let the user change the keys, and use them in all main windows."""
    from m44editor.shortcuts import key_map  # 3 ms
    from m44editor.shortcuts.shortcuts_dialog import ask_for_shortcuts  # 72 ms
    from m44editor.windows.command_palette import label_of  # 19 ms
    from m44editor.windows.editor_context import contexts  # 118 ms

    labels = {name: label_of(name, action) for name, action in context.commands.items()}
    keys = ask_for_shortcuts(key_map.MAIN, labels, context.settings, context.window)
    if keys is None:
        return
    for other in contexts():
        key_map.use(keys, other.commands)


def _is_on(context: EditorContext, name: str) -> bool:
    return context.commands[name].isChecked()


HANDLERS: Mapping[str, Handler] = {
    "new": lambda at: at.files.new(),
    "open": lambda at: at.files.open(),
    "save": lambda at: at.files.save(),
    "save-as": lambda at: at.files.save_as(),
    "reload": lambda at: at.files.reload(),
    "history": Late("m44editor.windows.history.history_dialog:open_history"),
    "export": Late("m44editor.windows.picture_export_dialog:export_board"),
    "sheet": Late("m44editor.windows.sheet_window:open_sheet"),
    "translate": Late("m44editor.windows.translate_commands:open_desk"),
    "sentences": Late("m44editor.windows.translate_commands:ask_for_sentences"),
    "import-list": Late("m44editor.windows.setup_list_dialog:import_list"),
    "library": Late("m44editor.windows.library_commands:show_library"),
    "compare-file": lambda at: at.comparing.ask(),
    "compare-saved": lambda at: at.comparing.with_saved(),
    "close": lambda at: at.files.close_sheet(at.files.sheets.current),
    "quit": lambda at: Late("m44editor.windows.tab_sessions:quit_all")(at.files),
    "cut": lambda at: at.editing.cut(),
    "copy": lambda at: at.editing.copy(),
    "paste": lambda at: at.editing.paste(),
    "stamp": lambda at: at.editing.stamp(),
    "duplicate": lambda at: at.editing.duplicate(),
    "delete": lambda at: at.editing.delete(),
    "copy-hex": _copy_hex_names,
    "select-all": lambda at: at.editing.select_all(),
    "select-none": lambda at: at.editing.select_none(),
    "select-others": lambda at: at.editing.select_others(),
    "select-kind": lambda at: at.editing.select_kind(),
    "select-side": lambda at: at.editing.select_side(),
    "figures-usual": lambda at: at.editing.set_figures(None),
    "find": lambda at: at.panels.palette().focus_search(),
    "palette": Late("m44editor.windows.command_palette:open_palette"),
    "go-to-hex": Late("m44editor.windows.command_palette:open_palette", (True,)),
    "zoom-in": lambda at: at.view.zoom_in(),
    "zoom-out": lambda at: at.view.zoom_out(),
    "actual-size": lambda at: at.view.actual_size(),
    "fit": lambda at: at.view.fit(),
    "clear-view": Late("m44editor.windows.layouts:toggle_clear_view"),
    "layout-usual": Late("m44editor.windows.layouts:arrange_as_usual"),
    "layout-keep": Late("m44editor.windows.layouts:ask_and_keep"),
    "layout-forget": Late("m44editor.windows.layouts:ask_and_forget"),
    "recent-tab": lambda at: at.recency.step(1),
    "recent-tab-back": lambda at: at.recency.step(-1),
    "next-tab": lambda at: at.files.sheets.step(1),
    "previous-tab": lambda at: at.files.sheets.step(-1),
    "split-across": lambda at: at.split.toggle(_ACROSS),
    "split-down": lambda at: at.split.toggle(_DOWN),
    "other-board": lambda at: at.split.swap(),
    "next-pane": lambda at: _step_pane(at, 1),
    "previous-pane": lambda at: _step_pane(at, -1),
    "language-system": lambda at: _choose_language(at, SYSTEM),
    "board-size": _ask_for_board,
    "mirror-east-west": lambda at: at.editing.mirror(_MIRROR.LEFT_RIGHT),
    "mirror-north-south": lambda at: at.editing.mirror(_MIRROR.TOP_BOTTOM),
    "mirror-half-turn": lambda at: at.editing.mirror(_MIRROR.HALF_TURN),
    "swap-board-sides": lambda at: at.editing.swap_board_sides(),
    "rotate": lambda at: at.editing.rotate(),
    "rotate-back": lambda at: at.editing.rotate(False),
    "flip-left-right": lambda at: at.editing.mirror_clip(_MIRROR.LEFT_RIGHT),
    "flip-top-bottom": lambda at: at.editing.mirror_clip(_MIRROR.TOP_BOTTOM),
    "swap-side": lambda at: at.editing.swap_side(),
    "symmetry-off": lambda at: at.toolbox.set_mirror(None),
    "symmetry-next": lambda at: at.toolbox.cycle_mirror(),
    "symmetry-swap": lambda at: at.toolbox.set_mirror_swaps(_is_on(at, "symmetry-swap")),
    "mend": lambda at: at.toolbox.set_path_repair(_is_on(at, "mend")),
    "playtest": lambda at: at.playing.start(),
    "next-problem": lambda at: at.panels.problems().next_problem(),
    "previous-problem": lambda at: at.panels.problems().previous_problem(),
    "fix-problem": lambda at: at.panels.problems().open_fixes(),
    "fix-safe": lambda at: at.panels.problems().fix_safe(),
    "allow-problem": lambda at: at.panels.problems().allow(),
    "show-allowed": lambda at: at.surroundings.checking.show_allowed(),
    "boxes": lambda at: at.surroundings.checking.ask_for_boxes(),
    "setup-list": lambda at: at.surroundings.checking.show_setup(),
    "checks": lambda at: at.surroundings.checking.show_pages(),
    "welcome": Late("m44editor.windows.welcome:show_welcome"),
    "tour": Late("m44editor.windows.tour:start_tour"),
    "keys": lambda at: Late("m44editor.windows.help:show_keys")(at.window),
    "about": lambda at: Late("m44editor.windows.help:show_about")(at.window),
    "shortcuts": _choose_keys,
    "packs": _show_packs,
    "reopen-closed": _reopen_closed,
    "restore": _remember_tabs,
    "mini-map": _show_mini_map,
    "replace-all": _replace_all,
    "underlay": Late("m44editor.windows.underlay_commands:show_underlay"),
    **_each("", OF_ONE_TAB, Late("m44editor.windows.tab_commands:do_with_shown")),
    **_each("", ("ellipse", "lasso", "wand", *TOOLS), lambda at, tool: at.toolbox.use(tool)),
    **_each("", GOAL_TOOLS, _draw_goals),
    **_each("", SHOWN, lambda at, _layer: _show_layers(at)),
    **_each("", ("arena", "publication"), lambda at, name: at.surroundings.checking.ask_for(name)),
    **_each("lock-", Layer, _lock_layer),
    **_each("overlay-", OVERLAYS, _toggle_overlay),
    **_each("figures-", FIGURES, lambda at, number: at.editing.set_figures(number)),
    **_each("parts-", edits.Parts, lambda at, part: at.editing.set_parts(part)),
    **_each("nudge-", NudgeDirection, lambda at, way: at.editing.nudge(way)),
    **_each("reach-", edits.Reach, lambda at, reach: at.toolbox.erase_only(reach)),
    **_each("symmetry-", edits.Mirror, lambda at, how: at.toolbox.set_mirror(how)),
    **_each("stamp-", STAMPS, _take_stamp),
    **_each("keep-stamp-", STAMPS, _keep_stamp),
    **_each("board-", BoardType, _change_board),
    **_each("face-", Face, _change_face),
    **_each("theme-", Theme, _set_theme),
    **_each("motion-", MOTIONS, _set_motion),
    **_each("language-", languages(), _choose_language),
}

LISTS: Mapping[str, Callable[[EditorContext, QMenu], object]] = {
    "recent": lambda at, menu: at.files.recent.fill_menu(menu, at.files.open_path),
    "examples": _list_examples,
    "compare": lambda at, menu: at.comparing.fill_menu(menu, at.commands["compare-saved"]),
    "layouts": Late("m44editor.windows.layouts:fill_menu"),
    "tabs": Late("m44editor.windows.tab_commands:list_others_of_shown"),
}
"""What fills the menus that list something, when they open."""


def connect_commands(context: EditorContext) -> None:
    """Let the commands of a window do what they are there for, and its menus list what there is."""
    for name, handler in HANDLERS.items():
        act = partial(handler, context)
        context.commands[name].triggered.connect(without_arguments(act))
    for name, fill in LISTS.items():
        menu = context.menus[name]
        menu.aboutToShow.connect(partial(fill, context, menu))
    _watch_large_boards(context)
    watch_menus(context)


def _watch_large_boards(context: EditorContext) -> None:
    """Make the mini map once a board is scrolled for which it is of use."""
    context.commands["mini-map"].setChecked(flag(context.settings, "show/mini_map", True))
    look = partial(_follow_range, context)
    for bar in (context.view.horizontalScrollBar(), context.view.verticalScrollBar()):
        bar.rangeChanged.connect(look)


def _follow_range(context: EditorContext, *_: int) -> None:
    enable_zoom(context)
    _make_mini_map(context)


def _make_mini_map(context: EditorContext) -> None:
    large = context.view.board.type is not BoardType.STANDARD
    if large and context.window.findChild(QWidget, "mini-map") is None:
        _show_mini_map(context)
