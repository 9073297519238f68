"""``m44 render``: a scenario as a picture. SVG needs nothing else; PNG, WebP and PDF need Qt."""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.file_arguments import read_scenario
from m44core.cli.plugins import NotInstalledError, run_plugin
from m44core.cli.shared_options import add_language, non_negative_int, positive_int, words_of
from m44core.drawing.board.board_picture import PRESETS, Framing, Preset, picture_of
from m44core.drawing.board.overlay import draw_overlays
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers
from m44core.drawing.shapes.palettes import DARK
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.svg_export import to_svg
from m44core.errors import WriteError
from m44core.io.files.save import not_saved_message, write_derived_file
from m44core.messages.message import colon, message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, ink_palette

_FORMATS = ("svg", "png", "webp", "pdf")
_HIDEABLE = ("terrain", "structures", "obstacles", "units", "tags", "labels", "grid", "sections")
_FIELDS = {"sections": "section_lines"}  # what Show calls it, where that is another word
_EXAMPLES = {
    "m44 render pegasus.m44 pegasus.svg": None,
    "m44 render pegasus.m44 - > pegasus.svg": None,
    "m44 render pegasus.m44 map.svg --hide units --hide tags --hex-names": None,
    "m44 render pegasus.m44 pegasus.png --scale 2": message("twice as fine; needs the editor's Qt"),
    "m44 render pegasus.m44 pegasus.webp --preset forum": message("to be shown in a forum"),
}


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(
        message("Draw a scenario as SVG, PNG, WebP or PDF. No display is needed."), _EXAMPLES
    )
    add, tell = parser.add_argument, parser.text
    add("file", type=Path, metavar="FILE", help=tell(message("the scenario to draw")))
    out = message("the picture: .svg, .png, .webp or .pdf; - prints SVG on the screen")
    add("out", metavar="OUT", help=tell(out))
    add("--dark", action="store_true", help=tell(message("the colours of the dark theme")))
    add("--hex-names", action="store_true", help=tell(message("write A9 on every hex")))
    preset = tell(message("what a picture for this is usually like; other options go before it"))
    add("--preset", choices=[each.value for each in Preset], help=preset)
    add("--legend", action="store_true", help=tell(message("name the kinds of pieces below it")))
    ink = tell(message("how much ink it takes: all colours, pale ground, or greys"))
    add("--ink", choices=[each.value for each in Ink], default=Ink.COLOUR.value, help=ink)
    margin = tell(message("an empty, transparent margin, in units; a hex is 100 wide"))
    add("--margin", type=non_negative_int, default=0, metavar="N", help=margin)
    hide = tell(message("leave something out; may be repeated"))
    add("--hide", action="append", default=[], choices=_HIDEABLE, help=hide)
    overlay = message("lay over the board what the rules say: sight, danger-axis ...; two at most")
    add("--overlay", metavar="NAME", action="append", default=[], help=tell(overlay))
    add("--at", metavar="HEX", default="", help=tell(message("the hex the overlays are about")))
    scale = message("pixels a unit, for PNG and WebP; at 1 a hex is 100 pixels wide")
    add("--scale", type=float, help=tell(scale))
    size = message("pixels of the longer side, for PNG and WebP")
    add("--size", type=positive_int, metavar="N", help=tell(size))
    to = message("the format, whatever OUT is called")
    add("--to", choices=_FORMATS, help=tell(to))
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Draw the scenario; return 0.

    Raises:
        M44Error: it cannot be read, drawn or written; the message says why.
    """
    _follow_preset(arguments)
    suffix = ".svg" if arguments.out == "-" else Path(arguments.out).suffix.lower()
    suffix = f".{arguments.to}" if arguments.to else suffix
    match suffix:
        case ".svg":
            _write(
                _svg(arguments),
                arguments.out,
            )
            return 0
        case ".png" | ".webp" | ".pdf":
            return _in_place(arguments, suffix)
        case _:
            ending = suffix or message("no suffix")
            said = message("{ending} is not .svg, .png, .webp or .pdf", ending=ending)
            raise WriteError(colon(arguments.out, said))


def _follow_preset(arguments: argparse.Namespace) -> None:
    """Let a preset decide what was not asked for otherwise."""
    if arguments.preset is None:
        return
    usual = PRESETS[Preset(arguments.preset)]
    arguments.legend = arguments.legend or usual.legend
    arguments.hex_names = arguments.hex_names or usual.show.hex_names
    arguments.margin = arguments.margin or int(usual.margin)
    left_out = (name for name in _HIDEABLE if not getattr(usual.show, _FIELDS.get(name, name)))
    arguments.hide = [*arguments.hide, *left_out]
    if arguments.scale is None and arguments.size is None:
        arguments.size = usual.size


def _svg(arguments: argparse.Namespace) -> str:
    scenario = read_scenario(arguments.file)
    told = words_of(arguments)
    framing = Framing(_chosen(arguments), arguments.legend, arguments.margin)
    made = picture_of(scenario, framing, told, _overlays(scenario, arguments))
    palette = DARK if arguments.dark else ink_palette(Ink(arguments.ink))
    title = scenario.title_in(told.language.code)
    return to_svg(made.drawing, made.width, made.height, palette, title=title)


def _overlays(scenario: Scenario, arguments: argparse.Namespace) -> Drawing:
    if not arguments.overlay:
        return ()
    from m44core.rules.overlays.find_overlay import drawable_overlays  # 130 ms
    from m44core.rules.overlays.overlay_types import OverlayTarget  # 121 ms

    at = scenario.board.hex(arguments.at) if arguments.at else None
    found = drawable_overlays(scenario, arguments.overlay, OverlayTarget(at), words_of(arguments))
    return draw_overlays(found, frozenset(hex_ for hex_, _ in scenario.units()))


def _chosen(arguments: argparse.Namespace) -> VisibleLayers:
    return replace(
        ALL_LAYERS, hex_names=arguments.hex_names, **dict.fromkeys(_hidden(arguments), False)
    )


def _hidden(arguments: argparse.Namespace) -> list[str]:
    """Return the fields of :class:`Show` that are to be left out."""
    return list(dict.fromkeys(_FIELDS.get(name, name) for name in arguments.hide))


def _write(svg: str, out: str) -> None:
    """Write the whole picture or nothing."""
    if out == "-":
        sys.stdout.write(svg.encode("ascii", "xmlcharrefreplace").decode())
        return
    target = Path(out)
    try:
        write_derived_file(svg.encode(), target)
    except OSError as error:
        raise WriteError(not_saved_message(target, error)) from error


def _in_place(arguments: argparse.Namespace, suffix: str) -> int:
    """Have another picture drawn, also where the file to write is called otherwise."""
    target = Path(arguments.out)
    if target.suffix.lower() == suffix:
        return _with_qt(arguments, arguments.out)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".m44-") as folder:
            picture = Path(folder, f"picture{suffix}")
            status = _with_qt(arguments, str(picture))
            picture.replace(target)
    except OSError as error:
        raise WriteError(not_saved_message(target, error)) from error
    return status


def _scale(arguments: argparse.Namespace) -> float | None:
    """Return the pixels a unit that are asked for, if any are."""
    if arguments.size is None:
        scale: float | None = arguments.scale
        return scale
    framing = Framing(_chosen(arguments), arguments.legend, arguments.margin)
    made = picture_of(read_scenario(arguments.file), framing, words_of(arguments))
    return float(arguments.size / max(made.width, made.height))


def _with_qt(arguments: argparse.Namespace, out: str) -> int:
    """Hand any other picture over to the editor."""
    scale = _scale(arguments)
    words = [str(arguments.file), out]
    words += ["--scale", str(scale)] if scale is not None else []
    words += ["--dark"] if arguments.dark else []
    words += ["--hex-names"] if arguments.hex_names else []
    words += ["--legend"] if arguments.legend else []
    words += ["--ink", arguments.ink, "--margin", str(arguments.margin)]
    words += [word for name in _hidden(arguments) for word in ("--hide", name)]
    words += [word for name in arguments.overlay for word in ("--overlay", name)]
    words += ["--at", arguments.at] if arguments.at else []
    words += ["--language", words_of(arguments).language.code]
    try:
        return run_plugin("render", words)
    except NotInstalledError as error:
        said = message("{error}. SVG pictures need nothing else", error=reason(error))
        raise NotInstalledError(said) from error
