"""Reading and writing the record of texts next to a scenario file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from errno import ENAMETOOLONG
from pathlib import Path

from m44core.errors import ReadError, WriteError
from m44core.io.files.save import not_saved_message, write
from m44core.io.files.scenario_files import TEXTS_ENDING
from m44core.io.text.yaml_file import at_line, read_yaml_file
from m44core.io.text.yaml_text import to_flow, to_key
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.translate.record import (
    CONFLICT,
    EMPTY_RECORD,
    UNPLACED,
    KeptTranslation,
    Record,
    TranslationMark,
    UnitState,
)
from m44core.translate.translation_units import digest
from m44core.untrusted_files import read_truncated

_FORMAT = 1
_MAX_BYTES = 8_000_000  # bytes: every text of the largest scenario in twenty languages
_HEAD = """\
# What M44 Workshop knows of the texts of the scenario beside it: see docs/translating-scenarios.md.
# "said" has what the source said when it was translated. Without this file all counts as done.
"""


def record_path(path: Path) -> Path:
    """Return the path of the record of a scenario file, whether or not it exists."""
    return path.with_name(path.stem + TEXTS_ENDING)


def read_record(path: Path) -> Record:
    """Read the record next to a scenario file; an empty record if there is no file.

    Raises:
        ReadError: the record cannot be read or is invalid; the message names its path and line.
    """
    record_file = record_path(path)
    try:
        if not record_file.is_file():
            return EMPTY_RECORD
    except OSError as error:
        if error.errno == ENAMETOOLONG:  # no such file can exist
            return EMPTY_RECORD
        raise ReadError(at_line(record_file, 0, os_error_reason(error))) from error
    file = read_yaml_file(record_file, _MAX_BYTES)
    try:
        return _record(file.tree)
    except _InvalidValueError as error:
        text = message("this line is not valid")
        raise file.error_at(error.pointer, text) from None


def write_record(record: Record, path: Path) -> None:
    """Write the record next to a scenario file, or remove the file if the record is empty.

    Raises:
        WriteError: the record cannot be written or removed; the previous file is unchanged.
    """
    record_file = record_path(path)
    if record:
        data = record_as_yaml(record).encode("utf-8")
        is_there = os.path.isfile(record_file)  # noqa: PTH113 - as below
        if not is_there or read_truncated(record_file, len(data)) != data:
            write(data, record_file, backup=False)
    elif os.path.isfile(record_file):  # noqa: PTH113 - a Path can raise if the name is too long
        try:
            record_file.unlink()
        except OSError as error:
            raise WriteError(not_saved_message(record_file, error)) from error


def record_as_yaml(record: Record) -> str:
    """Return a record as YAML; the same record always gives the same text."""
    return _HEAD + "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    yield f"format: {_FORMAT}"
    if record.source:
        yield f"source: {to_flow(record.source)}"
    texts = {
        code: {name: list(map(_mark_text, marks)) for name, marks in by_field.items()}
        for code, by_field in record.texts.items()
    }
    for key, part in (("texts", texts), ("sentences", record.sentences)):
        yield from _section_lines(key, part)
    if record.kept:
        yield "kept:"
        yield from (
            f"  - {to_flow(_kept_data(kept_translation))}" for kept_translation in record.kept
        )
    sources = {digest(text): text for text in _sources(record)}
    if sources:
        yield "said:"
        yield from (f"  {_key(name)}: {to_flow(sources[name])}" for name in sorted(sources))


def _section_lines(key: str, part: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    if part:
        yield f"{key}:"
    for code, by_field in part.items():
        yield f"  {to_key(code)}:"
        yield from (f"    {to_key(name)}: {to_flow(value)}" for name, value in by_field.items())


def _key(name: str) -> str:
    return to_key(f"s{name}")  # starts with a letter, so that YAML readers never see a number


def _sources(record: Record) -> Iterator[str]:
    for by_field in record.texts.values():
        for marks in by_field.values():
            yield from (mark.source for mark in marks)
    yield from (kept_translation.source for kept_translation in record.kept)


def _mark_text(mark: TranslationMark) -> str:
    return _key(digest(mark.source)) + ("" if mark.state is UnitState.DONE else f" {mark.state}")


def _kept_data(kept_translation: KeptTranslation) -> dict[str, str]:
    return {
        "language": kept_translation.language,
        "field": kept_translation.field,
        "from": _key(digest(kept_translation.source)),
        "text": kept_translation.target,
        "why": kept_translation.why,
    }


_READ_STATES: Mapping[str, UnitState] = {
    UnitState.NEW: UnitState.NEW,
    UnitState.DRAFT: UnitState.DRAFT,
    UnitState.STALE: UnitState.DRAFT,  # version 1.0.0 wrote it for labels
}


class _InvalidValueError(Exception):
    """A record contains an invalid value, at a pointer."""

    def __init__(self, pointer: str) -> None:
        super().__init__(pointer)
        self.pointer = pointer


def _record(tree: object) -> Record:
    document = _mapping(tree, "")
    if document.get("format") != _FORMAT:
        raise _InvalidValueError("/format")
    sources = {key: _text(text, f"/said/{key}") for key, text in _part(document, "said").items()}
    texts = {
        code: {
            name: tuple(
                _mark(each, sources, f"/texts/{code}/{name}") for each in _list(marks, code)
            )
            for name, marks in _mapping(by_field, f"/texts/{code}").items()
        }
        for code, by_field in _part(document, "texts").items()
    }
    sentences = {
        code: {
            key: _text(words, f"/sentences/{code}/{key}")
            for key, words in _mapping(by_field, f"/sentences/{code}").items()
        }
        for code, by_field in _part(document, "sentences").items()
    }
    kept_translations = tuple(
        _kept_translation(each, sources) for each in _list(document.get("kept", []), "/kept")
    )
    return Record(_text(document.get("source", ""), "/source"), texts, kept_translations, sentences)


def _mark(mark: object, sources: Mapping[str, str], pointer: str) -> TranslationMark:
    key, _, state = _text(mark, pointer).partition(" ")
    if key not in sources or (state and state not in _READ_STATES):
        raise _InvalidValueError(pointer)
    return TranslationMark(sources[key], _READ_STATES.get(state, UnitState.DONE))


def _kept_translation(entry: object, sources: Mapping[str, str]) -> KeptTranslation:
    data = _mapping(entry, "/kept")
    values = [_text(data.get(key), "/kept") for key in ("language", "field", "from", "text", "why")]
    language, name, key, text, reason = values
    if key not in sources or reason not in (CONFLICT, UNPLACED):
        raise _InvalidValueError("/kept")
    return KeptTranslation(language, name, sources[key], text, reason)


def _part(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    return _mapping(document.get(key, {}), f"/{key}")


def _mapping(value: object, pointer: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _InvalidValueError(pointer)
    return value


def _list(value: object, pointer: str) -> Iterable[object]:
    if not isinstance(value, list):
        raise _InvalidValueError(pointer)
    return value


def _text(value: object, pointer: str) -> str:
    if not isinstance(value, str):
        raise _InvalidValueError(pointer)
    return value
