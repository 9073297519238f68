"""Options that several commands have: the language, numbers and lists."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable

from m44core.arguments.parser import Parser
from m44core.messages.languages import ENGLISH, PSEUDO, language_code, language_of_locale, languages
from m44core.messages.message import Words, message
from m44core.messages.words import words

LANGUAGE_VARIABLE = "M44_LANGUAGE"
SYSTEM_VARIABLE = "LANG"
"""What stands in help for the variables by which the system names its language."""


def add_language(parser: Parser) -> None:
    """Add the option to a command that tells people something."""
    named = ", ".join(f"{code} {language.name}" for code, language in languages().items())
    said = message(
        "the language to tell it in: {named} (default: {variable}, else {english})",
        named=named,
        variable=LANGUAGE_VARIABLE,
        english=SYSTEM_VARIABLE,
    )
    choices = (*languages(), PSEUDO)
    parser.add_argument(
        "--language", type=_code, choices=choices, metavar="LANGUAGE", help=parser.text(said)
    )


def words_of(arguments: argparse.Namespace) -> Words:
    """Return the words of the language asked for.

    Raises:
        NotationError: the variable names one there is not.
    """
    return language_words(arguments.language)


def language_words(language: str | None = None) -> Words:
    """Return the words of a language, or of the one the environment names.

    Raises:
        NotationError: the variable names one there is not.
    """
    return words(_code(language or default_language()))


def default_language() -> str:
    """Return the language spoken without ``--language``, as the environment names it.

    ``M44_LANGUAGE`` comes before the language of the system, and is returned as it stands.
    """
    return os.environ.get(LANGUAGE_VARIABLE) or _language_of_system()


def _language_of_system() -> str:
    if sys.platform == "win32" and not any(map(os.environ.get, ("LC_ALL", "LANG"))):
        import ctypes  # 2 ms
        from locale import windows_locale  # 1 ms

        tag = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return language_code(windows_locale.get(tag, "")) or ENGLISH
    return language_of_locale(os.environ)


def _code(tag: str) -> str:
    """Return the code of a language; what is none of ours as it stands, to be complained of."""
    return language_code(tag) or tag


_MOST_DIGITS = 9


def positive_int(text: str) -> int:
    """Read a whole number from 1 on.

    Raises:
        ArgumentTypeError: it is none; argparse says which option it is about.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def non_negative_int(text: str) -> int:
    """Read a whole number from 0 on.

    Raises:
        ArgumentTypeError: it is none; argparse says which option it is about.
    """
    return int(text) if text.strip("0") == "" and text else positive_int(text)


def split_list(arguments: Iterable[str]) -> tuple[str, ...]:
    """Return the words of arguments that may each hold several: ``M1,M2`` as well as ``M1 M2``."""
    return tuple(word.strip() for each in arguments for word in each.split(",") if word.strip())
