"""The compiled catalogue of a language, read by the standard library."""

from __future__ import annotations

import gettext
from functools import cache

from m44core.messages.languages import Language
from m44core.messages.message import Message

FORM = "|"
"""What stands between the context of a name and the form it is in."""


class GettextTranslation:
    """What a catalogue says.

    Args:
        catalogue: The catalogue; it answers "" for what it does not have.
    """

    def __init__(self, catalogue: gettext.GNUTranslations) -> None:
        self._catalogue = catalogue

    def find(self, said: Message, form: str) -> str:
        """Return the template for a message; in a form if the catalogue has it, else plain."""
        if not said.text:
            return ""
        if form:
            found = self._found(said, f"{said.context}{FORM}{form}")
            if found:
                return found
        return self._found(said, said.context)

    def _found(self, said: Message, context: str) -> str:
        catalogue = self._catalogue
        if said.plural:
            if context:
                return catalogue.npgettext(context, said.text, said.plural, said.number)
            return catalogue.ngettext(said.text, said.plural, said.number)
        return catalogue.pgettext(context, said.text) if context else catalogue.gettext(said.text)


class _Nothing(gettext.NullTranslations):
    """Answers "" for what a catalogue does not have."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def translation_of(language: Language) -> GettextTranslation | None:
    """Return what the catalogue of a language says; None where it has none, or a broken one."""
    catalogue = _read(language)
    if catalogue is None:
        return None
    catalogue.add_fallback(_Nothing())
    return GettextTranslation(catalogue)


def completeness(language: Language) -> dict[str, int]:
    """Return how much of each area is translated, in whole percent; as the catalogue says."""
    catalogue = _read(language)
    said = catalogue.pgettext("m44", "complete") if catalogue else ""
    shares = (entry.partition("=") for entry in said.split())
    return {area: int(share) for area, _, share in shares}


@cache
def _read(language: Language) -> gettext.GNUTranslations | None:
    try:
        with language.catalogue.open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, IndexError, LookupError):
        return None
