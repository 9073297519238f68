"""``m44 manual``: the manual, page by page."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from m44core.arguments.parser import Parser
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.errors import M44Error
from m44core.manual import CONTENTS_PAGE, manual_pages
from m44core.messages.message import message
from m44core.suggestions import did_you_mean

_EXAMPLES = {
    "m44 manual": message("list the pages"),
    "m44 manual playtest": message("print a page"),
    "m44 manual print | less": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Print the manual. In the editor, press F1."),
        _EXAMPLES,
        message("exit status: 0 printed, 2 failed"),
    )
    about = parser.text(message("the page to print (default: list the pages)"))
    parser.add_argument("page", nargs="?", metavar="PAGE", help=about)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a page as Markdown, or list the pages; return 0.

    Raises:
        M44Error: there is no page of that name.
    """
    language = renderer_of(arguments).language.code
    pages = manual_pages(language)
    if not arguments.page:
        print("\n".join(_page_lines(language)))
        return 0
    if arguments.page not in pages:
        hint = did_you_mean(arguments.page, pages)
        raise M44Error(
            message("the manual has no page {page!r}; {hint}", page=arguments.page, hint=hint)
        )
    print(pages[arguments.page].text, end="")
    return 0


def _page_lines(language: str) -> Iterator[str]:
    """Yield a line for each page."""
    pages = manual_pages(language)
    width = max(map(len, pages))
    for name, page in pages.items():
        if name != CONTENTS_PAGE:
            yield f"{name:{width}}  {page.title}"
