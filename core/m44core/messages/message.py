"""Messages: English templates with the values of their placeholders, rendered in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from itertools import islice
from string import Formatter
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from m44core.errors import CatalogueError
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.messages.languages import Language


class Part(NamedTuple):
    """A piece of text, and the placeholder that follows it.

    Attributes:
        text: The text, its braces single.
        name: Which value follows; None at the end.
        form: In which form of the language it is asked for; empty for the plain one.
        exact: Whether it is asked for as a program would write it, in quotation marks.
    """

    text: str
    name: str | None = None
    form: str = ""
    as_repr: bool = False


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[Part, ...]:
    """Return the parts of a template, in order.

    Raises:
        ValueError: a brace is not closed.
    """
    return tuple(
        Part(text, name, form or "", conversion == "r")
        for text, name, form, conversion in Formatter().parse(template)
    )


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the values a template asks for.

    Raises:
        ValueError: a brace is not closed.
    """
    return frozenset(part.name for part in parts(template) if part.name is not None)


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said, in no language yet.

    Attributes:
        text: The English template, with ``{placeholders}``.
        context: What tells it from others with the same English; the kind of name for a name.
        values: What stands for the placeholders.
        plural: The English template for every number but one; empty where there is no number.
        number: Which number the message is about, where it has a plural.
        capital: Whether it begins large, whatever stands before it.
    """

    text: str
    context: str = ""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    plural: str = ""
    number: int = 0
    capital: bool = False

    def __str__(self) -> str:
        """Return it in English, for error messages of Python and for debugging."""
        from m44core.messages.languages import ENGLISH, Language  # for messages of errors

        return Words(Language(ENGLISH, "English"), Untranslated()).render(self)


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row.

    Attributes:
        items: The things.
        last: How the last is joined: by ``and``, by ``or``, or by nothing but the comma.
    """

    items: tuple[Value, ...]
    last: Literal["and", "or", ""] = "and"


@dataclass(frozen=True, slots=True)
class Number:
    """A number to be written as the language writes numbers.

    Attributes:
        value: How much.
        decimals: How many decimal places to show.
    """

    value: float
    decimals: int = 0


Value: TypeAlias = str | int | Message | Listing | Number
"""What may stand for a placeholder: a word of a file, a number, or something to be said."""


def message(text: str, /, **values: Value) -> Message:
    """Return a message with the values of its placeholders."""
    return Message(text, "", values)


def message_in(context: str, text: str, /, **values: Value) -> Message:
    """Return a message that English alone would not tell from another."""
    return Message(text, context, values)


def several(one: str, many: str, number: int, /, **values: Value) -> Message:
    """Return a message about a number, which its templates call ``{number}``."""
    return Message(one, "", {"number": number, **values}, many, number)


def several_in(context: str, one: str, many: str, number: int, /, **values: Value) -> Message:
    """Return a message about a number that English alone would not tell from another."""
    return Message(one, context, {"number": number, **values}, many, number)


def counted(one: str, many: str, number: int, /, **values: Value) -> Message:
    """Return a number with its noun, as part of a sentence: ``3 figures``.

    A translation may ask for it in one of the forms of its language, as for a name.
    """
    return several_in(COUNTED, one, many, number, **values)


def name(context: str, text: str, /, **values: Value) -> Message:
    """Return what sentences call a thing: ``name("side.axis", "the Axis")``.

    A translation may ask for it in one of the forms of its language: ``{side:du}``.
    """
    return Message(text, context, values)


def listed(items: Iterable[Value]) -> Listing:
    """Return things as a list in a sentence: ``A5, B3 and C1``."""
    return Listing(tuple(items))


def either(items: Iterable[Value]) -> Listing:
    """Return things as a choice in a sentence: ``hill or mountain``."""
    return Listing(tuple(items), last="or")


def enumerated(items: Iterable[Value]) -> Listing:
    """Return things one after the other: ``A5, B3, C1``."""
    return Listing(tuple(items), last="")


def first_few(items: Iterable[Value], most: int = 12) -> Listing:
    """Return the first of things one after the other, and dots where there are more of them."""
    first = [*islice(items, most + 1)]
    return enumerated(first if len(first) <= most else [*first[:most], "…"])


def colon(what: Value, said: Value) -> Message:
    """Return something and what is said of it: ``fix: Remove the bridge``; French has a blank."""
    return message("{what}: {said}", what=what, said=said)


def titled(said: Message) -> Message:
    """Return a name as it stands alone, in a list or on a button: with a capital."""
    return Message(said.text, said.context, said.values, said.plural, said.number, capital=True)


def quoted(text: str) -> Message:
    """Return a word of a file as a sentence quotes it: ``"barge"``; it has forms, as names do."""
    return name("quoted", '"{text}"', text=text)


def decimal(number: float) -> Number:
    """Return a number with one decimal place: ``2.1``, in French ``2,1``."""
    return Number(number, 1)


def thousands(number: int) -> Number:
    """Return a number with its thousands apart: ``200,000``, in French ``200 000``."""
    return Number(number)


def percent(share: float) -> Message:
    """Return a share of one in whole percent: ``42%``, in French ``42 %``."""
    return message("{number}%", number=round(100 * share))


COUNTED = "counted"
"""The context of numbers with their nouns."""


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
