"""``m44-editor [FILE...]``: starts the editor, or says in one sentence why it cannot."""

from __future__ import annotations

from m44core.interrupts import end_quietly

if __name__ == "__main__":
    end_quietly()

import gc
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.faults import boundary, reports_folder, why
from m44core.log import Log, start_logging
from m44core.messages.languages import PSEUDO, language_code, languages
from m44core.messages.message import Message, message
from m44core.messages.words import words
from m44core.version import __version__
from m44editor.interface_text import language, tr
from m44editor.startup import import_as_python_does, obstacle, speak_at_once

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QWidget

    from m44core.arguments.parser import Parser
    from m44core.model.scenario import Scenario
    from m44editor.os_signals import Ear
    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.main_window import MainWindow
    from m44editor.windows.recovery import Recovery
    from m44editor.windows.tab_sessions import Restored

_log = Log(__name__)
FAILED = 2
_SWITCH = 0.0005  # seconds after which checks in another thread let the window work


def main(arguments: Sequence[str] | None = None, *, program: str = "m44-editor") -> int:
    """Run the editor until its window is closed and return the exit status."""
    if getattr(sys, "frozen", False):
        from m44core.work.worker import freeze_support  # 13 ms

        freeze_support()
    speak_at_once()
    words = sys.argv[1:] if arguments is None else arguments
    _start_logging(words)
    paths, language = _asked(words, program)
    speak_at_once(language)
    gc.disable()  # nothing made while starting is garbage, and looking for it takes long
    _import_core()
    reason = obstacle()
    if reason:
        gc.enable()
        print(f"{program}: {reason}", file=sys.stderr)
        return FAILED
    import_as_python_does()
    return run(paths, language)


def _start_logging(words: Sequence[str]) -> None:
    """Log to a file as well: where windows have no console, nobody sees standard error."""
    try:
        start_logging(words, reports_folder().with_name("editor.log"))
    except RuntimeError:  # the user has no home folder
        start_logging(words)
    _log.info("M44 Workshop %s, Python %s on %s", __version__, sys.version, sys.platform)


def _asked(arguments: Sequence[str], program: str) -> tuple[tuple[Path, ...], str]:
    """Return the files to open and the language to speak; exit where something else is asked."""
    if not any(word.startswith("-") for word in arguments):
        return tuple(map(Path, arguments)), ""  # nothing to parse, it takes long
    from m44core.arguments.parser import requested_language  # 2 ms

    speak_at_once(requested_language(arguments) or "")
    parser = spoken_parser(program, message("Edit scenarios for the board game Memoir '44."))
    about = tr("the scenarios to open, each in its own tab")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help=about)
    parser.add_version(f"{program} {__version__}")
    add_language(parser)
    asked = parser.parse_args(arguments)
    return tuple(asked.files), asked.language


def spoken_parser(program: str, description: Message) -> Parser:
    """Return a parser of options in the language that is spoken."""
    from m44core.arguments.parser import Parser  # 2 ms

    parser = Parser(program, told=words(language()))
    parser.describe(description)
    return parser


def add_language(parser: Parser) -> None:
    """Add the option that says which language the windows speak this time."""
    codes = ", ".join(languages())
    parser.add_argument(
        "--language",
        default="",
        type=lambda tag: language_code(tag) or tag,
        choices=[*languages(), PSEUDO],
        metavar="CODE",
        help=tr("the language to speak this time: {codes}", codes=codes),
    )


def _import_core() -> None:
    """Import what needs no Qt; PySide6 looks at every module imported after it."""
    import m44core.catalogue.load  # 11 ms
    import m44core.drawing.board.piece_drawing  # 14 ms
    import m44core.drawing.board.scenario_drawing  # 50 ms
    import m44core.drawing.ground.printed_ground  # 20 ms
    import m44core.drawing.shapes.palettes  # 3 ms
    import m44core.drawing.shapes.tool_icons  # 5 ms
    import m44core.io.files.open  # 76 ms
    import m44core.model.edits  # noqa: F401 - only read ahead of use


def run(paths: Sequence[Path] = (), language: str = "") -> int:
    """Show the editor with files, or with an empty scenario, until it is closed or told to end.

    Args:
        paths: The files.
        language: The code of the language to speak; empty for the one that is remembered.
    """
    application = make_application(language)
    sys.excepthook = _tell_of_crash
    window = open_window(next(iter(paths), None), *paths[1:])
    guard_soon(window)
    return run_until_ended(application, in_front(window))


def run_until_ended(application: QApplication, first: QWidget) -> int:
    """Run the events of an application until it ends, also by a signal; return the exit status.

    Args:
        application: The application.
        first: What is painted first; before, there is no work to keep from a signal.
    """
    from m44editor.first_frame import after_first_frame  # 89 ms

    with ExitStack() as ears:
        after_first_frame(first, lambda: ears.enter_context(_hearing_signals()))
        after_first_frame(first, _let_boards_be_read)
        return application.exec()


def _let_boards_be_read() -> None:
    from m44editor.accessibility.board_interface import let_boards_be_read  # 182 ms

    let_boards_be_read()


def _hearing_signals() -> closing[Ear]:
    from m44editor.os_signals import Ear  # 61 ms

    return closing(Ear())


def make_application(language: str = "") -> QApplication:
    """Return the application with our name, theme and language, ready for windows."""
    sys.setswitchinterval(_SWITCH)
    from PySide6.QtWidgets import QApplication  # 69 ms

    from m44editor.documents.editor_settings import one_of  # 58 ms
    from m44editor.interface_language import language_wanted, speak  # 62 ms
    from m44editor.theme import Theme, apply_theme  # 93 ms

    application = QApplication([*sys.argv[:1], "-style", "Fusion"])
    application.setApplicationName("m44-workshop")
    application.setOrganizationName("m44-workshop")
    application.setApplicationDisplayName("M44 Workshop")
    application.setDesktopFileName("m44-workshop")
    speak(language_wanted(settings(), language))
    apply_theme(application, one_of(settings(), "theme", Theme.SYSTEM))
    return application


def settings() -> QSettings:
    """Return what the editor remembers from one session to the next."""
    from PySide6.QtCore import QSettings  # 56 ms

    return QSettings()


def open_window(path: Path | None, *others: Path) -> MainWindow:
    """Show a window with the tabs of the last session, and with files if any are given."""
    from m44core.model.edits import new_scenario  # 43 ms
    from m44editor.documents.document import Document  # 128 ms
    from m44editor.windows.main_window import MainWindow  # 322 ms

    window = MainWindow(Document(new_scenario()), settings())
    restored = _restored_safely(window.context)
    if path is not None and others:
        _open_soon(window, [path, *others])
    elif path is not None:
        window.files.open_path(path)
    elif not restored:
        _welcome(window.context)
    window.show()
    return window


def _open_soon(window: MainWindow, paths: list[Path]) -> None:
    """Open several files once the window is on the screen: what fails is listed over it."""
    from PySide6.QtCore import QTimer  # 55 ms

    QTimer.singleShot(0, window, lambda: window.files.open_paths(paths))


def _tell_of_crash(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Tell of an error nobody caught, as a window that is guarded does; needed only then."""
    from m44editor.crash import CrashHandler  # 288 ms

    sys.excepthook = CrashHandler()
    sys.excepthook(kind, error, trace)


def _restored_safely(context: EditorContext) -> bool:
    """Open what the last session had open; where the program has a fault there, begin without."""
    try:
        with boundary():
            return _restore(context)
    except M44Error as error:
        words = message("The tabs of the last session could not be restored: {why}", why=why(error))
        context.files.warn(words)
        return True


def _restore(context: EditorContext) -> bool:
    """Open what the last session had open; tell whether that was anything."""
    from m44editor.documents.editor_settings import flag  # 57 ms

    if not flag(context.settings, "session/restore", True) or not _was_any_session():
        return False
    from m44editor.windows.tab_sessions import restore  # 243 ms

    return restore(context)


def _was_any_session() -> bool:
    """Tell whether a session was written down; asked here, for most of that is imported later."""
    from PySide6.QtCore import QStandardPaths  # 56 ms

    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    try:
        return any(
            path.suffix == ".json"
            for path in (Path(state) / "m44-workshop" / "sessions").iterdir()  # glob compiles much
        )
    except OSError:
        return False


def _welcome(context: EditorContext) -> None:
    from m44editor.windows.welcome import show_welcome, wanted_at_start  # 188 ms

    if wanted_at_start(context.settings):
        show_welcome(context)


def open_position(position: Scenario) -> MainWindow:
    """Show the position of a playtest in an editor."""
    from m44editor.windows.main_window import window_of_position  # 318 ms

    window = window_of_position(position, settings())
    _guard_other(window.context)
    return window


def _guard_other(context: EditorContext) -> None:
    """Guard a window without offering what crashed sessions left: the first window did that."""
    from m44editor.first_frame import after_first_frame  # 86 ms

    after_first_frame(context.view.viewport(), lambda: guard(context))


def guard_soon(window: MainWindow) -> None:
    """Guard the window once it is on the screen; before, there is no work to lose."""
    from m44editor.first_frame import after_first_frame  # 85 ms

    after_first_frame(in_front(window), lambda: _guard_first(window))


def in_front(window: MainWindow) -> QWidget:
    """Return what of a window is painted first: the page over its board, or the board."""
    front, view = window.context.front(), window.view
    return view.viewport() if front is view else front


def _guard_first(window: MainWindow) -> None:
    """Guard the first window, go on with restoring, and offer what belongs to no session."""
    from m44editor.accessibility.missing_fonts import tell_of_letters  # 125 ms

    recovery = guard(window.context)
    left_out: frozenset[str] = frozenset()
    for restored in _restored(window):
        restored.go_on()
        left_out |= restored.left_out
    recovery.offer(window, left_out)
    tell_of_letters(window.files)


def _restored(window: QWidget) -> list[Restored]:
    """Return what is left to be done of restoring a window; nothing of it is imported else."""
    from PySide6.QtCore import QObject  # 55 ms

    found = window.findChildren(QObject, "restored")
    if not found:
        return []
    from m44editor.windows.tab_sessions import Restored  # 246 ms

    return [each for each in found if isinstance(each, Restored)]


def guard(context: EditorContext) -> Recovery:
    """Keep the window's unsaved work through crashes and orderly ends."""
    from PySide6.QtCore import QCoreApplication  # 56 ms

    from m44editor.crash import CrashHandler  # 283 ms
    from m44editor.process_memory import look_for_garbage_here, set_up_heap  # 56 ms
    from m44editor.windows.history.version_recorder import keep_versions  # 292 ms
    from m44editor.windows.recovery import Recovery  # 290 ms
    from m44editor.windows.tab_sessions import record  # 245 ms
    from m44editor.windows.underlay_commands import recall_underlay  # 54 ms

    set_up_heap()
    keeper = keep_versions(context)
    recall_underlay(context)
    context.files.opened.connect(lambda _: recall_underlay(context))
    context.files.sheets.shown.connect(lambda _: recall_underlay(context))
    recovery = Recovery(context.document, context.files, parent=context.window)
    context.others.opened.connect(_guard_other)
    if not isinstance(sys.excepthook, CrashHandler):
        sys.excepthook = CrashHandler()
    sys.excepthook.guard(recovery)
    record().watch(context, (file for each in _restored(context.window) for file in each.files))
    context.closed.connect(recovery.close)
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(recovery.close)
        application.aboutToQuit.connect(keeper.close)
        application.aboutToQuit.connect(context.document.close)
    _follow_desktop()
    gc.freeze()
    look_for_garbage_here()
    return recovery


def _follow_desktop() -> None:
    """Move as little as the desktop asks for, and become light and dark with it."""
    from m44editor.accessibility.reduced_motion import apply_motion  # 86 ms
    from m44editor.theme import follow_desktop  # 88 ms

    apply_motion()
    follow_desktop(settings())


if __name__ == "__main__":
    sys.exit(main())
