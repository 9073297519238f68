"""Plant many defects, and count those that are found.

    .venv/bin/python -m tests.core.validation.planting.plant_defects [PLANTS] [SEED]

plants PLANTS defects (3,000 by default), each kind equally often, and prints the missed and the
unexpected findings, and the share of defects that caused exactly the expected findings.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.core.validation.planting.all_defects import PLANTS, WITH_LANGUAGES, ExpectedFinding
from tests.core.validation.planting.planting_document import (
    NAMES,
    NoRoomError,
    PlantingDocument,
    Raw,
    clean_document,
)

from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_bytes
from m44core.validation.runner import check_scenario

Finding = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class PlantingResult:
    """The result of planting one defect.

    Attributes:
        defect: The kind of defect.
        scenario: The scenario it was planted in.
        seed: The seed of the random choices.
        planted: The expected finding.
        fault: The difference from the expected findings; empty if exactly these appeared.
    """

    defect: str
    scenario: str
    seed: str
    planted: ExpectedFinding
    fault: str


def planting_results(number: int, seed: int) -> Iterator[PlantingResult]:
    """Plant *number* defects, each kind equally often, and yield the results."""
    baselines: dict[tuple[str, bool], Counter[Finding]] = {}
    for count in range(number):
        defect = list(PLANTS)[count % len(PLANTS)]
        yield _plant_defect(defect, f"{seed}/{count}", baselines)


def _plant_defect(
    defect: str, seed: str, baselines: dict[tuple[str, bool], Counter[Finding]]
) -> PlantingResult:
    rng = random.Random(seed)
    languages = defect in WITH_LANGUAGES
    for name in rng.sample(NAMES, len(NAMES)):
        document = clean_document(name, languages=languages)
        try:
            planted = PLANTS[defect](PlantingDocument(document, rng))
        except NoRoomError:
            continue
        if (name, languages) not in baselines:
            baselines[name, languages] = finding_counts(clean_document(name, languages=languages))
        before, after = baselines[name, languages], finding_counts(document)
        return PlantingResult(
            defect, name, seed, planted, _difference_from_expected(planted, before, after)
        )
    raise AssertionError(f"{defect!r} can be planted nowhere")


def diagnostics_of(document: Raw) -> list[Diagnostic]:
    """Return the findings in a document, as if it were a file."""
    result = read_bytes(json.dumps(document, default=str).encode(), "planted.json")
    assert result.scenario is not None, result.diagnostics
    return [*result.diagnostics, *check_scenario(result.scenario)]


def finding_counts(document: Raw) -> Counter[Finding]:
    """Return how often each finding, as code, pointer and message, occurs in a document."""
    return Counter(
        (each.code, each.pointer, render(each, "en")) for each in diagnostics_of(document)
    )


def _difference_from_expected(
    planted: ExpectedFinding, before: Counter[Finding], after: Counter[Finding]
) -> str:
    """Return the difference from the expected findings; empty if there is none."""
    appeared, disappeared = after - before, before - after
    hits = [f for f in appeared if f[0] == planted.code and f[1].startswith(planted.pointer)]
    if not hits:
        return f"no {planted.code} at {planted.pointer}; came {sorted(appeared)}"
    allowed_codes = (planted.code, *planted.side_effects)
    other_findings = [
        finding for finding in [*appeared, *disappeared] if not finding[0].startswith(allowed_codes)
    ]
    return f"besides: {other_findings}" if other_findings else ""


def main(arguments: list[str]) -> int:
    """Plant the defects; print those with unexpected findings, and the share of the others."""
    number = int(arguments[0]) if arguments else 3000
    seed = int(arguments[1]) if len(arguments) > 1 else 44
    wrong_counts: Counter[str] = Counter()
    for result in planting_results(number, seed):
        if result.fault:
            wrong_counts[result.defect] += 1
            print(f"{result.defect} in {result.scenario} ({result.seed}): {result.fault}")
    for defect, times in wrong_counts.most_common():
        print(f"{times:5} x {defect}")
    right_count = number - sum(wrong_counts.values())
    print(f"{right_count} of {number} = {right_count / number:.1%}, {len(PLANTS)} kinds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
