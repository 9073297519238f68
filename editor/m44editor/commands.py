"""The commands of ``m44`` that need Qt, found by name through entry points."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.drawing.board.board_picture import Framing
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, draw_scenario
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import text_lines
from m44core.errors import M44Error
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import SCENARIO_SUFFIXES
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, ink_palette
from m44editor.interface_text import current_renderer, tr, translated
from m44editor.startup import missing_library_reason, set_language_without_qt, startup_error

if TYPE_CHECKING:
    from m44core.arguments.parser import Parser
    from m44core.drawing.shapes.shapes import Drawing
    from m44editor.playtest.playtest_window import PlaytestWindow

OK, FAILED = 0, 2
_LAYERS = tuple(field.name for field in fields(ALL_LAYERS))
_MAX_SCALE = 50


def edit(arguments: Sequence[str]) -> int:
    """Open files in the editor, ``m44 edit [FILE...]``, and return the exit status."""
    from m44editor.app import main  # 3 ms

    return main(list(arguments), program="m44 edit")


def play(arguments: Sequence[str]) -> int:
    """Play a scenario, or continue a saved game: ``m44 play FILE [--script GAME]``.

    Returns:
        The exit status.

    Raises:
        M44Error: no window can be opened, or a file cannot be read.
    """
    from m44editor.app import (  # 3 ms
        add_language_option,
        make_application,
        open_position,
        run_until_ended,
        translated_parser,
    )

    set_language_without_qt()
    parser = translated_parser("m44 play", message("Play a scenario."))
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=tr("scenario or saved game to play")
    )
    help_text = tr("reuse the dice rolls and card draws of a recorded game as long as they apply")
    parser.add_argument("--script", type=Path, metavar="GAME", help=help_text)
    add_language_option(parser)
    options = _parsed_options(parser, arguments)
    scenario_path = _scenario_to_play(options.file)
    scenario = _read_scenario(scenario_path)
    gc.disable()  # nothing is garbage while the window is created
    from m44editor.first_frame import after_first_frame  # 89 ms
    from m44editor.playtest.game.chance_script import NO_SCRIPT  # 84 ms
    from m44editor.playtest.game.game_files import load_script  # 260 ms
    from m44editor.playtest.playtest_window import PlaytestWindow  # 527 ms
    from m44editor.process_memory import collect_garbage_in_this_thread, configure_heap  # 52 ms

    script, seed = load_script(options.script) if options.script else (NO_SCRIPT, "")
    application = make_application(options.language)
    window = PlaytestWindow(
        scenario, scenario_path.name, script=script, seed=seed, path=scenario_path
    )
    windows: list[object] = []  # otherwise Python collects them

    def show(window: PlaytestWindow) -> None:
        if window not in windows:
            windows.append(window)
            window.position_requested.connect(lambda scene: windows.append(open_position(scene)))
        window.show()

    show(window)
    if scenario_path != options.file:
        window.open_game(options.file)
    after_first_frame(window, partial(_offer_games, window, show))
    configure_heap()
    collect_garbage_in_this_thread()
    return run_until_ended(application, window)


def manual(arguments: Sequence[str]) -> int:
    """Open the manual, ``m44 manual PAGE``, and return the exit status when its window is closed.

    Raises:
        M44Error: no window can be opened.
    """
    from m44editor.app import (  # 3 ms
        add_language_option,
        make_application,
        run_until_ended,
        translated_parser,
    )

    set_language_without_qt()
    parser = translated_parser("m44 manual", message("Open the manual in a window."))
    parser.add_argument("page", metavar="PAGE", help=tr("page to open"))
    add_language_option(parser)
    options = _parsed_options(parser, arguments)
    from m44editor.manual_window import ManualWindow  # 30 ms

    application = make_application(options.language)
    window = ManualWindow()
    window.show_page(options.page)
    window.show()
    return run_until_ended(application, window)


def _parsed_options(
    parser: argparse.ArgumentParser, arguments: Sequence[str]
) -> argparse.Namespace:
    """Return the options of a command that opens a window, and set their language.

    Raises:
        M44Error: no window can be opened.
    """
    options = parser.parse_args(arguments)
    set_language_without_qt(options.language)
    if reason := startup_error():
        raise M44Error(reason)
    return options


def _offer_games(window: PlaytestWindow, show: Callable[[PlaytestWindow], None]) -> None:
    """Offer to recover games of crashed processes, in *window* if one fits.

    *show* shows a window.
    """
    from m44editor.sessions.state_files import games_folder, has_files  # 85 ms

    if not has_files(games_folder()):
        return
    from m44editor.app import settings  # 3 ms
    from m44editor.documents.user_packs import user_packs  # 130 ms
    from m44editor.playtest.playtest_window import recovered_window  # 527 ms
    from m44editor.windows.recovery import offer_games  # 290 ms

    packs = user_packs(settings())
    offer_games(lambda slot: show(recovered_window(slot, packs, window)), window)


def render(arguments: Sequence[str]) -> int:
    """Draw a scenario without a screen, ``m44 render FILE OUT``, and return the exit status.

    Raises:
        M44Error: Qt cannot be loaded, a file cannot be read, or the picture cannot be written.
    """
    set_language_without_qt()
    options = _render_parser().parse_args(arguments)
    set_language_without_qt(options.language)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    reason = missing_library_reason(os.environ)
    if reason:
        raise M44Error(reason)
    from PySide6.QtGui import QGuiApplication  # 61 ms

    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    if options.before:
        _draw_comparison(options)
    else:
        _draw_scenario(options)
    del application
    return OK


def _render_parser() -> Parser:
    from m44editor.app import add_language_option, translated_parser  # 3 ms

    parser = translated_parser("m44 render", message("Draw a scenario."))
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help=tr("scenario to draw"))
    add("out", type=Path, metavar="OUT", help=tr("picture file: .png, .pdf or .svg"))
    scale_help = tr("scale for PNG (at 1, a hex is 100 pixels wide)")
    add("--scale", type=_parse_scale, default=1.0, help=scale_help)
    add("--dark", action="store_true", help=tr("use the colors of the dark theme"))
    add("--hex-names", action="store_true", help=tr("show the name (such as A9) on every hex"))
    add("--legend", action="store_true", help=tr("add a legend of the pieces below the board"))
    add("--ink", choices=[*Ink], default=Ink.COLOUR, type=Ink, help=tr("how much ink to use"))
    add("--margin", type=float, default=0.0, help=tr("margin around the board, in board units"))
    add("--hide", action="append", default=[], choices=_LAYERS, help=tr("part to leave out"))
    overlay_help = tr(
        "rule overlays to draw on the board (such as sight or danger-axis), at most two"
    )
    add("--overlay", metavar="NAME", action="append", default=[], help=overlay_help)
    add("--at", metavar="HEX", default="", help=tr("hex that the overlays refer to"))
    before_help = tr("mark the differences from another scenario (see m44 diff)")
    add("--before", type=Path, metavar="FILE", help=before_help)
    add("--part", action="append", default=[], help=tr("compare only this part"))
    add_language_option(parser)
    return parser


def _draw_scenario(options: argparse.Namespace) -> None:
    from m44editor.windows.picture_export import export_picture  # 140 ms

    visible_layers = replace(
        ALL_LAYERS, hex_names=options.hex_names, **dict.fromkeys(options.hide, False)
    )
    palette, scenario = (
        DARK if options.dark else ink_palette(options.ink),
        _read_scenario(options.file),
    )
    framing, overlay = (
        Framing(visible_layers, options.legend, options.margin),
        _overlay_drawing(scenario, options),
    )
    export_picture(scenario, options.out, framing, options.scale, palette, overlay)
    _warn_about_missing_characters(
        options.out, (*draw_scenario(scenario, visible_layers, current_renderer()), *overlay)
    )


def _warn_about_missing_characters(out: Path, drawing: Drawing) -> None:
    """Warn on standard error about characters of a picture that no font has."""
    from m44core.missing_characters import missing_characters_message  # 1 ms
    from m44editor.accessibility.missing_fonts import missing_characters  # 98 ms

    if characters := missing_characters("".join(text_lines(drawing))):
        print(translated(missing_characters_message(str(out), characters)), file=sys.stderr)


def _overlay_drawing(scenario: Scenario, options: argparse.Namespace) -> Drawing:
    if not options.overlay:
        return ()
    from m44core.drawing.board.overlay import draw_overlays  # 6 ms
    from m44core.rules.overlays.find_overlay import drawable_overlays  # 109 ms
    from m44core.rules.overlays.overlay_types import OverlayTarget  # 105 ms

    target_hex = scenario.board.hex(options.at) if options.at else None
    overlays = drawable_overlays(
        scenario, options.overlay, OverlayTarget(target_hex), current_renderer()
    )
    return draw_overlays(overlays, frozenset(hex_ for hex_, _ in scenario.units()))


def _draw_comparison(options: argparse.Namespace) -> None:
    from m44core.comparing.compare import compare_scenarios  # 13 ms
    from m44core.comparing.differences import EVERY_PART, ScenarioPart  # 5 ms
    from m44editor.comparing.comparison_export import export_comparison  # 121 ms

    parts = frozenset(map(ScenarioPart, options.part)) or EVERY_PART
    before, after = (
        _read_compared_scenario(options.before, options.file),
        _read_compared_scenario(options.file, options.before),
    )
    comparison = compare_scenarios(before, after).restricted_to(parts)
    names = options.before.name, options.file.name
    palette = DARK if options.dark else LIGHT
    export_comparison(comparison, *names, options.out, scale=options.scale, palette=palette)


def _read_compared_scenario(path: Path, other: Path) -> Scenario:
    """Return the scenario in a file; for the null device, a blank scenario on *other*'s board."""
    if str(path) != os.devnull:
        return _read_scenario(path)
    scenario = _read_scenario(other)
    return Scenario(board=scenario.board, face=scenario.face)


def _parse_scale(text: str) -> float:
    scale = float(text)
    if not 0 < scale <= _MAX_SCALE:
        raise argparse.ArgumentTypeError(
            tr("{number} must be between 0 and {most}", number=text, most=_MAX_SCALE)
        )
    return scale


def _scenario_to_play(path: Path) -> Path:
    """Return the scenario of a saved game, or *path* if it is not a saved game.

    Raises:
        M44Error: the game cannot be read, or its scenario is not next to it.
    """
    if path.suffix.lower() in SCENARIO_SUFFIXES:
        return path
    from m44editor.windows.related_files import scenario_path_of_game  # 60 ms, for saved games only

    return scenario_path_of_game(path) or path


def _read_scenario(path: Path) -> Scenario:
    result = read_file(path)
    if result.scenario is None:
        if result.blocking_finding is None:
            raise M44Error(tr("{file} contains no readable scenario", file=str(path)))
        reason = message_of(result.blocking_finding)
        raise M44Error(
            tr("{file} contains no readable scenario: {why}", file=str(path), why=reason)
        )
    return result.scenario
