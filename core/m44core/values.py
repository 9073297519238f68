"""Values, declared as everywhere with ``@dataclass(...)``, made faster.

The standard library writes and compiles up to six methods for each class when its module is
imported; a window needs more than a hundred classes before its first frame. Here comparing, hashing
and printing share functions, and the constructor is compiled for a class that has many values.
Everything of :mod:`dataclasses` (``fields``, ``replace``, ``asdict``) works; mypy sees the standard
decorator. What a game compares and hashes all the time is better made by the standard library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, TypeVar, cast

T = TypeVar("T")

_FEW = 6  # values of a class that are made before its constructor is compiled

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = False, eq: bool = True, **rest: bool
    ) -> Callable[[type[T]], type[T]]:
        """Return what makes a class one of values."""
        return lambda cls: _value(cls, frozen, slots, eq, rest)


def _value(cls: type[T], frozen: bool, slots: bool, eq: bool, rest: dict[str, bool]) -> type[T]:
    with _taken_for_unfrozen(cls):
        declared = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, **rest)
        made: Any = declared(cls)
    made.__dataclass_params__.frozen = frozen
    methods = {"__repr__": _repr, **(_comparing(made, frozen) if eq else {})}
    for name, method in methods.items():
        if cls.__dict__.get(name) is None:
            setattr(made, name, method)
    made.__init__ = _init(made)
    if frozen:
        made.__setattr__, made.__delattr__ = _frozen_set, _frozen_delete
    if frozen and slots:
        made.__getstate__, made.__setstate__ = _getstate, _setstate
    return cast("type[T]", made)


def _comparing(made: Any, frozen: bool) -> dict[str, Any]:  # noqa: ANN401 -- any class of values
    """Return the methods that compare and hash; what can change has no hash."""
    fields = dataclasses.fields(made)
    compared = _values(f.name for f in fields if f.compare)
    hashed = (f.name for f in fields if (f.compare if f.hash is None else f.hash))
    return {"__eq__": _eq(compared), "__hash__": _hash(_values(hashed)) if frozen else None}


@contextmanager
def _taken_for_unfrozen(cls: type) -> Iterator[None]:
    """Let a class be made without the methods that guard a frozen one: it gets ours."""
    every = (getattr(base, "__dataclass_params__", None) for base in cls.__mro__[1:])
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
    """Return a constructor for the first few; then it makes way for a compiled one."""
    few = iter(range(_FEW))

    def __init__(self: object, *given: object, **named: object) -> None:  # noqa: N807
        if next(few, None) is None or not _filled(made, self, given, named):
            made.__init__ = _compiled(made)
            made.__init__(self, *given, **named)

    return __init__


def _filled(
    made: Any,  # noqa: ANN401 -- any class of values
    value: object,
    given: Sequence[object],
    named: Mapping[str, object],
) -> bool:
    """Give a new value its fields; False where the compiled constructor has to complain."""
    fields = dataclasses.fields(made)
    in_order = [field.name for field in fields if field.init and not field.kw_only]
    told = {**dict(zip(in_order, given, strict=False)), **named}
    if len(told) < len(given) + len(named) or not told.keys() <= {f.name for f in fields if f.init}:
        return False
    for field in fields:
        content = told[field.name] if field.name in told else _usual(field)
        if content is not dataclasses.MISSING:
            object.__setattr__(value, field.name, content)
        elif field.init:
            return False
    if hasattr(made, "__post_init__"):
        made.__post_init__(value)
    return True


def _usual(field: dataclasses.Field[Any]) -> object:
    """Return what a field is where nothing is said of it, if that is anything."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _compiled(made: Any) -> Callable[..., None]:  # noqa: ANN401 -- any class of values
    """Return the constructor of a class: it puts what is given into the fields."""
    fields = dataclasses.fields(made)
    known: dict[str, Any] = {"_made_now": _made_now, "_set": object.__setattr__}
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


def _line(made: Any, field: dataclasses.Field[Any], known: dict[str, Any]) -> str:  # noqa: ANN401
    """Return the line that puts the content of a field in its place, past the guard."""
    name, content = field.name, _content(field, known)
    slot = getattr(made, name, None)
    if not content:
        return "pass"
    if isinstance(slot, MemberDescriptorType):
        known[f"_put_{name}"] = slot.__set__
        return f"_put_{name}(self, {content})"
    return f"_set(self, {name!r}, {content})"


def _content(field: dataclasses.Field[Any], known: dict[str, Any]) -> str:
    """Return what a field is given; nothing where :func:`__post_init__` does it."""
    name = field.name
    if field.default_factory is not dataclasses.MISSING:
        known[f"_make_{name}"] = field.default_factory
        made_anew = f"_make_{name}()"
        return f"{made_anew} if {name} is _made_now else {name}" if field.init else made_anew
    if field.init or field.default is dataclasses.MISSING:
        return name if field.init else ""
    known[f"_usual_{name}"] = field.default
    return f"_usual_{name}"
