"""``m44 schema``: print the JSON Schemas of the file formats, for editors and programs."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.cli.output_file import add_output_option, write_output
from m44core.cli.shared_options import add_language_option
from m44core.messages.message import message
from m44core.resources import schema_folder

SCHEMAS = {
    "scenario": message("a scenario in this program's own format, YAML or JSON"),
    "m44": message("a scenario from the official editor, as read by this program"),
    "m44-strict": message("a scenario from the official editor, as that editor writes it"),
    "pack": message("a pack of custom pieces"),
    "changes": message("a list of changes for {command}", command="m44 balance --changes"),
    **{
        name: message("the output of {command}", command=command)
        for name, command in {
            "diagnostics": "m44 check --format json",
            "play": "m44 play --format json",
            "supports": "m44 supports --format json",
            "facts": "m44 facts",
            "bill": "m44 bill --format json",
            "diff": "m44 diff --format json",
            "translations": "m44 translate status --format json",
            "config": "m44 config --format json",
            "doctor": "m44 doctor --format json",
        }.items()
    },
}

_EXAMPLES = {
    "m44 schema -o scenario.schema.json": None,
    "m44 schema --path": message("the path of the installed schema, for a text editor's settings"),
    "m44 new --schema scenario.schema.json crossing.yaml": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Print a JSON Schema. Text editors use it to complete keys and values."),
        _EXAMPLES,
        message("exit status: 0 printed, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    schema_list = "; ".join(f"{name}: {text(about)}" for name, about in SCHEMAS.items())
    add("name", nargs="?", choices=SCHEMAS, default="scenario", help=schema_list)
    path = message("print the path of the schema instead")
    add("--path", dest="show_path", action="store_true", help=text(path))
    add_output_option(parser)
    add_language_option(parser)


def add_schema_option(parser: Parser) -> None:
    """Add ``--schema``, which writes the location of the schema into the file."""
    about = message(
        "insert PLACE into the file as its $schema, so that text editors can offer "
        "completion: a path relative to the file, or an address (m44 schema --path shows the "
        "path of the installed schema)"
    )
    parser.add_argument("--schema", metavar="PLACE", help=parser.text(about))


def run(arguments: argparse.Namespace) -> int:
    """Print the schema, print its path, or write it to a file; return 0.

    Raises:
        WriteError: the file exists already, or cannot be written.
    """
    path = schema_folder() / f"{arguments.name}.schema.json"
    data = f"{path}\n".encode() if arguments.show_path else path.read_bytes()
    write_output(data, arguments.output)
    return 0
