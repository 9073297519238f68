"""Options that several commands share, and how their numbers and lists are parsed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from m44core.arguments.parser import LANGUAGE, LANGUAGE_SHORT, Parser, Render
from m44core.messages.languages import ENGLISH, PSEUDO, language_code, language_of_locale, languages
from m44core.messages.message import Message, Renderer, enumerated, message
from m44core.messages.renderers import renderer_in

LANGUAGE_VARIABLE = "M44_LANGUAGE"
SYSTEM_VARIABLE = "LANG"
"""The variable that the help names for the language of the system."""

OUTPUT_FORMAT = message("output format")
"""The help for ``--format`` of most commands."""


def add_language_option(parser: Parser) -> None:
    """Add ``--language``, the language of the command's output."""
    language_list = ", ".join(f"{code} {language.name}" for code, language in languages().items())
    about = message(
        "language of the messages: {named} (default: {variable}, else {english})",
        named=language_list,
        variable=LANGUAGE_VARIABLE,
        english=SYSTEM_VARIABLE,
    )
    choices = (*languages(), PSEUDO)
    parser.add_argument(
        LANGUAGE_SHORT,
        LANGUAGE,
        type=language_code_or_tag,
        choices=choices,
        metavar="LANGUAGE",
        help=parser.text(about),
    )


def add_texts_option(parser: Parser) -> None:
    """Add ``--texts``, the language of the texts that the command draws or prints for readers."""
    language_list = enumerated(languages())
    about = message(
        "language of the text in the output: {known} (default: --language)", known=language_list
    )
    parser.add_argument(
        "--texts",
        type=language_code_or_tag,
        choices=(*languages(), PSEUDO),
        metavar="LANGUAGE",
        help=parser.text(about),
    )


def texts_renderer(arguments: argparse.Namespace) -> Renderer:
    """Return the renderer of the language of ``--texts``, by default that of the messages.

    Raises:
        NotationError: ``M44_LANGUAGE`` names an unknown language.
    """
    return language_renderer(arguments.texts) if arguments.texts else renderer_of(arguments)


def add_boxes_option(parser: Parser) -> None:
    """Add ``--boxes``, the boxes the user owns."""
    about = message("boxes you own: base=1,terrain=1 (a name without a number means one)")
    parser.add_argument("--boxes", metavar="BOXES", help=parser.text(about))


def add_jobs_option(
    parser: Parser | argparse._ArgumentGroup, render: Render, default: int | None = 1
) -> None:
    """Add ``--jobs``, the number of processes; the help names the default."""
    about = (
        message("number of processes to use (default: {number})", number=default)
        if default
        else message("number of processes to use (default: one per processor core)")
    )
    parser.add_argument(
        *("-j", "--jobs"),
        type=positive_int,
        default=default or os.cpu_count() or 1,
        metavar="N",
        help=render(about),
    )


def add_format_option(
    parser: Parser | argparse._ArgumentGroup,
    render: Render,
    formats: Iterable[str],
    default: str | None = None,
    about: Message = OUTPUT_FORMAT,
) -> None:
    """Add ``--format``, the format of the output."""
    parser.add_argument(
        "-f", "--format", choices=tuple(formats), default=default, help=render(about)
    )


def add_force_option(
    parser: Parser | argparse._ArgumentGroup, render: Render, file: str, *, backup: bool = True
) -> None:
    """Add ``--force``, which replaces the output file, called *file* in the help.

    With *backup*, the command keeps the old file, with ``~`` after its name.
    """
    about = (
        message("replace {file}, keeping the old file as {file}~", file=file)
        if backup
        else message("replace {file} if it exists", file=file)
    )
    parser.add_argument("--force", action="store_true", help=render(about))


def add_template_option(parser: Parser) -> None:
    """Add ``--template``, a folder with the user's own templates."""
    about = message("folder with your own templates, used before the built-in ones")
    parser.add_argument("--template", type=Path, metavar="FOLDER", help=parser.text(about))


def renderer_of(arguments: argparse.Namespace) -> Renderer:
    """Return the renderer of the requested language.

    Raises:
        NotationError: ``M44_LANGUAGE`` names an unknown language.
    """
    return language_renderer(arguments.language)


def language_renderer(language: str | None = None) -> Renderer:
    """Return the renderer of a language, by default of the language set in the environment.

    Raises:
        NotationError: ``M44_LANGUAGE`` names an unknown language.
    """
    return renderer_in(language_code_or_tag(language or default_language()))


def default_language() -> str:
    """Return the default language: ``M44_LANGUAGE``, or else the system's."""
    return os.environ.get(LANGUAGE_VARIABLE) or _system_language()


def _system_language() -> str:
    if sys.platform == "win32" and not any(map(os.environ.get, ("LC_ALL", "LANG"))):
        import ctypes  # 2 ms
        from locale import windows_locale  # 1 ms

        tag = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return language_code(windows_locale.get(tag, "")) or ENGLISH
    return language_of_locale(os.environ)


def language_code_or_tag(tag: str) -> str:
    """Return the code of a language; an unknown tag is returned unchanged, to be reported later."""
    return language_code(tag) or tag


_MAX_DIGITS = 9
_MAX_NUMBER = 10**_MAX_DIGITS - 1


def positive_int(text: str) -> int:
    """Parse an integer of at least 1, for argparse.

    Raises:
        ArgumentTypeError: the text is not such an integer; argparse adds the name of the option.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {_MAX_NUMBER}")
    return int(text)


def non_negative_int(text: str) -> int:
    """Parse an integer of at least 0, for argparse.

    Raises:
        ArgumentTypeError: the text is not such an integer; argparse adds the name of the option.
    """
    return int(text) if text.strip("0") == "" and text else positive_int(text)


def split_list(arguments: Iterable[str]) -> tuple[str, ...]:
    """Split arguments at commas: ``M1,M2`` is the same as ``M1 M2``."""
    return tuple(word.strip() for each in arguments for word in each.split(",") if word.strip())
