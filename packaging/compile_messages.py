"""Compile the translations of each language into the one catalogue the program reads.

Translators edit files such as ``core/m44core/messages/locale/fr/findings.po``; the catalogue
``m44.mo`` next to them is built from them and never committed. The build of the wheel calls this,
and so do the launcher and the tests if a catalogue is older than its translations.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path("core/m44core/messages/locale")
CATALOGUE = "m44.mo"
_HEADER = """\
Language: {language}
Plural-Forms: {plural_forms}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit
"""


class CompiledCatalogue(Catalog):
    """A catalogue whose header depends only on the translations, not on Babel or its clock.

    Releases of Babel differ in the number of plural forms of French and Italian; the program
    would show a message in English if its translation lacked one of them.

    Args:
        language: Babel's name of the language.
        plural_forms: The rule that the translators' files state.
    """

    def __init__(self, language: str, plural_forms: str) -> None:
        super().__init__(locale=language, fuzzy=False)
        self._header = _HEADER.format(language=language, plural_forms=plural_forms)

    def __iter__(self) -> Iterator[Message]:
        """Iterate through the header and the messages."""
        _, *messages = super().__iter__()
        yield Message("", self._header)
        yield from messages


class ConflictError(Exception):
    """Two files of a language translate the same message differently."""


def compile_messages(root: Path) -> list[Path]:
    """Compile the languages of a checkout that have changed; return the catalogues written.

    Raises:
        ConflictError: two files of a language translate the same message differently.
    """
    return [_compile_language(folder) for folder in language_folders(root) if _is_outdated(folder)]


def _is_outdated(folder: Path) -> bool:
    compiled_file = folder / CATALOGUE
    newest = max(path.stat().st_mtime_ns for path in folder.glob("*.po"))
    return not (compiled_file.exists() and compiled_file.stat().st_mtime_ns >= newest)


def language_folders(root: Path) -> Iterator[Path]:
    """Yield the folder of each language."""
    return (path for path in sorted((root / LOCALE).iterdir()) if any(path.glob("*.po")))


def _compile_language(folder: Path) -> Path:
    """Compile the translations of a language, and return the path of the catalogue."""
    areas = {path.stem: read_translation_file(path) for path in sorted(folder.glob("*.po"))}
    first = next(iter(areas.values()))
    compiled = CompiledCatalogue(locale_of(folder.name), first.plural_forms)
    shares = " ".join(
        f"{area}={percent_translated(catalogue)}" for area, catalogue in areas.items()
    )
    compiled.add("complete", shares, context="m44")  # for `m44 languages`
    messages = [
        (message, area)
        for area, area_catalogue in areas.items()
        for message in translated_messages(area_catalogue)
    ]
    for message, area in sorted(messages, key=_sort_key):  # Babel takes ten times longer to sort
        _add_message(compiled, message, f"{folder.name}/{area}.po")
    compiled_file = folder / CATALOGUE
    temporary = compiled_file.with_suffix(f".{os.getpid()}")
    with temporary.open("wb") as file:
        write_mo(file, compiled)
    temporary.replace(compiled_file)
    return compiled_file


def _sort_key(item: tuple[Message, str]) -> tuple[str, str]:
    message, _ = item
    return message.id if isinstance(message.id, str) else message.id[0], message.context or ""


def _add_message(compiled: Catalog, message: Message, source: str) -> None:
    existing = compiled.get(message.id, message.context)
    if existing and existing.string != message.string:
        raise ConflictError(f"{source}: {message.id!r} is translated otherwise in another file")
    compiled.add(message.id, message.string, context=message.context)


def read_translation_file(path: Path) -> Catalog:
    """Return the catalogue in a translation file."""
    with path.open("rb") as file:
        return read_po(file, locale=locale_of(path.parent.name))


def locale_of(code: str) -> str:
    """Return Babel's name of a language: ``zh_Hans`` for ``zh-hans``."""
    language, *rest = code.replace("_", "-").split("-")
    return "_".join(
        [language, *(part.title() if len(part) == 4 else part.upper() for part in rest)]
    )


def translated_messages(catalogue: Catalog) -> Iterator[Message]:
    """Yield the messages with a complete and current translation."""
    return (message for message in catalogue if message.id and _is_translated(message))


def _is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return not message.fuzzy and all(strings)


def percent_translated(catalogue: Catalog) -> int:
    """Return the percentage of a catalogue that is translated, rounded down; 100 if it is empty."""
    total = sum(1 for message in catalogue if message.id)
    return 100 * sum(1 for _ in translated_messages(catalogue)) // total if total else 100


if __name__ == "__main__":
    try:
        compile_messages(Path(__file__).resolve().parent.parent)
    except ConflictError as error:
        sys.exit(str(error))
