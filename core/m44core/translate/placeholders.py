"""What a translation must have as its source has it: placeholders, markup, line ends."""

from __future__ import annotations

import re
from collections import Counter

from m44core.values import dataclass

_TOKEN = re.compile(
    r"\{[A-Za-z_][\w.:!-]{0,60}\}|%(?:\(\w{1,60}\))?[sd](?!\w)|%\d\$[sd]|</?[A-Za-z][^<>\n]{0,100}>"
)
_LINE_END = "\n"


@dataclass(frozen=True, slots=True)
class PlaceholderMismatch:
    r"""What a translation has lost of its source, and what it has besides.

    Attributes:
        lost: Placeholders of the source that are not in the translation.
        added: Those of the translation that are not in the source; ``\n`` is a line end.
    """

    lost: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        """Tell whether there is any difference."""
        return bool(self.lost or self.added)


def placeholder_mismatch(source: str, target: str) -> PlaceholderMismatch:
    """Return how the placeholders of a translation differ from those of its source.

    Placeholders are ``{name}``, ``%s``, ``%(name)s`` and tags such as ``<br>``; within a
    paragraph there is no line end either. Hexes and numbers are for the checks of the scenario.
    """
    theirs, mine = Counter(_TOKEN.findall(source)), Counter(_TOKEN.findall(target))
    if _LINE_END not in source and _LINE_END in target.strip():
        mine[_LINE_END] += 1
    return PlaceholderMismatch(tuple((theirs - mine).elements()), tuple((mine - theirs).elements()))
