"""Make each slip several times, and count the findings at its place.

    .venv/bin/python -m tests.core.validation.planting.count_slips [EACH] [SEED]

prints the kinds of slips that were missed, and the share of slips with a finding. Findings that
any additional piece causes, such as those about boxes, do not count.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.core.validation.planting.plant_defects import Finding, finding_counts
from tests.core.validation.planting.planting_document import (
    NAMES,
    NoRoomError,
    PlantingDocument,
    clean_document,
)
from tests.core.validation.planting.slips import SLIPS

UNRELATED_CODES = ("M05", "M111", "M112", "M2", "M309", "M31[0-4]", "M705", "M71", "M813", "M814")


@dataclass(frozen=True, slots=True)
class SlipResult:
    """The result of making one slip.

    Attributes:
        slip: The kind of slip.
        scenario: The scenario it was made in.
        codes: The codes of the findings at its place.
    """

    slip: str
    scenario: str
    codes: frozenset[str]


def slip_results(repeats: int, seed: int) -> Iterator[SlipResult]:
    """Make each slip *repeats* times, and yield the results."""
    baselines: dict[str, Counter[Finding]] = {}
    for slip in SLIPS:
        for number in range(repeats):
            yield _make_slip(slip, random.Random(f"{seed}/{slip}/{number}"), baselines)


def _make_slip(
    slip_name: str, rng: random.Random, baselines: dict[str, Counter[Finding]]
) -> SlipResult:
    for name in rng.sample(NAMES, len(NAMES)):
        document = clean_document(name, languages=False)
        try:
            places = SLIPS[slip_name](PlantingDocument(document, rng))
        except NoRoomError:
            continue
        if name not in baselines:
            baselines[name] = finding_counts(clean_document(name, languages=False))
        new_findings = finding_counts(document) - baselines[name]
        return SlipResult(
            slip_name,
            name,
            frozenset(f[0] for f in new_findings if _is_at_or_names_places(f, places)),
        )
    raise AssertionError(f"{slip_name!r} can be made nowhere")


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
    """Make the slips; print the kinds that were missed, and the share of slips with a finding."""
    repeats = int(arguments[0]) if arguments else 5
    seed = int(arguments[1]) if len(arguments) > 1 else 44
    results = list(slip_results(repeats, seed))
    missed_counts = Counter(result.slip for result in results if not result.codes)
    for slip, times in missed_counts.most_common():
        print(f"{times:5} x {slip}")
    if "-v" in arguments:
        for result in results:
            print(result)
    found_count = len(results) - sum(missed_counts.values())
    always_found_kinds = len(SLIPS) - len(missed_counts)
    print(
        f"{found_count} of {len(results)} = {found_count / len(results):.1%};",
        f"every time {always_found_kinds} of {len(SLIPS)} kinds",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
