"""The messages in our data files, created by the program from the loaded data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from m44core.catalogue.box_kinds import load_boxes
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.catalogue.command_cards import load_cards
from m44core.catalogue.decks import load_decks
from m44core.findings.finding_kinds import FAMILIES, PAGE_PARTS, FindingKind, finding_family
from m44core.io.schema.schemas import rule_labels
from m44core.messages.message import Message
from m44core.model.rule_declarations import ListShape, RecordShape, declarations
from m44core.model.unmarked_traits import is_unmarked
from messages_in_code import MessageEntry

_FINDINGS = "core/m44core/findings/data"
_CATALOGUE = "core/m44core/catalogue/data"
_SCHEMA = "schema/scenario.schema.json"
_CASES = "tests/core/validation/cases"


def entries_of_data(root: Path) -> Iterator[MessageEntry]:
    """Yield the messages of the catalogue, the special rules and the checks, in that order."""
    yield from _catalogue_entries()
    yield from _piece_summary_entries()
    yield from _rule_entries()
    for beginning, name in FAMILIES.items():
        place = f"{_FINDINGS}/{name}.yaml"
        yield _message_entry(
            "pages", finding_family(beginning).title, place, "the heading of the checks"
        )
        for kind in finding_family(beginning).kinds.values():
            yield from _check_entries(
                kind, place, _expected_texts(root / _CASES / f"{kind.code}.yaml")
            )


def _message_entry(
    area: str, sentence: Message, place: str, *comments: str, takes: str = ""
) -> MessageEntry:
    return MessageEntry(
        area, sentence.text, sentence.context, place, tuple(filter(None, comments)), takes
    )


def _check_entries(
    kind: FindingKind, place: str, examples: tuple[str, ...]
) -> Iterator[MessageEntry]:
    about = f"{kind.code} {kind.name}"
    for part in PAGE_PARTS:
        if getattr(kind, part):
            yield _message_entry("pages", kind.page_part(part), place, about)
    for key, statement in kind.messages.items():
        sentence = Message(statement.template, f"{kind.code}.{key}")
        example = _example_comment(statement.template, examples)
        yield _message_entry(
            "findings", sentence, place, f"{about}, {statement.severity.value}", example
        )
    for key, title in kind.fixes.items():
        sentence = Message(title.template, f"{kind.code}.fix.{key}")
        example = _example_comment(title.template, examples)
        yield _message_entry("findings", sentence, place, f"{about}, the button of a fix", example)
    for key, phrase in kind.phrases.items():
        sentence = Message(phrase, f"{kind.code}.phrase.{key}")
        yield _message_entry("findings", sentence, place, f"{about}, part of its sentences")


def _example_comment(template: str, texts: tuple[str, ...]) -> str:
    """Return a comment with an example of a template, taken from the sentences tests expect.

    The comment is empty if the template has no placeholders or no sentence matches it.
    """
    pattern = re.sub(r"\\\{\w+(!r)?\\\}", ".+?", re.escape(template))
    sentence = next((text for text in texts if re.fullmatch(pattern, text, re.IGNORECASE)), "")
    return f"Example: {sentence}" if sentence and "{" in template else ""


@cache
def _expected_texts(path: Path) -> tuple[str, ...]:
    """Return the messages and titles of fixes that the test cases of a check expect."""
    if not path.exists():
        return ()
    cases: Mapping[str, Any] = yaml.load(
        path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )
    expected = [each for case in (cases.get("fail") or {}).values() for each in case["expect"]]
    messages = [each["message"] for each in expected if "message" in each]
    fixes = [title for each in expected for title in each.get("fixes", ())]
    return (*messages, *map(str, fixes))


def _catalogue_entries() -> Iterator[MessageEntry]:
    """Yield the names of boxes, pieces, special rules, decks and cards, and what cards do."""
    catalogue, place = base_catalogue(), f"{_CATALOGUE}/*.yaml"
    for code in catalogue.expansions:
        box_name = catalogue.box_name(code)
        yield _message_entry("pieces", box_name, place, "a box of the game", takes="forms")
    for box in load_boxes().values():
        if box.label != catalogue.expansions.get(box.code):
            yield _message_entry("pieces", box.title, place, "a box people may own, in lists")
    for element in catalogue.elements.values():
        about = f"{element.layer.value}, in lists: {element.label}"
        yield _message_entry("pieces", element.noun, place, about, takes="forms")
    for behavior in catalogue.behaviors.values():
        about = f"a special rule, in lists: {behavior.label}"
        yield _message_entry("pieces", behavior.noun, place, about, takes="forms")
        if behavior.remark:
            about = "follows the name of a tile, in parentheses"
            yield _message_entry("pieces", behavior.piece_remark, place, about)
    yield from _special_unit_entries(place)
    for deck in load_decks().values():
        yield _message_entry("pieces", deck.noun, place, "a deck of command cards", takes="forms")
    for card in load_cards():
        yield _message_entry("pieces", card.noun, place, "a command card")
        if card.summary:
            yield _message_entry("pieces", card.effect_text, place, "what a command card does")


def _special_unit_entries(place: str) -> Iterator[MessageEntry]:
    """Yield the names of special units that are not separate pieces."""
    for special in base_catalogue().specials:
        if not special.renames:
            yield _message_entry("pieces", special.title, place, "a special rule of a unit")
            if special.equipment or is_unmarked(special):
                about = f"a special rule of a unit, in a list of its traits: {special.label}"
                yield _message_entry("pieces", special.noun, place, about)
        elif len(special.badges) != 1:
            about = f"a special unit, in lists: {special.label}"
            yield _message_entry("pieces", special.noun, place, about, takes="forms")


def _piece_summary_entries() -> Iterator[MessageEntry]:
    """Yield the summaries of pieces, their groups and their special rules."""
    catalogue = base_catalogue()
    for label in catalogue.groups.values():
        yield _piece_entry(label, "A group of pieces in the palette")
    for nation in catalogue.nations.values():
        yield _piece_entry(f"{nation.label} units", "A group of pieces in the palette")
    for element in catalogue.elements.values():
        if element.summary:
            yield _piece_entry(element.summary, f"What it does: {element.label}")
    rules = [(rule.label, rule.summary) for rule in catalogue.behaviors.values()]
    rules += [(rule.label, rule.summary) for rule in catalogue.specials if rule.behavior]
    for label, summary in rules:
        yield _piece_entry(label, "A special rule of a piece")
        yield _piece_entry(summary, f"What the special rule does: {label}")
    for special in catalogue.specials:
        if special.summary and not special.behavior:
            subject = "the equipment does" if special.equipment else "such a unit does"
            yield _piece_entry(special.summary, f"What {subject}: {special.label}")


def _rule_entries() -> Iterator[MessageEntry]:
    """Yield the texts of the special rules of scenarios and of pieces."""
    for declared in declarations():
        yield _rule_entry(declared.label, "A special rule of a scenario")
        yield _rule_entry(declared.summary, f"What the special rule says: {declared.label}")
        for text in _part_texts(declared.value):
            yield _rule_entry(text, f"A part of the special rule: {declared.label}")
        for text in _sheet_texts(declared.value):
            yield _rule_entry(
                text, f"What a printed sheet says of the special rule: {declared.label}"
            )
    for layer in Layer:
        for rule in rule_labels(layer).values():
            yield _rule_entry(rule.label, "A special rule of a piece")
            yield _rule_entry(rule.description, f"What the special rule says: {rule.label}")


def _sheet_texts(record: RecordShape) -> Iterator[str]:
    """Yield the sentences of a printed sheet about a rule, recursively."""
    yield from (each.text for each in (*record.sheet.sentences, *record.sheet.pieces))
    for part in record.parts:
        each = part.shape.each if isinstance(part.shape, ListShape) else part.shape
        if isinstance(each, RecordShape):
            yield from _sheet_texts(each)


def _part_texts(record: RecordShape) -> Iterator[str]:
    """Yield the texts of the parts of a rule, recursively."""
    for part in record.parts:
        yield from (part.label, part.description, *part.hints.values(), *part.choices.values())
        each = part.shape.each if isinstance(part.shape, ListShape) else part.shape
        if isinstance(each, RecordShape):
            yield from _part_texts(each)


def _piece_entry(text: str, comment: str) -> MessageEntry:
    return MessageEntry("pieces", text, "", _CATALOGUE, (comment,))


def _rule_entry(text: str, comment: str) -> MessageEntry:
    return MessageEntry("window", text, "", _SCHEMA, (comment,))
