"""Reads the cards, the medals and the first player in a checklist that this program printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.search_words import fold_text
from m44core.messages.message import Message
from m44core.messages.renderers import renderer_in
from m44core.untrusted_files import split_lines
from m44core.validation.setup_checklist import cards_item, first_move_item, medals_item
from m44core.values import dataclass

_MAX_NUMBER = 20


@dataclass(frozen=True, slots=True)
class PrintedFacts:
    """The facts in a checklist, apart from its pieces.

    Attributes:
        title: The title of the scenario; empty if it is not stated.
        cards: The number of command cards of each side.
        medals: The number of medals that each side needs.
        first: The side that moves first; None if it is not stated.
    """

    title: str = ""
    cards: Mapping[Side, int] = field(default_factory=dict)
    medals: Mapping[Side, int] = field(default_factory=dict)
    first: Side | None = None


def printed_facts(text: str, code: str) -> PrintedFacts | None:
    """Return the facts, apart from the pieces, in a checklist printed in a language.

    Return None for other texts, such as a sheet, which states the same in other words.
    """
    cards: dict[Side, int] = {}
    medals: dict[Side, int] = {}
    first: Side | None = None
    sentences = _sentences(code)
    for line in split_lines(text):
        what, side, number = sentences.get(_plain(line), ("", None, 0))
        if side and what == "cards":
            cards[side] = number
        elif side and what == "medals":
            medals[side] = number
        elif side:
            first = side
    if not (cards or medals or first):
        return None
    return PrintedFacts(_title(text), cards, medals, first)


def _title(text: str) -> str:
    """Return the line above the first step; empty if there is none."""
    line = next((line.strip() for line in split_lines(text) if line.strip()), "")
    return "" if line.startswith("1.") else line


@cache
def _sentences(code: str) -> Mapping[str, tuple[str, Side | None, int]]:
    """Return the kind, the side and the number of each sentence that a checklist can contain."""
    render = renderer_in(code).sentence
    items: list[tuple[Message, tuple[str, Side | None, int]]] = []
    for side in Side:
        items.append((first_move_item(side), ("first", side, 1)))
        for number in range(1, _MAX_NUMBER + 1):
            items.append((cards_item(number, side), ("cards", side, number)))
            items.append((medals_item(number, side), ("medals", side, number)))
    return {_plain(render(item)): meaning for item, meaning in items}


def _plain(line: str) -> str:
    return " ".join(fold_text(line).split()).removeprefix("[ ]").removeprefix("[x]").strip(" .")
