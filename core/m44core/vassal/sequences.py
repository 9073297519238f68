r"""Texts in a row, as VASSAL writes them: with a sign between, which ``\`` before it makes its own.

Only the sign is escaped, not the ``\``; so a row in a row in a row has as many before its signs as
it lies deep. A text that ends in ``\``, or stands in quotes, is put into quotes.
"""

from __future__ import annotations

from collections.abc import Iterator


def parts(text: str, sign: str) -> Iterator[str]:
    """Yield the texts of a row with a *sign* between them; one at least."""
    start = at = 0
    while (end := text.find(sign, at)) >= 0:
        at = end + 1
        if end == start or text[end - 1] != "\\":
            yield _bare(text[start:end], sign)
            start = at
    yield _bare(text[start:], sign)


def nested(text: str, sign: str, deepest: int) -> list[str]:
    """Return the first text of a row, of the row that is its second one, and so on inwards."""
    found: list[str] = []
    while len(found) < deepest:
        row = parts(text, sign)
        found.append(next(row))
        inner = next(row, None)
        if inner is None:
            break
        text = inner
    return found


def _bare(text: str, sign: str) -> str:
    text = text.replace(f"\\{sign}", sign)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text
