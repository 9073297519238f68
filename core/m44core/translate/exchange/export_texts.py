"""Writing the texts of scenarios as files for translators."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from m44core.io.files.save import make_folder, write
from m44core.model.scenario import Scenario
from m44core.translate.collection import TEMPLATES, CollectionMember, translation_path
from m44core.translate.exchange.exchange_formats import (
    TEMPLATE,
    ExchangeFormat,
    catalogue_bytes,
    read_catalogue,
)
from m44core.translate.exchange.translation_catalogue import catalogue_of, update_catalogue
from m44core.translate.text_languages import declared_code, is_same_language
from m44core.translate.text_record import TextRecord
from m44core.untrusted_files import read_truncated
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class ExportedScenario:
    """A scenario whose texts are exported.

    Attributes:
        member: Its names in the collection.
        scenario: The scenario.
        record: The record of its translations.
    """

    member: CollectionMember
    scenario: Scenario
    record: TextRecord


def export_texts(
    exported_scenario: ExportedScenario,
    source: str,
    targets: Iterable[str],
    out: Path,
    file_format: ExchangeFormat,
) -> int:
    """Write the files of one scenario below a folder, and return the number of languages.

    Args:
        exported_scenario: The scenario.
        source: The language to translate from.
        targets: The languages to translate into; the source is left out.
        out: The folder.
        file_format: The format; PO files come with a template.

    Raises:
        M44Error: a file cannot be read or written, or a library of the format is missing.
    """
    files, member = 0, exported_scenario.member
    for code in (declared_code(exported_scenario.scenario, code) for code in targets):
        if not is_same_language(code, source):
            path = translation_path(out, member, code, file_format.suffix)
            write_catalogue(exported_scenario, source, code, path, file_format)
            files += 1
    if file_format is ExchangeFormat.PO:
        path = translation_path(out, member, TEMPLATES, TEMPLATE)
        write_catalogue(exported_scenario, source, "", path, file_format)
    return files


def write_catalogue(
    exported_scenario: ExportedScenario,
    source: str,
    target: str,
    path: Path,
    file_format: ExchangeFormat,
) -> None:
    """Write the texts of a scenario in one language, keeping translators' changes in the file.

    A file that would not change is not written.

    Args:
        exported_scenario: The scenario.
        source: The language to translate from.
        target: The language to translate into; "" for a template.
        path: The file.
        file_format: The format.

    Raises:
        M44Error: the file cannot be read or written, or a library of the format is missing.
    """
    name = exported_scenario.member.name
    catalogue = catalogue_of(
        exported_scenario.scenario, exported_scenario.record, name, source, target
    )
    if target and path.exists():
        catalogue = update_catalogue(catalogue, read_catalogue(path))
    make_folder(path.parent)
    data = catalogue_bytes(catalogue, file_format)
    if not path.exists() or read_truncated(path, len(data)) != data:
        write(data, path, backup=False)
