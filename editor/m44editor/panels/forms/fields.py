"""What a form shows, as values without Qt: sections, fields, and controls that parse text.

Labels are messages; a control renders them in the language of the window when it is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44core.untrusted_files import parse_json
from m44editor.interface_text import sentence, translated

Label: TypeAlias = Message | str
"""What people read: a message, or a word of the file as it stands there."""


def label_text(label: Label) -> str:
    """Return what people read, with a capital at the beginning; a word of the file as it is."""
    return label if isinstance(label, str) else sentence(label)


class Mixed(Enum):
    """Stands for a value on which the selected pieces do not agree."""

    MIXED = "mixed"


MIXED = Mixed.MIXED


_DATE = message("YYYY-MM-DD")
_JSON = message("true, 3, or a word in quotes")


class EntryError(ValueError):
    """What was typed is not a value of the field.

    Attributes:
        said: What would be one.
    """

    def __init__(self, advice: Message) -> None:
        super().__init__(translated(advice))
        self.advice = advice


T = TypeVar("T")


def common_value(values: Sequence[T]) -> T | Mixed:
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
class Icon:
    """The picture of a piece.

    Attributes:
        name: The piece.
        catalogue: What knows it.
    """

    name: str
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One entry of a list: the value, what people read, the element beside it, a sentence."""

    value: T
    label: Label
    icon: Icon | None = None
    tip: Label = ""

    @property
    def text(self) -> str:
        """What the list says."""
        return label_text(self.label)


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A value out of a list."""

    options: tuple[Option[T], ...]

    def show(self, value: T) -> str:
        """Return what people read for *value*; one that is not in the list stands for itself."""
        return next((o.text for o in self.options if o.value == value), f"{value}")

    def read(self, text: str) -> T:
        """Return the value people call *text*.

        Raises:
            EntryError: there is no such entry.
        """
        for option in self.options:
            if option.text == text:
                return option.value
        raise EntryError(message("Choose one of the list"))


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A word out of a list, or any other word; nothing chosen is None.

    The hint stands in the box where nothing is chosen, so that what is typed takes its place.
    """

    options: tuple[Option[str | None], ...]
    hint: Label = ""

    def show(self, value: str | None) -> str:
        """Return what people read for *value*; a word that is not in the list stands for itself."""
        if value is None and self.hint:
            return ""
        return next((o.text for o in self.options if o.value == value), value or "")

    def read(self, text: str) -> str | None:
        """Return the value people call *text*, or the word itself."""
        word = text.strip()
        for option in self.options:
            if word.casefold() == option.text.casefold():
                return option.value
        return word or None


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no; *text* stands beside the box."""

    text: Label = ""

    def show(self, value: bool) -> str:
        """Return ``yes`` or ``no``."""
        return "yes" if value else "no"

    def read(self, text: str) -> bool:
        """Return whether *text* is ``yes``."""
        return text == "yes"


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text; nothing typed is None."""

    hint: Label = ""

    def show(self, value: str | None) -> str:
        """Return the text itself."""
        return value or ""

    def read(self, text: str) -> str | None:
        """Return the text itself, None for an empty one."""
        return text or None


@dataclass(frozen=True, slots=True)
class TextLines:
    """Short lines one below the other, as a label on a hex has them."""

    hint: Label = ""

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
    hint: Label = ""

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
            said = message("Type a whole number from {low} to {high}", low=self.low, high=self.high)
            raise EntryError(said)
        return int(text)

    def contains(self, number: int) -> bool:
        """Tell whether *number* may be entered."""
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Day:
    """A date as ``YYYY-MM-DD``; nothing typed is None."""

    hint: Label = _DATE

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
            said = message("Type an existing day as YYYY-MM-DD, such as {day}", day="1944-06-06")
            raise EntryError(said)
        return day


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two whole numbers in a phrase, such as ``after turn 3 draw 1``."""

    words: tuple[Message, Message]
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
class Button:
    """A button that adds something; it has no value."""

    text: Message

    def show(self, _value: object) -> str:
        """Return what stands on the button."""
        return label_text(self.text)

    def read(self, _text: str) -> None:
        """Return nothing: pressing it is all there is."""


@dataclass(frozen=True, slots=True)
class Json:
    """Any value, written as JSON."""

    hint: Label = _JSON

    def show(self, value: object) -> str:
        """Return the value as one line of JSON."""
        return json.dumps(value, ensure_ascii=False)

    def read(self, text: str) -> object:
        """Return the value written.

        Raises:
            EntryError: the text is not JSON.
        """
        try:
            return parse_json(text)
        except ValueError as error:
            said = message("Type true, false, a number, or a word in quotes")
            raise EntryError(said) from error


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
    label: Label
    control: Control[T]
    value: T | Mixed
    change: Callable[[Scenario, T], Scenario]
    remove: Step | None = None
    tip: Label = ""
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
    title: Label
    fields: tuple[AnyField, ...]
    note: Label = ""
    icon: Icon | None = None
    remove: Step | None = None
    earlier: Step | None = None
    later: Step | None = None


_TAKE = message("Take the hexes that are selected on the board")


@dataclass(frozen=True, slots=True)
class HexNames:
    """Hexes by their names on *board*; none where nothing is typed.

    Attributes:
        board: The board they are on.
        hint: What the box says while it is empty.
        least: How many must be named.
        most: How many may be named.
        selected: The hexes that are selected on the board, for a button that
            takes them over; None for no such button.
        take: What that button does.
        own: The hex they belong to: naming it as well says nothing new; None for none.
    """

    board: Board
    hint: Label = ""
    least: int = 0
    most: int = 99
    selected: tuple[Hex, ...] | None = None
    button_tip: Message = _TAKE
    own_hex: Hex | None = None

    def show(self, value: tuple[Hex, ...] | None) -> str:
        """Return the names in a row: ``E5, G5``."""
        return ", ".join(self.board.name(hex_) for hex_ in value or ())

    def read(self, text: str) -> tuple[Hex, ...] | None:
        """Return the hexes named, each once, without the one they belong to.

        Raises:
            EntryError: one of the names is no hex of the board, or they are
                too few or too many.
        """
        names = re.findall(r"[^\s,;]+", text)
        named = dict.fromkeys(self._hex(name) for name in names)
        hexes = tuple(hex_ for hex_ in named if hex_ != self.own_hex)
        if len(hexes) < self.least:
            raise EntryError(message("Name at least one hex, such as {hex}", hex="G5"))
        if len(hexes) > self.most:
            one, many = message("Name one hex only"), message("These are too many")
            raise EntryError(one if self.most == 1 else many)
        return hexes or None

    def _hex(self, name: str) -> Hex:
        """Return the hex called *name*, whatever its case: no two differ in that alone."""
        for spelling in (name.swapcase(), name):
            try:
                return self.board.hex(spelling)
            except NotationError:
                pass
        said = message(
            "{name!r} is not a hex of this board; write names such as {names}",
            name=name,
            names="E5, G5",
        )
        raise EntryError(said)


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
        raise EntryError(message("This value is kept as it stands in the file"))


def _unchanged(scenario: Scenario, _value: object) -> Scenario:
    """Return the scenario as it is: the change of a field that only shows."""
    return scenario


def unknown_key_fields(pointer: str, extra: Mapping[str, object]) -> tuple[AnyField, ...]:
    """Return read-only fields for the keys of the file that we do not know."""
    return tuple(
        Field(
            pointer=f"{pointer}/{key}",
            label=key,
            control=Verbatim(),
            value=value,
            change=_unchanged,
            tip=message(
                "This key is not known to the program; it is kept as it stands in the file."
            ),
        )
        for key, value in extra.items()
    )


def unknown_keys_section(pointer: str, extra: Mapping[str, object]) -> Section:
    """Return the section of the keys of the file that we do not know."""
    title, note = message("Other keys of the file"), message("Kept as they stand")
    return Section("other", title, unknown_key_fields(pointer, extra), note=note)
