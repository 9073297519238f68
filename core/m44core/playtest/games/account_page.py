"""What a game came to as a page of its own: HTML that needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from m44core.messages.message import Message, Value, Words, decimal, enumerated, message
from m44core.playtest.games.account import Account, Share
from m44core.rules.game.side_names import SIDES

_STYLE = """
:root { color-scheme: light dark }
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 0.5em 0 1.5em }
th, td { padding: 0.25em 0.75em; text-align: right; border-bottom: 1px solid #8886 }
th:first-child, td:first-child { text-align: left }
"""
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>
<body>
{body}
</body>
</html>
"""


def page_of(account: Account, scenario: str, words: Words) -> str:
    """Return the whole page; *scenario* is the title of what was played."""
    title = message("{scenario}: after the game", scenario=scenario)
    return _PAGE.format(
        language=escape(words.language.code),
        title=_text(title, words),
        style=_STYLE,
        body=body_of(account, scenario, words),
    )


def body_of(account: Account, scenario: str, words: Words) -> str:
    """Return what the page shows, without its head: for a window that has a style of its own."""
    title = message("{scenario}: after the game", scenario=scenario)
    parts = [f"<h1>{_text(title, words)}</h1>"]
    if account.reason:
        parts.append(f"<p>{_text(account.reason, words)}</p>")
    for heading, rows in (
        (message("Losses and dice"), _sums(account)),
        (message("Medals at the beginning of each turn"), _medals(account)),
        (message("Objectives"), _objectives(account)),
        (message("Units lost"), _units(account)),
    ):
        parts += [f"<h2>{_text(heading, words)}</h2>", _table(rows, words)]
    return "\n".join(parts)


def _sums(account: Account) -> list[Sequence[Value]]:
    shares = account.shares
    rows: list[Sequence[Value]] = [["", *(SIDES[share.side] for share in shares)]]
    for said, of in _MEASURES:
        rows.append([said, *(of(share) for share in shares)])
    return rows


def _more(share: Share) -> Value:
    """Return the hits more or less than on average, with a sign."""
    number = decimal(abs(share.luck))
    if round(share.luck, 1) < 0:
        return message("\N{MINUS SIGN}{number}", number=number)
    return message("+{number}", number=number)


_MEASURES = (
    (message("Figures lost"), lambda share: share.lost_figures),
    (message("Units lost"), lambda share: len(share.lost_units)),
    (message("Attacks"), lambda share: share.attacks),
    (message("Attacks with one die"), lambda share: share.one_die),
    (message("Dice"), lambda share: share.dice),
    (message("Hits"), lambda share: share.hits),
    (message("Hits on average"), lambda share: decimal(share.expected)),
    (message("Luck: hits more than that"), _more),
)


def _medals(account: Account) -> list[Sequence[Value]]:
    """Return a row a turn; before the first one there is nothing to tell."""
    top, bottom = account.shares
    rows: list[Sequence[Value]] = [[message("Turn"), *(SIDES[s.side] for s in account.shares)]]
    counts = list(zip(top.medals, bottom.medals, strict=True))
    for turn, (one, other) in enumerate(counts[:-1]):
        if turn:
            rows.append([turn, one, other])
    rows.append([message("In the end"), *counts[-1]])
    return rows


def _objectives(account: Account) -> list[Sequence[Value]]:
    nobody = message("nobody")
    rows: list[Sequence[Value]] = [[message("Turn"), message("Hex"), message("Held by")]]
    for each in account.objectives:
        rows.append([each.turn, each.hex, SIDES[each.side] if each.side else nobody])
    return rows


def _units(account: Account) -> list[Sequence[Value]]:
    rows: list[Sequence[Value]] = [[message("Turn"), message("Side"), message("Units")]]
    lost = [(turn, share, unit) for share in account.shares for turn, unit in share.lost_units]
    for turn in sorted({turn for turn, _, _ in lost}):
        for share in account.shares:
            units = [unit for when, whose, unit in lost if when == turn and whose is share]
            if units:
                rows.append([turn, SIDES[share.side], enumerated(units)])
    return rows


def _table(rows: Iterable[Sequence[Value]], words: Words) -> str:
    head, *body = rows
    if not body:
        nothing = message("None.")
        return f"<p>{_text(nothing, words)}</p>"
    lines = [_row(head, "th", words), *(_row(row, "td", words) for row in body)]
    return "\n".join(["<table>", *lines, "</table>"])


def _row(values: Sequence[Value], tag: str, words: Words) -> str:
    cells = "".join(f"<{tag}>{_text(value, words)}</{tag}>" for value in values)
    return f"<tr>{cells}</tr>"


def _text(said: Message | Value, words: Words) -> str:
    return escape(words.render(said))
