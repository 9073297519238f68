"""The messages in our data files, as the program makes them of what it has read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer
from m44core.io.schema.described import described_options, described_rules
from messages_in_code import Entry

_CATALOGUE = "core/m44core/catalogue/data"
_SCHEMA = "schema/scenario.schema.json"


def entries_of_data(root: Path) -> Iterator[Entry]:
    """Yield the messages of the data, in the order of the files."""
    yield from _what_pieces_do()
    yield from _what_rules_say()


def _what_pieces_do() -> Iterator[Entry]:
    """Yield what the palette and the forms say of pieces, their groups and their special rules."""
    catalogue = load_catalogue()
    for label in catalogue.groups.values():
        yield _piece(label, "A group of pieces in the palette")
    for nation in catalogue.nations.values():
        yield _piece(f"{nation.label} units", "A group of pieces in the palette")
    for element in catalogue.elements.values():
        if element.summary:
            yield _piece(element.summary, f"What it does: {element.label}")
    rules = [(rule.label, rule.summary) for rule in catalogue.behaviors.values()]
    rules += [(rule.label, rule.summary) for rule in catalogue.unit_behaviors.values()]
    for label, summary in rules:
        yield _piece(label, "A special rule of a piece")
        yield _piece(summary, f"What the special rule does: {label}")


def _what_rules_say() -> Iterator[Entry]:
    """Yield what the forms say of the special rules that our schema describes."""
    of_pieces = (rule for layer in Layer for rule in described_rules(layer).values())
    for rule in (*described_options().values(), *of_pieces):
        yield _rule(rule.label, "A special rule")
        yield _rule(rule.sentence, f"What the special rule says: {rule.label}")
        for part in rule.parts.values():
            yield _rule(part, f"A part of the special rule: {rule.label}")


def _piece(text: str, comment: str) -> Entry:
    return Entry("pieces", text, "", _CATALOGUE, (comment,))


def _rule(text: str, comment: str) -> Entry:
    return Entry("window", text, "", _SCHEMA, (comment,))
