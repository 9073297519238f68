"""Files with anything anywhere in them: read as far as they go, never an exception, nothing lost.

The mutations are random but always the same. To look for more, raise ``FILES``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from m44core.api import render as drawn
from m44core.findings.render import name_of, render
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.files.write import to_bytes
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.validation.running.runner import check_scenario

FILES = 40  # of each kind; each is checked, drawn, and written and read in three formats
KINDS = [f"{kind}-{number}" for kind in ("m44", "yaml", "json") for number in range(FILES)]
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 999, 2**70, 1.5, 1e300),
    *("", " ", "x", "1", "-1", "\u0663", "axis", "AXIS", "a\nb", "\x00", "\u2028", "Ünï", "\ud800"),
    *("null", "true", "1e5", "0x10", "=", "<<", "# x", "- a", "a: b", "!!x", "'", '"', "|", "A1"),
    *([], {}, [[]], [{}], [1, 2], ["x"], [None], {"": None}, {"a": 1}, {"item": []}, {"0": {}}),
    *("Z99", "wood", {"name": 1}, {"name": "woods"}, {"name": None}, {"is": 1}),
]
Path = tuple[Any, ...]


def paths(tree: object, here: Path = ()) -> Iterator[Path]:
    """Yield where everything in a tree is, the tree itself left out."""
    pairs: Any = tree.items() if isinstance(tree, dict) else ()
    pairs = enumerate(tree) if isinstance(tree, list) else pairs
    for key, value in pairs:
        yield (*here, key)
        yield from paths(value, (*here, key))


def at(tree: Any, path: Path) -> Any:  # noqa: ANN401 - JSON
    for key in path:
        tree = tree[key]
    return tree


def mutate(tree: Any, chance: random.Random) -> None:  # noqa: ANN401 - JSON
    """Change one place of a tree: another value, another key, more or less of it."""
    path = chance.choice(list(paths(tree)))
    path = path[: chance.randint(1, len(path))] if chance.random() < 0.5 else path
    parent, key = at(tree, path[:-1]), path[-1]
    odd = deepcopy(chance.choice(ODD))
    match chance.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[chance.choice(["x", "", "$schema", "name", "row", "a/b", "~", "é"])] = odd
        case 1:
            parent.insert(0, odd)
        case 2:
            parent[key] = deepcopy(at(tree, chance.choice(list(paths(tree)))))
        case 3:
            parent[key] = chance.choice([[parent[key]], {"x": parent[key], "item": parent[key]}])
        case _:
            parent[key] = odd


def mutated(kind: str) -> tuple[bytes, str]:
    """Return a file gone wrong, and its name; JSON is YAML, too."""
    chance = random.Random(kind)
    kind = kind.partition("-")[0]
    file = scenarios_folder() / "pegasus-bridge.m44"
    data = file.read_bytes()
    if kind != "m44":
        scenario = read_bytes(data, file.name).scenario
        assert scenario
        data = to_bytes(scenario, FileFormat.JSON)
    tree = json.loads(data)
    for _ in range(chance.choice([1, 1, 2, 5])):
        mutate(tree, chance)
    return json.dumps(tree, ensure_ascii=kind == "m44").encode("utf-8", "replace"), f"a.{kind}"


@pytest.mark.parametrize("kind", KINDS)
def test_any_change_is_survived(kind: str) -> None:
    data, name = mutated(kind)
    result = read_bytes(data, name)
    assert result.scenario or result.diagnostics
    if result.scenario:
        found = check_scenario(result.scenario)
        assert [render(d, "en") for d in found if name_of(d) == "check-crashed"] == []
        assert all(result.located(d).line for d in found)
        assert drawn(result.scenario).endswith("</svg>\n")
        survives_every_format(result.scenario)


def survives_every_format(scenario: Scenario) -> None:
    """Write what was read as .m44; from then on no format may lose anything of it."""
    data = to_bytes(scenario, FileFormat.M44)
    normal = read_bytes(data, "a.m44").scenario
    assert normal
    for file_format in FileFormat:
        again = read_bytes(to_bytes(normal, file_format), f"a.{file_format}").scenario
        assert again == normal
        assert json.loads(to_bytes(again, FileFormat.M44)) == json.loads(
            to_bytes(normal, FileFormat.M44)
        )
