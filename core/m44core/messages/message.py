"""A message: an English sentence with placeholders, and the values that stand for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import islice
from typing import Literal, TypeAlias

from m44core.values import dataclass


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
        from m44core.messages.words import words  # it imports us

        return words("en").render(self)


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


def some(items: Iterable[Value], most: int = 12) -> Listing:
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
