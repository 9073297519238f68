"""What differs between two scenarios, as lines for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from m44core.cli.visible import visible
from m44core.comparing.differences import Change, Comparison, Kind, TextChange
from m44core.comparing.sentences import (
    FIELDS,
    SIGNS,
    change_words,
    hex_words,
    other_board,
    verdict,
)
from m44core.comparing.word_diff import Run
from m44core.messages.message import Words, colon, message

_COLOURS = {Kind.ADDED: "32", Kind.REMOVED: "31", Kind.CHANGED: "33"}
_BOLD = "1"
_AROUND = 6  # words of a text that stay before and after those that changed
_WORD = re.compile(r"\S+\s*")
_BLANKS = ("\n", "\r\n", "\t")
_BLANK = re.compile(r"(\r?\n|\t)")


def text_report(
    comparison: Comparison, before: str, after: str, told: Words, *, colour: bool = False
) -> Iterator[str]:
    """Yield the lines that say what differs.

    Args:
        comparison: What differs.
        before: What the one is called.
        after: What the other is called.
        told: The language to say it in.
        colour: Paint what came green and what went red; the signs say it in any case.
    """
    paint = _painted if colour else _plain
    if comparison.differs:
        yield paint(f"--- {visible(before)}", _COLOURS[Kind.REMOVED])
        yield paint(f"+++ {visible(after)}", _COLOURS[Kind.ADDED])
    for title, lines in _sections(comparison, told, colour):
        if lines:
            yield from ("", paint(title, _BOLD), *lines)
    if comparison.differs:
        yield ""
    for said in (other_board(comparison), verdict(comparison)):
        if said:
            yield told.sentence(said)


def _sections(comparison: Comparison, told: Words, colour: bool) -> Iterator[tuple[str, list[str]]]:
    entries = partial(_entries, told=told, colour=colour)
    yield told.render(message("Board")), entries(comparison.board)
    yield told.render(message("Hexes")), list(_hexes(comparison, told, colour))
    yield told.render(message("Briefing")), entries((*comparison.briefing, *comparison.packs))
    for change in comparison.texts:
        title = colon(change.language, FIELDS.get(change.field, change.field))
        yield visible(told.render(title)), list(_text(change, colour))
    yield told.render(message("About the file")), entries(comparison.meta)


def _entries(changes: Sequence[Change], told: Words, colour: bool) -> list[str]:
    return [
        _line("  ", change.kind, told.render(change_words(change)), colour) for change in changes
    ]


def _hexes(comparison: Comparison, told: Words, colour: bool) -> Iterator[str]:
    for hex_, changes in comparison.hexes.items():
        name = comparison.after.board.name(hex_)
        for number, change in enumerate(changes):
            words = told.render(hex_words(change, comparison))
            yield _line(f"  {name if number == 0 else '':<4}", change.kind, words, colour)


def _line(before: str, kind: Kind, words: str, colour: bool) -> str:
    said = visible(" ".join(f"{SIGNS[kind]} {words}".split()))
    return before + (_painted(said, _COLOURS[kind]) if colour else said)


def _text(change: TextChange, colour: bool) -> Iterator[str]:
    """Yield a text with what went in ``[-...-]`` and what came in ``{+...+}``."""
    if change.kind is not Kind.CHANGED:
        lines = (change.before or change.after or "").splitlines()
        yield from (_line("  ", change.kind, line, colour) for line in lines if line.strip())
        return
    runs = change.words
    last = len(runs) - 1
    pieces = (_run(run, i == 0, i == last, colour) for i, run in enumerate(runs))
    shown = "".join(piece if piece[-1].isspace() else f"{piece} " for piece in pieces)
    yield from (f"  {line.rstrip()}" for line in shown.splitlines() if line.strip())


def _run(run: Run, first: bool, last: bool, colour: bool) -> str:
    text = _visible_lines(run.text)
    if run.stayed:
        return _shortened(text, first, last)
    words = text.rstrip()
    space = text[len(words) :]
    kind = Kind.ADDED if run.is_now else Kind.REMOVED
    marked = f"{{+{words}+}}" if run.is_now else f"[-{words}-]"
    return (_painted(marked, _COLOURS[kind]) if colour else marked) + space


def _visible_lines(text: str) -> str:
    """Return a text in which nothing acts but the ends of its lines."""
    return "".join(part if part in _BLANKS else visible(part) for part in _BLANK.split(text))


def _shortened(text: str, first: bool, last: bool) -> str:
    """Return words that stayed, those far from any change left out."""
    words = _WORD.findall(text)
    head = 0 if first else _AROUND
    tail = 0 if last else _AROUND
    if len(words) <= head + tail + 1:
        return text
    ending = "".join(words[len(words) - tail :]) if tail else ""
    return "".join(words[:head]) + "… " + ending


def _painted(text: str, colour: str) -> str:
    return f"\033[{colour}m{text}\033[0m"


def _plain(text: str, colour: str) -> str:
    del colour
    return text
