"""Make each mistake several times, and count the findings at its place.

    .venv/bin/python -m tests.core.validation.planting.count_found_mistakes [EACH] [SEED]

prints the kinds of mistakes that were missed, and the share of mistakes with a finding. Findings
that any additional piece causes, such as those about boxes, do not count.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.core.validation.planting.author_mistakes import MISTAKES
from tests.core.validation.planting.plant_defects import Finding, finding_counts
from tests.core.validation.planting.planting_document import (
    NAMES,
    NoRoomError,
    PlantingDocument,
    clean_document,
)

UNRELATED_CODES = ("M05", "M111", "M112", "M2", "M309", "M31[0-4]", "M705", "M71", "M813", "M814")


@dataclass(frozen=True, slots=True)
class SlipResult:
    """The result of making one mistake.

    Attributes:
        mistake: The kind of mistake.
        scenario: The scenario it was made in.
        codes: The codes of the findings at its place.
    """

    mistake: str
    scenario: str
    codes: frozenset[str]


def mistake_results(repeats: int, seed: int) -> Iterator[SlipResult]:
    """Make each mistake *repeats* times, and yield the results."""
    baselines: dict[str, Counter[Finding]] = {}
    for mistake in MISTAKES:
        for number in range(repeats):
            yield _make_mistake(mistake, random.Random(f"{seed}/{mistake}/{number}"), baselines)


def _make_mistake(
    mistake_name: str, rng: random.Random, baselines: dict[str, Counter[Finding]]
) -> SlipResult:
    for name in rng.sample(NAMES, len(NAMES)):
        document = clean_document(name, languages=False)
        try:
            places = MISTAKES[mistake_name](PlantingDocument(document, rng))
        except NoRoomError:
            continue
        if name not in baselines:
            baselines[name] = finding_counts(clean_document(name, languages=False))
        new_findings = finding_counts(document) - baselines[name]
        return SlipResult(
            mistake_name,
            name,
            frozenset(f[0] for f in new_findings if _is_at_or_names_places(f, places)),
        )
    raise AssertionError(f"{mistake_name!r} can be made nowhere")


def _is_at_or_names_places(finding: Finding, places: list[str]) -> bool:
    """Return whether a finding is at one of the places, or its message names the hex of one.

    False for findings that any additional piece causes.
    """
    code, pointer, text = finding
    if re.match("|".join(UNRELATED_CODES), code):
        return False
    named_hexes = set(re.findall(r"\b[A-Za-z]{1,2}\d{1,2}\b", text))
    return any(
        pointer.startswith(place) or place.rpartition("/")[2] in named_hexes for place in places
    )


def main(arguments: list[str]) -> int:
    """Make the mistakes; print the kinds that were missed, and the share with a finding."""
    repeats = int(arguments[0]) if arguments else 5
    seed = int(arguments[1]) if len(arguments) > 1 else 44
    results = list(mistake_results(repeats, seed))
    missed_counts = Counter(result.mistake for result in results if not result.codes)
    for mistake, times in missed_counts.most_common():
        print(f"{times:5} x {mistake}")
    if "-v" in arguments:
        for result in results:
            print(result)
    found_count = len(results) - sum(missed_counts.values())
    always_found_kinds = len(MISTAKES) - len(missed_counts)
    print(
        f"{found_count} of {len(results)} = {found_count / len(results):.1%};",
        f"every time {always_found_kinds} of {len(MISTAKES)} kinds",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
