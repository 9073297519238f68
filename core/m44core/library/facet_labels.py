"""The labels of facets and of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.catalogue.box_kinds import load_boxes
from m44core.diagnostics import Severity
from m44core.library.library_search import IN_PART, NO_FINDINGS, WHOLE
from m44core.messages.languages import languages
from m44core.messages.message import Message, Value, message_in
from m44core.model.scenario_parts import BOARD_FORMATS, FACES, FRONTS, NATIONS
from m44core.validation.bga.verdict import Verdict

FACET_LABELS: Mapping[str, Message] = {
    "board": message_in("facet", "Board"),
    "face": message_in("facet", "Board side"),
    "nation": message_in("facet", "Nation"),
    "front": message_in("facet", "Front"),
    "year": message_in("facet", "Year"),
    "box": message_in("facet", "Boxes needed"),
    "language": message_in("facet", "Language"),
    "findings": message_in("facet", "Problems"),
    "arena": message_in("facet", "Board Game Arena"),
    "plays": message_in("facet", "Computer play"),
}
"""The label of each facet."""

NOT_STATED = message_in("facet", "Not set")
"""The label of the facet value for files that have no value."""

_BOARDS: Mapping[str, Message] = {board.value: label for board, label in BOARD_FORMATS.items()}
_FACES: Mapping[str, Message] = {face.value: label for face, label in FACES.items()}
_FRONTS: Mapping[str, Message] = {front.value: label for front, label in FRONTS.items()}
_FINDINGS: Mapping[str, Message] = {
    Severity.ERROR: message_in("facet", "Errors"),
    Severity.WARNING: message_in("facet", "Warnings"),
    Severity.INFO: message_in("facet", "Notes"),
    NO_FINDINGS: message_in("facet", "No problems"),
}
_VERDICTS: Mapping[str, Message] = {
    Verdict.GREEN: message_in("arena", "Playable"),
    Verdict.AMBER: message_in("arena", "Playable, but not entirely as intended"),
    Verdict.RED: message_in("arena", "Not playable"),
}
_PLAYS: Mapping[str, Message] = {
    WHOLE: message_in("plays", "In full"),
    IN_PART: message_in("plays", "In part"),
}


def facet_value_label(facet: str, value: str) -> Value:
    """Return the label of a facet value: *Not set* for ""; a language's own name for a language."""
    if not value:
        return NOT_STATED
    return _WORDS[facet](value) if facet in _WORDS else value


def _box_label(name: str) -> Value:
    box = load_boxes().get(name)
    return box.title if box else name


def _language_label(code: str) -> Value:
    language = languages().get(code)
    return language.name[:1].upper() + language.name[1:] if language else code


_WORDS: Mapping[str, Callable[[str], Value]] = {
    "board": lambda value: _BOARDS.get(value, value),
    "face": lambda value: _FACES.get(value, value),
    "nation": lambda value: NATIONS.get(value, value),
    "front": lambda value: _FRONTS.get(value, value),
    "box": _box_label,
    "language": _language_label,
    "findings": lambda value: _FINDINGS.get(value, value),
    "arena": lambda value: _VERDICTS.get(value, value),
    "plays": lambda value: _PLAYS.get(value, value),
}
