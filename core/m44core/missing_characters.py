"""Characters that no font here has: how to say so, and what to install for them."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.messages.message import Message, first_few, message


def missing_characters_message(file: str, characters: Sequence[str], where: str = "") -> Message:
    """Say that a picture or a page has squares in place of characters, and how to mend it.

    Args:
        file: What was drawn or printed.
        characters: The characters no font here has.
        where: Where the first of them stands; empty where that is not known.
    """
    if where:
        return message(
            "{file}: no font here has {characters}, first in “{where}”; a square stands for each. "
            "Install a font that has them, such as {package}",
            file=file,
            characters=first_few(characters),
            where=where,
            package=font_package(characters),
        )
    return message(
        "{file}: no font here has {characters}; a square stands for each. "
        "Install a font that has them, such as {package}",
        file=file,
        characters=first_few(characters),
        package=font_package(characters),
    )


def left_out_message(file: str, characters: Sequence[str], where: str) -> Message:
    """Say that a page lacks control characters a text has, which are letters in no font.

    Args:
        file: What was printed.
        characters: Those characters.
        where: The words in which the first of them stood; empty where that is not known.
    """
    if not where:
        return message(
            "{file}: characters that cannot be printed were left out: {characters}",
            file=file,
            characters=first_few(code_points(characters)),
        )
    return message(
        "{file}: characters that cannot be printed were left out: {characters}, first in “{where}”",
        file=file,
        characters=first_few(code_points(characters)),
        where=where,
    )


def code_points(characters: Sequence[str]) -> list[str]:
    """Return characters by their numbers: ``U+001F``."""
    return [f"U+{ord(sign):04X}" for sign in characters]


def font_package(characters: Sequence[str]) -> str:
    """Return the package of Debian and Ubuntu that has a font with characters like these."""
    eastern = any("\u2e80" <= sign <= "\U0002ffff" for sign in characters)
    return "fonts-noto-cjk" if eastern else "fonts-noto-core"
