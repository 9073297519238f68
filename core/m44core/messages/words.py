"""Saying messages in a language."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from m44core.errors import CatalogueError, NotationError
from m44core.messages.languages import ENGLISH, PSEUDO, Language, languages
from m44core.messages.message import Listing, Message, Number, Value, message_in
from m44core.messages.templates import parts


class Translation(Protocol):
    """Finds what a language says for an English template."""

    def find(self, said: Message, form: str) -> str:
        """Return the template for a message, in a form where it has one; "" where it has none."""


class Untranslated:
    """English, or a language without its files."""

    def find(self, said: Message, form: str) -> str:
        """Return nothing, so that the message is said in English."""
        return ""


class Words:
    """The words of one language.

    Args:
        language: Which.
        translation: Where its templates come from.
    """

    def __init__(self, language: Language, translation: Translation) -> None:
        self.language = language
        self._translation = translation

    def render(self, value: Value) -> str:
        """Return what the language says for a value.

        What is not translated, or asks for values that the message does not have, is in English.

        A message without values is told as it stands, whatever braces it has.

        Raises:
            CatalogueError: an English message asks for values that it does not have.
        """
        return self._rendered(value, "")

    def sentence(self, value: Value) -> str:
        """Return what the language says, with a capital at the beginning."""
        text = self._rendered(value, "")
        return text[:1].upper() + text[1:]

    def _rendered(self, value: Value, form: str) -> str:
        match value:
            case Message():
                return self._said(value, form)
            case Listing(items, choice):
                return self._in_a_row([self._rendered(item, form) for item in items], choice)
            case Number(number, decimals):
                return self._number(number, decimals)
            case _:
                return str(value)

    def _said(self, said: Message, form: str) -> str:
        translated = self._translation.find(said, form)
        if translated:
            try:
                return self._filled(translated, said)
            except (KeyError, ValueError):  # a damaged translation says it in English
                pass
        english = said.plural if said.plural and said.number != 1 else said.text
        try:
            return self._filled(english, said)
        except (KeyError, ValueError) as error:
            raise CatalogueError(f"{english!r} cannot be filled: {error!r}") from error

    def _filled(self, template: str, said: Message) -> str:
        if not said.values:
            return template
        text: list[str] = []
        for before, name, form, exact in parts(template):
            text.append(before)
            if name is not None:
                value = said.values[name]
                text.append(repr(value) if exact else self._rendered(value, form))
        return "".join(text)

    def _in_a_row(self, items: list[str], choice: bool) -> str:
        if not items:
            return ""
        *first, last = items
        if not first:
            return last
        row = first[0]
        for item in first[1:]:
            row = self._said(message_in("list", "{first}, {next}", first=row, next=item), "")
        if choice:
            return self._said(message_in("list", "{first} or {last}", first=row, last=last), "")
        return self._said(message_in("list", "{first} and {last}", first=row, last=last), "")

    def _number(self, number: float, decimals: int) -> str:
        written = f"{number:,.{decimals}f}"
        signs = {",": self.language.thousands, ".": self.language.decimal}
        return "".join(signs.get(sign, sign) for sign in written)


@cache
def words(code: str) -> Words:
    """Return the words of a language.

    Raises:
        NotationError: we do not speak it.
    """
    if code == ENGLISH:
        return Words(Language(ENGLISH, "English"), Untranslated())
    if code == PSEUDO:
        from m44core.messages.pseudo import Pseudo  # only for tests

        return Words(Language(PSEUDO, "[Þšéûðö]"), Pseudo())
    if code not in languages():
        raise NotationError(f"there is no language {code!r}; there is {', '.join(languages())}")
    from m44core.messages.translated import translation_of  # English needs no catalogue

    return Words(languages()[code], translation_of(languages()[code]))
