"""``m44 site``: write the scenarios of a folder as a website."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK, PROBLEMS_FOUND
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.quiet_mode import is_quiet, print_note
from m44core.cli.shared_options import (
    add_jobs_option,
    add_language_option,
    add_template_option,
    add_texts_option,
    renderer_of,
    texts_renderer,
)
from m44core.messages import nouns
from m44core.messages.message import Renderer, message
from m44core.site.builder import SiteReport, build_site
from m44core.site.site_settings import RATINGS, SETTINGS, SiteOptions, parse_site_address
from m44core.work.parallel_map import parallel_map

T = TypeVar("T")
_EXAMPLES = {
    "m44 site scenarios/ site/": message("then open site/index.html in a browser"),
    "m44 site scenarios/ site/ --url https://example.org/m44/": message(
        "with a site map, and absolute addresses for feeds and other sites"
    ),
    "m44 site scenarios/ fr/ --texts fr --no-pdf": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Create a website from the scenarios in a folder: a gallery with filters and "
            "search, and a page for each scenario with its map, text, components, problems "
            "and files. It needs no server, loads nothing from other sites, and also works "
            "when opened from disk."
        ),
        message(
            "{file} in the folder can set title, subtitle, about, credits, leave-out (file "
            "patterns), discuss (where to discuss scenarios), campaigns, and scenarios (place, "
            "difficulty, minutes and discuss of each). {ratings} can contain ratings from 0 to "
            "10. Recorded games (m44 play --record) next to a scenario are shown on its map, "
            "and NAME.balance.json (m44 balance) and NAME.games.yaml (games that people "
            "played) as its balance. Pages name the campaign of a scenario, and have the file "
            "for Board Game Arena if it can play the scenario. Pages that have not changed are "
            "not rebuilt, and only files written by this command are ever removed.",
            file=SETTINGS,
            ratings=RATINGS,
        ),
        _EXAMPLES,
        message(
            "exit status: 0 written, 1 a file was left out, 2 the site could not be written, "
            "or an internal error occurred while processing a file"
        ),
    )
    add, text = parser.add_argument, parser.text
    add("folder", metavar="FOLDER", help=text(message("the folder with the scenarios")))
    parser.add_output_argument("OUT", message("folder for the pages"))
    title = message("title of the site, instead of the one set in the folder")
    add("--title", metavar="TITLE", default="", help=text(title))
    address = message("address of the site, such as https://example.org/m44/")
    add("--url", metavar="URL", default="", help=text(address))
    add_template_option(parser)
    leave_out = message(
        "leave out files that match this pattern, such as drafts/*; may be repeated"
    )
    add("--leave-out", action="append", default=[], metavar="PATTERN", help=text(leave_out))
    no_pdf = message("leave out sheets and posters, which take most of the time")
    add("--no-pdf", action="store_true", help=text(no_pdf))
    add_jobs_option(parser, text, default=None)
    add_texts_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the site; return 0, 1 if a file was left out, 2 if an internal error occurred in one.

    Raises:
        M44Error: there is no scenario, a template is invalid, or the site cannot be written.
    """
    renderer = renderer_of(arguments)
    can_typeset = find_spec("typst") is not None
    options = SiteOptions(
        out=Path(arguments.output),
        language=texts_renderer(arguments).language.code,
        title=arguments.title.strip(),
        url=parse_site_address(arguments.url) if arguments.url else "",
        templates=arguments.template,
        pdf=can_typeset and not arguments.no_pdf,
        pictures=can_typeset and bool(arguments.url),  # other sites need the full address
        leave_out=tuple(arguments.leave_out),
    )
    progress: list[ProgressBar] = []

    def start_progress(number: int) -> Callable[[], None]:
        progress.append(ProgressBar(max(1, number), nouns.scenarios, renderer))
        return progress[0].advance

    def in_processes(
        work: Callable[..., T], on_lost: Callable[..., T], *argument_lists: Sequence[object]
    ) -> AbstractContextManager[Iterator[T]]:
        return parallel_map(work, on_lost, arguments.jobs, *argument_lists)

    try:
        report = build_site(Path(arguments.folder), options, in_processes, start_progress)
    finally:
        for bar in progress:
            bar.clear()
    _print_summary(report, options, renderer)
    if report.failed:
        return FAILED
    return PROBLEMS_FOUND if report.left_out else OK


def _print_summary(report: SiteReport, options: SiteOptions, renderer: Renderer) -> None:
    summary = message(
        "{site}: {scenarios}, {made} of them rebuilt",
        site=str(options.out / "index.html"),
        scenarios=nouns.scenarios(report.pages),
        made=report.rewritten,
    )
    if not is_quiet():
        print(escape_controls(renderer.render(summary)))
    for note in report.notes:
        print_note(note, renderer)
    for problem in report.left_out:
        print(f"m44: {escape_controls(renderer.render(problem))}", file=sys.stderr)
