"""TOML by anybody: whatever is wrong with it is one kind of error."""

from __future__ import annotations

from m44core.plain.json_data import is_deep

LARGEST = 1_000_000
"""Bytes of a configuration; a long one has some 20 kB."""


def toml_data(text: str) -> dict[str, object]:
    """Return what a TOML text says.

    Raises:
        ValueError: the text is not TOML, has a number of more digits than Python reads, or nests
            deeper than 64 levels; the message says where, as far as the parser tells.
    """
    import tomllib  # only where there is a file

    try:
        said = tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("too many levels") from error
    if is_deep(said):
        raise ValueError("too many levels")
    return said
