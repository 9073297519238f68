#!/usr/bin/env python3
"""Collect the program's messages for translators, and compile their translations.

    packaging/messages.py extract           write the templates from code and data
    packaging/messages.py update [LANG...]  the same, and update the translations
    packaging/messages.py add LANG          begin a translation: de, it, zh-hans
    packaging/messages.py compile           build the catalogues the program reads

Run it with the Python of the environment: `.venv/bin/python packaging/messages.py update`. It needs
Babel. Translators open the files of `core/m44core/messages/locale/LANG` in Poedit or Weblate; a
message marked fuzzy has changed in English since it was translated.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache
from io import BytesIO
from pathlib import Path

import yaml
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import normalize, write_po

from compile_messages import (
    LOCALE,
    compile_messages,
    language_folders,
    locale_of,
    read_translation_file,
)
from m44core.messages.gettext_catalogue import FORM_SEPARATOR
from m44core.messages.languages import LANGUAGES_FILE, Language, languages
from m44core.version import __version__
from messages_in_code import MessageEntry, entries_of_code
from messages_in_data import entries_of_data

_WIDTH = 100
_PREVIOUS_ID_PREFIX = "before-"
_PREVIOUS_ID = re.compile(rb'#\| (msgid|msgid_plural) "before-(\d+)"')
ROOT = Path(__file__).resolve().parent.parent
REWORDED = ROOT / "packaging" / "reworded.yaml"
"""The messages that `reword.py` gave better English, oldest first."""
AREAS = ("pieces", "findings", "pages", "playtest", "window", "command-line")
"""The files of a language; a message used in two areas goes into the first of them."""

_FILE_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # of every file, so that only messages change a file
_MIN_SIMILARITY = 0.75  # similarity from which a new text counts as a changed one

Key = tuple[str, str]
"""The context of a message and its English text, the singular one."""


class UsageError(Exception):
    """The arguments are invalid."""


def main(arguments: list[str]) -> int:
    """Run one of the commands; return the exit status."""
    command, *rest = arguments or ["help"]
    try:
        if command not in _COMMANDS:
            raise UsageError((__doc__ or "").strip())
        _COMMANDS[command](rest)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _extract(_: list[str]) -> None:
    _write_templates(message_entries(ROOT))


def _write_templates(entries: Iterable[MessageEntry]) -> None:
    for area, template in templates_by_area(entries).items():
        _write_catalogue(ROOT / LOCALE / f"{area}.pot", template)


def _update(codes: list[str]) -> None:
    entries = message_entries(ROOT)
    _write_templates(entries)
    for code in codes or [path.name for path in language_folders(ROOT)]:
        for area, catalogue in updated_catalogues(ROOT, code, entries).items():
            _write_catalogue(ROOT / LOCALE / code / f"{area}.po", catalogue)


def _add(codes: list[str]) -> None:
    if not codes:
        raise UsageError("which language? for example: packaging/messages.py add de")
    for code in codes:
        if code not in languages():
            _declare_language(code)
        (ROOT / LOCALE / code).mkdir(parents=True, exist_ok=True)
    languages.cache_clear()
    _update(codes)
    _compile([])


def _compile(_: list[str]) -> None:
    compile_messages(ROOT)


_COMMANDS: Mapping[str, Callable[[list[str]], None]] = {
    "extract": _extract,
    "update": _update,
    "add": _add,
    "compile": _compile,
}


def _declare_language(code: str) -> None:
    """Add a language to the list, with its number separators."""
    try:
        locale = Locale.parse(locale_of(code))
    except (UnknownLocaleError, ValueError) as error:
        raise UsageError(f"{code!r} is the code of no language: {error}") from error
    signs = locale.number_symbols["latn"]
    name = locale.get_display_name(locale) or code
    with LANGUAGES_FILE.open("a", encoding="utf-8") as file:
        file.write(
            f"\n{code}:\n  name: {name}\n"
            f"  decimal: {_yaml_quote(signs['decimal'])}\n"
            f"  thousands: {_yaml_quote(signs['group'])}\n"
        )


def _yaml_quote(sign: str) -> str:
    return '"' + (sign if sign.isascii() else f"\\u{ord(sign):04x}") + '"'


def message_entries(root: Path) -> list[MessageEntry]:
    """Return the messages of code and data, in the order of the areas."""
    all_entries = [*entries_of_data(root), *entries_of_code(root)]
    all_entries.sort(key=lambda entry: AREAS.index(entry.area))
    return all_entries


def templates_by_area(entries: Iterable[MessageEntry]) -> Mapping[str, Catalog]:
    """Return the templates of the messages, keyed by area."""
    return _catalogues_by_area(entries, _new_template)


def _new_template(area: str) -> Catalog:
    return _new_catalogue(None, area)


def _new_catalogue(locale: str | None, area: str) -> Catalog:
    return Catalog(
        locale=locale,
        header_comment=f"# What M44 Workshop says, in six parts; this is {area}.",
        project="M44 Workshop",
        version=__version__,
        msgid_bugs_address="see CONTRIBUTING.md",
        last_translator="see the history of this file",
        language_team="see CONTRIBUTING.md",
        creation_date=_FILE_DATE,
        revision_date=_FILE_DATE,
        fuzzy=False,
    )


def _catalogues_by_area(
    entries: Iterable[MessageEntry],
    create: Callable[[str], Catalog],
    language: Language | None = None,
) -> Mapping[str, Catalog]:
    """Return the catalogue of each area: *create* makes it, and its entries are added.

    If a language is given, names are also added in each of their forms.
    """
    catalogues = {area: create(area) for area in AREAS}
    areas: dict[Key, str] = {}
    for entry in entries:
        area = areas.setdefault(_message_key(entry.id, entry.context), entry.area)
        _add_entry(catalogues[area], entry, entry.context, entry.comments)
        for form, example in _form_examples(entry, language).items():
            comments = (f"Form {form!r}: {example}",)
            _add_entry(catalogues[area], entry, f"{entry.context}{FORM_SEPARATOR}{form}", comments)
    return catalogues


def _form_examples(entry: MessageEntry, language: Language | None) -> Mapping[str, str]:
    """Return an example of each form of a name, or of a number with its noun, in a language.

    The mapping is empty for other messages.
    """
    if language is None or not entry.takes:
        return {}
    return language.forms if entry.takes == "forms" else language.counted_forms


def _add_entry(
    catalogue: Catalog, entry: MessageEntry, context: str, comments: Iterable[str]
) -> None:
    existing = catalogue.get(entry.id, context or None)
    if existing and existing.id != entry.id:
        raise UsageError(f"{entry.place}: {entry.id!r} is also said as {existing.id!r}")
    message = catalogue.add(
        entry.id, locations=[(entry.place, 0)], auto_comments=comments, context=context or None
    )
    message.flags.discard("python-format")  # our placeholders are in braces only


def updated_catalogues(
    root: Path, code: str, entries: Iterable[MessageEntry]
) -> Mapping[str, Catalog]:
    """Return the updated translations of a language, keyed by area.

    A message moved to another area keeps its translation; a slightly changed message keeps it,
    marked as fuzzy; a removed message is kept at the end of its file.
    """
    old, areas = _existing_translations(root / LOCALE / code)
    catalogues = _catalogues_by_area(
        entries, lambda area: _new_catalogue(locale_of(code), area), languages()[code]
    )
    new = {
        _message_key(m.id, m.context): m
        for catalogue in catalogues.values()
        for m in catalogue
        if m.id
    }
    renew_ids(old)
    vanished = {key: message for key, message in old.items() if key not in new}
    for key, message in new.items():
        if key in old:
            _copy_translation(message, old[key])
        elif predecessor := _likely_predecessor(key, vanished):
            _copy_as_fuzzy(message, vanished.pop(predecessor))
    for key, message in vanished.items():
        entry = catalogues[areas[key]]
        entry.obsolete[_catalog_key(message)] = message
    return catalogues


def renew_ids(translated: dict[Key, Message]) -> None:
    """Change the ids of translations, in place, where `reword.py` changed the English text."""
    keys: dict[str, list[Key]] = {}
    for key in translated:
        keys.setdefault(key[1], []).append(key)
    for (context, was), now in reworded_texts().items():
        for key in tuple(keys.get(was, ())):
            if key in translated and key[0].partition(FORM_SEPARATOR)[0] == context:
                message = translated.pop(key)
                message.id = now[0] if len(now) == 1 else now
                translated.setdefault((key[0], now[0]), message)
                keys.setdefault(now[0], []).append((key[0], now[0]))


@cache
def reworded_texts() -> Mapping[Key, tuple[str, ...]]:
    """Return the new texts of the messages that `reword.py` changed, oldest first.

    They are keyed by context and old text.
    """
    entries = yaml.load(REWORDED.read_text("utf-8"), yaml.CSafeLoader) or ()
    return {
        _message_key(each["was"], each.get("context")): as_texts(each["now"]) for each in entries
    }


def as_texts(value: str | list[str]) -> tuple[str, ...]:
    """Return the text of a message as a tuple, or both texts if it has a plural."""
    return (value,) if isinstance(value, str) else tuple(value)


def _catalog_key(message: Message) -> str | tuple[str, str]:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return (text, message.context) if message.context else text


def _existing_translations(folder: Path) -> tuple[dict[Key, Message], dict[Key, str]]:
    """Return the existing translations, including obsolete ones, and the area of each."""
    translations: dict[Key, Message] = {}
    places: dict[Key, str] = {}
    for path in sorted(folder.glob("*.po")):
        catalogue = read_translation_file(path)
        for message in (*catalogue.obsolete.values(), *catalogue):
            if message.id and _is_translated(message):
                translations[_message_key(message.id, message.context)] = message
                places[_message_key(message.id, message.context)] = path.stem
    return translations, places


def _is_translated(message: Message) -> bool:
    return any(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def _message_key(text: str | tuple[str, ...] | list[str], context: str | None) -> Key:
    return context or "", text if isinstance(text, str) else text[0]


def _likely_predecessor(key: Key, vanished: Mapping[Key, Message]) -> Key | None:
    """Return the key of the removed message that *key* most likely replaces, or None."""
    context, text = key
    same = {
        key_of_context[1]: key_of_context
        for key_of_context in vanished
        if key_of_context[0] == context
    }
    if context and len(same) == 1:
        return next(iter(same.values()))
    matches = get_close_matches(text, same, n=1, cutoff=_MIN_SIMILARITY)
    return same[matches[0]] if matches else None


def _copy_translation(message: Message, old: Message) -> None:
    if message.pluralizable != old.pluralizable:
        return
    message.string = old.string
    message.user_comments = old.user_comments
    message.previous_id = old.previous_id
    if old.fuzzy:
        message.flags.add("fuzzy")


def _copy_as_fuzzy(message: Message, old: Message) -> None:
    _copy_translation(message, old)
    if _is_translated(message):
        message.previous_id = [old.id] if isinstance(old.id, str) else list(old.id)
        message.flags.add("fuzzy")


def po_file_content(catalogue: Catalog) -> bytes:
    """Return a catalogue as a PO file, without line numbers, which change with the code."""
    previous_texts: list[str] = []
    for message in catalogue:
        previous_id = message.previous_id
        message.previous_id = [
            f"{_PREVIOUS_ID_PREFIX}{len(previous_texts) + number}"
            for number in range(len(previous_id))
        ]
        previous_texts += previous_id
    file = BytesIO()
    write_po(file, catalogue, width=_WIDTH, include_lineno=False, include_previous=True)
    return _PREVIOUS_ID.sub(
        lambda found: _wrap_previous(found[1], previous_texts[int(found[2])]), file.getvalue()
    )


def _wrap_previous(keyword: bytes, text: str) -> bytes:
    """Return a previous message as comment lines; Babel itself wraps it at the wrong places."""
    first, *others = f"{keyword.decode()} {normalize(text, width=_WIDTH - 3)}".split("\n")
    return "\n".join(f"#| {line}" for line in (first, *others)).encode()


def _write_catalogue(path: Path, catalogue: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(po_file_content(catalogue))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
