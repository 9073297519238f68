"""The languages of the program, as ``languages.yaml`` declares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from m44core.data_files import yaml_file
from m44core.errors import CatalogueError
from m44core.values import dataclass

DECLARED = Path(__file__).parent / "languages.yaml"
LOCALE = Path(__file__).parent / "locale"
"""The folder of the translations, one folder a language."""

ENGLISH = "en"
PSEUDO = "qps"
"""A language made by the program, for tests: every text that passes through stands out."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language and how it writes numbers.

    Attributes:
        code: Its code, such as ``fr``.
        name: What it calls itself: ``français``.
        decimal: What stands before the decimal places.
        thousands: What stands between thousands.
        forms: The forms its sentences ask names in, each with an example.
        counted_forms: The same of numbers with their nouns.
    """

    code: str
    name: str
    decimal: str = "."
    thousands: str = ","
    forms: Mapping[str, str] = field(default_factory=dict, hash=False)
    counted_forms: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def catalogue(self) -> Path:
        """The compiled catalogue of the language, where there is one."""
        return LOCALE / self.code / "m44.mo"


@cache
def languages() -> Mapping[str, Language]:
    """Return the languages people can choose, by code; English first.

    Raises:
        CatalogueError: our own data is wrong.
    """
    try:
        declared: Any = yaml_file(DECLARED)
        return {code: Language(code, **said) for code, said in declared.items()}
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{DECLARED.name} is wrong: {error!r}") from error
