"""Messages about characters missing from all installed fonts, with the font to install."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from m44core.messages.message import Message, first_few, message


def missing_characters_message(file: str, characters: Sequence[str], context: str = "") -> Message:
    """Return the message about characters shown as boxes, and the font that would help.

    Args:
        file: The picture or page.
        characters: The characters that no installed font has.
        context: The text in which the first missing character occurs; empty if unknown.
    """
    if context:
        return message(
            "{file}: no installed font has {characters}, first in “{where}”; each is printed "
            "as a box. Install a font that has them, such as {package}",
            file=file,
            characters=first_few(characters),
            where=context,
            package=suggested_font(characters),
        )
    return message(
        "{file}: no installed font has {characters}; each is printed as a box. Install a font "
        "that has them, such as {package}",
        file=file,
        characters=first_few(characters),
        package=suggested_font(characters),
    )


def omitted_characters_message(file: str, characters: Sequence[str], context: str) -> Message:
    """Return the message that control characters in a text were left out of a page.

    Args:
        file: The page.
        characters: The characters that were left out.
        context: The text in which the first of these characters occurs; empty if unknown.
    """
    if not context:
        return message(
            "{file}: characters that cannot be printed were left out: {characters}",
            file=file,
            characters=first_few(code_points(characters)),
        )
    return message(
        "{file}: characters that cannot be printed were left out: {characters}, first in “{where}”",
        file=file,
        characters=first_few(code_points(characters)),
        where=context,
    )


def code_points(characters: Sequence[str]) -> list[str]:
    """Return the code points of characters: ``U+001F``."""
    return [f"U+{ord(character):04X}" for character in characters]


def suggested_font(characters: Sequence[str], platform: str = sys.platform) -> str:
    """Return a font that has the characters: on Linux its Debian package, elsewhere its name."""
    has_east_asian = any("\u2e80" <= sign <= "\U0002ffff" for sign in characters)
    if platform.startswith("linux"):
        return "fonts-noto-cjk" if has_east_asian else "fonts-noto-core"
    return "Noto Sans CJK" if has_east_asian else "Noto Sans"
