"""A comparison as JSON data that follows ``schema/diff.schema.json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m44core.board import Board
from m44core.comparing.difference_text import verdict_message
from m44core.comparing.differences import Change, Comparison, HexChange, ScenarioPart, TextChange
from m44core.comparing.word_diff import WordRun
from m44core.messages.renderers import in_english
from m44core.version import __version__

Raw = dict[str, Any]


def comparison_data(comparison: Comparison, before: str, after: str) -> Raw:
    """Return the document that ``m44 diff --format json`` prints.

    Args:
        comparison: The comparison.
        before: The name of the scenario before, such as its file.
        after: The name of the scenario after.
    """
    board = comparison.after.board
    changes = [change for hex_changes in comparison.hexes.values() for change in hex_changes]
    return {
        "version": 1,
        "program": f"m44 {__version__}",
        "before": before,
        "after": after,
        "compared": [part.value for part in ScenarioPart if part in comparison.parts],
        "equal": not comparison.has_differences,
        "same_board": comparison.has_same_board_format,
        "verdict": in_english(verdict_message(comparison)),
        "summary": {part.value: number for part, number in comparison.counts.items()},
        "board": [_change_data(change) for change in comparison.board],
        "hexes": [_hex_change_data(change, board) for change in changes],
        "briefing": [_change_data(change) for change in (*comparison.briefing, *comparison.packs)],
        "texts": [_text_change_data(change) for change in comparison.texts],
        "meta": [_change_data(change) for change in comparison.meta],
    }


def _change_data(change: Change) -> Raw:
    return {
        "pointer": change.pointer,
        "kind": change.kind.value,
        "before": change.before,
        "after": change.after,
    }


def _hex_change_data(change: HexChange, board: Board) -> Raw:
    return {
        "hex": board.name(change.hex),
        "layer": change.layer,
        **_change_data(Change(change.path, change.before, change.after)),
        "moved": None if change.move_partner is None else board.name(change.move_partner),
        "changes": [_change_data(inner) for inner in change.changes],
    }


def _text_change_data(change: TextChange) -> Mapping[str, Any]:
    path = ("texts", change.language, change.field)
    return {
        "language": change.language,
        "field": change.field,
        **_change_data(Change(path, change.before, change.after)),
        "words": [{"kind": _word_run_kind(run), "text": run.text} for run in change.runs],
    }


def _word_run_kind(run: WordRun) -> str:
    if run.in_both:
        return "same"
    return "added" if run.in_after else "removed"
