"""How many findings of a kind are worth listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from m44core.diagnostics import Diagnostic
from m44core.findings.kinds import Sayable
from m44core.findings.load import kind
from m44core.findings.make import finding
from m44core.messages import how_many
from m44core.messages.message import Value, listed, several
from m44core.values import dataclass

MOST = 100
MANY = "M032"
"""The code of what is said of the findings that are not listed."""


@dataclass(slots=True)
class Listed:
    """Findings of which no more are made than are worth listing; the rest are counted.

    Attributes:
        findings: Those that are listed.
    """

    findings: list[Diagnostic] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)

    def has_room(self, code: str) -> bool:
        """Count one more finding of a code, and tell whether it is worth making."""
        self._seen[code] += 1
        return self._seen[code] <= MOST

    def all(self) -> list[Diagnostic]:
        """Return the findings, and how many more there are of each code."""
        return self.findings + [more(code, n - MOST) for code, n in self._seen.items() if n > MOST]


def worth_listing(findings: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those of a code beyond the first hundred, which are counted."""
    if len(findings) <= MOST:
        return findings
    listed = Listed()
    listed.findings = [each for each in findings if each.code == MANY or listed.has_room(each.code)]
    return listed.all()


def more(code: str, number: int) -> Diagnostic:
    """Return that there are so many findings of a code more than are listed."""
    said: dict[str, Sayable] = {"findings": how_many.findings(number)}
    said |= {"code": code, "name": kind(code).name}
    return finding(MANY, "more", **said)


def some(words: Sequence[Value], shown: int = 3) -> Value:
    """Return words as a list that stays short: ``A9, B9, C9 and 49 more``."""
    if len(words) <= shown + 1:
        return listed(words)
    rest = several("{number} more", "{number} more", len(words) - shown)
    return listed([*words[:shown], rest])
