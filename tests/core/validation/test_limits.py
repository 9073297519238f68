"""The limits that keep checks short: time, the number of findings, the length of texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.findings.render_findings import render
from m44core.hexes import Hex
from m44core.io.text.finding_limits import MAX_PER_CODE
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Tag, Texts
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem, problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.runner import check_scenario, run_check
from m44core.validation.text_analysis.scenario_texts import (
    MAX_LANGUAGES,
    MAX_LETTERS,
    MAX_TOTAL_LETTERS,
    MIN_LETTERS,
    truncate_texts,
)
from m44core.validation.time_budget import (
    MAX_STEP_SECONDS,
    OverdueError,
    TimeBudget,
    raise_if_overdue,
    untimed,
)


def find_endlessly(context: CheckContext) -> Iterator[Problem]:
    while True:
        yield problem("long", "/texts", language="x", letters=1, most=1)


def analyse_endlessly(context: CheckContext) -> Iterator[Problem]:
    while context:
        raise_if_overdue()
    yield from ()


@pytest.mark.parametrize("find", [find_endlessly, analyse_endlessly])
def test_a_check_that_takes_too_long_is_ended_and_named(find: object) -> None:
    slow_check = Check("M812", find)  # type: ignore[arg-type] # one of the two above
    findings = list(run_check(slow_check, CheckContext.of(Scenario()), TimeBudget(per_check=0.02)))
    texts = [render(each, "en") for each in findings if each.code == "M098"]
    assert texts == ["The check M812 long-title took too long on this scenario and was stopped"]
    assert len(findings) <= MAX_PER_CODE + 2


def test_checks_after_an_overdue_one_still_get_some_time() -> None:
    budget, context = TimeBudget(total=0.0, minimum=0.01), CheckContext.of(Scenario())
    slow_problems = list(run_check(Check("M812", analyse_endlessly), context, budget))
    assert [each.code for each in slow_problems] == ["M098"]
    quick_check = next(iter(CHECKS.values()))
    assert list(run_check(quick_check, context, budget)) == []


def is_overdue() -> bool:
    try:
        raise_if_overdue()
    except OverdueError:
        return True
    return False


def test_time_outside_a_limited_check_is_not_limited() -> None:
    with TimeBudget(per_check=-1.0, minimum=-1.0).limit_check():
        is_stopped_inside = is_overdue()
    assert (is_stopped_inside, is_overdue()) == (True, False)


def test_a_long_pause_of_the_machine_does_not_end_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.01, 9.0, 9.01, 9.02])
    monkeypatch.setattr("m44core.validation.time_budget.thread_time", lambda: next(times))
    budget = TimeBudget(
        total=MAX_STEP_SECONDS + 0.02, per_check=MAX_STEP_SECONDS + 0.015, minimum=0.0
    )
    with budget.limit_check():
        are_stopped = [is_overdue() for _ in range(3)]
    assert are_stopped == [False, False, True]


def test_untimed_work_does_not_count_against_a_check() -> None:
    def find_patiently(context: CheckContext) -> Iterator[Problem]:
        with untimed():
            sum(range(3_000_000))
        raise_if_overdue()
        yield from ()

    budget = TimeBudget(total=0.02, per_check=0.01, minimum=0.0)
    assert list(run_check(Check("M812", find_patiently), CheckContext.of(Scenario()), budget)) == []
    with budget.limit_check():
        assert not is_overdue()


def test_findings_beyond_the_maximum_are_only_counted() -> None:
    tags = tuple(Tag(name=f"odd{number}", side=Side.AXIS) for number in range(3 * MAX_PER_CODE))
    findings = check_scenario(Scenario(hexes={Hex(4, 8): HexContent(tags=tags)}))
    unknown_names = [each for each in findings if each.code == "M101"]
    count_messages = [render(each, "en") for each in findings if each.code == "M032"]
    assert len(unknown_names) == MAX_PER_CODE
    assert "Not shown: 200 problems of type M101 (unknown-piece)" in count_messages


def test_a_truncated_text_gets_no_fix() -> None:
    long_text = "is is " + "x" * MAX_LETTERS
    short, long = (check_scenario(scenario_with_text(text)) for text in ("is is x", long_text))
    assert [each.fixes != () for each in short if each.code == "M810"] == [True]
    assert [each.fixes for each in long if each.code == "M810"] == [()]


def scenario_with_text(text: str) -> Scenario:
    return Scenario(texts={"en": Texts(name="A", description=text)})


def test_the_numbers_of_letters_and_languages_read_are_limited() -> None:
    texts = {
        f"x{n}": Texts(name="A" * 20, rules="y" * 2 * MAX_LETTERS) for n in range(2 * MAX_LANGUAGES)
    }
    truncated_texts = truncate_texts(texts)
    letters = sum(
        len(each.name or "") + len(each.rules or "") for each in truncated_texts.texts.values()
    )
    assert len(truncated_texts.texts) == MAX_LANGUAGES
    assert letters <= MAX_TOTAL_LETTERS + MAX_LANGUAGES * 2 * MIN_LETTERS
    assert all(each.name and each.rules for each in truncated_texts.texts.values())


def test_texts_of_usual_length_are_not_truncated() -> None:
    texts = {"en": Texts(name="A", rules="y" * MAX_LETTERS)}
    assert truncate_texts(texts).texts["en"] is texts["en"]
    assert replace(truncate_texts(texts), texts={}).original_lengths == {}
