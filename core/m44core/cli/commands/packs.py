"""``m44 packs``: check user packs and list their pieces."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.catalogue.catalogue_loader import catalogue_with_packs
from m44core.catalogue.catalogue_types import Element
from m44core.catalogue.packs.configured_packs import load_pack
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.drawing.svg_import import import_svg
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.findings.render_findings import message_of
from m44core.messages.message import Renderer, message
from m44core.messages.renderers import message_of_error
from m44core.validation.checks.special_units import idle_trait_findings

_EXAMPLES = {
    "m44 packs scenarios/packs/alpine": message("check the packs and list their contents"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    about = message(
        "Read user packs, including pictures, as the program does, and list their pieces. "
        "docs/packs.md explains how to write a pack."
    )
    parser.set_description(
        about, _EXAMPLES, message("exit status: 0 listed, 2 a pack cannot be used")
    )
    folders = message("pack folders, each with a pack.yaml")
    parser.add_argument(
        "folders", type=Path, nargs="+", metavar="FOLDER", help=parser.text(folders)
    )
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the pieces of the packs and their unused entries (M413).

    Return 0, or 2 if a pack cannot be used; a message says where that pack is invalid.
    """
    renderer, status = renderer_of(arguments), OK
    for folder in arguments.folders:
        try:
            with boundary(folder):
                lines = _pack_lines(folder, renderer)
        except M44Error as error:
            print(
                f"m44: {escape_controls(renderer.render(message_of_error(error)))}", file=sys.stderr
            )
            status = FAILED
        else:
            print("\n".join(lines))
    return status


def _pack_lines(folder: Path, renderer: Renderer) -> list[str]:
    """Return the lines about a pack: title, pieces, findings.

    Raises:
        M44Error: the pack or one of its SVG pictures cannot be used.
    """
    pack = load_pack(folder)
    catalogue = catalogue_with_packs([pack])
    pieces = [e for e in catalogue.elements.values() if e.expansion == pack.name]
    for piece in pieces:
        if piece.picture.endswith(".svg"):
            import_svg(Path(piece.picture), 1, 1)
    unused_findings = (
        f"  {diagnostic.severity.value} {diagnostic.code} {renderer.render(message_of(diagnostic))}"
        for diagnostic in idle_trait_findings(catalogue, pack.name)
    )
    return [
        f"{pack.title} ({pack.name})",
        *(_piece_line(piece, renderer) for piece in pieces),
        *unused_findings,
    ]


def _piece_line(piece: Element, renderer: Renderer) -> str:
    layer = renderer.render(piece.layer.noun)
    return f"  {layer:<10} {piece.name:<32} {renderer.render(piece.title)}"
