"""Every suppression of a ruff or mypy rule names the rule and gives a reason."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
FOLDERS = ("core", "editor", "tests", "packaging")
FILES = (
    REPOSITORY / "workshop.py",
    *(file for name in FOLDERS for file in sorted((REPOSITORY / name).rglob("*.py"))),
)
SUPPRESSION = re.compile(r"#\s*(noqa|type:\s*ignore)")
NAMED_SUPPRESSION = re.compile(
    r"#\s*(noqa:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*|type:\s*ignore\[[a-z, -]+\])"
)
WORD = re.compile(r"[^\W\d_]+")


def suppressions_without_reason(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the text of each suppressing comment without a reason."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and SUPPRESSION.search(token.string):
            reason = NAMED_SUPPRESSION.sub("", token.string)
            if SUPPRESSION.search(reason) or len(WORD.findall(reason)) < 2:
                yield token.start[0], token.string


def test_every_suppression_names_its_rule_and_says_why() -> None:
    assert [
        f"{file.relative_to(REPOSITORY)}:{line}: {comment}"
        for file in FILES
        for line, comment in suppressions_without_reason(file.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# noqa - of any shape",
        "# noqa: ANN401",
        "# noqa: ANN401 - JSON",
        "# noqa: PTH100, PTH120",
        "# type: ignore",
        "# type: ignore  # of any shape",
        "# type: ignore[misc]",
        "# type: ignore[misc, arg-type]  # 12 34",
        "# type: ignore[misc]  # noqa: ANN001",
    ],
)
def test_a_suppression_without_rule_or_reason_is_found(comment: str) -> None:
    assert [*suppressions_without_reason(f"a = 1\nb = f(a)  {comment}\n")] == [(2, comment)]


@pytest.mark.parametrize(
    "line",
    [
        "b = f(a)  # noqa: ANN401 - JSON of any shape",
        "b = f(a)  # type: ignore[misc]  # Qt takes None",
        'b = "# noqa"',
        "b = f(a)  # an ordinary comment",
    ],
)
def test_a_suppression_with_its_reason_passes(line: str) -> None:
    assert not [*suppressions_without_reason(f"{line}\n")]
