"""How many findings of a kind are worth listing."""

from __future__ import annotations

from collections import Counter

from m44core.diagnostics import Diagnostic
from m44core.findings.load import kind
from m44core.findings.make import finding
from m44core.findings.wording import thousands

MOST = 100


def worth_listing(findings: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those of a code beyond the first hundred, which are counted."""
    if len(findings) <= MOST:
        return findings
    seen: Counter[str] = Counter()
    listed = []
    for found in findings:
        seen[found.code] += 1
        if seen[found.code] <= MOST:
            listed.append(found)
    return listed + [_more(code, n - MOST) for code, n in seen.items() if n > MOST]


def _more(code: str, number: int) -> Diagnostic:
    said = {"number": thousands(number), "code": code, "name": kind(code).name}
    return finding("M032", "more", **said)
