"""Updating the hexes in a rules file after edits of the board moved them.

Edits of the board move the hexes of all active rules, including those of ``NAME.rules.yaml``. That
file is never rewritten as a whole: only the values of changed rules are replaced, so that comments
and the formatting of other rules are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from m44core.errors import WriteError
from m44core.io.files.save import write
from m44core.io.files.side_files import MAX_SIZE, rules_path, side_rules
from m44core.io.text.yaml_read import YamlReader
from m44core.io.text.yaml_text import to_flow
from m44core.io.workshop.workshop_rules import written_rules
from m44core.messages.message import Value, message
from m44core.messages.os_errors import os_error_reason
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.special_rules import SpecialRules
from m44core.untrusted_files import read_bounded

Rules = Mapping[str, SpecialRule]


def update_side_rules(path: Path, scenario: Scenario, original_rules: Rules) -> None:
    """Write the rules of a scenario that come from its rules file back to that file.

    Args:
        path: The scenario file.
        scenario: The scenario, with changed rules.
        original_rules: The rules as they were when the rules file was read.

    Raises:
        WriteError: the rules in the file have changed since, a rule was lost together with its
            hexes, or the file cannot be written; it is unchanged.
    """
    source, rules = rules_path(path), scenario.briefing.special_rules.from_side_file
    text = _read_rules_text(source)
    if side_rules(scenario, path) != original_rules or rules.keys() != original_rules.keys():
        raise WriteError(message("{file} no longer has the same rules", file=source.name))
    changed_keys = {key for key, rule in rules.items() if rule != original_rules[key]}
    values = written_rules(SpecialRules(dict(rules)), scenario.board)
    new_text = _with_values(text, {key: values[key] for key in changed_keys})
    write(new_text.encode("utf-8"), source)


def _read_rules_text(source: Path) -> str:
    """Return the text of a rules file in a form that the YAML reader accepts.

    Raises:
        WriteError: the file cannot be read.
    """
    try:
        text = read_bounded(source, MAX_SIZE).decode("utf-8")
    except OSError as error:
        reason: Value = os_error_reason(error)
    except UnicodeDecodeError as error:
        reason = str(error)
    else:
        reader = YamlReader(text)
        reader.read()
        if not reader.failed:
            return text
        reason = message("it is damaged")
    raise WriteError(message("{path} cannot be read: {reason}", path=source.name, reason=reason))


def _with_values(text: str, values: Mapping[str, object]) -> str:
    """Return the text of a rules file with the values of some options replaced."""
    for key, value in reversed(list(_option_nodes(text))):
        if key.value in values:
            start, end = key.end_mark.index, _end_offset(value)
            text = f"{text[:start]}: {to_flow(values[key.value])}{text[end:]}"
    return text


def _option_nodes(text: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
    """Yield the nodes of the keys and values of the options, in order."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    sections = root.value if isinstance(root, yaml.MappingNode) else []
    for name, section in sections:
        if name.value == "options" and isinstance(section, yaml.MappingNode):
            yield from section.value


def _end_offset(node: yaml.Node) -> int:
    """Return the end offset of a node's text; a block ends with its last value."""
    is_block = isinstance(node, yaml.CollectionNode) and not node.flow_style
    if not is_block or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end_offset(last[1] if isinstance(last, tuple) else last)
