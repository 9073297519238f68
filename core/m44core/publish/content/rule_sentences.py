"""Sentences about special rules for a sheet, built from the sentences declared with each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.catalogue.command_cards import load_cards
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, listed
from m44core.model.rule_declarations import (
    CardShape,
    ChoiceShape,
    HexShape,
    ListShape,
    NumberShape,
    Part,
    RecordShape,
    Shape,
    SheetSentence,
    TerrainShape,
    UnitShape,
    declarations,
)
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.unit import Unit
from m44core.publish.content.unit_titles import unit_noun

_NOUNS: Mapping[str, Callable[[int], Message]] = {
    "cards": nouns.cards,
    "dice": nouns.dice,
    "hexes": nouns.hexes,
    "medals": nouns.medals,
    "stars": nouns.stars,
    "turns": nouns.turns,
    "units": nouns.units,
}
_SOME, _NONE = "some", "none"


def rule_sentences(rule: SpecialRule, scenario: Scenario) -> list[Message]:
    """Return the sentences about a special rule; empty if it is switched off."""
    record = declarations().of(rule).value
    own_sentences = list(_record_sentences(rule, record, scenario))
    if own_sentences:
        return own_sentences
    return [
        sentence
        for part in record.parts
        if isinstance(part.shape, ListShape) and isinstance(part.shape.each, RecordShape)
        for value in getattr(rule, part.name)
        for sentence in _record_sentences(value, part.shape.each, scenario)
    ]


class RulePiece(NamedTuple):
    """A piece that a special rule needs next to the board.

    Attributes:
        name: Its name.
        token: The name of its picture.
        box: The code of the box it comes in; "" if anything can serve.
    """

    name: Message
    token: str
    box: str


def rule_pieces(rule: SpecialRule, scenario: Scenario) -> list[RulePiece]:
    """Return the pieces that a special rule needs next to the board, such as a token."""
    record = declarations().of(rule).value
    return [
        RulePiece(text, piece.token, piece.box)
        for piece, text in _filled_sentences(record.sheet.pieces, rule, record, scenario)
    ]


def _record_sentences(value: object, record: RecordShape, scenario: Scenario) -> Iterator[Message]:
    for _, text in _filled_sentences(record.sheet.sentences, value, record, scenario):
        yield text


def _filled_sentences(
    sentences: Iterable[SheetSentence], value: object, record: RecordShape, scenario: Scenario
) -> Iterator[tuple[SheetSentence, Message]]:
    """Yield the sentences that apply to a value, each with its text, its parts filled in."""
    stated_rules = scenario.briefing.special_rules
    for sentence in sentences:
        if _applies(sentence, value) and not (
            sentence.unless and stated_rules.is_on(sentence.unless)
        ):
            values = {
                part.name: _part_value(getattr(value, part.name), part, record, scenario)
                for part in record.parts
                if f"{{{part.name}}}" in sentence.text
            }
            yield sentence, Message(sentence.text, values=values)


def _applies(sentence: SheetSentence, value: object) -> bool:
    return all(
        _matches_condition(getattr(value, part), condition)
        for part, condition in sentence.when.items()
    )


def _matches_condition(value: object, condition: str) -> bool:
    if condition in (_SOME, _NONE):
        return bool(value) is (condition == _SOME)
    return _value_word(value) == condition


def _value_word(value: object) -> str:
    return (value.value if isinstance(value, StrEnum) else str(value)).lower()


def _part_value(value: Any, part: Part, record: RecordShape, scenario: Scenario) -> Value:  # noqa: ANN401 - any part
    if isinstance(part.shape, ListShape):
        items = [_value_text(each, part.shape.each, part, scenario) for each in value]
        is_short = isinstance(part.shape.each, HexShape | NumberShape)
        return enumerated(items) if is_short else listed(items)
    if noun := record.sheet.counts.get(part.name):
        return _NOUNS[noun](value)
    return _value_text(value, part.shape, part, scenario)


def _value_text(value: Any, shape: Shape, part: Part, scenario: Scenario) -> Value:  # noqa: ANN401 - any part
    """Return the text for a value in a sentence."""
    match value, shape:
        case Side(), _:
            return value.noun
        case Hex(), _:
            return scenario.board.name(value)
        case Unit(), UnitShape():
            element = scenario.catalogue.get(value.name, Layer.UNIT)
            badge = scenario.catalogue.get(value.badge, Layer.BADGE) if value.badge else None
            return unit_noun(scenario, element, badge) if element else value.name
        case _, CardShape():
            return next((card.noun for card in load_cards() if card.key == value), value)
        case _, TerrainShape():
            tile = scenario.catalogue.by_key(Layer.TERRAIN, value)
            return tile.noun if tile else value
        case StrEnum(), ChoiceShape():
            return Message(part.choices.get(value.value, value.value))
        case _, RecordShape():
            return listed(_record_sentences(value, shape, scenario))
        case _:
            return str(value)
