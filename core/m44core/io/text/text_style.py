"""How a text is typed: what saving keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class TextStyle:
    r"""How a JSON file is typed. The defaults are those of the official editor.

    Attributes:
        indent: What one level is indented by; None for everything on one line.
        colon: What stands between a key and its value.
        comma: What stands between two values of a file on one line.
        ascii: Whether everything beyond ASCII is written as ``\uXXXX``.
        slashes: Whether ``/`` is written ``\/``.
        newline: ``\n`` or ``\r\n``.
        final_newline: Whether the last line is ended.
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
    """The comments of a YAML file, each as its lines with the number sign.

    Attributes:
        top: The lines before the first key.
        before: The lines above a key, by its pointer: ``/hexes``, ``/hexes/G5``.
        beside: The comment after the value on a key's own line, by its pointer.
        end: The lines after the last value.
    """

    top: tuple[str, ...] = ()
    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    end_of_line: Mapping[str, str] = field(default_factory=dict)
    end: tuple[str, ...] = ()


NO_COMMENTS = Comments()
