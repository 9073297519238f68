"""``m44 schema``: the JSON Schemas of our files, for editors and for other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.cli.files import file_to_write
from m44core.resources import schema_folder

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "print the JSON Schema of a file format"

SCHEMAS = {
    "scenario": "a scenario in our own form, YAML or JSON",
    "m44": "a scenario of the official editor, as far as it is read",
    "m44-strict": "a scenario of the official editor, as that editor writes it",
    "diagnostics": "what m44 check --format json prints",
    "play": "what m44 play --format json prints",
    "supports": "what m44 supports --format json prints",
    "facts": "what m44 facts prints",
    "bill": "what m44 bill --format json prints",
    "diff": "what m44 diff --format json prints",
}

_EPILOG = """\
examples:
  m44 schema > scenario.schema.json
  m44 schema --path                     where it is installed, for an editor's settings
  m44 new --schema scenario.schema.json crossing.yaml"""


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "schema",
        help=SUMMARY,
        description="Print a JSON Schema. An editor that has it completes keys and values.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words = "; ".join(f"{name}: {about}" for name, about in SCHEMAS.items())
    parser.add_argument("name", nargs="?", choices=SCHEMAS, default="scenario", help=words)
    parser.add_argument("--path", action="store_true", help="print where the schema is instead")
    parser.add_argument("--out", metavar="FILE", help="write it to FILE")
    parser.add_argument("--force", action="store_true", help="replace FILE")


def add_schema_option(parser: Parser) -> None:
    """Let a command that writes our own form say in the file where its schema is."""
    parser.add_argument(
        "--schema",
        metavar="PLACE",
        help="write PLACE into the file as its $schema, so that editors complete it: "
        "a path from the file, or an address (m44 schema --path tells where yours is)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema, print its place, or write it to a file.

    Raises:
        WriteError: the file is there already, or its folder is not.
        OSError: it cannot be written.
    """
    path = schema_folder() / f"{arguments.name}.schema.json"
    if arguments.path:
        print(path)
    elif arguments.out:
        target = file_to_write(arguments.out, replace=arguments.force)
        Path(target).write_bytes(path.read_bytes())
    else:
        sys.stdout.write(path.read_text("utf-8"))
    return 0
