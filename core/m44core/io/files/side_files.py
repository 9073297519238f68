"""Files that belong to a scenario file: ``NAME.rules.yaml`` with special rules, and user packs.

The rules in ``NAME.rules.yaml`` apply whenever ``NAME.m44`` is read, and are never written to
``NAME.m44``. They are meant for files whose format cannot express them or whose author left them
out. The nearest ``m44.toml`` names the user packs.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.diagnostics import Diagnostic
from m44core.faults import FaultError, FileError, boundary, error_reason
from m44core.findings.finding_kinds import finding
from m44core.io.files.scenario_files import RULES_ENDING
from m44core.io.vocabulary.codes import word_for
from m44core.messages.message import Message, Value, enumerated
from m44core.messages.os_errors import os_error_reason
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.special_rules import ForeignRule, SpecialRules
from m44core.untrusted_files import read_truncated

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_KEYS = {"format", "note", "options"}
MAX_SIZE = 100_000  # bytes of a rules file

Findings = tuple[Diagnostic, ...]


def rules_path(path: Path) -> Path:
    """Return the path of the rules file of a scenario file, whether or not it exists."""
    return path.with_name(path.stem + RULES_ENDING)


def with_side_rules(scenario: Scenario, path: Path) -> tuple[Scenario, Findings]:
    """Return the scenario with the rules of its rules file, and the findings about that file.

    Args:
        scenario: The scenario; returned unchanged if there is no valid rules file.
        path: The scenario file.
    """
    source = rules_path(path)
    try:
        with boundary(source):
            return (
                _with_rules_from(source, scenario)
                if _rules_file_exists(source, path)
                else (scenario, ())
            )
    except (FaultError, FileError) as error:
        return scenario, (_refusal_finding(source, error_reason(error)),)


def side_rules(scenario: Scenario, path: Path) -> Mapping[str, SpecialRule]:
    """Return the rules in the rules file of a scenario file by key; empty without a valid file.

    Args:
        scenario: The scenario, whose board and catalogue the rules refer to.
        path: The scenario file.
    """
    return with_side_rules(scenario, path)[0].briefing.special_rules.from_side_file


def _rules_file_exists(source: Path, path: Path) -> bool:
    """Return whether the rules file of a scenario exists; False if its name is too long."""
    return source != path and os.path.isfile(source)  # noqa: PTH113 - a Path raises for such names


def _with_rules_from(source: Path, scenario: Scenario) -> tuple[Scenario, Findings]:
    options, findings = _read_options(source)
    if options is None:
        return scenario, findings
    rules, rule_findings = _parse_rules(options, scenario)
    if rule_findings:
        from m44core.findings.render_findings import message_of  # 4 ms

        return scenario, tuple(_refusal_finding(source, message_of(each)) for each in rule_findings)
    names = [Message(declarations().of(rule).label) for rule in rules.values()]
    in_force = finding("M064", "in-force", "", file=source.name, rules=enumerated(names))
    return _with_special_rules(scenario, rules), (in_force,)


def _read_options(source: Path) -> tuple[Mapping[str, object] | None, Findings]:
    """Return the ``options`` of a rules file (None if they are invalid), and the findings."""
    from m44core.io.text import decoding  # 1 ms
    from m44core.io.text.yaml_read import YamlReader  # 21 ms

    try:
        data = read_truncated(source, MAX_SIZE)
    except OSError as error:
        return None, (_refusal_finding(source, os_error_reason(error)),)
    file_text = decoding.decode(data, MAX_SIZE)
    reader = YamlReader(file_text.text or "")
    tree = reader.read()
    options = tree.get("options") if isinstance(tree, dict) else None
    if reader.failed or not isinstance(tree, dict) or not isinstance(options, dict):
        return None, (finding("M065", "no-options", "", file=source.name),)
    if unknown_keys := sorted(map(str, tree.keys() - _KEYS)):
        return None, (finding("M065", "key", "", file=source.name, key=unknown_keys[0]),)
    return options, ()


def _parse_rules(
    options: Mapping[str, object], scenario: Scenario
) -> tuple[dict[str, SpecialRule], list[Diagnostic]]:
    """Return the special rules in *options*, by key, and the findings about invalid ones."""
    from m44core.io.workshop.workshop_format import read_document  # 62 ms

    board = {"type": word_for(scenario.board.type.value)}
    document = {"format": 1, "board": board, "briefing": {"options": dict(options)}, "hexes": {}}
    file, findings = read_document(document, scenario.catalogue)
    rules_by_key = file.scenario.briefing.special_rules.stated if file else {}
    rules = {key: rule for key, rule in rules_by_key.items() if isinstance(rule, SpecialRule)}
    foreign_keys = [key for key, rule in rules_by_key.items() if isinstance(rule, ForeignRule)]
    option_findings = [each for each in findings if "/options" in (each.pointer or "")]
    if foreign_keys and not option_findings:
        option_findings = [finding("M065", "unknown", "", rule=key) for key in foreign_keys]
    return rules, option_findings


def _refusal_finding(source: Path, reason: Value) -> Diagnostic:
    return finding("M065", "wrong", "", file=source.name, reason=reason)


def _with_special_rules(scenario: Scenario, rules: Mapping[str, SpecialRule]) -> Scenario:
    special_rules = scenario.briefing.special_rules
    briefing = replace(scenario.briefing, special_rules=SpecialRules(special_rules.stated, rules))
    return replace(scenario, briefing=briefing)


def catalogue_for(
    path: Path, packs: Sequence[Pack] = ()
) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """Return the catalogue with the packs of a file, and a finding for each unusable pack.

    Args:
        path: The scenario file; the nearest ``m44.toml`` in or above its folder names packs.
        packs: Further packs that apply to the file.
    """
    from m44core.catalogue.packs.configured_packs import catalogue_for_file  # 4 ms

    try:
        with boundary():
            catalogue, errors = catalogue_for_file(path, packs)
    except (FaultError, FileError) as error:
        return base_catalogue(), (finding("M036", "pack", "", reason=error_reason(error)),)
    return catalogue, tuple(
        finding("M036", "pack", "", reason=error_reason(error)) for error in errors
    )
