"""The languages of the program, as ``languages.yaml`` declares them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path

from m44core.data_files import yaml_mapping
from m44core.errors import CatalogueError
from m44core.language_tags import language_of_environment, language_of_tag
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
        also: Tags by which a desktop asks for it, besides its code and what is narrower.
    """

    code: str
    name: str
    decimal: str = "."
    thousands: str = ","
    forms: Mapping[str, str] = field(default_factory=dict, hash=False)
    counted_forms: Mapping[str, str] = field(default_factory=dict, hash=False)
    also: Sequence[str] = field(default=(), hash=False)

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
        return {code: Language(code, **said) for code, said in yaml_mapping(DECLARED).items()}
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{DECLARED.name} is wrong: {error!r}") from error


def language_code(tag: str) -> str:
    """Return the code of the language a tag or a locale asks for; "" where it is none of ours.

    ``fr-CA`` and ``de_AT.UTF-8`` ask for French and German, ``zh_TW`` for traditional Chinese.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return language_of_tag(tag, codes_by_tag())


def language_of_locale(environment: Mapping[str, str]) -> str:
    """Return the code of the language the environment asks for, as gettext reads it.

    ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` name the locale, the first that is not empty. Unless
    that is C or POSIX, the first of our languages in the list ``LANGUAGE`` comes before it. English
    where nothing names a language of ours.

    Args:
        environment: The variables, usually :data:`os.environ`.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return language_of_environment(environment, codes_by_tag()) or ENGLISH


@cache
def codes_by_tag() -> Mapping[str, str]:
    """Return every tag of our languages in small letters, and the code it stands for.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return {
        tag.casefold(): code
        for code, language in languages().items()
        for tag in (code, *language.also)
    }
