"""What the tests know from the reference material: see data/README.md."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
LAYOUTS = sorted((DATA / "boards").glob("*.m44"))
RANDOM_BOARDS = sorted((DATA / "random").glob("*.m44"))
COMPUTED = sorted((DATA / "computed").glob("*.json.xz"))


def board_file(name: str) -> Path:
    """Return the file of a published layout or a random board."""
    return next(path for path in [*LAYOUTS, *RANDOM_BOARDS] if path.stem == name)


def computed(name: str) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return what another implementation computed for the start of a board."""
    return json.loads(lzma.decompress((DATA / "computed" / f"{name}.json.xz").read_bytes()))


def base_scenarios() -> Any:  # noqa: ANN401 - JSON of any shape
    """Return what was counted in the 16 scenarios of the base game."""
    return json.loads((DATA / "base_scenarios.json").read_text("utf-8"))


def editor_pieces() -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the pieces the official editor has, and what was measured of how they lie."""
    return json.loads((DATA / "editor_pieces.json").read_text("utf-8"))
