"""Reading and writing our own format: the workshop document as YAML and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import finding, finding_at, phrase
from m44core.io.origin import NO_ORIGIN, OpenFile, Origin
from m44core.io.schema.violations import SchemaName, schema_findings
from m44core.io.text.json_text import newline_of
from m44core.io.text.text_style import TextStyle
from m44core.io.text.yaml_read import YamlReader, comments_of
from m44core.io.text.yaml_text import yaml_text
from m44core.io.vocabulary.unknown_rules import unknown_rules, unknown_word_findings
from m44core.io.workshop.decode import FORMAT, decode_file, migrate
from m44core.io.workshop.encode import encode
from m44core.io.workshop.name_lookup import unknown_name_findings
from m44core.model.scenario import Scenario

Reading = tuple[OpenFile | None, list[Diagnostic]]


def read_json(document: object, text: str, catalogue: Catalogue) -> Reading:
    """Read the scenario from a JSON file of our own format.

    Args:
        document: The parsed content.
        text: The text it was parsed from.
        catalogue: The known pieces.

    Returns:
        The scenario with its origin, or None if there is none, and the findings about the file.
    """
    file, findings = read_document(document, catalogue)
    if file is not None:
        style = TextStyle(newline=newline_of(text))
        file = replace(file, origin=replace(file.origin, style=style))
    return file, findings


def read_document(document: object, catalogue: Catalogue) -> Reading:
    """Read the scenario from a workshop document.

    Returns:
        The scenario with its origin, or None if there is none, and the findings about the document.
    """
    if not isinstance(document, dict):
        return None, [finding_at((1, 1), "M026", "no-object")]
    if "board" not in document and "hexes" not in document:
        keys = ", ".join(list(document)[:5]) or phrase("nothing")
        return None, [finding_at((1, 1), "M026", "no-hexes", keys=keys)]
    if _is_m44(document):
        return None, [finding_at((1, 1), "M026", "official-format")]
    findings = _edition_findings(document) + schema_findings(document, SchemaName.SCENARIO)
    findings += unknown_name_findings(document, catalogue)
    file = decode_file(migrate(document), catalogue)
    return file, [*findings, *unknown_word_findings(unknown_rules(file.scenario))]


def _is_m44(document: dict[str, object]) -> bool:
    """Return whether a document has the keys of an .m44 file, and none of a workshop document."""
    board = document.get("board")
    has_m44_keys = isinstance(board, dict) and "hexagons" in board
    return has_m44_keys and not {"format", "briefing", "texts", "hexes"} & document.keys()


def _edition_findings(document: dict[str, object]) -> list[Diagnostic]:
    edition = document.get("format")
    if not isinstance(edition, int) or edition <= FORMAT:
        return []
    return [finding("M033", "newer", "/format", edition=edition, known=FORMAT)]


def read_yaml(text: str, catalogue: Catalogue) -> Reading:
    """Read the scenario from the text of a YAML file.

    Returns:
        The scenario with its origin, or None if there is none, and the findings about the file.
    """
    reader = YamlReader(text)
    document = reader.read()
    if reader.failed:
        return None, reader.findings
    file, findings = read_document(document, catalogue)
    if file is not None:
        style = TextStyle(newline=newline_of(text))
        origin = replace(file.origin, comments=comments_of(reader, document), style=style)
        file = replace(file, origin=origin)
    return file, reader.findings + findings


def to_yaml(scenario: Scenario, origin: Origin = NO_ORIGIN) -> str:
    """Return a scenario as YAML, with the comments of its origin."""
    return _with_original_line_endings(yaml_text(encode(scenario, origin), origin.comments), origin)


def _with_original_line_endings(text: str, origin: Origin) -> str:
    """Return *text* with the line endings of its origin, unless the origin is an .m44 file."""
    newline = "\n" if origin.tree is not None else origin.style.newline
    return text if newline == "\n" else text.replace("\n", newline)


def to_json(scenario: Scenario, origin: Origin = NO_ORIGIN) -> str:
    """Return a scenario as JSON in our own format, with one hex per line."""
    return _with_original_line_endings(_json_text(encode(scenario, origin), 0) + "\n", origin)


_FLAT_DEPTH = 2


def _json_text(value: object, depth: int) -> str:
    if not isinstance(value, dict) or not value or depth >= _FLAT_DEPTH:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    margin = "  " * (depth + 1)
    inner = ",\n".join(
        f"{margin}{json.dumps(key, ensure_ascii=False)}: {_json_text(item, depth + 1)}"
        for key, item in value.items()
    )
    return f"{{\n{inner}\n{margin[2:]}}}"
