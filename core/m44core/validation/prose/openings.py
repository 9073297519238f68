"""With which letters what a pattern finds may begin."""

from __future__ import annotations

OPENING = 2
"""How many letters are looked at."""

_GROUP = "(?:"
_REPEATS = ("*", "+", "{")
_NOT_UNDERSTOOD = ("[", "\\", "(?=", "(?!", "(?<")  # in a group


def openings(pattern: str, letters: int = OPENING) -> frozenset[str]:
    """Return with which letters a match may begin; after one that is shorter any may follow.

    Letters, groups and what may be missing are understood; the rest may be anything.
    """
    choices, rest = _first_part(pattern) if letters else ([], "")
    if not choices or rest.startswith(_REPEATS):
        return frozenset({""})
    after = rest.removeprefix("?")
    found = set(openings(after, letters)) if after != rest else set()
    for choice in choices:
        if choice.isalpha() and len(choice) == 1:
            found.update(choice + more for more in openings(after, letters - 1))
        else:
            found |= openings(choice + after, letters)
    return frozenset(found)


def _first_part(pattern: str) -> tuple[list[str], str]:
    """Return what the first part of a pattern may be, and the rest; nothing if that is unknown."""
    if pattern.startswith(_GROUP):
        return _group(pattern)
    return ([pattern[0]], pattern[1:]) if pattern[:1].isalpha() else ([], "")


def _group(pattern: str) -> tuple[list[str], str]:
    """Return the choices of the group a pattern begins with, and what comes after it."""
    depth, begun, choices = 0, len(_GROUP), list[str]()
    for place, letter in enumerate(pattern):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if (letter == "|" and depth == 1) or depth == 0:
            choices.append(pattern[begun:place])
            begun = place + 1
        if depth == 0:
            break
    known = not any(sign in choice for choice in choices for sign in _NOT_UNDERSTOOD)
    return (choices, pattern[begun:]) if known else ([], "")
