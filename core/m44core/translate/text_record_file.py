"""Reading and writing the record of texts next to a scenario file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from errno import ENAMETOOLONG
from pathlib import Path

from m44core.errors import ReadError, WriteError
from m44core.io.files.save import not_saved_message, write
from m44core.io.files.scenario_files import TEXTS_ENDING
from m44core.io.text.yaml_file import message_at_line, read_yaml_file
from m44core.io.text.yaml_text import to_flow, to_key
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.translate.text_record import (
    CONFLICT,
    EMPTY_RECORD,
    UNPLACED,
    KeptTranslation,
    TextRecord,
    TranslationMark,
    TranslationState,
)
from m44core.translate.translation_units import short_digest
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


def read_record(path: Path) -> TextRecord:
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
        raise ReadError(message_at_line(record_file, 0, os_error_reason(error))) from error
    file = read_yaml_file(record_file, _MAX_BYTES)
    try:
        return _parse_record(file.tree)
    except _InvalidValueError as error:
        text = message("this line is not valid")
        raise file.error_at(error.pointer, text) from None


def write_record(record: TextRecord, path: Path) -> None:
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


def record_as_yaml(record: TextRecord) -> str:
    """Return a record as YAML; the same record always gives the same text."""
    return _HEAD + "".join(f"{line}\n" for line in _record_lines(record))


def _record_lines(record: TextRecord) -> Iterator[str]:
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
    sources = {short_digest(text): text for text in _recorded_sources(record)}
    if sources:
        yield "said:"
        yield from (f"  {_digest_key(name)}: {to_flow(sources[name])}" for name in sorted(sources))


def _section_lines(key: str, part: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    if part:
        yield f"{key}:"
    for code, by_field in part.items():
        yield f"  {to_key(code)}:"
        yield from (f"    {to_key(name)}: {to_flow(value)}" for name, value in by_field.items())


def _digest_key(name: str) -> str:
    return to_key(f"s{name}")  # starts with a letter, so that YAML readers never see a number


def _recorded_sources(record: TextRecord) -> Iterator[str]:
    for by_field in record.texts.values():
        for marks in by_field.values():
            yield from (mark.source for mark in marks)
    yield from (kept_translation.source for kept_translation in record.kept)


def _mark_text(mark: TranslationMark) -> str:
    return _digest_key(short_digest(mark.source)) + (
        "" if mark.state is TranslationState.DONE else f" {mark.state}"
    )


def _kept_data(kept_translation: KeptTranslation) -> dict[str, str]:
    return {
        "language": kept_translation.language,
        "field": kept_translation.field,
        "from": _digest_key(short_digest(kept_translation.source)),
        "text": kept_translation.target,
        "why": kept_translation.why,
    }


_READ_STATES: Mapping[str, TranslationState] = {
    TranslationState.NEW: TranslationState.NEW,
    TranslationState.DRAFT: TranslationState.DRAFT,
    TranslationState.STALE: TranslationState.DRAFT,  # version 1.0.0 wrote it for labels
}


class _InvalidValueError(Exception):
    """A value in a record is invalid; the message is the pointer to it."""

    def __init__(self, pointer: str) -> None:
        super().__init__(pointer)
        self.pointer = pointer


def _parse_record(tree: object) -> TextRecord:
    document = _parse_mapping(tree, "")
    if document.get("format") != _FORMAT:
        raise _InvalidValueError("/format")
    sources = {
        key: _parse_text(text, f"/said/{key}")
        for key, text in _parse_part(document, "said").items()
    }
    texts = {
        code: {
            name: tuple(
                _parse_mark(each, sources, f"/texts/{code}/{name}")
                for each in _parse_list(marks, code)
            )
            for name, marks in _parse_mapping(by_field, f"/texts/{code}").items()
        }
        for code, by_field in _parse_part(document, "texts").items()
    }
    sentences = {
        code: {
            key: _parse_text(words, f"/sentences/{code}/{key}")
            for key, words in _parse_mapping(by_field, f"/sentences/{code}").items()
        }
        for code, by_field in _parse_part(document, "sentences").items()
    }
    kept_translations = tuple(
        _parse_kept_translation(each, sources)
        for each in _parse_list(document.get("kept", []), "/kept")
    )
    return TextRecord(
        _parse_text(document.get("source", ""), "/source"), texts, kept_translations, sentences
    )


def _parse_mark(mark: object, sources: Mapping[str, str], pointer: str) -> TranslationMark:
    key, _, state = _parse_text(mark, pointer).partition(" ")
    if key not in sources or (state and state not in _READ_STATES):
        raise _InvalidValueError(pointer)
    return TranslationMark(sources[key], _READ_STATES.get(state, TranslationState.DONE))


def _parse_kept_translation(entry: object, sources: Mapping[str, str]) -> KeptTranslation:
    data = _parse_mapping(entry, "/kept")
    values = [
        _parse_text(data.get(key), "/kept") for key in ("language", "field", "from", "text", "why")
    ]
    language, name, key, text, reason = values
    if key not in sources or reason not in (CONFLICT, UNPLACED):
        raise _InvalidValueError("/kept")
    return KeptTranslation(language, name, sources[key], text, reason)


def _parse_part(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    return _parse_mapping(document.get(key, {}), f"/{key}")


def _parse_mapping(value: object, pointer: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _InvalidValueError(pointer)
    return value


def _parse_list(value: object, pointer: str) -> Iterable[object]:
    if not isinstance(value, list):
        raise _InvalidValueError(pointer)
    return value


def _parse_text(value: object, pointer: str) -> str:
    if not isinstance(value, str):
        raise _InvalidValueError(pointer)
    return value
