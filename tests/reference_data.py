"""Reference data for the tests: reference boards and figures, the rulebook, and YAML files."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent / "data"
LAYOUTS = sorted((DATA / "boards").glob("*.m44"))
RANDOM_BOARDS = sorted((DATA / "random").glob("*.m44"))
COMPUTED = sorted((DATA / "computed").glob("*.json.xz"))


def board_file(name: str) -> Path:
    """Return the file of a published layout or a random board."""
    return next(path for path in [*LAYOUTS, *RANDOM_BOARDS] if path.stem == name)


def read_reference_values(name: str) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the values an independent implementation computed for a starting position."""
    return json.loads(lzma.decompress((DATA / "computed" / f"{name}.json.xz").read_bytes()))


def base_scenario_counts() -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the counts of tiles, pieces and figures in each of the 16 base-game scenarios."""
    return json.loads((DATA / "base_scenarios.json").read_text("utf-8"))


def editor_pieces() -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the pieces of the official editor, with their measured orientations."""
    return json.loads((DATA / "editor_pieces.json").read_text("utf-8"))


RULEBOOK = Path(__file__).parents[1] / "docs" / "rulebook"
PAGES = sorted(RULEBOOK.glob("*.md"))
STATEMENT = re.compile(r"^- \*\*([A-Z0-9-]+)\*\* (.+(?:\n  .+)*)", re.MULTILINE)


def statements(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the id and the text of each statement on a page."""
    for match in STATEMENT.finditer(page.read_text(encoding="utf-8")):
        yield match[1], " ".join(match[2].split())


def statement_ids(page: str = "*") -> list[str]:
    """Return the ids on a page, or on all pages."""
    return [id_ for path in sorted(RULEBOOK.glob(f"{page}.md")) for id_, _ in statements(path)]


LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(path: Path) -> Any:  # noqa: ANN401 - whatever the file says
    """Return the content of a YAML file."""
    return yaml.load(path.read_bytes(), LOADER)
