"""The option ``--language``, and the environment variable that stands for it."""

from __future__ import annotations

import argparse
import os

from m44core.arguments.parser import Parser
from m44core.messages.languages import ENGLISH, PSEUDO, languages, meant
from m44core.messages.message import message
from m44core.messages.words import Words, words

VARIABLE = "M44_LANGUAGE"


def add_language(parser: Parser) -> None:
    """Add the option to a command that tells people something."""
    named = ", ".join(f"{code} {language.name}" for code, language in languages().items())
    said = message(
        "the language to tell it in: {named} (default: {variable}, else {english})",
        named=named,
        variable=VARIABLE,
        english=ENGLISH,
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
    return words(_code(language or os.environ.get(VARIABLE) or ENGLISH))


def _code(tag: str) -> str:
    """Return the code of a language; what is none of ours as it stands, to be complained of."""
    return meant(tag) or tag
