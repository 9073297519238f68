"""Which scenario and which language a file of a translator is for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from m44core.errors import ReadError
from m44core.messages.languages import languages
from m44core.messages.message import Message, enumerated, message
from m44core.model.scenario import Scenario
from m44core.translate.collection import Member
from m44core.translate.exchange.catalogue import Catalogue
from m44core.translate.languages import as_named, is_declared, is_tag, same_language, source_of
from m44core.translate.record import Record


def member_meant(catalogue: Catalogue, path: Path, members: Sequence[Member]) -> Member:
    """Return which scenario a file is for: the only one, or that whose name it has.

    Raises:
        ReadError: there is none.
    """
    if len(members) == 1:
        return members[0]
    named = [member for member in members if member.name == catalogue.scenario]
    stem = PurePosixPath(path.with_suffix("").as_posix())
    named = named or [member for member in members if _ends(stem, member.stem)]
    if len(named) == 1:
        return named[0]
    said = message(
        "there is no scenario {name} for it; name the scenario instead of its folder",
        name=catalogue.scenario or stem.name,
    )
    raise ReadError(_at(path, 1, said))


def _ends(path: PurePosixPath, stem: str) -> bool:
    parts = PurePosixPath(stem).parts
    return path.parts[-len(parts) :] == parts


def languages_meant(
    catalogue: Catalogue, path: Path, scenario: Scenario, record: Record, asked: str | None
) -> tuple[str, str]:
    """Return the languages a file is translated from and to, as the scenario calls them.

    Args:
        catalogue: What the file says.
        path: The file; where its folder is called after a language, that is the file's.
        scenario: The scenario it is for.
        record: What is known of its translations.
        asked: The language it is said to be in; with it, a language may be a new one.

    Raises:
        ReadError: it says no language, another one, or one that nobody declared.
    """
    line = catalogue.language_line or 1
    said = catalogue.target or asked
    if not said or not is_tag(said):
        what = message("the file names no language; add --to LANGUAGE")
        raise ReadError(_at(path, line, what))
    folder = path.parent.name
    expected = asked or (folder if is_declared(scenario, folder) else said)
    if not same_language(said, expected):
        what = message("the file is in {said!r}, not in {expected!r}", said=said, expected=expected)
        raise ReadError(_at(path, line, what))
    source = (
        as_named(scenario, catalogue.source) if catalogue.source else source_of(scenario, record)
    )
    if same_language(said, source):
        raise ReadError(
            _at(path, line, message("the file is in {said!r}, which is the source", said=said))
        )
    if not asked and not is_declared(scenario, said):
        known = enumerated(dict.fromkeys((*scenario.texts, *languages())))
        what = message(
            "nobody has declared {said!r}: neither the scenario nor the program has it, but "
            "{known}; add --to {said} to begin it",
            said=said,
            known=known,
        )
        raise ReadError(_at(path, line, what))
    return source, as_named(scenario, said)


def _at(path: Path, line: int, said: Message) -> Message:
    return message("{file}:{line}: {said}", file=str(path), line=line, said=said)
