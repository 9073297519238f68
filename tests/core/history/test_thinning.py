"""Which versions stay as they get older."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.history.thinning import in_order_of_age, superfluous
from m44core.history.versions import Version, Why, version_called

NOW = datetime(2024, 6, 6, 12, 30, tzinfo=UTC)
ages = st.integers(0, 60 * 24 * 10)  # minutes


def version(minutes: int, pinned: bool = False) -> Version:
    return Version(NOW - timedelta(minutes=minutes), Why.SAVED, "0" * 64, pinned)


def left(versions: Iterable[Version], number: int = 200, now: datetime = NOW) -> list[Version]:
    versions = list(versions)
    gone = superfluous(versions, now, number)
    return [each for each in versions if each not in gone]


def test_all_of_the_last_hour_stay() -> None:
    recent = [version(minutes) for minutes in range(60)]
    assert left(recent) == recent


def test_of_an_hour_of_today_the_last_one_stays() -> None:
    hours = [version(90), version(100), version(160)]  # 11:00, 10:50, 9:50
    assert left([version(0), *hours, version(165)]) == [version(0), *hours]


def test_of_a_day_long_gone_the_last_one_stays() -> None:
    days = [version(0), version(3 * 1440), version(4 * 1440)]
    assert left([*days, version(3 * 1440 + 60)]) == days


def test_of_too_many_the_oldest_go() -> None:
    assert left(map(version, range(9)), number=4) == [*map(version, range(4))]


@pytest.mark.parametrize("number", [0, 1])
def test_the_latest_stays_whatever_the_number(number: int) -> None:
    assert left([version(50_000), version(60_000)], number=number) == [version(50_000)]


@given(st.dictionaries(ages, st.booleans(), min_size=1), st.integers(0, 5))
def test_what_is_pinned_stays(found: dict[int, bool], number: int) -> None:
    versions = [version(*each) for each in found.items()]
    assert {each for each in versions if each.pinned} <= {*left(versions, number)}


@given(st.sets(ages), ages)
def test_thinning_often_leaves_what_thinning_once_leaves(found: set[int], later: int) -> None:
    then = NOW + timedelta(days=2, minutes=later)
    versions = [version(minutes) for minutes in found]
    assert left(left(versions), now=then) == left(versions, now=then)


@given(st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)), st.sampled_from(Why))
def test_the_name_of_an_entry_says_all_of_a_version(when: datetime, why: Why) -> None:
    taken = Version(when.replace(tzinfo=UTC), why, "ab" * 32)
    assert version_called(taken.name) == taken


@pytest.mark.parametrize("name", ["", "a.json", version(0).name[:-1], "x" + version(0).name])
def test_other_files_are_no_versions(name: str) -> None:
    assert version_called(name) is None


def test_the_latest_of_each_file_makes_room_last_and_what_is_pinned_never() -> None:
    one, other = [version(1), version(9)], [version(5), version(20, pinned=True), version(30)]
    order = [(number, NOW - each.taken) for number, each in in_order_of_age([one, other])]
    assert order == [(n, timedelta(minutes=m)) for n, m in [(1, 30), (0, 9), (1, 5), (0, 1)]]
