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
from m44editor.windows.ticks import tick_board, tick_overlays
from m44editor.words import tr

if TYPE_CHECKING:
    from m44core.drawing.shapes.shapes import Drawing
    from m44editor.windows.main_window import MainWindow


def connect_commands(window: MainWindow) -> None:
    """Let the commands of a window do what they are there for."""
    for name, slot in slots_of(window).items():
        window.commands[name].triggered.connect(commands.without_arguments(slot))
    _watch_large_boards(window)
    watch_menus(window)


def slots_of(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return what each command does, by name."""
    files, editing, view = window.files, window.editing, window.view
    slots: dict[str, Callable[[], object]] = {
        "new": files.new,
        "open": files.open,
        "save": files.save,
        "save-as": files.save_as,
        "reload": files.reload,
        "export": partial(_export_picture, window),
        "packs": partial(_show_packs, window),
        "library": partial(_show_library, window),
        "welcome": partial(_show_welcome, window),
        "tour": partial(_start_tour, window),
        "compare-file": lambda: window.comparing.ask(),
        "compare-saved": lambda: window.comparing.with_saved(),
        "close": lambda: files.close_sheet(files.sheets.current),
        "recent-tab": partial(_go_back_to, window, 1),
        "recent-tab-back": partial(_go_back_to, window, -1),
        "next-tab": partial(files.sheets.step, 1),
        "previous-tab": partial(files.sheets.step, -1),
        "split-across": lambda: window.split.toggle(Qt.Orientation.Horizontal),
        "split-down": lambda: window.split.toggle(Qt.Orientation.Vertical),
        "other-board": lambda: window.split.swap(),
        "next-pane": partial(_step_pane, window, 1),
        "previous-pane": partial(_step_pane, window, -1),
        "quit": partial(_quit, window),
        "reopen-closed": partial(_reopen_closed, window),
        **{name: partial(_do_with_tab, window, name) for name in OF_ONE_TAB},
        "restore": partial(_remember_tabs, window),
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
        "copy-hex": partial(_copy_hex_names, window),
        "palette": partial(_open_palette, window),
        "go-to-hex": partial(_open_palette, window, only_hexes=True),
        "mini-map": partial(_show_mini_map, window),
        "clear-view": partial(_toggle_clear_view, window),
        "find": lambda: window.panels.palette().focus_search(),
        "zoom-in": view.zoom_in,
        "zoom-out": view.zoom_out,
        "actual-size": view.actual_size,
        "fit": view.fit,
        "language-system": partial(_choose_language, window, SYSTEM),
        "playtest": lambda: window.playing.start(),
        "shortcuts": partial(_ask_for_shortcuts, window),
        "keys": partial(_show_keys, window),
        "about": partial(_show_about, window),
    }
    slots |= window.checking.slots
    slots |= from_files.slots_of(window)
    slots |= {f"language-{code}": partial(_choose_language, window, code) for code in languages()}
    slots |= {f"theme-{theme}": partial(_set_theme, window, theme) for theme in Theme}
    slots |= {f"motion-{motion}": partial(_set_motion, window, motion) for motion in MOTIONS}
    slots |= {f"board-{kind.value}": partial(_change_board, window, kind) for kind in BoardType}
    slots["board-size"] = partial(_resize_board, window)
    slots |= {f"face-{face.value}": partial(_change_face, window, face) for face in Face}
    slots |= {
        f"figures-{number}": partial(editing.set_figures, number) for number in commands.FIGURES
    }
    slots |= {f"parts-{part}": partial(editing.lay_down, part) for part in edits.Parts}
    box, reaches = window.toolbox, edits.Reach
    slots |= {f"reach-{reach}": partial(box.erase_only, reach) for reach in reaches}
    slots |= {f"symmetry-{how}": partial(box.mirror_painting, how) for how in edits.Mirror}
    slots["symmetry-off"] = partial(box.mirror_painting, None)
    slots["symmetry-next"] = box.mirror_next
    slots["symmetry-swap"] = lambda: box.swap_in_mirror(
        window.commands["symmetry-swap"].isChecked()
    )
    slots["mirror-half-turn"] = partial(editing.mirror, edits.Mirror.HALF_TURN)
    slots["swap-board-sides"] = editing.swap_board_sides
    slots |= {name: partial(box.use, name) for name in ("ellipse", "lasso", "wand")}
    slots |= {name: partial(_draw_goals, window, name) for name in LATE}
    slots |= {f"nudge-{way}": partial(editing.nudge, way) for way in Way}
    slots |= {"swap-side": editing.swap_side}
    slots |= {f"stamp-{number}": partial(_stamp, window, number, keep=False) for number in STAMPS}
    slots |= {
        f"keep-stamp-{number}": partial(_stamp, window, number, keep=True) for number in STAMPS
    }
    slots |= {name: partial(_lay_out, window, name) for name in LAYOUTS}
    slots["replace-all"] = partial(_replace_all, window)
    slots["mend"] = lambda: box.mend(window.commands["mend"].isChecked())
    slots |= {name: partial(window.toolbox.use, name) for name in commands.TOOLS}
    slots |= dict.fromkeys(commands.SHOWN, window.show_layers)
    slots |= {f"lock-{layer}": partial(_lock_layer, window, layer) for layer in Layer}
    slots |= {f"overlay-{name}": partial(_toggle_overlay, window, name) for name in OVERLAYS}
    return slots


def fill_menus(window: MainWindow) -> None:
    """Let the menus that list files list them when they open."""
    listing = {"recent": _list_recent, "examples": _list_examples, "compare": _list_compared}
    listing |= {"layouts": _list_layouts, "tabs": _list_tabs}
    for name, fill in listing.items():
        menu = window.menus[name]
        menu.aboutToShow.connect(partial(fill, window, menu))


def _list_recent(window: MainWindow, menu: QMenu) -> None:
    window.files.recent.fill_menu(menu, window.open_path)


def _list_examples(window: MainWindow, menu: QMenu) -> None:
    from m44editor.documents.examples import fill_menu

    fill_menu(menu, window.files.open_copy)


def _list_compared(window: MainWindow, menu: QMenu) -> None:
    window.comparing.fill_menu(menu, window.commands["compare-saved"])


def _list_tabs(window: MainWindow, menu: QMenu) -> None:
    from m44editor.windows.tabs.context import list_other_tabs

    list_other_tabs(window, menu, window.document.sheet)


def _do_with_tab(window: MainWindow, name: str) -> None:
    from m44editor.windows.tabs.context import do_with_shown

    do_with_shown(window, name)


def _go_back_to(window: MainWindow, by: int) -> None:
    if len(window.files.sheets) > 1:
        window.tabs.recency.step(by)


def _step_pane(window: MainWindow, by: int) -> None:
    """Go round the board, what is told over it and the panels in front, from left to right."""
    step_pane([window.front(), window.files.bar, *window.docks.values()], by)


def _lock_layer(window: MainWindow, layer: Layer) -> None:
    window.layers.lock(layer, window.commands[f"lock-{layer}"].isChecked())


def overlays_drawn(window: MainWindow) -> Drawing:
    """Return what the overlays lay over the board, for a picture of it."""
    made = window.view.findChild(QObject, "overlays")
    if made is None:
        return ()
    from m44editor.overlays.controller import Overlays

    return made.drawing() if isinstance(made, Overlays) else ()


def _toggle_overlay(window: MainWindow, name: str) -> None:
    from m44editor.overlays.controller import Overlays

    made = window.view.findChild(QObject, "overlays")
    if not isinstance(made, Overlays):
        made = Overlays(window.view, window.document, window.selection)
        made.changed.connect(partial(tick_overlays, window))
        window.toolbox.foreseen.connect(made.suppose)
        window.toolbox.acted.connect(made.look)
    made.toggle(name)


def _lay_out(window: MainWindow, name: str) -> None:
    from m44editor.windows.commanding import layouts

    does = (layouts.arrange_as_usual, layouts.ask_and_keep, layouts.ask_and_forget)
    does[LAYOUTS.index(name)](window)


def _list_layouts(window: MainWindow, menu: QMenu) -> None:
    from m44editor.windows.commanding.layouts import fill_menu

    fill_menu(window, menu)


def _set_motion(window: MainWindow, motion: str) -> None:
    from m44editor.access.motion import Motion, set_motion

    set_motion(window.settings, Motion(motion))


def _quit(window: MainWindow) -> None:
    from m44editor.windows.tabs.closing import quit_all

    quit_all(window.files)


def _reopen_closed(window: MainWindow) -> None:
    if not window.files.reopen():
        window.say(tr("No tab was closed that could be opened again"))


def _remember_tabs(window: MainWindow) -> None:
    window.settings.setValue("session/restore", window.commands["restore"].isChecked())


def _change_board(window: MainWindow, kind: BoardType) -> None:
    """Put the scenario on another board, after asking where something does not fit."""
    from m44editor.windows.dialogs import convert_board

    convert_board(window.document, kind, window)
    tick_board(window)


def _change_face(window: MainWindow, face: Face) -> None:
    """Print another face on the board."""
    document = window.document
    document.edit(message_in("step", "Change Face"), edits.change_face(document.scenario, face))


def _set_theme(window: MainWindow, theme: Theme) -> None:
    """Make all windows light or dark."""
    window.settings.setValue("theme", theme.value)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        apply_theme(application, theme)


def _export_picture(window: MainWindow) -> None:
    """Ask what the picture is to be like, then for a file, and draw the board into it."""
    from m44core.publish.inks import palette_of
    from m44editor.windows.export import export_beside
    from m44editor.windows.printing.picture_dialog import PictureDialog

    scenario, over = window.document.scenario, overlays_drawn(window)
    asked = PictureDialog(scenario, window.view.show_settings, over, window.settings, window)
    if asked.exec():
        place, colours = window.files.picture_place, palette_of(asked.colours)
        export_beside(
            window.jobs, window, scenario, place, asked.framing, asked.scale, colours, over
        )
    asked.deleteLater()


def _show_packs(window: MainWindow) -> None:
    from m44editor.panels.packs_dialog import PacksDialog

    PacksDialog(window.packs, window).exec()


def _draw_goals(window: MainWindow, tool: str) -> None:
    window.toolbox.use(tool)
    window.panels.docks["victory"].reveal()
    window.view.setFocus()


def _stamp(window: MainWindow, number: int, *, keep: bool) -> None:
    from m44editor.windows.commanding.stamp_keys import keep_stamp, take_stamp

    (keep_stamp if keep else take_stamp)(window, number)


def _resize_board(window: MainWindow) -> None:
    from m44editor.windows.dialogs import ask_for_board

    ask_for_board(window.document, window.document.scenario.board.type, window)


def _show_welcome(window: MainWindow) -> None:
    from m44editor.windows.welcome import show_welcome

    show_welcome(window)


def _start_tour(window: MainWindow) -> None:
    from m44editor.windows.beside.tour import start_tour

    start_tour(window)


def _show_library(window: MainWindow) -> None:
    from m44editor.windows.beside.library import show_library

    show_library(window)


def _replace_all(window: MainWindow) -> None:
    from m44editor.panels.replace_dialog import ReplaceDialog

    pointed = window.view.cursor_hex or window.view.hover
    ReplaceDialog(window.bench, window.view, pointed, window).exec()


def _show_keys(window: MainWindow) -> None:
    from m44editor.windows.help import show_keys

    show_keys(window)


def _show_about(window: MainWindow) -> None:
    from m44editor.windows.help import show_about

    show_about(window)


def _open_palette(window: MainWindow, only_hexes: bool = False) -> None:
    from m44editor.windows.commanding.palette import open_palette

    open_palette(window, only_hexes)


def _copy_hex_names(window: MainWindow) -> None:
    from m44editor.windows.commanding.hex_names import copy_hex_names

    copy_hex_names(window)


def _toggle_clear_view(window: MainWindow) -> None:
    from m44editor.windows.commanding.clear_view import toggle_clear_view

    toggle_clear_view(window)


def _choose_language(window: MainWindow, code: str) -> None:
    """Speak a language, in later sessions too, and say where no font has its letters."""
    from m44editor.access.letters import tell_of_letters

    choose(window.settings, code)
    tell_of_letters(window.files)


def _ask_for_shortcuts(window: MainWindow) -> None:
    from m44editor.windows.commanding.own_keys import choose_keys

    choose_keys(window)


def _watch_large_boards(window: MainWindow) -> None:
    """Make the mini map once a board is scrolled for which it is of use."""
    window.commands["mini-map"].setChecked(flag(window.settings, "show/mini_map", True))
    look = partial(_follow_range, window)
    for bar in (window.view.horizontalScrollBar(), window.view.verticalScrollBar()):
        bar.rangeChanged.connect(look)


def _follow_range(window: MainWindow, *_: int) -> None:
    enable_zoom(window)
    _make_mini_map(window)


def _make_mini_map(window: MainWindow) -> None:
    large = window.view.board.type is not BoardType.STANDARD
    if large and window.findChild(QWidget, "mini-map") is None:
        _show_mini_map(window)


def _show_mini_map(window: MainWindow) -> None:
    from m44editor.board.mini_map import MiniMap

    wanted = window.commands["mini-map"].isChecked()
    window.settings.setValue("show/mini_map", wanted)
    there = window.findChild(MiniMap)
    if there is None:
        there = MiniMap(window.view)
        window.document.changed.connect(there.follow)
        window.document.replaced.connect(there.follow)
    there.show_if_wanted(wanted)
