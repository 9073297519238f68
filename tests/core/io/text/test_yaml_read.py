"""Reading YAML: plain data, as YAML 1.2 has it, with places."""

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
def test_a_value_is_what_yaml_1_2_says(text: str, value: object) -> None:
    read = value_of(text)
    assert read == value
    assert type(read) is type(value)


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
def test_a_fault_is_told_with_its_place(text: str, code: str, line: int, column: int) -> None:
    reader = YamlReader(text)
    reader.read()
    assert [(d.code, d.line, d.column) for d in reader.findings] == [(code, line, column)]


def test_an_alias_counts_as_what_it_means() -> None:
    row = ", ".join(["x"] * 500)
    reader = YamlReader(f"a: &a [{row}]\nb: [{', '.join(['*a'] * 300)}]\n")
    assert reader.read() is None
    assert [d.code for d in reader.findings] == ["M015"]


def test_places_are_those_of_the_keys() -> None:
    reader = YamlReader("a:\n  b: [1,\n    2]\n")
    reader.read()
    assert reader.places == {"/a": (0, 0), "/a/b": (1, 2), "/a/b/0": (1, 6), "/a/b/1": (2, 4)}
