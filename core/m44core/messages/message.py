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


class TemplatePart(NamedTuple):
    """A piece of text and the placeholder that follows it.

    Attributes:
        text: The text, with single braces.
        name: The name of the placeholder; None at the end.
        form: The grammatical form of the value; "" for the basic form.
        as_repr: Whether the value is formatted with ``!r``, in quotation marks.
    """

    text: str
    name: str | None = None
    form: str = ""
    as_repr: bool = False


@lru_cache(maxsize=4096)
def template_parts(template: str) -> tuple[TemplatePart, ...]:
    """Return the parts of a template, in order.

    Raises:
        ValueError: a brace is not closed.
    """
    return tuple(
        TemplatePart(text, name, form or "", conversion == "r")
        for text, name, form, conversion in Formatter().parse(template)
    )


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the placeholders of a template.

    Raises:
        ValueError: a brace is not closed.
    """
    return frozenset(part.name for part in template_parts(template) if part.name is not None)


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable text with its values, not yet in any language.

    Attributes:
        text: The English template, with ``{placeholders}``.
        context: The gettext context, which distinguishes equal English texts; for a name, its kind.
        values: The values of the placeholders.
        plural: The English template for numbers other than 1; "" without a number.
        number: The number that selects the plural form.
        capital: Whether it begins with a capital.
    """

    text: str
    context: str = ""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    plural: str = ""
    number: int = 0
    capital: bool = False

    def __str__(self) -> str:
        """Return the text in English, for Python's error messages and debugging."""
        from m44core.messages.languages import ENGLISH, Language  # for messages of errors

        return Renderer(Language(ENGLISH, "English"), Untranslated()).render(self)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list within a sentence.

    Attributes:
        items: The items.
        last: The conjunction before the last item: ``and``, ``or``, or "" for a comma.
    """

    items: tuple[Value, ...]
    last: Literal["and", "or", ""] = "and"


@dataclass(frozen=True, slots=True)
class Number:
    """A number to format as the language writes numbers.

    Attributes:
        value: The number.
        decimals: The number of decimal places to show.
    """

    value: float
    decimals: int = 0


Value: TypeAlias = str | int | Message | Listing | Number
"""A value of a placeholder: a word of a file, a number, or a translatable text."""


def message(text: str, /, **values: Value) -> Message:
    """Return a message from an English template and the values of its placeholders."""
    return Message(text, "", values)


def message_in(context: str, text: str, /, **values: Value) -> Message:
    """Return a message with a context that tells it from others with the same English text."""
    return Message(text, context, values)


def several(one: str, many: str, number: int, /, **values: Value) -> Message:
    """Return a message with singular and plural; its templates can use ``{number}``."""
    return Message(one, "", {"number": number, **values}, many, number)


def several_in(context: str, one: str, many: str, number: int, /, **values: Value) -> Message:
    """Return a message with singular, plural and a context."""
    return Message(one, context, {"number": number, **values}, many, number)


def counted(one: str, many: str, number: int, /, **values: Value) -> Message:
    """Return a number with its noun, as part of a sentence: ``3 figures``.

    A translation can inflect it like a name, in one of the forms of its language.
    """
    return several_in(COUNTED, one, many, number, **values)


def name(context: str, text: str, /, **values: Value) -> Message:
    """Return the name of a thing, for use in sentences: ``name("side.axis", "the Axis")``.

    A translation can use it in one of the forms of its language: ``{side:du}``.
    """
    return Message(text, context, values)


def listed(items: Iterable[Value]) -> Listing:
    """Return a list joined by *and*: ``A5, B3 and C1``."""
    return Listing(tuple(items))


def either(items: Iterable[Value]) -> Listing:
    """Return a list joined by *or*: ``hill or mountain``."""
    return Listing(tuple(items), last="or")


def enumerated(items: Iterable[Value]) -> Listing:
    """Return a list joined by commas: ``A5, B3, C1``."""
    return Listing(tuple(items), last="")


def first_few(items: Iterable[Value], limit: int = 12) -> Listing:
    """Return the first *limit* items joined by commas; an ellipsis follows if there are more."""
    first = [*islice(items, limit + 1)]
    return enumerated(first if len(first) <= limit else [*first[:limit], "…"])


def label_with_text(label: Value, text: Value) -> Message:
    """Return a label with its text: ``fix: Remove the bridge``; French adds a space before ":"."""
    return message("{what}: {said}", what=label, said=text)


def capitalized(name: Message) -> Message:
    """Return a name with a capital, to stand alone in a list or on a button."""
    return Message(name.text, name.context, name.values, name.plural, name.number, capital=True)


def quoted(text: str) -> Message:
    """Return a word from a file in quotation marks: ``"barge"``; like a name, it can have forms."""
    return name("quoted", '"{text}"', text=text)


def one_decimal(number: float) -> Number:
    """Return a number with one decimal place: ``2.1``, in French ``2,1``."""
    return Number(number, 1)


def with_thousands_separators(number: int) -> Number:
    """Return an integer with thousands separators: ``200,000``, in French ``200 000``."""
    return Number(number)


def percent(fraction: float) -> Message:
    """Return a fraction from 0 to 1 in whole percent: ``42%``, in French ``42 %``."""
    return message("{number}%", number=round(100 * fraction))


def signed_number(number: float, decimals: int = 0) -> Value:
    """Return a number with its sign: ``+8``, ``-3`` with a true minus sign, ``0``."""
    size = round(abs(number), decimals)
    if not size:
        return Number(0, decimals)
    text = message("\N{MINUS SIGN}{number}", number=Number(size, decimals))
    return text if number < 0 else message("+{number}", number=Number(size, decimals))


def signed_points(difference: float) -> Value:
    """Return a difference between two shares in whole percentage points, with its sign."""
    return signed_number(100 * difference)


COUNTED = "counted"
"""The context of numbers with nouns."""


class Translation(Protocol):
    """Finds the translations of English templates."""

    def find(self, message: Message, form: str) -> str:
        """Return the template for a message, in *form* if available; "" if not translated."""


class Untranslated:
    """The empty translation of English, or of a language without a catalogue."""

    def find(self, message: Message, form: str) -> str:
        """Return "", so that the message appears in English."""
        return ""


class Renderer:
    """Renders messages in one language.

    Args:
        language: The language.
        translation: The source of its translated templates.
    """

    def __init__(self, language: Language, translation: Translation) -> None:
        self.language = language
        self._translation = translation

    def render(self, value: Value) -> str:
        """Return the text of a value.

        A message without a translation, or with a faulty one, is rendered in English. Braces in a
        message without values are literal.

        Raises:
            CatalogueError: an English template uses values that the message does not have.
        """
        return self._render_value(value, "")

    def sentence(self, value: Value) -> str:
        """Return the text of a value with a capital at the beginning.

        A word from a file at the beginning is unchanged: the hex ``a8`` does not become ``A8``.

        Raises:
            CatalogueError: an English template uses values that the message does not have.
        """
        text = self._render_value(value, "")
        return text[:1].upper() + text[1:] if self._begins_with_own_word(value) else text

    def _begins_with_own_word(self, value: Value) -> bool:
        """Return whether the text begins with a word of the language, not one from a file."""
        match value:
            case Message():
                first = self._first_value(value)
                return first is None or self._begins_with_own_word(first)
            case Listing(items, _):
                return bool(items) and self._begins_with_own_word(items[0])
            case _:
                return False

    def _first_value(self, message: Message) -> Value | None:
        """Return the value a sentence begins with; None if it begins with text."""
        template = self._translation.find(message, "") or message.text
        try:
            first = template_parts(template)[0] if message.values and template else None
        except ValueError:  # a damaged translation
            return None
        if first is None or first.text or first.name is None:
            return None
        return message.values.get(first.name)

    def _render_value(self, value: Value, form: str) -> str:
        match value:
            case Message():
                return self._message_text(value, form)
            case Listing(items, last):
                return self._join([self._render_value(item, form) for item in items], last)
            case Number(number, decimals):
                return self._number(number, decimals)
            case _:
                return str(value)

    def _message_text(self, message: Message, form: str) -> str:
        text = self._translated_or_english(message, form)
        return text[:1].upper() + text[1:] if message.capital else text

    def _translated_or_english(self, message: Message, form: str) -> str:
        translated = self._translation.find(message, form)
        if translated:
            try:
                return self._fill(translated, message)
            except (KeyError, ValueError):  # a damaged translation: fall back to English
                pass
        english = message.plural if message.plural and message.number != 1 else message.text
        try:
            return self._fill(english, message)
        except (KeyError, ValueError) as error:
            raise CatalogueError(f"{english!r} cannot be filled: {error!r}") from error

    def _fill(self, template: str, message: Message) -> str:
        if not message.values:
            return template
        text: list[str] = []
        for before, name, form, as_repr in template_parts(template):
            text.append(before)
            if name is not None:
                value = message.values[name]
                text.append(repr(value) if as_repr else self._render_value(value, form))
        return "".join(text)

    def _join(self, items: list[str], conjunction: str) -> str:
        if not items:
            return ""
        *first, last = items if conjunction else [*items, ""]
        row = first[0] if first else last
        for item in first[1:]:
            row = self._message_text(
                message_in("list", "{first}, {next}", first=row, next=item), ""
            )
        if not first or not conjunction:
            return row
        if conjunction == "or":
            return self._message_text(
                message_in("list", "{first} or {last}", first=row, last=last), ""
            )
        return self._message_text(
            message_in("list", "{first} and {last}", first=row, last=last), ""
        )

    def _number(self, number: float, decimals: int) -> str:
        digits = f"{number:,.{decimals}f}"
        signs = {",": self.language.thousands, ".": self.language.decimal}
        return "".join(signs.get(sign, sign) for sign in digits)
