"""Finding the language for a language tag, a locale or the environment.

The help of ``m44`` needs this before anything else is loaded, so this module imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_UNTRANSLATED_LOCALES = ("", "C", "POSIX")


def language_of_tag(tag: str, tags: Mapping[str, str]) -> str:
    """Return the code of the language for a tag or a locale; "" if the program does not have it.

    Args:
        tag: The tag, such as ``fr-CA`` or ``de_AT.UTF-8``.
        tags: The codes of our languages, keyed by all their tags in lower case.
    """
    parts = _without_encoding(tag).casefold().replace("_", "-").split("-")
    wider_tags = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((tags[each] for each in wider_tags if each in tags), "")


def language_of_environment(environment: Mapping[str, str], tags: Mapping[str, str]) -> str:
    """Return the code of the language set in the environment; "" if the program does not have it.

    Args:
        environment: The variables, usually :data:`os.environ`.
        tags: As for :func:`language_of_tag`.
    """
    locale = next(filter(None, map(environment.get, _LOCALE_VARIABLES)), "")
    if _without_encoding(locale) in _UNTRANSLATED_LOCALES:
        return ""
    languages = environment.get("LANGUAGE", "").split(":")
    return next(filter(None, (language_of_tag(tag, tags) for tag in (*languages, locale))), "")


def _without_encoding(locale: str) -> str:
    """Return a locale without its encoding and its variant."""
    return locale.partition(".")[0].partition("@")[0]
