"""What is wrong with a file of a translator, without a look at the scenario it is for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.messages.languages import languages
from m44core.messages.message import Message, enumerated, message
from m44core.translate.exchange.translation_catalogue import TranslationCatalogue
from m44core.translate.placeholders import PlaceholderMismatch, placeholder_mismatch
from m44core.translate.text_languages import is_language_code, same_language
from m44core.values import dataclass

_ROOM = 60


@dataclass(frozen=True, slots=True)
class WrongPlaceholders:
    """A text whose placeholders are not those of its source.

    Attributes:
        line: Where it stands.
        field: The text of the scenario it is of.
        source: What it translates.
        target: It.
        unlike: What it lacks, and has besides.
    """

    line: int
    field: str
    source: str
    target: str
    unlike: PlaceholderMismatch


@dataclass(frozen=True, slots=True)
class DuplicateEntry:
    """A text that a file has twice, with two translations.

    Attributes:
        line: Where the second stands.
        field: The text of the scenario it is of.
        first: One translation.
        second: The other.
    """

    line: int
    field: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class WrongLanguage:
    """A file that is in no language, or in another one than its folder says.

    Attributes:
        line: Where it names its language.
        said: What it says; empty where it says nothing.
        expected: What its folder is called.
    """

    line: int
    said: str
    expected: str


@dataclass(frozen=True, slots=True)
class DroppedCodes:
    """Codes of a translation that stand for no text, and are left out of it.

    Attributes:
        line: Where the text stands.
        field: The text of the scenario it is of.
        codes: The codes, each as ``ph 3``.
    """

    line: int
    field: str
    codes: tuple[str, ...]


Fault = WrongPlaceholders | DuplicateEntry | WrongLanguage | DroppedCodes


def catalogue_faults(catalogue: TranslationCatalogue, path: Path) -> Iterator[Fault]:
    """Yield what is wrong with a file of a translator, in the order of its lines."""
    line, folder = catalogue.language_line or 1, path.parent.name
    named = any(same_language(folder, code) for code in languages())
    if not is_language_code(catalogue.target) or (
        named and not same_language(catalogue.target, folder)
    ):
        yield WrongLanguage(line, catalogue.target, folder if named else "")
    seen: dict[str, str] = {}
    for entry in catalogue.entries:
        if not entry.target.strip():
            continue
        wrong = placeholder_mismatch(entry.source, entry.target)
        if wrong:
            yield WrongPlaceholders(entry.line, entry.field, entry.source, entry.target, wrong)
        if entry.left_out:
            yield DroppedCodes(entry.line, entry.field, entry.left_out)
        first = seen.setdefault(entry.key, entry.target)
        if first != entry.target:
            yield DuplicateEntry(entry.line, entry.field, first, entry.target)


def fault_message(fault: Fault) -> Message:
    """Return what a fault says."""
    match fault:
        case WrongPlaceholders(_, field, source, _, wrong):
            return message(
                "{field}: of the placeholders of {source!r} it lacks {lost}, and has {added} "
                "besides",
                field=field,
                source=shortened(source),
                lost=enumerated(map(repr, wrong.lost)) if wrong.lost else message("none"),
                added=enumerated(map(repr, wrong.added)) if wrong.added else message("none"),
            )
        case DuplicateEntry(_, field, first, second):
            return message(
                "{field}: the file has it twice, as {first!r} and as {second!r}",
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
            return message("the file names no language; add --to LANGUAGE")
        case WrongLanguage(_, said, ""):
            return message("{code!r} is the code of no language", code=said)
        case WrongLanguage(_, said, expected):
            return message(
                "the file is in {said!r}, not in {expected!r}", said=said, expected=expected
            )


def shortened(text: str) -> str:
    """Return a text as far as a line has room."""
    return text if len(text) <= _ROOM else text[: _ROOM - 1] + "…"
