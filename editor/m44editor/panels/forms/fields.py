"""The contents of a form, as data independent of Qt: sections, fields and controls.

Labels are messages, which are rendered in the interface language when the form is shown.
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
"""A message, or a word exactly as it is in the file."""

_DATE_HINT = message("YYYY-MM-DD")
_JSON_HINT = message("true, 3 or quoted text")
T = TypeVar("T")
ScenarioEdit = Callable[[Scenario], Scenario]
_USE_SELECTION = message("Use the hexes selected on the board")


def label_text(label: Label) -> str:
    """Return the text of a label, capitalized unless it is a word from the file."""
    return label if isinstance(label, str) else sentence(label)


class Mixed(Enum):
    """Marks a field whose value differs among the selected pieces."""

    MIXED = "mixed"


MIXED = Mixed.MIXED


class EntryError(ValueError):
    """A text is not a valid value of a field.

    Attributes:
        advice: Tells the user what to enter.
    """

    def __init__(self, advice: Message) -> None:
        super().__init__(translated(advice))
        self.advice = advice


def common_value(values: Sequence[T]) -> T | Mixed:
    """Return the value that all pieces share, or :data:`MIXED`."""
    return values[0] if all(v == values[0] for v in values) else MIXED


class Control(Protocol[T]):
    """Converts the values of a field to text and back."""

    def show(self, value: T) -> str:
        """Return the text of *value*."""

    def parse(self, text: str) -> T:
        """Return the value that *text* stands for.

        Raises:
            EntryError: the text is not a valid value.
        """


@dataclass(frozen=True, slots=True)
class Icon:
    """The picture of a piece.

    Attributes:
        name: The name of the piece.
        catalogue: The catalogue of the piece.
    """

    name: str
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One entry of a list.

    Attributes:
        value: The value it stands for.
        label: Its label.
        icon: Its icon; None if it has none.
        tip: Its tooltip.
    """

    value: T
    label: Label
    icon: Icon | None = None
    tip: Label = ""

    @property
    def text(self) -> str:
        """The text of the entry."""
        return label_text(self.label)


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A value from a list."""

    options: tuple[Option[T], ...]

    def show(self, value: T) -> str:
        """Return the label of *value*; a value that is not in the list is shown unchanged."""
        return next((o.text for o in self.options if o.value == value), f"{value}")

    def parse(self, text: str) -> T:
        """Return the value with the label *text*.

        Raises:
            EntryError: the list has no such label.
        """
        for option in self.options:
            if option.text == text:
                return option.value
        raise EntryError(message("Choose a value from the list"))


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A word from a list or any other word; None if empty.

    Attributes:
        options: The entries of the list.
        hint: The placeholder of the empty input.
    """

    options: tuple[Option[str | None], ...]
    hint: Label = ""

    def show(self, value: str | None) -> str:
        """Return the label of *value*; a word that is not in the list is shown unchanged."""
        if value is None and self.hint:
            return ""
        return next((o.text for o in self.options if o.value == value), value or "")

    def parse(self, text: str) -> str | None:
        """Return the value with the label *text*, ignoring case, else *text*; None if empty."""
        word = text.strip()
        for option in self.options:
            if word.casefold() == option.text.casefold():
                return option.value
        return word or None


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no, as a check box.

    Attributes:
        text: The label of the check box.
    """

    text: Label = ""

    def show(self, value: bool) -> str:
        """Return ``yes`` or ``no``."""
        return "yes" if value else "no"

    def parse(self, text: str) -> bool:
        """Return whether *text* is ``yes``."""
        return text == "yes"


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text; None if empty."""

    hint: Label = ""

    def show(self, value: str | None) -> str:
        """Return the text itself."""
        return value or ""

    def parse(self, text: str) -> str | None:
        """Return the text itself; None if it is empty."""
        return text or None


@dataclass(frozen=True, slots=True)
class TextLines:
    """Several short lines, such as a label on a hex; an empty tuple if blank."""

    hint: Label = ""

    def show(self, value: tuple[str, ...]) -> str:
        """Return the lines as one text."""
        return "\n".join(value)

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the lines; an empty tuple for a blank text."""
        return tuple(text.split("\n")) if text.strip() else ()


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from *low* to *high*; None if empty and *optional*."""

    low: int
    high: int
    optional: bool = True
    hint: Label = ""

    def show(self, value: int | None) -> str:
        """Return the digits; empty for None."""
        return "" if value is None else str(value)

    def parse(self, text: str) -> int | None:
        """Return the number; None for a blank text if the number is optional.

        Raises:
            EntryError: the text is not a number, or out of range.
        """
        if not text.strip() and self.optional:
            return None
        if not re.fullmatch(r"\s*\d{1,6}\s*", text, re.ASCII) or not self.contains(int(text)):
            advice = message(
                "Enter a whole number from {low} to {high}", low=self.low, high=self.high
            )
            raise EntryError(advice)
        return int(text)

    def contains(self, number: int) -> bool:
        """Return whether *number* is in range."""
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Day:
    """A date as ``YYYY-MM-DD``; None if empty."""

    hint: Label = _DATE_HINT

    def show(self, value: date | None) -> str:
        """Return the date as ``YYYY-MM-DD``; empty for None."""
        return value.isoformat() if value else ""

    def parse(self, text: str) -> date | None:
        """Return the date; None for a blank text.

        Raises:
            EntryError: the text is not a date as ``YYYY-MM-DD``, or there is no such day.
        """
        text = text.strip()
        if not text:
            return None
        day = _parse_day(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
        if day is None:
            advice = message("Enter a valid date as YYYY-MM-DD, such as {day}", day="1944-06-06")
            raise EntryError(advice)
        return day


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class NumberPair:
    """Two whole numbers in a phrase, such as ``after turn 3 draw 1``.

    Attributes:
        labels: The words before each number.
        number: The control of each number.
    """

    labels: tuple[Message, Message]
    number: Number

    def show(self, value: tuple[int, int]) -> str:
        """Return both numbers, separated by a space."""
        return f"{value[0]} {value[1]}"

    def parse(self, text: str) -> tuple[int, int]:
        """Return both numbers.

        Raises:
            EntryError: one of the numbers is missing, invalid or out of range.
        """
        first, _, second = text.partition(" ")
        return self.number.parse(first) or 0, self.number.parse(second) or 0


@dataclass(frozen=True, slots=True)
class Button:
    """A button that adds an entry; it has no value."""

    text: Message

    def show(self, _value: object) -> str:
        """Return the label of the button."""
        return label_text(self.text)

    def parse(self, _text: str) -> None:
        """Return None, because a button has no value."""


@dataclass(frozen=True, slots=True)
class Json:
    """Any value, as JSON."""

    hint: Label = _JSON_HINT

    def show(self, value: object) -> str:
        """Return the value as one line of JSON."""
        return json.dumps(value, ensure_ascii=False)

    def parse(self, text: str) -> object:
        """Return the value.

        Raises:
            EntryError: the text is not JSON.
        """
        try:
            return parse_json(text)
        except ValueError as error:
            advice = message("Enter true, false, a number or quoted text")
            raise EntryError(advice) from error


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A value of the document that a form shows and edits.

    Attributes:
        pointer: JSON Pointer of the value in the workshop document, or a unique key if the form
            shows several hexes together.
        label: The label.
        control: Converts the value to text and back.
        value: The current value; :data:`MIXED` if it differs among the pieces.
        change: Returns the scenario with a new value.
        remove: Returns the scenario without the value; None if it cannot be removed.
        tip: The tooltip.
        enabled: Whether the field can be edited now.
    """

    pointer: str
    label: Label
    control: Control[T]
    value: T | Mixed
    change: Callable[[Scenario, T], Scenario]
    remove: ScenarioEdit | None = None
    tip: Label = ""
    enabled: bool = True


AnyField = Field[Any]  # a form holds fields of every type


@dataclass(frozen=True, slots=True)
class Section:
    """Fields under a heading, usually those of one piece.

    Attributes:
        key: Identifies the section in its form.
        title: The heading.
        note: A second line, such as the number of selected hexes with the piece.
        icon: The icon of the heading.
        fields: The fields, from top to bottom.
        remove: Returns the scenario without the piece; None if it cannot be removed.
        earlier: Returns the scenario with the piece moved up in its list; None if it is first.
        later: Returns the scenario with the piece moved down in its list; None if it is last.
    """

    key: str
    title: Label
    fields: tuple[AnyField, ...]
    note: Label = ""
    icon: Icon | None = None
    remove: ScenarioEdit | None = None
    earlier: ScenarioEdit | None = None
    later: ScenarioEdit | None = None


@dataclass(frozen=True, slots=True)
class HexNames:
    """Hexes, entered by their names on *board*; None if empty.

    Attributes:
        board: The board of the hexes.
        hint: The placeholder of the empty input.
        min_count: The minimum number of hexes.
        max_count: The maximum number of hexes.
        selected_hexes: The hexes selected on the board, which a button inserts; None to omit the
            button.
        button_tip: The tooltip of the button.
        own_hex: The hex of the edited piece, which is ignored; None if pieces on several hexes
            are edited together.
    """

    board: Board
    hint: Label = ""
    min_count: int = 0
    max_count: int = 99
    selected_hexes: tuple[Hex, ...] | None = None
    button_tip: Message = _USE_SELECTION
    own_hex: Hex | None = None

    def show(self, value: tuple[Hex, ...] | None) -> str:
        """Return the names, joined with commas: ``E5, G5``."""
        return ", ".join(self.board.name(hex_) for hex_ in value or ())

    def parse(self, text: str) -> tuple[Hex, ...] | None:
        """Return the named hexes without duplicates and without *own_hex*; None if there are none.

        Raises:
            EntryError: a name is not a hex of the board, or there are too few or too many.
        """
        names = re.findall(r"[^\s,;]+", text)
        unique_hexes = dict.fromkeys(self._hex(name) for name in names)
        hexes = tuple(hex_ for hex_ in unique_hexes if hex_ != self.own_hex)
        if len(hexes) < self.min_count:
            raise EntryError(message("Enter at least one hex, such as {hex}", hex="G5"))
        if len(hexes) > self.max_count:
            one, many = message("Enter only one hex"), message("Too many hexes")
            raise EntryError(one if self.max_count == 1 else many)
        return hexes or None

    def _hex(self, name: str) -> Hex:
        """Return the hex with this name; case is ignored, because no two names differ only in case.

        Raises:
            EntryError: there is no such hex.
        """
        for spelling in (name.swapcase(), name):
            try:
                return self.board.hex(spelling)
            except NotationError:
                pass
        advice = message(
            "{name!r} is not a hex on this board; use names such as {names}",
            name=name,
            names="E5, G5",
        )
        raise EntryError(advice)


@dataclass(frozen=True, slots=True)
class Verbatim:
    """An unknown value: shown and preserved, but never changed."""

    def show(self, value: object) -> str:
        """Return the value as one line of JSON."""
        return json.dumps(value, ensure_ascii=False)

    def parse(self, text: str) -> object:
        """Reject every entry.

        Raises:
            EntryError: always.
        """
        raise EntryError(message("This value is kept exactly as it is in the file"))


def _unchanged(scenario: Scenario, _value: object) -> Scenario:
    """Return the scenario unchanged, for a read-only field."""
    return scenario


def unknown_key_fields(pointer: str, extra: Mapping[str, object]) -> tuple[AnyField, ...]:
    """Return read-only fields for the unknown keys in a file."""
    return tuple(
        Field(
            pointer=f"{pointer}/{key}",
            label=key,
            control=Verbatim(),
            value=value,
            change=_unchanged,
            tip=message("This key is not recognized. It is kept exactly as it is in the file."),
        )
        for key, value in extra.items()
    )


def unknown_keys_section(pointer: str, extra: Mapping[str, object]) -> Section:
    """Return a section with the unknown keys in a file; it has no fields if there are none."""
    title, note = message("Other keys in the file"), message("Kept exactly as they are in the file")
    return Section("other", title, unknown_key_fields(pointer, extra), note=note)
