"""Reading our own JSON Schemas."""

from __future__ import annotations

import json
from typing import Any

from m44core.resources import schema_folder


def read_schema(name: str) -> dict[str, Any]:
    """Return one of our schemas: ``m44`` or ``scenario``."""
    text = (schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
