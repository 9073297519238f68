"""The statements of the rulebook by their ids: docs/rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

RULEBOOK = Path(__file__).parents[1] / "docs" / "rulebook"
PAGES = sorted(RULEBOOK.glob("*.md"))
STATEMENT = re.compile(r"^- \*\*([A-Z0-9-]+)\*\* (.+(?:\n  .+)*)", re.MULTILINE)


def statements(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the id and the text of each statement of a page."""
    for match in STATEMENT.finditer(page.read_text(encoding="utf-8")):
        yield match[1], " ".join(match[2].split())


def ids(page: str = "*") -> list[str]:
    """Return the ids of a page by its name, or of all."""
    return [id_ for path in sorted(RULEBOOK.glob(f"{page}.md")) for id_, _ in statements(path)]
