"""The option ``--language``, and the environment variable that stands for it."""

from __future__ import annotations

import argparse
import os

from m44core.language import ENGLISH, LANGUAGES

VARIABLE = "M44_LANGUAGE"


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option to a command that tells of findings."""
    languages = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    said = f"the language to tell it in: {languages} (default: {VARIABLE}, else {ENGLISH})"
    parser.add_argument("--language", choices=tuple(LANGUAGES), help=said)


def language_of(arguments: argparse.Namespace) -> str:
    """Return the code of the language asked for; the variable may name one there is not."""
    language: str | None = arguments.language
    return language or os.environ.get(VARIABLE) or ENGLISH
