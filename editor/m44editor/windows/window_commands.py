"""What each command of the main window does, and what its menus list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from m44core.board import BoardType, Face
from m44core.messages.languages import languages
from m44core.messages.message import message_in
from m44core.model import edits
from m44editor import actions as commands
from m44editor.documents.layers import Layer
from m44editor.documents.settings import flag
from m44editor.menus.looks import LAYOUTS, MOTIONS
from m44editor.menus.overlays import OVERLAYS
from m44editor.menus.painting import STAMPS
from m44editor.menus.tabs import OF_ONE_TAB
from m44editor.speaking import SYSTEM, choose
from m44editor.theme import Theme, apply_theme
from m44editor.tools.goals import LATE
from m44editor.tools.selecting.nudging import Way
from m44editor.windows.beside import from_files
from m44editor.windows.keyboard_focus import step_pane
from m44editor.windows.possible import enable_zoom, watch_menus
from m44editor.windows.ticks import tick_board, tick_layers, tick_overlays
from m44editor.words import tr

if TYPE_CHECKING:
    from m44core.drawing.shapes.shapes import Drawing
    from m44editor.windows.context import EditorContext


def connect_commands(context: EditorContext) -> None:
    """Let the commands of a window do what they are there for."""
    for name, slot in slots_of(context).items():
        context.commands[name].triggered.connect(commands.without_arguments(slot))
    _watch_large_boards(context)
    watch_menus(context)


def slots_of(context: EditorContext) -> dict[str, Callable[[], object]]:
    """Return what each command does, by name."""
    files, editing, view = context.files, context.editing, context.view
    slots: dict[str, Callable[[], object]] = {
        "new": files.new,
        "open": files.open,
        "save": files.save,
        "save-as": files.save_as,
        "reload": files.reload,
        "export": partial(_export_picture, context),
        "packs": partial(_show_packs, context),
        "library": partial(_show_library, context),
        "welcome": partial(_show_welcome, context),
        "tour": partial(_start_tour, context),
        "compare-file": lambda: context.comparing.ask(),
        "compare-saved": lambda: context.comparing.with_saved(),
        "close": lambda: files.close_sheet(files.sheets.current),
        "recent-tab": partial(_go_back_to, context, 1),
        "recent-tab-back": partial(_go_back_to, context, -1),
        "next-tab": partial(files.sheets.step, 1),
        "previous-tab": partial(files.sheets.step, -1),
        "split-across": lambda: context.split.toggle(Qt.Orientation.Horizontal),
        "split-down": lambda: context.split.toggle(Qt.Orientation.Vertical),
        "other-board": lambda: context.split.swap(),
        "next-pane": partial(_step_pane, context, 1),
        "previous-pane": partial(_step_pane, context, -1),
        "quit": partial(_quit, context),
        "reopen-closed": partial(_reopen_closed, context),
        **{name: partial(_do_with_tab, context, name) for name in OF_ONE_TAB},
        "restore": partial(_remember_tabs, context),
        "cut": editing.cut,
        "copy": editing.copy,
        "paste": editing.paste,
        "stamp": editing.stamp,
        "duplicate": editing.duplicate,
        "delete": editing.delete,
        "select-all": editing.select_all,
        "select-none": editing.select_none,
        "select-others": editing.select_others,
        "select-kind": editing.select_kind,
        "select-side": editing.select_side,
        "figures-usual": partial(editing.set_figures, None),
        "rotate": editing.rotate,
        "rotate-back": partial(editing.rotate, False),
        "flip-left-right": partial(editing.flip, edits.Mirror.LEFT_RIGHT),
        "flip-top-bottom": partial(editing.flip, edits.Mirror.TOP_BOTTOM),
        "mirror-east-west": partial(editing.mirror, edits.Mirror.LEFT_RIGHT),
        "mirror-north-south": partial(editing.mirror, edits.Mirror.TOP_BOTTOM),
        "copy-hex": partial(_copy_hex_names, context),
        "palette": partial(_open_palette, context),
        "go-to-hex": partial(_open_palette, context, only_hexes=True),
        "mini-map": partial(_show_mini_map, context),
        "clear-view": partial(_toggle_clear_view, context),
        "find": lambda: context.panels.palette().focus_search(),
        "zoom-in": view.zoom_in,
        "zoom-out": view.zoom_out,
        "actual-size": view.actual_size,
        "fit": view.fit,
        "language-system": partial(_choose_language, context, SYSTEM),
        "playtest": lambda: context.playing.start(),
        "shortcuts": partial(_ask_for_shortcuts, context),
        "keys": partial(_show_keys, context),
        "about": partial(_show_about, context),
    }
    slots |= context.surroundings.checking.slots
    slots |= from_files.slots_of(context)
    slots |= {f"language-{code}": partial(_choose_language, context, code) for code in languages()}
    slots |= {f"theme-{theme}": partial(_set_theme, context, theme) for theme in Theme}
    slots |= {f"motion-{motion}": partial(_set_motion, context, motion) for motion in MOTIONS}
    slots |= {f"board-{kind.value}": partial(_change_board, context, kind) for kind in BoardType}
    slots["board-size"] = partial(_resize_board, context)
    slots |= {f"face-{face.value}": partial(_change_face, context, face) for face in Face}
    slots |= {
        f"figures-{number}": partial(editing.set_figures, number) for number in commands.FIGURES
    }
    slots |= {f"parts-{part}": partial(editing.lay_down, part) for part in edits.Parts}
    box, reaches = context.toolbox, edits.Reach
    slots |= {f"reach-{reach}": partial(box.erase_only, reach) for reach in reaches}
    slots |= {f"symmetry-{how}": partial(box.mirror_painting, how) for how in edits.Mirror}
    slots["symmetry-off"] = partial(box.mirror_painting, None)
    slots["symmetry-next"] = box.mirror_next
    slots["symmetry-swap"] = lambda: box.swap_in_mirror(
        context.commands["symmetry-swap"].isChecked()
    )
    slots["mirror-half-turn"] = partial(editing.mirror, edits.Mirror.HALF_TURN)
    slots["swap-board-sides"] = editing.swap_board_sides
    slots |= {name: partial(box.use, name) for name in ("ellipse", "lasso", "wand")}
    slots |= {name: partial(_draw_goals, context, name) for name in LATE}
    slots |= {f"nudge-{way}": partial(editing.nudge, way) for way in Way}
    slots |= {"swap-side": editing.swap_side}
    slots |= {f"stamp-{number}": partial(_stamp, context, number, keep=False) for number in STAMPS}
    slots |= {
        f"keep-stamp-{number}": partial(_stamp, context, number, keep=True) for number in STAMPS
    }
    slots |= {name: partial(_lay_out, context, name) for name in LAYOUTS}
    slots["replace-all"] = partial(_replace_all, context)
    slots["mend"] = lambda: box.mend(context.commands["mend"].isChecked())
    slots |= {name: partial(context.toolbox.use, name) for name in commands.TOOLS}
    slots |= dict.fromkeys(commands.SHOWN, partial(_show_layers, context))
    slots |= {f"lock-{layer}": partial(_lock_layer, context, layer) for layer in Layer}
    slots |= {f"overlay-{name}": partial(_toggle_overlay, context, name) for name in OVERLAYS}
    return slots


def fill_menus(context: EditorContext) -> None:
    """Let the menus that list files list them when they open."""
    listing = {"recent": _list_recent, "examples": _list_examples, "compare": _list_compared}
    listing |= {"layouts": _list_layouts, "tabs": _list_tabs}
    for name, fill in listing.items():
        menu = context.menus[name]
        menu.aboutToShow.connect(partial(fill, context, menu))


def _list_recent(context: EditorContext, menu: QMenu) -> None:
    context.files.recent.fill_menu(menu, context.open_path)


def _list_examples(context: EditorContext, menu: QMenu) -> None:
    from m44editor.documents.examples import fill_menu

    fill_menu(menu, context.files.open_copy)


def _list_compared(context: EditorContext, menu: QMenu) -> None:
    context.comparing.fill_menu(menu, context.commands["compare-saved"])


def _list_tabs(context: EditorContext, menu: QMenu) -> None:
    from m44editor.windows.tabs.context import list_other_tabs

    list_other_tabs(context, menu, context.document.sheet)


def _do_with_tab(context: EditorContext, name: str) -> None:
    from m44editor.windows.tabs.context import do_with_shown

    do_with_shown(context, name)


def _go_back_to(context: EditorContext, by: int) -> None:
    if len(context.files.sheets) > 1:
        context.recency.step(by)


def _step_pane(context: EditorContext, by: int) -> None:
    """Go round the board, what is told over it and the panels in front, from left to right."""
    step_pane([context.front(), context.files.bar, *context.docks.values()], by)


def _show_layers(context: EditorContext) -> None:
    """Show on the board what the menu ticks, now and in later sessions."""
    for name in commands.SHOWN:
        shown = context.commands[name].isChecked()
        if name in list(Layer):
            context.layers.show(Layer(name), shown)
        else:
            context.settings.setValue(f"show/{name}", shown)
    context.restyle()
    tick_layers(context)


def _lock_layer(context: EditorContext, layer: Layer) -> None:
    context.layers.lock(layer, context.commands[f"lock-{layer}"].isChecked())


def overlays_drawn(context: EditorContext) -> Drawing:
    """Return what the overlays lay over the board, for a picture of it."""
    made = context.view.findChild(QObject, "overlays")
    if made is None:
        return ()
    from m44editor.overlays.controller import Overlays

    return made.drawing() if isinstance(made, Overlays) else ()


def _toggle_overlay(context: EditorContext, name: str) -> None:
    from m44editor.overlays.controller import Overlays

    made = context.view.findChild(QObject, "overlays")
    if not isinstance(made, Overlays):
        made = Overlays(context.view, context.document, context.selection)
        made.changed.connect(partial(tick_overlays, context))
        context.toolbox.foreseen.connect(made.suppose)
        context.toolbox.acted.connect(made.look)
    made.toggle(name)


def _lay_out(context: EditorContext, name: str) -> None:
    from m44editor.windows.commanding import layouts

    does = (layouts.arrange_as_usual, layouts.ask_and_keep, layouts.ask_and_forget)
    does[LAYOUTS.index(name)](context)


def _list_layouts(context: EditorContext, menu: QMenu) -> None:
    from m44editor.windows.commanding.layouts import fill_menu

    fill_menu(context, menu)


def _set_motion(context: EditorContext, motion: str) -> None:
    from m44editor.access.motion import Motion, set_motion

    set_motion(context.settings, Motion(motion))


def _quit(context: EditorContext) -> None:
    from m44editor.windows.tabs.record import quit_all

    quit_all(context.files)


def _reopen_closed(context: EditorContext) -> None:
    if not context.files.reopen():
        context.say(tr("No tab was closed that could be opened again"))


def _remember_tabs(context: EditorContext) -> None:
    context.settings.setValue("session/restore", context.commands["restore"].isChecked())


def _change_board(context: EditorContext, kind: BoardType) -> None:
    """Put the scenario on another board, after asking where something does not fit."""
    from m44editor.windows.dialogs import convert_board

    convert_board(context.document, kind, context.window)
    tick_board(context)


def _change_face(context: EditorContext, face: Face) -> None:
    """Print another face on the board."""
    document = context.document
    document.edit(message_in("step", "Change Face"), edits.change_face(document.scenario, face))


def _set_theme(context: EditorContext, theme: Theme) -> None:
    """Make all windows light or dark."""
    context.settings.setValue("theme", theme.value)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        apply_theme(application, theme)


def _export_picture(context: EditorContext) -> None:
    """Ask what the picture is to be like, then for a file, and draw the board into it."""
    from m44core.publish.inks import palette_of
    from m44editor.windows.export import export_beside
    from m44editor.windows.printing.picture_dialog import PictureDialog

    scenario, over = context.document.scenario, overlays_drawn(context)
    asked = PictureDialog(
        scenario, context.view.show_settings, over, context.settings, context.window
    )
    if asked.exec():
        place, colours = context.files.picture_place, palette_of(asked.colours)
        export_beside(
            context.jobs, context.window, scenario, place, asked.framing, asked.scale, colours, over
        )
    asked.deleteLater()


def _show_packs(context: EditorContext) -> None:
    from m44editor.panels.packs_dialog import PacksDialog

    PacksDialog(context.packs, context.window).exec()


def _draw_goals(context: EditorContext, tool: str) -> None:
    context.toolbox.use(tool)
    context.panels.docks["victory"].reveal()
    context.view.setFocus()


def _stamp(context: EditorContext, number: int, *, keep: bool) -> None:
    from m44editor.windows.commanding.stamp_keys import keep_stamp, take_stamp

    (keep_stamp if keep else take_stamp)(context, number)


def _resize_board(context: EditorContext) -> None:
    from m44editor.windows.dialogs import ask_for_board

    ask_for_board(context.document, context.document.scenario.board.type, context.window)


def _show_welcome(context: EditorContext) -> None:
    from m44editor.windows.welcome import show_welcome

    show_welcome(context)


def _start_tour(context: EditorContext) -> None:
    from m44editor.windows.beside.tour import start_tour

    start_tour(context)


def _show_library(context: EditorContext) -> None:
    from m44editor.windows.beside.library import show_library

    show_library(context)


def _replace_all(context: EditorContext) -> None:
    from m44editor.panels.replace_dialog import ReplaceDialog

    pointed = context.view.cursor_hex or context.view.hover
    ReplaceDialog(context.bench, context.view, pointed, context.window).exec()


def _show_keys(context: EditorContext) -> None:
    from m44editor.windows.help import show_keys

    show_keys(context.window)


def _show_about(context: EditorContext) -> None:
    from m44editor.windows.help import show_about

    show_about(context.window)


def _open_palette(context: EditorContext, only_hexes: bool = False) -> None:
    from m44editor.windows.commanding.palette import open_palette

    open_palette(context, only_hexes)


def _copy_hex_names(context: EditorContext) -> None:
    from m44editor.windows.commanding.hex_names import copy_hex_names

    copy_hex_names(context)


def _toggle_clear_view(context: EditorContext) -> None:
    from m44editor.windows.commanding.clear_view import toggle_clear_view

    toggle_clear_view(context)


def _choose_language(context: EditorContext, code: str) -> None:
    """Speak a language, in later sessions too, and say where no font has its letters."""
    from m44editor.access.letters import tell_of_letters

    choose(context.settings, code)
    tell_of_letters(context.files)


def _ask_for_shortcuts(context: EditorContext) -> None:
    from m44editor.windows.commanding.own_keys import choose_keys

    choose_keys(context)


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


def _show_mini_map(context: EditorContext) -> None:
    from m44editor.board.mini_map import MiniMap

    wanted = context.commands["mini-map"].isChecked()
    context.settings.setValue("show/mini_map", wanted)
    there = context.window.findChild(MiniMap)
    if there is None:
        there = MiniMap(context.view)
        context.document.changed.connect(there.follow)
        context.document.replaced.connect(there.follow)
    there.show_if_wanted(wanted)
