"""Laying a translation over the English words of findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from m44core.data_files import yaml_file
from m44core.errors import CatalogueError
from m44core.findings.kinds import Family, FindingKind, Message, Title

PROSE = ("finds", "why", "example", "instead")
"""The parts of a page."""


def translated(original: Family, path: Path) -> Family:
    """Return a family with the words of a translation; what that lacks stays in English.

    Raises:
        CatalogueError: the file is wrong; the message names it.
    """
    if not path.exists():
        return original
    try:
        said: Any = yaml_file(path)
        kinds = {
            code: _translated(kind, said["kinds"].get(code, {}))
            for code, kind in original.kinds.items()
        }
        return Family(said["title"], kinds)
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{path.parent.name}/{path.name} is wrong: {error!r}") from error


def _translated(kind: FindingKind, said: Mapping[str, Any]) -> FindingKind:
    messages, fixes = said.get("messages", {}), said.get("fixes", {})
    return replace(
        kind,
        **{part: said[part] for part in PROSE if part in said},
        messages={
            key: Message(message.severity, messages.get(key, message.template))
            for key, message in kind.messages.items()
        },
        fixes={
            key: Title(fixes.get(key, title.template), title.safe)
            for key, title in kind.fixes.items()
        },
        phrases={**kind.phrases, **said.get("phrases", {})},
    )
