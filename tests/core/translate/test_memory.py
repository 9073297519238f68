"""What was translated before is offered, the same and what is like it."""

from __future__ import annotations

from pathlib import Path

from tests.core.translate.conftest import scenario

from m44core.io.files.save import save
from m44core.translate.memory import Memory, Remembered, memory_of, remembered_in

HOLD = Remembered("Hold the bridge at all costs.", "Tenez le pont à tout prix.", "a.yaml")
TAKE = Remembered("Take the bridge at all costs.", "Prenez le pont à tout prix.", "b.yaml")
NIGHT = Remembered("Night has fallen.", "Il fait nuit.", "c.yaml")


def test_the_same_text_comes_first_and_is_the_only_one_with_100_percent() -> None:
    found = Memory([TAKE, HOLD, NIGHT]).matches(HOLD.source)
    assert [(match.remembered, match.percent == 100) for match in found] == [
        (HOLD, True),
        (TAKE, False),
    ]


def test_a_text_with_another_full_stop_is_nearly_the_same() -> None:
    (found,) = Memory([HOLD]).matches("Hold the bridge at all costs!")
    assert 90 <= found.percent <= 99


def test_two_translations_of_one_text_are_both_offered() -> None:
    other = Remembered(HOLD.source, "Gardez le pont.", "d.yaml")
    found = Memory([HOLD, other, HOLD]).matches(HOLD.source)
    assert [match.remembered.target for match in found] == [HOLD.target, other.target]


def test_what_has_little_in_common_is_not_offered() -> None:
    assert Memory([NIGHT]).matches("The tanks are low on fuel.") == ()


def test_only_what_is_done_is_remembered() -> None:
    half = scenario("A\nB", "a\nb")
    assert [each.source for each in remembered_in(half, "en", "fr", "x")] == ["The mill", "A", "B"]
    assert list(remembered_in(scenario("A", None), "en", "fr", "x")) == []


def test_a_folder_is_remembered_with_its_files_and_broken_ones_are_passed_over(
    tmp_path: Path,
) -> None:
    save(scenario("A", "a"), tmp_path / "good.yaml")
    (tmp_path / "bad.m44").write_text("{", encoding="utf-8")
    memory = memory_of(sorted(tmp_path.iterdir()), "en", "fr", shipped=False)
    (found,) = memory.matches("A")
    assert (found.remembered.target, found.remembered.where) == ("a", "good.yaml")
