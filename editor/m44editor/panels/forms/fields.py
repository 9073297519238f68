"""What a form shows, as values without Qt: sections, fields, and how texts become values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from m44core.model.scenario import Scenario


class Mixed(Enum):
    """Stands for a value on which the selected pieces do not agree."""

    MIXED = "mixed"


MIXED = Mixed.MIXED


class EntryError(ValueError):
    """What was typed is not a value of the field; the message says what would be."""


T = TypeVar("T")


def agreed(values: Sequence[T]) -> T | Mixed:
    """Return the value all pieces share, or :data:`MIXED`."""
    return values[0] if all(v == values[0] for v in values) else MIXED


class Control(Protocol[T]):
    """How a value is written, and what may be entered."""

    def show(self, value: T) -> str:
        """Return the text that stands for *value*."""

    def read(self, text: str) -> T:
        """Return the value that *text* stands for.

        Raises:
            EntryError: it stands for none.
        """


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One entry of a list: the value, what people read, the element beside it, a sentence."""

    value: T
    label: str
    icon: str | None = None
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A value out of a list."""

    options: tuple[Option[T], ...]

    def show(self, value: T) -> str:
        """Return what people read for *value*; one that is not in the list stands for itself."""
        return next((o.label for o in self.options if o.value == value), f"{value}")

    def read(self, text: str) -> T:
        """Return the value people call *text*.

        Raises:
            EntryError: there is no such entry.
        """
        for option in self.options:
            if option.label == text:
                return option.value
        raise EntryError("Choose one of the list")


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A word out of a list, or any other word; nothing chosen is None."""

    options: tuple[Option[str | None], ...]
    hint: str = ""

    def show(self, value: str | None) -> str:
        """Return what people read for *value*; a word that is not in the list stands for itself."""
        return next((o.label for o in self.options if o.value == value), value or "")

    def read(self, text: str) -> str | None:
        """Return the value people call *text*, or the word itself."""
        word = text.strip()
        for option in self.options:
            if word.casefold() == option.label.casefold():
                return option.value
        return word or None


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no; *text* stands beside the box."""

    text: str = ""

    def show(self, value: bool) -> str:
        """Return ``yes`` or ``no``."""
        return "yes" if value else "no"

    def read(self, text: str) -> bool:
        """Return whether *text* is ``yes``."""
        return text == "yes"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; nothing typed is None."""

    hint: str = ""

    def show(self, value: str | None) -> str:
        """Return the text itself."""
        return value or ""

    def read(self, text: str) -> str | None:
        """Return the text itself, None for an empty one."""
        return text or None


@dataclass(frozen=True, slots=True)
class Lines:
    """Short lines one below the other, as a label on a hex has them."""

    hint: str = ""

    def show(self, value: tuple[str, ...]) -> str:
        """Return the lines as one text."""
        return "\n".join(value)

    def read(self, text: str) -> tuple[str, ...]:
        """Return the lines; no line at all for an empty text."""
        return tuple(text.split("\n")) if text.strip() else ()


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from *low* to *high*; where *optional*, nothing typed is None."""

    low: int
    high: int
    optional: bool = True
    hint: str = ""

    def show(self, value: int | None) -> str:
        """Return the digits."""
        return "" if value is None else str(value)

    def read(self, text: str) -> int | None:
        """Return the number typed.

        Raises:
            EntryError: it is no number, or too small or too large.
        """
        if not text.strip() and self.optional:
            return None
        if not re.fullmatch(r"\s*\d{1,6}\s*", text, re.ASCII) or not self.contains(int(text)):
            raise EntryError(f"Type a whole number from {self.low} to {self.high}")
        return int(text)

    def contains(self, number: int) -> bool:
        """Tell whether *number* may be entered."""
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Day:
    """A date as ``YYYY-MM-DD``; nothing typed is None."""

    hint: str = "YYYY-MM-DD"

    def show(self, value: date | None) -> str:
        """Return the date as the file has it."""
        return value.isoformat() if value else ""

    def read(self, text: str) -> date | None:
        """Return the date typed.

        Raises:
            EntryError: the calendar has no such day.
        """
        text = text.strip()
        if not text:
            return None
        day = _day(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
        if day is None:
            raise EntryError("Type an existing day as YYYY-MM-DD, such as 1944-06-06")
        return day


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two whole numbers in a phrase, such as ``after turn 3 draw 1``."""

    words: tuple[str, str]
    number: Number

    def show(self, value: tuple[int, int]) -> str:
        """Return the digits of both."""
        return f"{value[0]} {value[1]}"

    def read(self, text: str) -> tuple[int, int]:
        """Return the numbers typed.

        Raises:
            EntryError: one of them is no number, or too small or too large.
        """
        one, _, other = text.partition(" ")
        return self.number.read(one) or 0, self.number.read(other) or 0


@dataclass(frozen=True, slots=True)
class Press:
    """A button that adds something; it has no value."""

    text: str

    def show(self, _value: object) -> str:
        """Return what stands on the button."""
        return self.text

    def read(self, _text: str) -> None:
        """Return nothing: pressing it is all there is."""


@dataclass(frozen=True, slots=True)
class Json:
    """Any value, written as JSON."""

    hint: str = "true, 3, or a word in quotes"

    def show(self, value: object) -> str:
        """Return the value as one line of JSON."""
        return json.dumps(value, ensure_ascii=False)

    def read(self, text: str) -> object:
        """Return the value written.

        Raises:
            EntryError: the text is not JSON.
        """
        try:
            return json.loads(text, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise EntryError("Type true, false, a number, or a word in quotes") from error


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A value we do not know: shown, kept, never changed."""

    def show(self, value: object) -> str:
        """Return the value as one line of JSON."""
        return json.dumps(value, ensure_ascii=False)

    def read(self, text: str) -> object:
        """Refuse every entry.

        Raises:
            EntryError: always.
        """
        raise EntryError("This value is kept as it stands in the file")


Step = Callable[[Scenario], Scenario]


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One value of the document that a form shows and changes.

    Attributes:
        pointer: JSON Pointer of the value in the workshop document, or a
            distinct word where the form shows several hexes at once.
        label: What people read before it.
        control: How it is shown and entered.
        value: What it is now; :data:`MIXED` where pieces differ.
        change: Returns the scenario with another value put there.
        remove: Returns the scenario without it; None where it cannot go.
        tip: A sentence for those who hover.
        enabled: Whether it can be changed now.
    """

    pointer: str
    label: str
    control: Control[T]
    value: T | Mixed
    change: Callable[[Scenario, T], Scenario]
    remove: Step | None = None
    tip: str = ""
    enabled: bool = True


AnyField = Field[Any]  # a form holds fields of every type


@dataclass(frozen=True, slots=True)
class Section:
    """Some fields under a heading: usually those of one piece.

    Attributes:
        key: Tells it apart from the others of the same form.
        title: The heading.
        note: A second line: on how many of the selected hexes the piece lies.
        icon: The element to draw beside the heading.
        fields: What it shows, top down.
        remove: Returns the scenario without the piece.
        earlier: Returns the scenario with the piece moved up in its list.
        later: The same, down.
    """

    key: str
    title: str
    fields: tuple[AnyField, ...]
    note: str = ""
    icon: str | None = None
    remove: Step | None = None
    earlier: Step | None = None
    later: Step | None = None


def unchangeable(scenario: Scenario, _value: object) -> Scenario:
    """Return the scenario as it is: the change of a field that only shows."""
    return scenario


def unknown_keys(pointer: str, extra: Mapping[str, Any]) -> tuple[AnyField, ...]:
    """Return read-only fields for the keys of the file that we do not know."""
    return tuple(
        Field(
            pointer=f"{pointer}/{key}",
            label=key,
            control=Verbatim(),
            value=value,
            change=unchangeable,
            tip="This key is not known to the program; it is kept as it stands in the file.",
        )
        for key, value in extra.items()
    )
