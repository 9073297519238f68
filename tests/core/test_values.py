"""Value classes behave like data classes of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import pytest

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """A base class for the others."""

    name: str
    tags: list[str] = dataclasses.field(default_factory=list, hash=False)


@dataclass(frozen=True, slots=True)
class Sized(Named):
    """A class with a field that is not compared."""

    size: int = 3
    note: str = dataclasses.field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse negative sizes."""
        if self.size < 0:
            raise ValueError(self.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """A class without fields."""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedByIdentity:
    """A class whose instances are only equal to themselves."""

    name: str


@dataclass(frozen=True)
class CachingValue:
    """A class without slots, which computes and caches a value."""

    name: str
    worked_out: int = dataclasses.field(init=False, compare=False)
    seen: list[str] = dataclasses.field(init=False, default_factory=list)
    kept: str = dataclasses.field(init=False, default="kept")

    def __post_init__(self) -> None:
        object.__setattr__(self, "worked_out", len(self.name))

    @cached_property
    def loud(self) -> str:
        """The name in capitals."""
        return self.name.upper()


@dataclass(slots=True)
class MutableValue:
    """A mutable class."""

    kind: ClassVar[str] = "changing"
    name: str
    tags: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class Measured(Sized):
    """A data class of the standard library derived from one of ours."""

    unit: str = "m"


SIZED = Sized("fort", ["a"], size=4, note="n")


def test_values_are_equal_if_their_compared_fields_are() -> None:
    assert Sized("fort", ["a"], 4) == SIZED
    assert hash(Sized("fort", ["b"], 4)) == hash(SIZED)
    assert Sized("fort", ["b"], 4) != SIZED
    assert Named("fort", ["a"]) != SIZED
    assert (Empty(), hash(Empty())) == (Empty(), hash(Empty()))
    assert ComparedByIdentity("a") != ComparedByIdentity("a")


def test_a_default_factory_is_called_each_time() -> None:
    assert Named("a").tags is not Named("a").tags
    assert (Named("a").tags, Sized("a").size) == ([], 3)


@pytest.fixture(params=["the first", "one of many"])
def sized_class(request: pytest.FixtureRequest) -> type[Sized]:
    """A class like ``Sized`` with no instances yet, or with many."""
    new_class: type[Sized] = dataclass(frozen=True, slots=True)(type("Sized", (Sized,), {}))
    if request.param != "the first":
        assert len({new_class(str(number)) for number in range(999)}) == 999
    return new_class


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [
        ((), {}),
        ((), {"size": 3}),
        (("a",), {"name": "b"}),
        (("a",), {"colour": "red"}),
        (("a", [], 3, "", "more"), {}),
    ],
)
def test_wrong_arguments_are_refused(
    sized_class: type[Sized], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    with pytest.raises(TypeError, match=r"__init__\(\)"):
        sized_class(*arguments, **keywords)
    with pytest.raises(ValueError, match="-1"):
        sized_class("a", size=-1)


def test_the_first_and_the_thousandth_value_are_created_alike(sized_class: type[Sized]) -> None:
    value = sized_class("fort", note="n", tags=["a"])
    assert (value.name, value.tags, value.size, value.note) == ("fort", ["a"], 3, "n")
    assert sized_class("fort", ["a"]) == value
    assert sized_class("fort").tags is not sized_class("fort").tags


def test_a_class_without_slots_supports_cached_properties() -> None:
    for value in (CachingValue(name) for name in "abcdefghij"):
        assert (value.worked_out, value.seen, value.kept) == (1, [], "kept")
        assert value.loud == value.name.upper()
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.name = "b"  # type: ignore[misc]  # assigning is the test


def test_mutable_values_have_no_hash() -> None:
    for value in (MutableValue(name) for name in "abcdefghij"):
        value.name = "other"
        value.tags.append("a")
        assert value == MutableValue("other", ["a"])
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        SIZED.size = 5  # type: ignore[misc]  # assigning is the test
    with pytest.raises(dataclasses.FrozenInstanceError):
        del SIZED.size
    with pytest.raises(AttributeError):
        SIZED.colour = "red"  # type: ignore[attr-defined]  # assigning is the test


def test_the_dataclasses_module_recognizes_value_classes() -> None:
    assert dataclasses.replace(SIZED, size=9) == Sized("fort", ["a"], 9)
    assert [f.name for f in dataclasses.fields(SIZED)] == ["name", "tags", "size", "note"]
    assert dataclasses.asdict(SIZED) == {"name": "fort", "tags": ["a"], "size": 4, "note": "n"}
    assert repr(SIZED) == "Sized(name='fort', tags=['a'], size=4)"
    assert Measured("fort").unit == "m"
    assert Measured("fort") == Measured("fort", unit="m")
    with pytest.raises(dataclasses.FrozenInstanceError):
        Measured("fort").size = 5  # type: ignore[misc]  # assigning is the test
    match SIZED:
        case Sized(name, _, size):
            assert (name, size) == ("fort", 4)


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
)
def test_values_can_be_copied_and_pickled(make_copy: Callable[[object], Any]) -> None:
    for value in (SIZED, Empty(), Named("a"), CachingValue("a"), MutableValue("a")):
        assert make_copy(value) == value
    assert make_copy(SIZED).note == "n"
