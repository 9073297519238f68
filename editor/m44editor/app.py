"""``m44-editor [FILE...]``: starts the editor, or prints a one-sentence reason why it cannot."""

from __future__ import annotations

from m44core.interrupts import exit_silently_on_interrupt

if __name__ == "__main__":
    exit_silently_on_interrupt()

import gc
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.faults import boundary, error_reason, reports_folder
from m44core.log import Log, start_logging
from m44core.messages.languages import PSEUDO, language_code, languages
from m44core.messages.message import Message, message
from m44core.messages.renderers import renderer_in
from m44core.version import __version__
from m44editor.interface_text import language, tr
from m44editor.startup import remove_import_hook, set_language_without_qt, startup_error

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QWidget

    from m44core.arguments.parser import Parser
    from m44core.model.scenario import Scenario
    from m44editor.os_signals import SignalListener
    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.main_window import MainWindow
    from m44editor.windows.recovery import Recovery
    from m44editor.windows.tab_sessions import SessionRestorer

_log = Log(__name__)
FAILED = 2
_SWITCH_INTERVAL = 0.0005  # seconds between thread switches, so that checks do not block the window


def main(arguments: Sequence[str] | None = None, *, program: str = "m44-editor") -> int:
    """Run the editor until its window is closed, and return the exit status.

    The default *arguments* are those of the command line. If the editor cannot start, print why and
    return :data:`FAILED`.
    """
    if getattr(sys, "frozen", False):
        from m44core.work.worker import freeze_support  # 13 ms

        freeze_support()
    set_language_without_qt()
    command_line = sys.argv[1:] if arguments is None else arguments
    _start_logging(command_line)
    paths, language = _parse_arguments(command_line, program)
    set_language_without_qt(language)
    gc.disable()  # start-up makes no garbage, and collecting takes long
    _import_core()
    reason = startup_error()
    if reason:
        gc.enable()
        print(f"{program}: {reason}", file=sys.stderr)
        return FAILED
    remove_import_hook()
    return run(paths, language)


def _start_logging(arguments: Sequence[str]) -> None:
    """Start logging, to a file as well: without a console, nobody sees standard error."""
    try:
        start_logging(arguments, reports_folder().with_name("editor.log"))
    except RuntimeError:  # the user has no home folder
        start_logging(arguments)
    _log.info("M44 Workshop %s, Python %s on %s", __version__, sys.version, sys.platform)


def _parse_arguments(arguments: Sequence[str], program: str) -> tuple[tuple[Path, ...], str]:
    """Return the files to open and the language; exit after options such as ``--help``."""
    if not any(word.startswith("-") for word in arguments):
        return tuple(map(Path, arguments)), ""  # parsing takes long
    from m44core.arguments.parser import requested_language  # 2 ms

    set_language_without_qt(requested_language(arguments) or "")
    parser = translated_parser(program)
    add_options(parser)
    options = parser.parse_args(arguments)
    return tuple(options.files), options.language


def add_options(parser: Parser) -> None:
    """Describe the editor and add its options; also used for the man page of ``m44``."""
    parser.set_description(message("Edit scenarios for the board game Memoir '44."))
    help_text = tr("scenarios to open, each in its own tab")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help=help_text)
    parser.add_version_option(f"{parser.prog} {__version__}")
    add_language_option(parser)


def translated_parser(program: str, description: Message | None = None) -> Parser:
    """Return an argument parser whose own texts are in the current language."""
    from m44core.arguments.parser import Parser  # 2 ms

    parser = Parser(program, renderer=renderer_in(language()))
    if description:
        parser.set_description(description)
    return parser


def add_language_option(parser: Parser) -> None:
    """Add the option for the language of this run."""
    codes = ", ".join(languages())
    parser.add_argument(
        *("-l", "--language"),
        default="",
        type=lambda tag: language_code(tag) or tag,
        choices=[*languages(), PSEUDO],
        metavar="CODE",
        help=tr("interface language for this session: {codes}", codes=codes),
    )


def _import_core() -> None:
    """Import modules without Qt early: once PySide6 is imported, it inspects each later import."""
    import m44core.catalogue.catalogue_loader  # 11 ms
    import m44core.drawing.board.piece_drawing  # 14 ms
    import m44core.drawing.board.scenario_drawing  # 50 ms
    import m44core.drawing.ground.printed_ground  # 20 ms
    import m44core.drawing.shapes.palettes  # 3 ms
    import m44core.drawing.shapes.tool_icons  # 5 ms
    import m44core.io.files.file_reader  # 76 ms
    import m44core.model.edits  # noqa: F401 - only read ahead of use


def run(paths: Sequence[Path] = (), language: str = "") -> int:
    """Run the editor and return the exit status.

    Args:
        paths: The files to open, in addition to the tabs of the last session.
        language: The code of the language; empty for the stored one.
    """
    application = make_application(language)
    sys.excepthook = _report_crash
    window = open_window(next(iter(paths), None), *paths[1:])
    guard_first_window_when_shown(window)
    return run_until_ended(application, front_widget(window))


def run_until_ended(application: QApplication, first_widget: QWidget) -> int:
    """Run the application until it ends or a signal ends it; return the exit status.

    Args:
        application: The application.
        first_widget: The widget painted first; before that there is no unsaved work to protect.
    """
    from m44editor.first_frame import after_first_frame  # 89 ms

    with ExitStack() as exit_stack:
        after_first_frame(first_widget, lambda: exit_stack.enter_context(_listen_for_signals()))
        after_first_frame(first_widget, _install_board_accessibility)
        return application.exec()


def _install_board_accessibility() -> None:
    from m44editor.accessibility.board_interface import install_board_accessibility  # 182 ms

    install_board_accessibility()


def _listen_for_signals() -> closing[SignalListener]:
    from m44editor.os_signals import SignalListener  # 61 ms

    return closing(SignalListener())


def make_application(language: str = "") -> QApplication:
    """Return the application, with its name, theme and language set, ready for windows."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    from PySide6.QtWidgets import QApplication  # 69 ms

    from m44editor.documents.editor_settings import enum_setting  # 58 ms
    from m44editor.interface_language import effective_language, switch_language  # 62 ms
    from m44editor.theme import Theme, apply_theme, skip_empty_icon_theme  # 93 ms

    application = QApplication([*sys.argv[:1], "-style", "Fusion"])
    application.setApplicationName("m44-workshop")
    application.setOrganizationName("m44-workshop")
    application.setApplicationDisplayName("M44 Workshop")
    application.setDesktopFileName("m44-workshop")
    switch_language(effective_language(settings(), language))
    skip_empty_icon_theme()
    apply_theme(application, enum_setting(settings(), "theme", Theme.SYSTEM))
    return application


def settings() -> QSettings:
    """Return the stored settings."""
    from PySide6.QtCore import QSettings  # 56 ms

    return QSettings()


def open_window(path: Path | None, *other_paths: Path) -> MainWindow:
    """Show and return a window with the tabs of the last session and the given files.

    If there are neither tabs nor files, the window shows the welcome page, unless the user has
    turned the page off.
    """
    from m44core.model.edits import new_scenario  # 43 ms
    from m44editor.documents.document import Document  # 128 ms
    from m44editor.windows.main_window import MainWindow  # 322 ms

    window = MainWindow(Document(new_scenario()), settings())
    was_restored = _restore_session_safely(window.context)
    if path is not None and (other_paths or _may_need_dialog(path)):
        _open_when_shown(window, [path, *other_paths])
    elif path is not None:
        window.files.open_path(path)
    elif not was_restored:
        _show_welcome_page(window.context)
    window.context.folding.start()
    window.show()
    return window


def _may_need_dialog(path: Path) -> bool:
    """Return whether opening a file may show a dialog, which needs the window under it."""
    from m44core.io.files.scenario_files import POSSIBLE_SUFFIXES, SCENARIO_SUFFIXES  # 1 ms

    return path.suffix.lower() not in SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES


def _open_when_shown(window: MainWindow, paths: list[Path]) -> None:
    """Open files once the window is on screen; list failures of several in a dialog."""
    from PySide6.QtCore import QTimer  # 55 ms

    QTimer.singleShot(0, window, lambda: window.files.open_paths(paths))


def _report_crash(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Install the crash handler and report an error to it; used until a window is guarded."""
    from m44editor.crash import CrashHandler  # 288 ms

    sys.excepthook = CrashHandler()
    sys.excepthook(kind, error, trace)


def _restore_session_safely(context: EditorContext) -> bool:
    """Restore the last session if the user wants that; return whether there was one.

    If the user does not want that, return False. If it fails, show a warning and return True.
    """
    try:
        with boundary():
            return _restore_session(context)
    except M44Error as error:
        warning = message(
            "Could not restore the tabs from the last session: {why}", why=error_reason(error)
        )
        context.files.warn(warning)
        return True


def _restore_session(context: EditorContext) -> bool:
    """Restore the last session and return whether there was one; False if it is not wanted."""
    from m44editor.documents.editor_settings import bool_setting  # 57 ms

    if not bool_setting(context.settings, "session/restore", True) or not _has_session():
        return False
    from m44editor.windows.tab_sessions import restore_last_session  # 243 ms

    return restore_last_session(context)


def _has_session() -> bool:
    """Return whether any session file exists, without importing the modules that read it."""
    from PySide6.QtCore import QStandardPaths  # 56 ms

    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    try:
        return any(
            path.suffix == ".json"
            for path in (Path(state) / "m44-workshop" / "sessions").iterdir()  # glob compiles much
        )
    except OSError:
        return False


def _show_welcome_page(context: EditorContext) -> None:
    from m44editor.windows.welcome import is_shown_at_start, show_welcome_page  # 188 ms

    if is_shown_at_start(context.settings):
        show_welcome_page(context)


def open_position(position: Scenario) -> MainWindow:
    """Show a position of a playtest in a new window of the editor, and return the window."""
    from m44editor.windows.main_window import open_position_window  # 318 ms

    window = open_position_window(position, settings())
    _guard_further_window(window.context)
    return window


def _guard_further_window(context: EditorContext) -> None:
    """Guard another window once it is on screen; only the first window offers recovered work."""
    from m44editor.first_frame import after_first_frame  # 86 ms

    after_first_frame(context.view.viewport(), lambda: guard_unsaved_work(context))


def guard_first_window_when_shown(window: MainWindow) -> None:
    """Guard the first window once it is on screen; before that there is no work to lose."""
    from m44editor.first_frame import after_first_frame  # 85 ms

    after_first_frame(front_widget(window), lambda: _guard_first_window(window))


def front_widget(window: MainWindow) -> QWidget:
    """Return the widget that is painted first: the welcome page, else the board."""
    front, view = window.context.front_widget(), window.view
    return view.viewport() if front is view else front


def _guard_first_window(window: MainWindow) -> None:
    """Guard the first window, finish restoring its tabs, and offer the remaining recovered work."""
    from m44editor.accessibility.missing_fonts import warn_about_missing_font  # 125 ms

    recovery = guard_unsaved_work(window.context)
    excluded_keys: frozenset[str] = frozenset()
    for restorer in _pending_restores(window):
        restorer.finish()
        excluded_keys |= restorer.excluded_keys
    recovery.offer(window, excluded_keys, lambda slot: window.context.playtests.recover(slot))
    warn_about_missing_font(window.files)


def _pending_restores(window: QWidget) -> list[SessionRestorer]:
    """Return the unfinished restores of a window, without importing anything if there are none."""
    from PySide6.QtCore import QObject  # 55 ms

    restores = window.findChildren(QObject, "restored")
    if not restores:
        return []
    from m44editor.windows.tab_sessions import SessionRestorer  # 246 ms

    return [each for each in restores if isinstance(each, SessionRestorer)]


def guard_unsaved_work(context: EditorContext) -> Recovery:
    """Protect the unsaved work of a window from crashes and termination; return its recovery."""
    from PySide6.QtCore import QCoreApplication  # 56 ms

    from m44editor.crash import CrashHandler  # 283 ms
    from m44editor.process_memory import collect_garbage_in_this_thread, configure_heap  # 56 ms
    from m44editor.windows.history.version_recorder import start_version_recorder  # 292 ms
    from m44editor.windows.recovery import Recovery  # 290 ms
    from m44editor.windows.tab_sessions import session_recorder  # 245 ms
    from m44editor.windows.view_commands import restore_underlay  # 54 ms

    configure_heap()
    version_recorder = start_version_recorder(context)
    restore_underlay(context)
    context.files.opened.connect(lambda _: restore_underlay(context))
    context.files.sheets.shown.connect(lambda _: restore_underlay(context))
    recovery = Recovery(context.document, context.files, parent=context.window)
    context.window_opener.opened.connect(_guard_further_window)
    if not isinstance(sys.excepthook, CrashHandler):
        sys.excepthook = CrashHandler()
    sys.excepthook.guard(recovery)
    session_recorder().watch(
        context, (file for each in _pending_restores(context.window) for file in each.files)
    )
    context.closed.connect(recovery.close)
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(recovery.close)
        application.aboutToQuit.connect(version_recorder.close)
        application.aboutToQuit.connect(context.document.close)
    _follow_desktop()
    gc.freeze()
    collect_garbage_in_this_thread()
    return recovery


def _follow_desktop() -> None:
    """Follow the desktop's settings for motion, dark mode and contrast."""
    from m44editor.accessibility.reduced_motion import apply_motion  # 86 ms
    from m44editor.theme import follow_desktop  # 88 ms

    apply_motion()
    follow_desktop(settings())


if __name__ == "__main__":
    sys.exit(main())
