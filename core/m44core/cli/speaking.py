"""Which language the command line speaks: ``--language``, ``M44_LANGUAGE``, or the system's."""

from __future__ import annotations

import argparse
import os
import sys

from m44core.arguments.parser import Parser
from m44core.messages.languages import ENGLISH, PSEUDO, language_of_locale, languages, meant
from m44core.messages.message import Words, message
from m44core.messages.words import words

VARIABLE = "M44_LANGUAGE"
SYSTEM = "LANG"
"""What stands in help for the variables by which the system names its language."""


def add_language(parser: Parser) -> None:
    """Add the option to a command that tells people something."""
    named = ", ".join(f"{code} {language.name}" for code, language in languages().items())
    said = message(
        "the language to tell it in: {named} (default: {variable}, else {english})",
        named=named,
        variable=VARIABLE,
        english=SYSTEM,
    )
    choices = (*languages(), PSEUDO)
    parser.add_argument(
        "--language", type=_code, choices=choices, metavar="LANGUAGE", help=parser.tell(said)
    )


def words_of(arguments: argparse.Namespace) -> Words:
    """Return the words of the language asked for.

    Raises:
        NotationError: the variable names one there is not.
    """
    return spoken(arguments.language)


def spoken(language: str | None = None) -> Words:
    """Return the words of a language, or of the one the environment names.

    Raises:
        NotationError: the variable names one there is not.
    """
    return words(_code(language or language_spoken()))


def language_spoken() -> str:
    """Return the language spoken without ``--language``, as the environment names it.

    ``M44_LANGUAGE`` comes before the language of the system, and is returned as it stands.
    """
    return os.environ.get(VARIABLE) or _language_of_system()


def _language_of_system() -> str:
    if sys.platform == "win32" and not any(map(os.environ.get, ("LC_ALL", "LANG"))):
        import ctypes  # 2 ms
        from locale import windows_locale  # 1 ms

        tag = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return meant(windows_locale.get(tag, "")) or ENGLISH
    return language_of_locale(os.environ)


def _code(tag: str) -> str:
    """Return the code of a language; what is none of ours as it stands, to be complained of."""
    return meant(tag) or tag
