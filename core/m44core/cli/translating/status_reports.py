"""How far translations are, as a table, as JSON and as Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from m44core.arguments.lines import cells
from m44core.cli.visible import visible
from m44core.messages import how_many
from m44core.messages.message import Words, message, message_in, percent
from m44core.translate.progress import Progress
from m44core.version import __version__

VERSION = 1  # of the shape of the JSON document; see schema/translations.schema.json

Figures: TypeAlias = dict[str, Mapping[str, Progress]]
"""The progress of each language by the names of scenarios."""
Totals: TypeAlias = Mapping[str, Progress]

_HEADS = (
    message_in("column", "Scenario"),
    message_in("column", "Language"),
    message_in("column", "Done"),
    message_in("column", "Draft"),
    message_in("column", "Stale"),
    message_in("column", "New"),
    message_in("column", "Kept"),
)
_ALL = message("all")


def as_text(figures: Figures, totals: Totals, told: Words) -> str:
    """Return a line for each scenario and language, and one for each language altogether."""
    rows = [tuple(map(told.render, _HEADS)), *_rows(figures, totals, told)]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(_HEADS))]
    lines = ["  ".join(_filled(row, widths)).rstrip() for row in rows]
    return "\n".join([*lines, told.render(how_many.files(len(figures)))])


def _filled(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    """Yield the cells of a row in the width of their columns, numbers to the right."""
    for number, (text, width) in enumerate(zip(row, widths, strict=True)):
        blanks = " " * (width - cells(text))
        yield text + blanks if number < 2 else blanks + text


def _rows(figures: Figures, totals: Totals, told: Words) -> Iterator[tuple[str, ...]]:
    for name, of in figures.items():
        for code, progress in of.items():
            yield _row(visible(name), code, progress, told)
    if len(figures) > 1:
        for code, progress in totals.items():
            yield _row(told.render(_ALL), code, progress, told)


def _row(name: str, code: str, progress: Progress, told: Words) -> tuple[str, ...]:
    done = told.render(percent(progress.percent / 100))
    counts = (progress.draft, progress.stale, progress.new, progress.kept)
    return (name, code, done, *(str(number or "") for number in counts))


def as_markdown(figures: Figures, totals: Totals, told: Words) -> str:
    """Return a table of the percentages, a scenario a row and a language a column."""
    heads = (told.render(_HEADS[0]), *totals)
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "--:|" * len(totals)]
    named = [(_escaped(name), of) for name, of in figures.items()]
    for name, of in (*named, (f"**{told.render(_ALL)}**", totals)):
        lines.append(
            "| " + " | ".join([name, *(_share(of.get(code), told) for code in totals)]) + " |"
        )
    return "\n".join(lines)


def _escaped(name: str) -> str:
    return visible(name).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _share(progress: Progress | None, told: Words) -> str:
    if progress is None:
        return ""
    said = told.render(percent(progress.percent / 100))
    unsure = progress.draft + progress.stale
    to_look_at = told.render(message("{number} to look at", number=unsure))
    return f"{said} ({to_look_at})" if unsure else said


def as_json(figures: Figures, totals: Totals, _told: Words) -> str:
    """Return everything as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "languages": {code: _data(progress) for code, progress in totals.items()},
        "scenarios": [
            {"name": name, "languages": {code: _data(progress) for code, progress in of.items()}}
            for name, of in figures.items()
        ],
    }
    return json.dumps(document, indent=2)


def _data(progress: Progress) -> dict[str, int]:
    return {
        "percent": progress.percent,
        "units": progress.units,
        "done": progress.done,
        "draft": progress.draft,
        "stale": progress.stale,
        "new": progress.new,
        "kept": progress.kept,
    }


REPORTS: Mapping[str, Callable[[Figures, Totals, Words], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
}
