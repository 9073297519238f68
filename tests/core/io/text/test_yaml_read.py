"""YAML is read as plain data by the rules of YAML 1.2, with positions."""

from __future__ import annotations

import pytest

from m44core.io.text.yaml_read import YamlReader


def value_of(text: str) -> object:
    reader = YamlReader(text)
    value = reader.read()
    assert reader.findings == []
    return value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("10:30", "10:30"),
        ("2024-01-01", "2024-01-01"),
        ("1_000", "1_000"),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("-3", -3),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ('"1"', "1"),
        ("'true'", "true"),
        ("|\n  a\n  b\n", "a\nb\n"),
        ("{a: 1, no: 2, 3: x}", {"a": 1, "no": 2, "3": "x"}),
        ("- [1, {b: c}]\n- &x d\n- *x\n", [[1, {"b": "c"}], "d", "d"]),
    ],
)
def test_scalars_are_resolved_as_in_yaml_1_2(text: str, value: object) -> None:
    value_read = value_of(text)
    assert value_read == value
    assert type(value_read) is type(value)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\nb: 2\na: 3\n", "M008", 3, 1),
        ("a:\n - .nan\n", "M006", 2, 4),
        ("a: 99999999999999999999\n", "M007", 1, 4),
        ("a: !!int 1\n", "M014", 1, 4),
        ("a: 1\n---\nb: 2\n", "M014", 2, 1),
        ("? [a]\n: 1\n", "M014", 1, 3),
        ("a: b: c\n", "M013", 1, 5),
        ("a: *b\n", "M014", 1, 4),
        ("a: [1\n", "M013", 2, 1),
    ],
)
def test_a_syntax_error_is_reported_with_its_position(
    text: str, code: str, line: int, column: int
) -> None:
    reader = YamlReader(text)
    reader.read()
    assert [(d.code, d.line, d.column) for d in reader.findings] == [(code, line, column)]


def test_an_alias_counts_as_its_expanded_value() -> None:
    row = ", ".join(["x"] * 500)
    reader = YamlReader(f"a: &a [{row}]\nb: [{', '.join(['*a'] * 300)}]\n")
    assert reader.read() is None
    assert [d.code for d in reader.findings] == ["M015"]


def test_a_value_is_located_at_its_key() -> None:
    reader = YamlReader("a:\n  b: [1,\n    2]\n")
    reader.read()
    assert reader.places == {"/a": (0, 0), "/a/b": (1, 2), "/a/b/0": (1, 6), "/a/b/1": (2, 4)}


MERGES = {
    "one": ("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n", {"b": 1, "c": 3}),
    "before or after": ("a: &x {b: 1, c: 2}\nd:\n  c: 3\n  <<: *x\n", {"b": 1, "c": 3}),
    "several": ("a: [&x {b: 1}, &y {b: 2, c: 2}]\nd: {<<: [*x, *y]}\n", {"b": 1, "c": 2}),
    "of a merged one": ("a: &x {b: 1}\nc: &y {<<: *x}\nd: {<<: *y, e: 1}\n", {"b": 1, "e": 1}),
    "written there": ("d: {<<: {b: 1}, c: 2}\n", {"b": 1, "c": 2}),
    "in quotes it is a key": ("d: {'<<': 1}\n", {"<<": 1}),
}


@pytest.mark.parametrize("name", MERGES)
def test_a_merge_key_adds_the_entries_of_other_mappings(name: str) -> None:
    text, merged = MERGES[name]
    value = value_of(text)
    assert isinstance(value, dict)
    assert value["d"] == merged


@pytest.mark.parametrize("value", ["1", "x", "[1]", "[[]]", ""])
def test_an_invalid_merge_value_is_reported_with_its_position(value: str) -> None:
    reader = YamlReader(f"a:\n  b: 1\n  <<: {value}\n")
    assert reader.read() is None
    (finding,) = reader.findings
    assert (finding.code, finding.line, finding.column) == ("M014", 3, 3)


ENDS = ["\u2028", "\u2029", "\x85", "\ufeff"]
"""Characters at which YAML or Python, but not editors, start a new line."""


@pytest.mark.parametrize("character", ENDS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_in_editors(character: str, line_end: str) -> None:
    text = line_end.join(['a: "x', f'  y{character}z"', "# c", "b: 1", "b: 2", "c: !t 1"])
    reader = YamlReader(text)
    reader.read()
    duplicate_key, tag = reader.findings
    assert (duplicate_key.code, duplicate_key.line, duplicate_key.column) == ("M008", 5, 1)
    assert (tag.code, tag.line, tag.column) == ("M014", 6, 4)
    assert reader.places["/a"] == (0, 0)


def test_a_forbidden_character_is_found_after_multibyte_letters() -> None:
    reader = YamlReader("a: \u00e9\u65e5\nb: \u00e9\u00e9\x07\n")
    reader.read()
    (finding,) = reader.findings
    assert (finding.line, finding.column) == (2, 6)
