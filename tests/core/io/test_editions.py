"""Files in every edition of our own format keep the meaning they had when they were written.

Each folder of ``editions`` has files that the program wrote while that edition was the newest, and
next to each the equivalent .m44 file. They are never rewritten.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.reference_data import load_yaml

from m44core.io.files.file_reader import ReadResult, read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.origin import OpenFile
from m44core.io.schema.schemas import read_schema
from m44core.io.workshop.decode import FORMAT, MIGRATIONS, Document, edition_of, migrate

FOLDER = Path(__file__).parent / "editions"
FILES = [
    pytest.param(path, id=f"{path.parent.name}-{path.name}")
    for ending in ("yaml", "json")
    for path in sorted(FOLDER.glob(f"*/*.{ending}"))
]
ODD_CODES = {"M023", "M025", "M056"}  # the intended problems in odd.yaml


def file_of(result: ReadResult) -> OpenFile:
    assert result.file is not None
    return result.file


def to_file_bytes(file: OpenFile, file_format: FileFormat) -> bytes:
    return to_bytes(file.scenario, file_format, file.origin)


@pytest.mark.parametrize("path", FILES)
def test_a_file_of_any_edition_is_read_with_its_original_content(path: Path) -> None:
    result = read_file(path)
    data = json.loads(path.with_suffix(".m44").read_text("utf-8"))
    assert json.loads(to_file_bytes(file_of(result), FileFormat.M44)) == data
    assert {finding.code for finding in result.diagnostics} == (
        ODD_CODES if path.stem == "odd" else set()
    )


@pytest.mark.parametrize("path", FILES)
def test_a_file_of_any_edition_keeps_its_meaning_in_the_newest(path: Path) -> None:
    file = file_of(read_file(path))
    for file_format in (FileFormat.YAML, FileFormat.JSON):
        data = to_file_bytes(file, file_format)
        reread_file = file_of(read_bytes(data, f"again.{file_format.value}"))
        assert reread_file.scenario == file.scenario
        assert to_file_bytes(reread_file, FileFormat.M44) == to_file_bytes(file, FileFormat.M44)
        assert to_file_bytes(reread_file, file_format) == data


@pytest.mark.parametrize("path", FILES)
def test_the_schema_accepts_every_edition(path: Path) -> None:
    document = load_yaml(path)
    errors = list(Draft202012Validator(read_schema("scenario")).iter_errors(document))
    assert bool(errors) == (path.stem == "odd")


def test_every_edition_has_files() -> None:
    assert {folder.name for folder in FOLDER.iterdir()} == {"format-1"}
    assert len(FILES) > 20


def test_every_older_edition_has_a_migration_to_the_next() -> None:
    assert {*MIGRATIONS} == {*range(1, FORMAT)}


def test_a_document_of_an_older_edition_is_upgraded_step_by_step() -> None:
    def move_title(document: Document) -> Document:
        return {**document, "texts": {"en": {"name": document["title"]}}}

    def uppercase_name(document: Document) -> Document:
        texts = document["texts"]
        return {**document, "texts": {"en": {"name": texts["en"]["name"].upper()}}}

    steps = {1: move_title, 2: uppercase_name}
    assert migrate({"format": 1, "title": "Mill"}, steps, 3)["texts"] == {"en": {"name": "MILL"}}
    second_edition = {"format": 2, "texts": {"en": {"name": "Mill"}}}
    assert migrate(second_edition, steps, 3)["texts"] == {"en": {"name": "MILL"}}
    assert migrate({"format": 3, "texts": {}}, steps, 3) == {"format": 3, "texts": {}}
    assert migrate({"format": 9}, steps, 3) == {"format": 9}


@pytest.mark.parametrize("value", [None, True, "1", 0, -1, 1.5])
def test_a_document_without_a_valid_edition_is_read_as_the_first(value: object) -> None:
    assert edition_of({"format": value}) == 1
