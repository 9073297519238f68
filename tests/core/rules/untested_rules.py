"""List the rules of some pages that no test covers.

Run it on the pages of a rulebook::

    .venv/bin/python -m tests.core.rules.untested_rules RULES.md...

It lists each id that has neither a test nor a reason, and exits with 1 if there is any.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.core.rules.test_rule_ids import REASONS, ids_with_tests

STATEMENT = re.compile(r"\*\*([A-Z]+-[A-Z0-9]+(?:-[A-Z]*\d+)*)(?: [^*]*)?\*\*")
HERE = Path(__file__)
FAMILIES: dict[str, str] = json.loads(
    HERE.with_name("families_without_test.json").read_text(encoding="utf-8")
)


def untested_rule_ids(text: str) -> Iterator[str]:
    """Yield the ids on a page that need a test and have none."""
    covered_ids = ids_with_tests() | REASONS.keys()
    for id_ in dict.fromkeys(STATEMENT.findall(text)):
        if id_ not in covered_ids and reason_for(id_) is None:
            yield id_


def reason_for(id_: str) -> str | None:
    """Return the reason why no test names an id: that of the longest matching family, or None."""
    names = sorted(FAMILIES, key=len, reverse=True)
    return next((FAMILIES[name] for name in names if id_.startswith(name)), None)


def main(paths: Sequence[str]) -> int:
    """Print the untested ids, page by page; return 1 if there are any, else 0."""
    is_incomplete = False
    for path in paths:
        for id_ in untested_rule_ids(Path(path).read_text(encoding="utf-8")):
            print(f"{path}: {id_}")
            is_incomplete = True
    return int(is_incomplete)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
