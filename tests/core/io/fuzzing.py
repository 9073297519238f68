"""A fuzzer: randomly damaged files are read, checked, converted back and forth, and reread.

    python -m tests.core.io.fuzzing 20000 7

tests that many files with a seed, and reports the failures: an exception, a written file that
cannot be read, a scenario that differs when read again, or a conversion that does not round-trip.
``FIRST-LAST`` in place of the number tests a range of them.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from itertools import islice
from pathlib import Path

from tests.core.io.mutations import mutated_bytes, mutated_json
from tests.reference_data import LAYOUTS, RANDOM_BOARDS

from m44core.findings.render_findings import check_name_of, render
from m44core.io.files.file_reader import FAULT_CODE, read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes, unreadable_reason
from m44core.io.origin import OpenFile
from m44core.resources import scenarios_folder
from m44core.validation.runner import check_scenario

_HERE = Path(__file__).parent
_HEADS = ("--", "++", "@@")
_MAX_SHOWN = 40  # the maximum number of failures printed in full
CONVERSIONS = (FileFormat.M44, FileFormat.YAML) * 2 + (FileFormat.JSON, FileFormat.M44)


@cache
def source_files() -> tuple[Path, ...]:
    """Return all available files: published layouts, random boards, shipped and test files."""
    ours = [
        *(file for folder in ("files", "editions") for file in (_HERE / folder).rglob("*.*")),
        *scenarios_folder().glob("*.*"),
    ]
    endings = {f".{file_format.value}" for file_format in FileFormat}
    return tuple(
        sorted(path for path in [*LAYOUTS, *RANDOM_BOARDS, *ours] if path.suffix in endings)
    )


def mutated_file(number: int, seed: int) -> tuple[bytes, str]:
    """Return the damaged file with a given number, and the name of the file it was made from."""
    rng = random.Random(f"{seed}-{number}")
    source = rng.choice(source_files())
    data = source.read_bytes()
    if rng.random() < 0.3:
        return mutated_bytes(data, rng), source.name
    if source.suffix == ".yaml":
        scenario_read = read_bytes(data, source.name).scenario
        assert scenario_read
        data = to_bytes(scenario_read, FileFormat.JSON)  # which is also YAML
    return mutated_json(json.loads(data.decode("utf-8-sig")), rng), source.name


def file_failures(data: bytes, name: str) -> Iterator[str]:
    """Yield the failures of a file, each as the kind of failure, a colon and the details."""
    result = read_bytes(data, name)
    yield from (f"fault: {render(d, 'en')}" for d in result.diagnostics if d.code == FAULT_CODE)
    if result.file is None:
        if not result.diagnostics:
            yield "silent: there is no scenario and no finding"
        return
    for finding in check_scenario(result.file.scenario):
        if check_name_of(finding) == "check-crashed":
            yield f"check: {render(finding, 'en')}"
        elif not result.with_location(finding).line:
            yield f"place: {render(finding, 'en')}"
    yield from _conversion_failures(result.file, result.format)


def _conversion_failures(file: OpenFile, file_format: FileFormat) -> Iterator[str]:
    """Write a file in its own format, then in all formats; yield differences in the scenario.

    One of our own files may hold values in .m44 form, which can only be interpreted in an .m44
    file, so its first conversion can change the scenario; later conversions cannot.
    """
    formats, written = (file_format, *CONVERSIONS), dict[FileFormat, bytes]()
    for number, to_format in enumerate(formats):
        data = to_bytes(file.scenario, to_format, file.origin)
        if unreadable_reason(data, to_format) is not None:
            return  # saving reports this, and no such file is written
        result = read_bytes(data, f"a.{to_format.value}")
        if result.file is None:
            finding_texts = "; ".join(render(finding, "en") for finding in result.diagnostics)
            yield f"unreadable: {to_format}: {finding_texts}"
            return
        may_change = number == 1 and file_format is not FileFormat.M44
        if result.file.scenario != file.scenario and not may_change:
            difference = _first_difference(file.scenario, result.file.scenario)
            yield f"another scenario: {to_format}: {difference}"
            return
        if number > 1 and written.setdefault(to_format, data) != data:
            yield f"another file: {to_format}: {_changed_lines(written[to_format], data)}"
            return
        file = result.file


def _changed_lines(before: bytes, after: bytes) -> str:
    """Return the first lines that differ between two texts."""
    old_lines, new_lines = before.decode("utf-8").splitlines(), after.decode("utf-8").splitlines()
    difference = unified_diff(old_lines, new_lines, lineterm="", n=0)
    changed_lines = (line for line in difference if line[:2] not in _HEADS)
    return " ".join(islice(changed_lines, 6))[:300]


def _first_difference(before: object, after: object) -> str:
    """Return a description of the first difference between two values."""
    for name in getattr(before, "__dataclass_fields__", ()):
        old_value, new_value = getattr(before, name), getattr(after, name, None)
        if old_value != new_value:
            return f"{name}: {_first_difference(old_value, new_value)}"
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            if before.get(key) != after.get(key):
                return f"{key}: {_first_difference(before.get(key), after.get(key))}"
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return "; ".join(
            _first_difference(*pair)
            for pair in zip(before, after, strict=True)
            if pair[0] != pair[1]
        )
    return f"{before!r:.300} became {after!r:.300}"


def numbered_failures(numbers: range, seed: int) -> list[tuple[int, str]]:
    """Return the failures for the files with the given numbers, each after its number."""
    failures_by_number = []
    for number in numbers:
        try:
            failures_by_number += [
                (number, failure) for failure in file_failures(*mutated_file(number, seed))
            ]
        except Exception:
            lines = traceback.format_exc().splitlines()
            failures_by_number.append((number, "exception: " + " | ".join(lines[-7:])))
    return failures_by_number


def main(number_range: str, seed: int) -> int:
    """Run the fuzzer and print the failures; return 1 if there are any, otherwise 0."""
    start, _, end = number_range.rpartition("-")
    numbers = range(int(start or 0), int(end))
    result = numbered_failures(numbers, seed)
    for number, failure in result[:_MAX_SHOWN]:
        print(f"{number}: {failure}")
    kinds = Counter(failure.partition(":")[0] for _, failure in result)
    print(f"{len(numbers)} files by seed {seed}: {dict(kinds) or 'nothing failed'}")
    return min(1, len(result))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
