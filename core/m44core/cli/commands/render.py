"""``m44 render``: draw a scenario as SVG, or with Qt as PNG, WebP or PDF."""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.output_file import STANDARD_OUTPUT, is_stream, refuse_terminal, write_output
from m44core.cli.plugins import NotInstalledError, run_plugin
from m44core.cli.shared_options import (
    add_force_option,
    add_format_option,
    add_language_option,
    add_texts_option,
    non_negative_int,
    positive_int,
    texts_renderer,
)
from m44core.drawing.board.board_picture import PRESETS, Framing, PicturePreset, picture_of
from m44core.drawing.board.overlay import draw_overlays
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers
from m44core.drawing.shapes.palettes import DARK
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.svg_export import to_svg
from m44core.errors import WriteError
from m44core.io.files.read_scenario import read_scenario
from m44core.io.files.save import not_saved_message
from m44core.messages.message import label_with_text, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, ink_palette

_FORMATS = ("svg", "png", "webp", "pdf")
_HIDEABLE_LAYERS = (
    *("terrain", "structures", "obstacles", "units", "tags", "labels", "grid", "sections"),
    "coordinates",
)
_FIELDS = {"sections": "section_lines"}  # fields of VisibleLayers with other names
_EXAMPLES = {
    "m44 render pegasus.m44 pegasus.svg": None,
    "m44 render pegasus.m44 - > pegasus.svg": None,
    "m44 render pegasus.m44 map.svg --hide units --hide tags --hex-names": None,
    "m44 render pegasus.m44 pegasus.png --scale 2": message(
        "at double resolution; requires Qt, which comes with the editor"
    ),
    "m44 render pegasus.m44 pegasus.webp --preset forum": message("for posting in a forum"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Draw a scenario as SVG, PNG, WebP or PDF. No display is needed."),
        _EXAMPLES,
        message("exit status: 0 written, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    add("file", type=Path, metavar="FILE", help=text(message("scenario to draw")))
    out = message(
        "picture file: .svg, .png, .webp or .pdf; - writes the picture to standard "
        "output, as SVG by default"
    )
    parser.add_output_argument("OUT", out)
    format_help = message("output format (overrides the file extension of OUT)")
    add_format_option(parser, text, _FORMATS, about=format_help)
    add_force_option(parser, text, "OUT", backup=False)
    add("--dark", action="store_true", help=text(message("use the colors of the dark theme")))
    add(
        "--hex-names",
        action="store_true",
        help=text(message("show the name (such as A9) on every hex")),
    )
    preset = text(message("settings for a common purpose; other options override them"))
    add("--preset", choices=[each.value for each in PicturePreset], help=preset)
    add(
        "--legend",
        action="store_true",
        help=text(message("add a legend of the pieces below the board")),
    )
    ink = text(message("ink use: full color, pale backgrounds, or grayscale"))
    add("--ink", choices=[each.value for each in Ink], default=Ink.COLOUR.value, help=ink)
    margin = text(
        message("width of an empty, transparent margin, in board units; a hex is 100 wide")
    )
    add("--margin", type=non_negative_int, default=0, metavar="N", help=margin)
    hide = text(message("leave out this part; may be repeated"))
    add("--hide", action="append", default=[], choices=_HIDEABLE_LAYERS, help=hide)
    overlay = message(
        "rule overlays to draw on the board (such as sight or danger-axis), at most two"
    )
    add("--overlay", metavar="NAME", action="append", default=[], help=text(overlay))
    add("--at", metavar="HEX", default="", help=text(message("hex that the overlays refer to")))
    scale = message("pixels per board unit, for PNG and WebP; at 1, a hex is 100 pixels wide")
    add("--scale", type=float, help=text(scale))
    size = message("length of the longer side in pixels, for PNG and WebP")
    add("--size", type=positive_int, metavar="N", help=text(size))
    add_texts_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Draw the scenario; return 0.

    Raises:
        M44Error: the scenario cannot be read or drawn, or the picture cannot be written.
    """
    _apply_preset(arguments)
    out = arguments.output
    suffix = ".svg" if out == STANDARD_OUTPUT else Path(out).suffix.lower()
    suffix = f".{arguments.format}" if arguments.format else suffix
    match suffix:
        case ".svg":
            _write_picture(_as_svg(arguments), out)
            return 0
        case ".png" | ".webp" | ".pdf":
            return _render_with_qt(arguments, suffix)
        case _:
            extension = suffix or message("no extension")
            problem = message("{ending} is not .svg, .png, .webp or .pdf", ending=extension)
            raise WriteError(label_with_text(out, problem))


def _apply_preset(arguments: argparse.Namespace) -> None:
    """Set the options missing from the command line to those of the preset, in place.

    Layers hidden by the preset are hidden in addition to those of the command line.
    """
    if arguments.preset is None:
        return
    preset = PRESETS[PicturePreset(arguments.preset)]
    arguments.legend = arguments.legend or preset.legend
    arguments.hex_names = arguments.hex_names or preset.show.hex_names
    arguments.margin = arguments.margin or int(preset.margin)
    hidden_layers = (
        name for name in _HIDEABLE_LAYERS if not getattr(preset.show, _FIELDS.get(name, name))
    )
    arguments.hide = [*arguments.hide, *hidden_layers]
    if arguments.scale is None and arguments.size is None:
        arguments.size = preset.size


def _as_svg(arguments: argparse.Namespace) -> str:
    scenario = read_scenario(arguments.file)
    renderer = texts_renderer(arguments)
    framing = Framing(_shown_layers(arguments), arguments.legend, arguments.margin)
    picture = picture_of(scenario, framing, renderer, _requested_overlays(scenario, arguments))
    palette = DARK if arguments.dark else ink_palette(Ink(arguments.ink))
    title = scenario.title_in(renderer.language.code)
    return to_svg(picture.drawing, picture.width, picture.height, palette, title=title)


def _requested_overlays(scenario: Scenario, arguments: argparse.Namespace) -> Drawing:
    if not arguments.overlay:
        return ()
    from m44core.rules.overlays.find_overlay import drawable_overlays  # 130 ms
    from m44core.rules.overlays.overlay_types import OverlayTarget  # 121 ms

    origin_hex = scenario.board.hex(arguments.at) if arguments.at else None
    overlays = drawable_overlays(
        scenario, arguments.overlay, OverlayTarget(origin_hex), texts_renderer(arguments)
    )
    return draw_overlays(overlays, frozenset(hex_ for hex_, _ in scenario.units()))


def _shown_layers(arguments: argparse.Namespace) -> VisibleLayers:
    return replace(
        ALL_LAYERS, hex_names=arguments.hex_names, **dict.fromkeys(_hidden_fields(arguments), False)
    )


def _hidden_fields(arguments: argparse.Namespace) -> list[str]:
    """Return the hidden fields of :class:`VisibleLayers`."""
    return list(dict.fromkeys(_FIELDS.get(name, name) for name in arguments.hide))


def _write_picture(svg: str, out: str) -> None:
    """Write the picture atomically, or print it in ASCII, which every terminal can show."""
    if out == STANDARD_OUTPUT:
        sys.stdout.write(svg.encode("ascii", "xmlcharrefreplace").decode())
    else:
        write_output(svg.encode(), out)


def _render_with_qt(arguments: argparse.Namespace, suffix: str) -> int:
    """Draw the picture with Qt; return the exit status.

    The suffix of the file may differ from the format.

    Raises:
        WriteError: the picture cannot be moved to the file.
    """
    target = Path(arguments.output)
    if arguments.output == STANDARD_OUTPUT or is_stream(arguments.output):
        return _print_with_qt(arguments, suffix)
    if target.suffix.lower() == suffix:
        return _run_editor_render(arguments, arguments.output)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".m44-") as folder:
            picture = Path(folder, f"picture{suffix}")
            status = _run_editor_render(arguments, str(picture))
            picture.replace(target)
    except OSError as error:
        raise WriteError(not_saved_message(target, error)) from error
    return status


def _print_with_qt(arguments: argparse.Namespace, suffix: str) -> int:
    refuse_terminal(arguments.output)
    with tempfile.TemporaryDirectory(prefix="m44-") as folder:
        picture = Path(folder, f"picture{suffix}")
        status = _run_editor_render(arguments, str(picture))
        write_output(picture.read_bytes(), arguments.output)
    return status


def _pixels_per_unit(arguments: argparse.Namespace) -> float | None:
    """Return the requested pixels per unit; None if not specified."""
    if arguments.size is None:
        scale: float | None = arguments.scale
        return scale
    framing = Framing(_shown_layers(arguments), arguments.legend, arguments.margin)
    picture = picture_of(read_scenario(arguments.file), framing, texts_renderer(arguments))
    return float(arguments.size / max(picture.width, picture.height))


def _run_editor_render(arguments: argparse.Namespace, out: str) -> int:
    """Run the editor's ``render`` command; return its exit status.

    Raises:
        NotInstalledError: the editor or Qt is not installed.
    """
    scale = _pixels_per_unit(arguments)
    words = [str(arguments.file), out]
    words += ["--scale", str(scale)] if scale is not None else []
    words += ["--dark"] if arguments.dark else []
    words += ["--hex-names"] if arguments.hex_names else []
    words += ["--legend"] if arguments.legend else []
    words += ["--ink", arguments.ink, "--margin", str(arguments.margin)]
    words += [word for name in _hidden_fields(arguments) for word in ("--hide", name)]
    words += [word for name in arguments.overlay for word in ("--overlay", name)]
    words += ["--at", arguments.at] if arguments.at else []
    words += ["--language", texts_renderer(arguments).language.code]
    try:
        return run_plugin("render", words)
    except NotInstalledError as error:
        problem = message(
            "{error}. SVG pictures need no additional software", error=message_of_error(error)
        )
        raise NotInstalledError(problem) from error
