"""Texts of findings: their sentences, their locations, and the titles of their fixes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings import render_findings
from m44core.messages.languages import languages
from m44core.messages.message import Message, Value, message, message_in
from m44editor.interface_text import sentence, tr, tr_in, translated


def with_end_mark(text: Value) -> str:
    """Return a sentence with a period, unless it ends with a question mark."""
    plain_text = sentence(text)
    return plain_text if plain_text.endswith("?") else translated(with_full_stop(text))


def with_full_stop(text: Value) -> Message:
    """Return a text as a sentence that ends with a period."""
    return message("{sentence}.", sentence=sentence(text))


def with_severity(finding: Diagnostic, text: str) -> str:
    """Return the text of a finding, prefixed with its severity."""
    match finding.severity:
        case Severity.ERROR:
            return tr("error: {finding}", finding=text)
        case Severity.WARNING:
            return tr("warning: {finding}", finding=text)
        case Severity.INFO:
            return tr("note: {finding}", finding=text)


def severity_name(severity: Severity) -> str:
    """Return the name of a severity."""
    match severity:
        case Severity.ERROR:
            return tr_in("severity", "Error")
        case Severity.WARNING:
            return tr_in("severity", "Warning")
        case Severity.INFO:
            return tr_in("severity", "Note")


def location_text(finding: Diagnostic, board: Board) -> str:
    """Return the location of a finding: ``G5``, ``top player: command cards``, ``line 7``."""
    if finding.hex is not None:
        return board.name(finding.hex) if finding.hex in board else tr("off the board")
    first_part, *other_parts = [part for part in finding.pointer.split("/") if part] or [""]
    if first_part == "hexes" and not other_parts:
        return tr("the board")
    if first_part:
        return translated(_pointer_text(first_part, other_parts))
    return tr("line {number}", number=finding.line) if finding.line else tr("the scenario")


def _pointer_text(first_part: str, other_parts: list[str]) -> Message | str:
    """Return readable text for a JSON pointer, given as its first part and its other parts.

    The text names what a panel shows, so the groups of the file format are left out. Parts without
    a name are shown unchanged, with spaces for underscores.
    """
    if first_part == "texts" and other_parts:
        return _language_text_location(*other_parts)
    names = [first_part, *other_parts]
    if first_part in _UNNAMED_GROUPS and other_parts:
        names = other_parts
    if len(names) == 1:
        return _part_name(names[0])
    return message_in(
        "place", "{outer}: {inner}", outer=_part_name(names[0]), inner=_joined_part_names(names[1:])
    )


def _language_text_location(code: str, *parts: str) -> Message:
    """Return readable text for a text in a language, or for all texts in it."""
    name = languages()[code].name if code in languages() else code
    return message_in(
        "place", "{text} ({language})", text=_joined_part_names(parts or ("texts",)), language=name
    )


def _joined_part_names(parts: Sequence[str]) -> Message | str:
    result = _part_name(parts[0])
    for part in parts[1:]:
        result = message_in("place", "{outer} {inner}", outer=result, inner=_part_name(part))
    return result


def _part_name(part: str) -> Message | str:
    return _PART_NAMES.get(part, part.replace("_", " "))


def finding_line(finding: Diagnostic, board: Board) -> str:
    """Return a finding as one line for the clipboard: location, severity, sentence, check."""
    line = f"{location_text(finding, board)}: {sentence(render_findings.message_of(finding))}"
    return (
        f"{with_severity(finding, line)} [{finding.code} {render_findings.check_name_of(finding)}]"
    )


_UNNAMED_GROUPS = ("briefing", "meta")
_PART_NAMES: Mapping[str, Message] = {
    "board": message_in("place", "board"),
    "type": message_in("place", "type"),
    "face": message_in("place", "board side"),
    "briefing": message_in("place", "briefing"),
    "top": message_in("place", "top player"),
    "bottom": message_in("place", "bottom player"),
    "side": message_in("place", "side"),
    "country": message_in("place", "nation"),
    "cards": message_in("place", "command cards"),
    "medals": message_in("place", "medals to win"),
    "first": message_in("place", "first player"),
    "begins": message_in("place", "start date"),
    "ends": message_in("place", "end date"),
    "front": message_in("place", "front"),
    "kind": message_in("place", "kind"),
    "operation": message_in("place", "operation"),
    "options": message_in("place", "options"),
    "packs": message_in("place", "packs"),
    "meta": message_in("place", "scenario"),
    "author": message_in("place", "author"),
    "texts": message_in("place", "scenario text"),
    "name": message_in("place", "title"),
    "subtitle": message_in("place", "subtitle"),
    "historical": message_in("place", "historical background"),
    "description": message_in("place", "description"),
    "victory": message_in("place", "victory"),
    "rules": message_in("place", "rules"),
    "bibliography": message_in("place", "bibliography"),
    "labels": message_in("place", "labels"),
}
