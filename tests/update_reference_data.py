"""Update the data of the tests from the reference material.

The boards are those named in ``core/rules/oracle_differences.yaml``.
Usage: python -m tests.update_reference_data FOLDER
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.reference_data import DATA, load_yaml

LISTED_DIFFERENCES = load_yaml(DATA.parent / "core/rules/oracle_differences.yaml")
NAMES = sorted(LISTED_DIFFERENCES["compared"].keys() | LISTED_DIFFERENCES["not played"].keys())
COUNTED_KEYS = ("title", "date", "terrain_tiles", "rect_terrain", "obstacles", "tags", "figures")


def reference_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file; those ending in .xz are yielded unpacked."""
    for name in NAMES:
        is_published = name[0].isdigit()
        layouts = folder / "corpus" / "boards" if is_published else folder / "oracle" / "random"
        computed_folder = folder / "oracle" / ("boards" if is_published else "random")
        kind = "boards" if is_published else "random"
        yield f"{kind}/{name}.m44", (layouts / f"{name}.m44").read_bytes()
        yield f"computed/{name}.json.xz", (computed_folder / f"{name}.json").read_bytes()
    research = _read_json(folder / "research" / "base-scenarios.json")
    yield "base_scenarios.json", _json_lines(list(map(_compared_entries, research["scenarios"])))
    yield (
        "editor_pieces.json",
        _json_lines(_compared_pieces(_read_json(folder / "format" / "m44-edges.json"))),
    )


def stored_content(name: str) -> bytes:
    """Return the content of a test data file, unpacked."""
    data = (DATA / name).read_bytes()
    return lzma.decompress(data) if name.endswith(".xz") else data


def _read_json(path: Path) -> Any:  # noqa: ANN401 - JSON of any shape
    return json.loads(path.read_text("utf-8"))


def _compared_entries(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a scenario that are compared."""
    players = {
        player: {key: scenario[player][key] for key in ("cards", "medals_to_win")}
        for player in ("player1", "player2")
    }
    used_values = {
        name: check["used"] for name, check in scenario["checks"].items() if check["used"]
    }
    return {key: scenario[key] for key in COUNTED_KEYS} | players | {"used": used_values}


def _compared_pieces(measured_values: Mapping[str, Any]) -> dict[str, Any]:
    """Return names, orientations, edges and bearings of the pieces."""
    bearings = {
        piece["name"]: list(piece["long_axis_bearing_deg"].values())
        for piece in measured_values["rect_terrain_and_obstacles"]
        if piece.get("long_axis_bearing_deg")
    }
    edges = {
        name: {net: [at[net] for at in table.values()] for net in next(iter(table.values()))}
        for name, table in measured_values["compact_table"].items()
    }
    return {**measured_values["editor_catalogue"], "edges": edges, "bearings": bearings}


def _json_lines(value: Any) -> bytes:  # noqa: ANN401 - JSON of any shape
    """Return a JSON list or object with one entry per line."""
    if isinstance(value, list):
        return _join_lines("[", map(_json_text, value), "]")
    return _join_lines(
        "{", (f"{_json_text(key)}: {_json_text(each)}" for key, each in value.items()), "}"
    )


def _join_lines(start: str, entries: Iterable[str], end: str) -> bytes:
    return "\n".join((start, ",\n".join(entries), end, "")).encode()


def _json_text(value: Any) -> str:  # noqa: ANN401 - JSON of any shape
    return json.dumps(value, ensure_ascii=False)


def main(folder: Path) -> None:
    """Write every file whose content has changed."""
    for name, data in reference_files(folder):
        path = DATA / name
        if not path.exists() or stored_content(name) != data:
            path.parent.mkdir(exist_ok=True)
            compressed_data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
            path.write_bytes(compressed_data if name.endswith(".xz") else data)
            print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
