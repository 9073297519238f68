"""Values behave as those of the standard library do, whoever makes their methods."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """What others build on."""

    name: str
    tags: list[str] = dataclasses.field(default_factory=list, hash=False)


@dataclass(frozen=True, slots=True)
class Sized(Named):
    """One with a field that counts for nothing."""

    size: int = 3
    note: str = dataclasses.field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no size."""
        if self.size < 0:
            raise ValueError(self.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """One without any field."""


@dataclass(frozen=True, slots=True, eq=False)
class Itself:
    """One that equals nothing but itself."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Measured(Sized):
    """One that the standard library makes of ours."""

    unit: str = "m"


SIZED = Sized("fort", ["a"], size=4, note="n")


def test_values_are_equal_by_what_counts() -> None:
    assert Sized("fort", ["a"], 4) == SIZED
    assert hash(Sized("fort", ["b"], 4)) == hash(SIZED)
    assert Sized("fort", ["b"], 4) != SIZED
    assert Named("fort", ["a"]) != SIZED
    assert (Empty(), hash(Empty())) == (Empty(), hash(Empty()))
    assert Itself("a") != Itself("a")


def test_a_default_that_is_made_is_made_anew_each_time() -> None:
    assert Named("a").tags is not Named("a").tags
    assert (Named("a").tags, Sized("a").size) == ([], 3)


@pytest.mark.parametrize("wrong", [{}, {"size": 3}, {"name": "a", "colour": "red"}])
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Sized(**wrong)
    with pytest.raises(ValueError, match="-1"):
        Sized("a", size=-1)


def test_a_value_never_changes() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        SIZED.size = 5  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del SIZED.size
    with pytest.raises(AttributeError):
        SIZED.colour = "red"  # type: ignore[attr-defined]


def test_the_standard_library_knows_them() -> None:
    assert dataclasses.replace(SIZED, size=9) == Sized("fort", ["a"], 9)
    assert [f.name for f in dataclasses.fields(SIZED)] == ["name", "tags", "size", "note"]
    assert dataclasses.asdict(SIZED) == {"name": "fort", "tags": ["a"], "size": 4, "note": "n"}
    assert repr(SIZED) == "Sized(name='fort', tags=['a'], size=4)"
    assert Measured("fort").unit == "m"
    assert Measured("fort") == Measured("fort", unit="m")
    with pytest.raises(dataclasses.FrozenInstanceError):
        Measured("fort").size = 5  # type: ignore[misc]
    match SIZED:
        case Sized(name, _, size):
            assert (name, size) == ("fort", 4)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
)
def test_they_can_be_copied_and_sent_to_another_process(copied: Any) -> None:  # noqa: ANN401
    for value in (SIZED, Empty(), Named("a")):
        assert copied(value) == value
    assert copied(SIZED).note == "n"
