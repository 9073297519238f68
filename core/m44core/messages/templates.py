"""Templates: text with placeholders such as ``{bunker}``, ``{bunker:du}`` and ``{word!r}``."""

from __future__ import annotations

from functools import lru_cache
from string import Formatter
from typing import NamedTuple


class Part(NamedTuple):
    """A piece of text, and the placeholder that follows it.

    Attributes:
        text: The text, its braces single.
        name: Which value follows; None at the end.
        form: In which form of the language it is asked for; empty for the plain one.
        exact: Whether it is asked for as a program would write it, in quotation marks.
    """

    text: str
    name: str | None = None
    form: str = ""
    exact: bool = False


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[Part, ...]:
    """Return the parts of a template, in order.

    Raises:
        ValueError: a brace is not closed.
    """
    return tuple(
        Part(text, name, form or "", conversion == "r")
        for text, name, form, conversion in Formatter().parse(template)
    )


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the values a template asks for.

    Raises:
        ValueError: a brace is not closed.
    """
    return frozenset(part.name for part in parts(template) if part.name is not None)
