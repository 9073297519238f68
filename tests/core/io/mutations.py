"""Damaging scenario files at random: single values in their tree, or any of their bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

ODD_VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 999, 2**70, 1.5, 1e300),
    *("", " ", "x", "1", "-1", "\u0663", "axis", "AXIS", "a\nb", "\x00", "\u2028", "Ünï", "\ud800"),
    *("null", "true", "1e5", "0x10", "=", "<<", "# x", "- a", "a: b", "!!x", "'", '"', "|", "A1"),
    *([], {}, [[]], [{}], [1, 2], ["x"], [None], {"": None}, {"a": 1}, {"item": []}, {"0": {}}),
    *("Z99", "wood", {"name": 1}, {"name": "woods"}, {"name": None}, {"is": 1}),
]
KEYS = ("x", "", "$schema", "name", "row", "a/b", "~", "é")
TOKENS = (b"{", b"}", b"[", b"]", b'"', b",", b":", b"\n", b"\t", b"- ", b"\\", b"#", b"&a ", b"*a")
DEEP_NESTING = 50  # files can nest 64 levels deep
Path = tuple[Any, ...]


def value_paths(tree: object, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value inside a tree."""
    pairs: Any = tree.items() if isinstance(tree, dict) else ()
    pairs = enumerate(tree) if isinstance(tree, list) else pairs
    for key, value in pairs:
        yield (*path, key)
        yield from value_paths(value, (*path, key))


def value_at(tree: Any, path: Path) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the value at a path in a tree."""
    for key in path:
        tree = tree[key]
    return tree


def mutate_value(tree: Any, rng: random.Random) -> None:  # noqa: ANN401 - JSON of any shape
    """Change a random value in a tree in place: replace, remove, wrap or insert something."""
    path = rng.choice(list(value_paths(tree)))
    path = path[: rng.randint(1, len(path))] if rng.random() < 0.5 else path
    parent, key = value_at(tree, path[:-1]), path[-1]
    odd_value = deepcopy(rng.choice(ODD_VALUES))
    match rng.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[rng.choice(KEYS)] = odd_value
        case 1:
            parent.insert(0, odd_value)
        case 2:
            parent[key] = deepcopy(value_at(tree, rng.choice(list(value_paths(tree)))))
        case 3:
            parent[key] = rng.choice([[parent[key]], {"x": parent[key], "item": parent[key]}])
        case _:
            parent[key] = odd_value


def insert_deep_value(tree: Any, rng: random.Random) -> None:  # noqa: ANN401 - JSON of any shape
    """Put a deeply nested value, about as deep as files can be, at a random path of a tree."""
    path = rng.choice(list(value_paths(tree)))
    parent, inner = value_at(tree, path[:-1]), deepcopy(rng.choice(ODD_VALUES))
    for _ in range(DEEP_NESTING + rng.randrange(14)):
        inner = {"a": inner} if rng.random() < 0.5 else [inner]
    if isinstance(parent, dict):
        parent[rng.choice(KEYS)] = inner
    else:
        parent[path[-1]] = inner


def change_value_type(tree: Any, rng: random.Random) -> None:  # noqa: ANN401 - JSON of any shape
    """Change the type or case of a random value in place, such as a number to text."""
    leaf_paths = [
        path for path in value_paths(tree) if not isinstance(value_at(tree, path), dict | list)
    ]
    if not leaf_paths:
        return
    path = rng.choice(leaf_paths)
    value = value_at(tree, path)
    other_values: list[Any] = [
        str(value),
        f" {value}",
        str(value).upper(),
        str(value).lower(),
        [value],
    ]
    if str(value).isdecimal():
        other_values += [int(value), float(value), f"0{value}", f"{value}.0"]
    value_at(tree, path[:-1])[path[-1]] = rng.choice(other_values)


def mutated_json(tree: Any, rng: random.Random) -> bytes:  # noqa: ANN401 - JSON of any shape
    """Return the JSON of a tree after a few random changes, which are made in place."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        rng.choice(
            (mutate_value, mutate_value, mutate_value, change_value_type, insert_deep_value)
        )(tree, rng)
        if not list(value_paths(tree)):
            break
    ascii_only = rng.random() < 0.5
    return json.dumps(tree, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")


def mutated_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return the bytes of a file after a few random changes."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice([0, 0, 1, 1, 10, 100]))
        lines = data.splitlines(keepends=True) or [b""]
        new = rng.choice([b"", bytes([rng.randrange(256)]), rng.choice(TOKENS), rng.choice(lines)])
        data = data[:start] + new + data[end:]
    return data
