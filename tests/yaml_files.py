"""YAML files of the tests, read by libyaml: reading them all takes Python's own reader seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def said_in(path: Path) -> Any:  # noqa: ANN401 - whatever the file says
    """Return what a YAML file says."""
    return yaml.load(path.read_bytes(), LOADER)
