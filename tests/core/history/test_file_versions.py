"""Versions are thinned out as they age."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.history.file_versions import (
    HistoryLimits,
    Version,
    VersionReason,
    parse_version,
    removal_order,
    versions_to_remove,
)

NOW = datetime(2024, 6, 6, 12, 30, tzinfo=UTC)
ages = st.integers(0, 60 * 24 * 10)  # minutes


def version_of_age(minutes: int, pinned: bool = False) -> Version:
    return Version(NOW - timedelta(minutes=minutes), VersionReason.SAVED, "0" * 64, pinned)


def remaining_versions(
    versions: Iterable[Version], number: int = 200, now: datetime = NOW
) -> list[Version]:
    versions = list(versions)
    removed_versions = versions_to_remove(versions, now, number)
    return [each for each in versions if each not in removed_versions]


def test_all_versions_of_the_last_hour_are_kept() -> None:
    recent_versions = [version_of_age(minutes) for minutes in range(60)]
    assert remaining_versions(recent_versions) == recent_versions


def test_the_last_version_of_each_hour_today_is_kept() -> None:
    hours = [version_of_age(90), version_of_age(100), version_of_age(160)]  # 11:00, 10:50, 9:50
    assert remaining_versions([version_of_age(0), *hours, version_of_age(165)]) == [
        version_of_age(0),
        *hours,
    ]


def test_the_last_version_of_each_earlier_day_is_kept() -> None:
    days = [version_of_age(0), version_of_age(3 * 1440), version_of_age(4 * 1440)]
    assert remaining_versions([*days, version_of_age(3 * 1440 + 60)]) == days


def test_the_oldest_surplus_versions_are_deleted() -> None:
    assert remaining_versions(map(version_of_age, range(9)), number=4) == [
        *map(version_of_age, range(4))
    ]


@pytest.mark.parametrize("number", [0, 1])
def test_the_latest_version_is_kept_for_any_number(number: int) -> None:
    assert remaining_versions([version_of_age(50_000), version_of_age(60_000)], number=number) == [
        version_of_age(50_000)
    ]


@given(st.dictionaries(ages, st.booleans(), min_size=1), st.integers(0, 5))
def test_pinned_versions_are_never_removed(pins_by_minute: dict[int, bool], number: int) -> None:
    versions = [version_of_age(*each) for each in pins_by_minute.items()]
    assert {each for each in versions if each.pinned} <= {*remaining_versions(versions, number)}


@given(st.sets(ages), ages)
def test_repeated_thinning_equals_thinning_once(
    ages_in_minutes: set[int], later_minutes: int
) -> None:
    later_time = NOW + timedelta(days=2, minutes=later_minutes)
    versions = [version_of_age(minutes) for minutes in ages_in_minutes]
    assert remaining_versions(remaining_versions(versions), now=later_time) == remaining_versions(
        versions, now=later_time
    )


@given(st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)), st.sampled_from(VersionReason))
def test_a_version_is_restored_from_the_name_of_its_entry(
    stored_at: datetime, reason: VersionReason
) -> None:
    version_ = Version(stored_at.replace(tzinfo=UTC), reason, "ab" * 32)
    assert parse_version(version_.name) == version_


@pytest.mark.parametrize(
    "name", ["", "a.json", version_of_age(0).name[:-1], "x" + version_of_age(0).name]
)
def test_other_files_are_not_versions(name: str) -> None:
    assert parse_version(name) is None


def test_the_latest_version_of_each_file_is_deleted_last_and_pinned_ones_never() -> None:
    first_file, second_file = (
        [version_of_age(1), version_of_age(9)],
        [version_of_age(5), version_of_age(20, pinned=True), version_of_age(30)],
    )
    order = [
        (number, NOW - each.taken_at) for number, each in removal_order([first_file, second_file])
    ]
    assert order == [(n, timedelta(minutes=m)) for n, m in [(1, 30), (0, 9), (1, 5), (0, 1)]]


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the local time zone to Berlin."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system keeps its time zone")
@pytest.mark.parametrize(
    ("ages", "kept_ages"),
    [
        ([0, 59, 60, 61], [0, 59, 60]),  # from an hour on, one of 13:00 to 13:59 stays
        ([0, 90, 91, 149], [0, 90, 91]),  # 13:00, 12:59, 12:01
        ([0, 1439, 1440, 1441], [0, 1439, 1440]),  # from a day on, one of that day
        ([0, 1440, 2310, 2311], [0, 1440, 2311]),  # 00:00 of the day before, 23:59
        ([0, 10_000], [0, 10_000]),
    ],
)
def test_versions_are_thinned_by_the_hour_and_by_the_day(
    ages: list[int], kept_ages: list[int], in_berlin: None
) -> None:
    assert remaining_versions(map(version_of_age, ages)) == [*map(version_of_age, kept_ages)]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system keeps its time zone")
def test_the_repeated_hour_at_the_end_of_summer_time_counts_twice(in_berlin: None) -> None:
    summer = datetime(2024, 10, 27, 0, 30, tzinfo=UTC)  # 02:30, and 02:30 again an hour later
    versions = [Version(summer + timedelta(hours=h), VersionReason.SAVED, "0" * 64) for h in (0, 1)]
    assert remaining_versions(versions, now=summer + timedelta(hours=5)) == versions


def test_a_file_keeps_200_versions_and_a_folder_256_megabytes() -> None:
    assert HistoryLimits() == HistoryLimits(200, 268_435_456)


def test_pinned_versions_do_not_count_towards_the_limit() -> None:
    versions = [version_of_age(age, pinned=age == 1) for age in range(4)]
    assert remaining_versions(versions, number=2) == versions[:3]


@pytest.mark.parametrize("pinned", [True, False])
def test_a_file_loses_all_older_versions_before_any_latest_one(pinned: bool) -> None:
    one, other = (
        [version_of_age(50), version_of_age(60, pinned)],
        [version_of_age(2), version_of_age(3)],
    )
    removed_versions = [(0, 60)] * (not pinned) + [(1, 3), (0, 50), (1, 2)]
    order = removal_order([one, other])
    assert order == [(number, version_of_age(age)) for number, age in removed_versions]
    assert removal_order([one[::-1], other[::-1]]) == order
