"""What the parts and the values of a special rule are called: as in the forms of the editor."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.command_cards import load_cards
from m44core.catalogue.types import Layer
from m44core.messages.message import Message, Value, titled
from m44core.model.rule_declarations import Declaration, Record, Several, Shape
from m44core.model.rule_declarations import Part as RulePart


def rule_parts(rule: Declaration) -> dict[str, Value]:
    """Return what the parts of a rule are called, by the words of our files."""
    return {part.word: Message(part.label) for part in _parts(rule.value) if part.label}


def rule_value(rule: Declaration, said: str, catalogue: Catalogue) -> Value | None:
    """Return what a value of a rule is called: one of its choices, a unit, a tile or a card."""
    for part in _parts(rule.value):
        if said in part.choices:
            return Message(part.choices[said])
    found = (catalogue.by_key(layer, said) for layer in (Layer.UNIT, Layer.TERRAIN))
    named = next((element.titled for element in found if element), None)
    return named or next((titled(card.called) for card in load_cards() if card.key == said), None)


def _parts(shape: Shape) -> Iterator[RulePart]:
    if isinstance(shape, Several):
        yield from _parts(shape.each)
    elif isinstance(shape, Record):
        for part in shape.parts:
            yield part
            yield from _parts(part.shape)
