"""Frozen values, declared as everywhere with ``@dataclass(frozen=True, slots=True)``, made faster.

The standard library writes and compiles six methods for each class when its module is imported;
a window needs some ninety classes before its first frame. Here comparing, hashing and printing
share functions, and the constructor is compiled when the first value is made. Everything of
:mod:`dataclasses` (``fields``, ``replace``, ``asdict``) works; mypy sees the standard decorator.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = False, eq: bool = True, **rest: bool
    ) -> Callable[[type[T]], type[T]]:
        """Return what makes a class one of values; what is not frozen or has no slots, as ever."""
        if frozen and slots:
            return lambda cls: _value(cls, eq, rest)
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, **rest)


def _value(cls: type[T], eq: bool, rest: dict[str, bool]) -> type[T]:
    with _taken_for_unfrozen(cls):
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, **rest)(cls)
    made.__dataclass_params__.frozen = True
    fields = dataclasses.fields(made)
    methods: dict[str, Callable[..., Any]] = {"__repr__": _repr}
    if eq:
        methods["__eq__"] = _eq(_values(f.name for f in fields if f.compare))
        kept = (f.name for f in fields if (f.compare if f.hash is None else f.hash))
        methods["__hash__"] = _hash(_values(kept))
    for name, method in methods.items():
        if cls.__dict__.get(name) is None:
            setattr(made, name, method)
    made.__init__ = _init(made)
    for method in (_frozen_set, _frozen_delete, _getstate, _setstate):
        setattr(made, method.__name__, method)
    return cast("type[T]", made)


@contextmanager
def _taken_for_unfrozen(cls: type) -> Iterator[None]:
    """Let a class be made without the methods that guard a frozen one: it gets ours."""
    every = (getattr(base, "__dataclass_params__", None) for base in cls.__bases__)
    frozen = [params for params in every if params and params.frozen]
    for params in frozen:
        params.frozen = False
    try:
        yield
    finally:
        for params in frozen:
            params.frozen = True


def _values(names: Iterable[str]) -> Callable[[object], tuple[Any, ...]]:
    """Return what gets the values of some fields as a tuple."""
    wanted = tuple(names)
    if len(wanted) > 1:
        return attrgetter(*wanted)
    if not wanted:
        return lambda _: ()
    one = attrgetter(*wanted)
    return lambda self: (one(self),)


def _eq(values: Callable[[object], tuple[Any, ...]]) -> Callable[[object, object], bool]:
    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    return __eq__


def _hash(values: Callable[[object], tuple[Any, ...]]) -> Callable[[object], int]:
    def __hash__(self: object) -> int:  # noqa: N807
        return hash(values(self))

    return __hash__


def _repr(self: Any) -> str:  # noqa: ANN401 -- any value
    said = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _frozen_set(_: object, name: str, __: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _frozen_delete(_: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:  # noqa: ANN401 -- any value
    return [getattr(self, f.name) for f in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:  # noqa: ANN401 -- any value
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_frozen_set.__name__, _frozen_delete.__name__ = "__setattr__", "__delattr__"
_getstate.__name__, _setstate.__name__ = "__getstate__", "__setstate__"


def _init(made: Any) -> Callable[..., None]:  # noqa: ANN401 -- any class of values
    """Return a constructor that makes way for the compiled one when it is first called."""

    def __init__(self: object, *given: object, **named: object) -> None:  # noqa: N807
        made.__init__ = _compiled(made)
        made.__init__(self, *given, **named)

    return __init__


def _compiled(made: Any) -> Callable[..., None]:  # noqa: ANN401 -- any class of values
    """Return the constructor of a class: it puts what is given into the slots."""
    fields = dataclasses.fields(made)
    known: dict[str, Any] = {"_made_now": _made_now}
    lines = [_line(made, field, known) for field in fields]
    lines += ["self.__post_init__()"] if hasattr(made, "__post_init__") else []
    in_order = [_parameter(f, known) for f in fields if f.init and not f.kw_only]
    by_name = [_parameter(f, known) for f in fields if f.init and f.kw_only]
    parameters = ", ".join(["self", *in_order, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), known)
    method: Callable[..., None] = known["__init__"]
    method.__qualname__ = f"{made.__qualname__}.__init__"
    return method


_made_now = object()
"""Stands for a value that is made anew for each instance."""


def _parameter(field: dataclasses.Field[Any], known: dict[str, Any]) -> str:
    if field.default is not dataclasses.MISSING:
        known[f"_usual_{field.name}"] = field.default
        return f"{field.name}=_usual_{field.name}"
    is_made = field.default_factory is not dataclasses.MISSING
    return f"{field.name}=_made_now" if is_made else field.name


def _line(made: type, field: dataclasses.Field[Any], known: dict[str, Any]) -> str:
    """Return the line that puts the value of a field into its slot."""
    name = field.name
    known[f"_put_{name}"] = getattr(made, name).__set__
    if field.default_factory is dataclasses.MISSING:
        return f"_put_{name}(self, {name})"
    known[f"_make_{name}"] = field.default_factory
    made_anew = f"_make_{name}()"
    value = f"{made_anew} if {name} is _made_now else {name}" if field.init else made_anew
    return f"_put_{name}(self, {value})"
