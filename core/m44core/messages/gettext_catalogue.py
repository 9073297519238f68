"""The compiled gettext catalogue of a language, read by the standard library."""

from __future__ import annotations

import gettext
from functools import cache

from m44core.messages.languages import Language
from m44core.messages.message import Message

FORM_SEPARATOR = "|"
"""The separator between the context of a name and its grammatical form."""


class GettextTranslation:
    """The translations in a gettext catalogue.

    Args:
        catalogue: The catalogue; it returns "" for missing entries.
    """

    def __init__(self, catalogue: gettext.GNUTranslations) -> None:
        self._catalogue = catalogue

    def find(self, message: Message, form: str) -> str:
        """Return the template for a message, in *form* if the catalogue has it; "" if missing."""
        if not message.text:
            return ""
        if form:
            template = self._lookup(message, f"{message.context}{FORM_SEPARATOR}{form}")
            if template:
                return template
        return self._lookup(message, message.context)

    def _lookup(self, message: Message, context: str) -> str:
        catalogue = self._catalogue
        if message.plural:
            if context:
                return catalogue.npgettext(context, message.text, message.plural, message.number)
            return catalogue.ngettext(message.text, message.plural, message.number)
        return (
            catalogue.pgettext(context, message.text)
            if context
            else catalogue.gettext(message.text)
        )


class _EmptyFallback(gettext.NullTranslations):
    """Returns "" for entries that a catalogue does not have."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def translation_of(language: Language) -> GettextTranslation | None:
    """Return the translations of a language; None if there is no readable catalogue."""
    catalogue = _read_catalogue(language)
    if catalogue is None:
        return None
    catalogue.add_fallback(_EmptyFallback())
    return GettextTranslation(catalogue)


def completeness(language: Language) -> dict[str, int]:
    """Return the translated percentage of each area, as recorded in the catalogue.

    The result is empty if there is no readable catalogue.
    """
    catalogue = _read_catalogue(language)
    shares_text = catalogue.pgettext("m44", "complete") if catalogue else ""
    shares = (entry.partition("=") for entry in shares_text.split())
    return {area: int(share) for area, _, share in shares}


@cache
def _read_catalogue(language: Language) -> gettext.GNUTranslations | None:
    try:
        with language.catalogue.open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, IndexError, LookupError):
        return None
