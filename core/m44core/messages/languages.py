"""The languages of the program, as declared in ``languages.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path

from m44core.data_files import read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.language_tags import language_of_environment, language_of_tag
from m44core.values import dataclass

LANGUAGES_FILE = Path(__file__).parent / "languages.yaml"
LOCALE = Path(__file__).parent / "locale"
"""The folder of the translations, with one folder per language."""

ENGLISH = "en"
PSEUDO = "qps"
"""A generated language for tests, in which every message is recognizable."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language and its number format.

    Attributes:
        code: The code, such as ``fr``.
        name: The name in the language itself: ``français``.
        decimal: The decimal separator.
        thousands: The thousands separator.
        forms: The grammatical forms in which its sentences use names, each with an example.
        counted_forms: The same for numbers with nouns.
        also: Further language tags that select it, in addition to its code and narrower tags.
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
        """The path of the compiled catalogue, whether it exists or not."""
        return LOCALE / self.code / "m44.mo"


@cache
def languages() -> Mapping[str, Language]:
    """Return the languages users can choose, keyed by code, English first.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    try:
        return {
            code: Language(code, **entry)
            for code, entry in read_yaml_mapping(LANGUAGES_FILE).items()
        }
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{LANGUAGES_FILE.name} is wrong: {error!r}") from error


def language_code(tag: str) -> str:
    """Return the code of the language for a tag or a locale; "" if it is not supported.

    ``fr-CA`` and ``de_AT.UTF-8`` mean French and German, ``zh_TW`` traditional Chinese.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    return language_of_tag(tag, codes_by_tag())


def language_of_locale(environment: Mapping[str, str]) -> str:
    """Return the code of the language of the environment, as gettext determines it.

    The locale is the first non-empty of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``. Unless it is C or
    POSIX, the first supported language in the list ``LANGUAGE`` takes precedence. The result is
    English if no supported language is named.

    Args:
        environment: The variables, usually :data:`os.environ`.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    return language_of_environment(environment, codes_by_tag()) or ENGLISH


@cache
def codes_by_tag() -> Mapping[str, str]:
    """Return the codes of the supported languages, keyed by each of their tags in lower case.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    return {
        tag.casefold(): code
        for code, language in languages().items()
        for tag in (code, *language.also)
    }
