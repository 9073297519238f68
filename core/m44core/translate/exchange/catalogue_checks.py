"""Checking a translator's file by itself, without its scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.messages.languages import languages
from m44core.messages.message import Message, enumerated, message
from m44core.translate.exchange.translation_catalogue import TranslationCatalogue
from m44core.translate.placeholders import PlaceholderMismatch, placeholder_mismatch
from m44core.translate.text_languages import is_language_code, is_same_language
from m44core.values import dataclass

_MAX_SHOWN_LENGTH = 60


@dataclass(frozen=True, slots=True)
class WrongPlaceholders:
    """A translation whose placeholders differ from those of its source.

    Attributes:
        line: The line of the translation.
        field: The field of the scenario's texts.
        source: The source.
        target: The translation.
        mismatch: The missing and the added placeholders.
    """

    line: int
    field: str
    source: str
    target: str
    mismatch: PlaceholderMismatch


@dataclass(frozen=True, slots=True)
class DuplicateEntry:
    """A source text that a file has twice, with different translations.

    Attributes:
        line: The line of the second occurrence.
        field: The field of the scenario's texts.
        first: The first translation.
        second: The second translation.
    """

    line: int
    field: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class WrongLanguage:
    """A file whose language is missing, invalid or different from the name of its folder.

    Attributes:
        line: The line that names the language.
        language: The language in the file; "" if it has none.
        expected: The language of the folder; "" if it is not named after one.
    """

    line: int
    language: str
    expected: str


@dataclass(frozen=True, slots=True)
class DroppedCodes:
    """Inline codes in a translation that were dropped because they have no text.

    Attributes:
        line: The line of the translation.
        field: The field of the scenario's texts.
        codes: The codes, such as ``ph 3``.
    """

    line: int
    field: str
    codes: tuple[str, ...]


CatalogueFault = WrongPlaceholders | DuplicateEntry | WrongLanguage | DroppedCodes


def catalogue_problems(catalogue: TranslationCatalogue, path: Path) -> Iterator[CatalogueFault]:
    """Yield the faults in a translator's file: a wrong language code, then those of each entry."""
    line, folder = catalogue.language_line or 1, path.parent.name
    is_named = any(is_same_language(folder, code) for code in languages())
    if not is_language_code(catalogue.target) or (
        is_named and not is_same_language(catalogue.target, folder)
    ):
        yield WrongLanguage(line, catalogue.target, folder if is_named else "")
    targets_by_key: dict[str, str] = {}
    for entry in catalogue.entries:
        if not entry.target.strip():
            continue
        mismatch = placeholder_mismatch(entry.source, entry.target)
        if mismatch:
            yield WrongPlaceholders(entry.line, entry.field, entry.source, entry.target, mismatch)
        if entry.left_out:
            yield DroppedCodes(entry.line, entry.field, entry.left_out)
        first = targets_by_key.setdefault(entry.key, entry.target)
        if first != entry.target:
            yield DuplicateEntry(entry.line, entry.field, first, entry.target)


def catalogue_problem_message(fault: CatalogueFault) -> Message:
    """Return the message about a fault."""
    match fault:
        case WrongPlaceholders(_, field, source, _, mismatch):
            return message(
                "{field}: the placeholders differ from {source!r}: missing {lost}, added {added}",
                field=field,
                source=shortened_text(source),
                lost=enumerated(map(repr, mismatch.lost)) if mismatch.lost else message("none"),
                added=enumerated(map(repr, mismatch.added)) if mismatch.added else message("none"),
            )
        case DuplicateEntry(_, field, first, second):
            return message(
                "{field}: appears twice in the file, as {first!r} and as {second!r}",
                field=field,
                first=first,
                second=second,
            )
        case DroppedCodes(_, field, codes):
            return message(
                "{field}: inline codes without text were left out: {codes}",
                field=field,
                codes=enumerated(codes),
            )
        case WrongLanguage(_, "", _):
            return message("the file does not state its language; add --to LANGUAGE")
        case WrongLanguage(_, language, ""):
            return message("{code!r} is not a language code", code=language)
        case WrongLanguage(_, language, expected):
            return message(
                "the file is in {said!r}, not in {expected!r}", said=language, expected=expected
            )


def shortened_text(text: str) -> str:
    """Return a text, truncated with an ellipsis if it has more than 60 characters."""
    return text if len(text) <= _MAX_SHOWN_LENGTH else text[: _MAX_SHOWN_LENGTH - 1] + "…"
