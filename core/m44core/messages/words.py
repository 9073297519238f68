"""Saying messages in a language."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from m44core.errors import CatalogueError, M44Error, NotationError
from m44core.messages.languages import ENGLISH, PSEUDO, Language, languages
from m44core.messages.message import (
    Listing,
    Message,
    Number,
    Value,
    enumerated,
    message,
    message_in,
)
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
        """Return what the language says, with a capital at the beginning.

        A word of a file stays as it is: the hex ``a8`` is not ``A8``.
        """
        text = self._rendered(value, "")
        return text[:1].upper() + text[1:] if self._begins_with_ours(value) else text

    def _begins_with_ours(self, value: Value) -> bool:
        """Tell whether the first word of what is said is of the language, and no word of a file."""
        match value:
            case Message():
                first = self._first_value(value)
                return first is None or self._begins_with_ours(first)
            case Listing(items, _):
                return bool(items) and self._begins_with_ours(items[0])
            case _:
                return False

    def _first_value(self, said: Message) -> Value | None:
        """Return the value a sentence begins with; None where it begins with words."""
        template = self._translation.find(said, "") or said.text
        try:
            first = parts(template)[0] if said.values and template else None
        except ValueError:  # a damaged translation
            return None
        if first is None or first.text or first.name is None:
            return None
        return said.values.get(first.name)

    def _rendered(self, value: Value, form: str) -> str:
        match value:
            case Message():
                return self._said(value, form)
            case Listing(items, last):
                return self._in_a_row([self._rendered(item, form) for item in items], last)
            case Number(number, decimals):
                return self._number(number, decimals)
            case _:
                return str(value)

    def _said(self, said: Message, form: str) -> str:
        text = self._told(said, form)
        return text[:1].upper() + text[1:] if said.capital else text

    def _told(self, said: Message, form: str) -> str:
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

    def _in_a_row(self, items: list[str], joined: str) -> str:
        if not items:
            return ""
        *first, last = items if joined else [*items, ""]
        row = first[0] if first else last
        for item in first[1:]:
            row = self._said(message_in("list", "{first}, {next}", first=row, next=item), "")
        if not first or not joined:
            return row
        if joined == "or":
            return self._said(message_in("list", "{first} or {last}", first=row, last=last), "")
        return self._said(message_in("list", "{first} and {last}", first=row, last=last), "")

    def _number(self, number: float, decimals: int) -> str:
        written = f"{number:,.{decimals}f}"
        signs = {",": self.language.thousands, ".": self.language.decimal}
        return "".join(signs.get(sign, sign) for sign in written)


def reason(error: M44Error) -> Value:
    """Return what an exception says, to be told in a language."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Message) else str(error)


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
        said = message(
            "there is no language {code!r}; there is {known}",
            code=code,
            known=enumerated(languages()),
        )
        raise NotationError(said)
    from m44core.messages.translated import translation_of  # English needs no catalogue

    return Words(languages()[code], translation_of(languages()[code]))
