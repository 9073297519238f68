"""Limiting the number of findings in a file: capping each code, and merging repeated ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from m44core.diagnostics import Diagnostic, position_sort_key
from m44core.findings.finding_kinds import PhraseValue, finding, kind
from m44core.io.text.json_pointers import steps
from m44core.messages import nouns
from m44core.messages.message import Listing, Message, Value, listed, several
from m44core.values import dataclass

MAX_PER_CODE = 100
MORE_CODE = "M032"
"""The code of the finding that gives the number of findings left out."""


@dataclass(slots=True)
class CappedFindings:
    """Collects findings up to a limit for each code and counts the rest.

    Attributes:
        findings: The findings within the limit; callers append to it.
    """

    findings: list[Diagnostic] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def admits(self, code: str) -> bool:
        """Count another finding of a code and return whether it is within the limit."""
        self._counts[code] += 1
        return self._counts[code] <= MAX_PER_CODE

    def all(self) -> list[Diagnostic]:
        """Return the findings within the limit, and for each exceeded code a count of the rest."""
        return self.findings + [
            remainder_finding(code, n - MAX_PER_CODE)
            for code, n in self._counts.items()
            if n > MAX_PER_CODE
        ]


def cap_findings(findings: list[Diagnostic]) -> list[Diagnostic]:
    """Return at most a hundred findings of each code, with a finding that counts the others."""
    if len(findings) <= MAX_PER_CODE:
        return findings
    capped_findings = CappedFindings()
    capped_findings.findings = [
        each for each in findings if each.code == MORE_CODE or capped_findings.admits(each.code)
    ]
    return capped_findings.all()


def remainder_finding(code: str, count: int) -> Diagnostic:
    """Return the finding (M032) that says how many further findings of a code were left out."""
    values: dict[str, PhraseValue] = {"findings": nouns.findings(count)}
    values |= {"code": code, "name": kind(code).name}
    return finding(MORE_CODE, "more", **values)


def shortened_list(items: Sequence[Value], max_items: int = 3) -> Value:
    """Return the first items as a list for a message: ``A9, B9, C9 and 49 more``."""
    if len(items) <= max_items + 1:
        return listed(items)
    rest = several("{number} more", "{number} more", len(items) - max_items)
    return listed([*items[:max_items], rest])


_MAX_LOCATED = 100  # only so many findings are located to determine which comes first in the file


@dataclass(frozen=True, slots=True)
class _MergeRule:
    """The merging of several findings of a code into one.

    Attributes:
        counted: Returns a message with a number and its noun.
        places: Yields the keys, values or hexes that a finding is about.
    """

    counted: Callable[[int], Message]
    places: Callable[[Diagnostic], Iterable[Value]]


def merge_repeated_findings(
    findings: Iterable[Diagnostic], locate: Callable[[Diagnostic], Diagnostic]
) -> list[Diagnostic]:
    """Return findings, with repeated findings of some codes merged into one for each code.

    The merged finding names the first occurrences and has the location and fixes of the first
    one; those fixes rewrite the whole file.

    Args:
        findings: The findings about a file.
        locate: Returns a finding with its line and column.
    """
    result: list[Diagnostic] = []
    findings_by_code: dict[str, list[Diagnostic]] = {}
    for each in findings:
        findings_by_code.setdefault(each.code, []).append(each)
    for code, group in findings_by_code.items():
        if len(group) > 1 and code in _FOLD_BY_CODE:
            located_findings = sorted(map(locate, group[:_MAX_LOCATED]), key=position_sort_key)
            group = [
                _merged_finding([*located_findings, *group[_MAX_LOCATED:]], _FOLD_BY_CODE[code])
            ]
        result += group
    return result


def _merged_finding(group: list[Diagnostic], fold: _MergeRule) -> Diagnostic:
    first = group[0]
    places = [place for each in group for place in fold.places(each)]
    values = {
        "counted": fold.counted(len(places)),
        "places": shortened_list([*dict.fromkeys(places)]),
    }
    return replace(first, key="folded", values=values)


def _affected_key(finding: Diagnostic) -> Iterator[Value]:
    """Yield the key that a finding is about."""
    yield finding.values.get("key", "tags" if finding.key == "tags" else "text")


def _affected_hex_name(finding: Diagnostic) -> Iterator[Value]:
    """Yield the name of the hex that a finding is about."""
    yield steps(finding.pointer)[1]


def _quoted_value_getter(name: str) -> Callable[[Diagnostic], Iterator[Value]]:
    """Return a function that yields a quoted value of a finding."""

    def quote(diagnostic: Diagnostic) -> Iterator[Value]:
        yield f'"{diagnostic.values[name]}"'

    return quote


def _missing_keys(finding: Diagnostic) -> Iterator[Value]:
    """Yield the missing keys that a finding is about; keys of a text include the language."""
    keys = finding.values.get("keys", finding.values.get("key", "face"))
    for key in keys.items if isinstance(keys, Listing) else (keys,):
        yield f"text.{finding.values['language']}.{key}" if finding.key == "texts" else key


_FOLD_BY_CODE: Mapping[str, _MergeRule] = {
    "M041": _MergeRule(nouns.values, _quoted_value_getter("value")),
    "M042": _MergeRule(nouns.values, _affected_key),
    "M043": _MergeRule(nouns.lists, _affected_key),
    "M044": _MergeRule(nouns.hexes, _affected_hex_name),
    "M045": _MergeRule(nouns.values, _affected_key),
    "M046": _MergeRule(nouns.values, _quoted_value_getter("text")),
    "M047": _MergeRule(nouns.keys, _affected_key),
    "M048": _MergeRule(nouns.keys, _missing_keys),
    "M049": _MergeRule(nouns.keys, _affected_key),
    "M058": _MergeRule(nouns.hexes, _affected_hex_name),
}
"""The merging of findings for each code that is reported only once per file."""
