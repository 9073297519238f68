"""The layout that saving preserves: the style of a JSON text, and the comments of a YAML text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class TextStyle:
    r"""The style of a JSON text. The defaults are those of the official editor.

    Attributes:
        indent: The indentation of each level; None to write everything on one line.
        colon: The separator between a key and its value.
        comma: The separator between two values on one line.
        ascii: Whether non-ASCII characters are written as ``\uXXXX``.
        slashes: Whether ``/`` is written as ``\/``.
        newline: The line ending, ``\n`` or ``\r\n``.
        final_newline: Whether the last line has a line ending.
    """

    indent: str | None = "\t"
    colon: str = ": "
    comma: str = ","
    ascii: bool = False
    slashes: bool = False
    newline: str = "\n"
    final_newline: bool = False


EDITOR_STYLE = TextStyle()


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments of a YAML file, as lines including the ``#``.

    Attributes:
        top: The lines before the first key.
        before: The lines above a key, by its pointer: ``/hexes``, ``/hexes/G5``.
        end_of_line: The comment after the value on a key's own line, by its pointer.
        end: The lines after the last value.
    """

    top: tuple[str, ...] = ()
    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    end_of_line: Mapping[str, str] = field(default_factory=dict)
    end: tuple[str, ...] = ()


NO_COMMENTS = Comments()
