"""``m44 manual``: opens the manual in a window, or prints it page by page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from m44core.arguments.parser import Parser
from m44core.cli.exit_status import OK
from m44core.cli.plugins import run_plugin
from m44core.cli.quiet_mode import print_note
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.errors import M44Error
from m44core.manual import CONTENTS_PAGE, manual_pages
from m44core.messages.message import Message, message
from m44core.messages.renderers import message_of_error
from m44core.resources import manual_folder
from m44core.suggestions import did_you_mean

_EXAMPLES = {
    "m44 manual": message("open the manual"),
    "m44 manual playtest": message("open it at a given page"),
    "m44 manual --print": message("list the pages"),
    "m44 manual print | less": message("print a page"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Open the manual in a window; no Internet connection is needed. In the editor, "
            "press F1. If the output is not a terminal, or if no window can be opened, the "
            "manual is printed instead."
        ),
        _EXAMPLES,
        message("exit status: 0 opened or printed, 2 failed"),
    )
    about = parser.text(message("the page to open or print (default: the table of contents)"))
    parser.add_argument("page", nargs="?", metavar="PAGE", help=about)
    print_help = parser.text(message("print the page; without PAGE, list the pages"))
    parser.add_argument("--print", action="store_true", dest="prints", help=print_help)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open a page in a window, or print it as Markdown, or list the pages; return 0.

    Raises:
        M44Error: there is no page of that name.
    """
    renderer = renderer_of(arguments)
    language = renderer.language.code
    pages = manual_pages(language)
    if arguments.page and arguments.page not in pages:
        hint = did_you_mean(arguments.page, pages)
        raise M44Error(
            message("the manual has no page {page!r}; {hint}", page=arguments.page, hint=hint)
        )
    if not arguments.prints and sys.stdout.isatty():
        try:
            return run_plugin("manual", [arguments.page or CONTENTS_PAGE, "--language", language])
        except M44Error as error:  # no display, or the editor is not installed
            print_note(_place_note(error), renderer)
    if arguments.page:
        print(pages[arguments.page].text, end="")
    else:
        print("\n".join(_page_lines(language)))
    return OK


def _place_note(reason: M44Error) -> Message:
    """Return why the manual is not opened in a window, and where its files are."""
    return message(
        "the manual is printed, because no window can be opened: {why}; its files are in {folder}",
        why=message_of_error(reason),
        folder=str(manual_folder()),
    )


def _page_lines(language: str) -> Iterator[str]:
    """Yield a line for each page."""
    pages = manual_pages(language)
    width = max(map(len, pages))
    for name, page in pages.items():
        if name != CONTENTS_PAGE:
            yield f"{name:{width}}  {page.title}"
