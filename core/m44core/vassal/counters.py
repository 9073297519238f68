"""The counters of a saved game: their names, with what their layers show, and where they lie."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from itertools import islice, zip_longest

from m44core.values import dataclass
from m44core.vassal.save_text import nested_fields, split_fields

MOST_COUNTERS = 2000
"""Counters that are read; a game with every box of Memoir '44 has less than that."""
_ADD = "+/"
_STACK, _DECK, _PIECE = "stack", "deck;", "piece;"
_BOARDS = "BoardPicker"
_LABEL, _TURN = "label;", "rotate;"  # traits
_MOST_LETTERS = 60  # of a label
_NOTES = "NOTES\t"
_PRIVATE = "PNOTES\t", "SNOTES\t"  # of a player; delayed until all see them
_MOST_LINES = 500
_NOWHERE = "null"
_DEEPEST = 40  # traits of a counter
_MOST_OTHERS = 8  # names of a counter that are tried after the first
_MOST_IN_DECKS = 20_000
_NUMBER = re.compile(r"-?\d{1,6}")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on one of the maps of a module, in pixels."""

    map: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter.

    Attributes:
        name: What it is called as it lies there.
        others: What else may tell what it is: its name without layers, and its pictures.
        spot: Where it lies; None for nowhere.
        label: The text on it.
        turned: Whether it is turned.
    """

    name: str
    others: tuple[str, ...] = ()
    spot: Spot | None = None
    label: str = ""
    turned: bool = False


@dataclass(slots=True)
class SavedCounters:
    """All there is in a saved game.

    Attributes:
        counters: The counters by their numbers in the game, without those in decks.
        in_decks: How many there are in decks.
        boards: The boards on each map: a name, or several.
        more: Whether there are more counters than are read.
        notes: The lines of the notes that all players see.
        private: How many notes there are that only some players see.
    """

    counters: dict[str, Counter] = field(default_factory=dict)
    in_decks: int = 0
    boards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    more: bool = False
    notes: tuple[str, ...] = ()
    private: int = 0


def read_counters(commands: Iterable[str]) -> SavedCounters:
    """Return what the commands of a saved game lay out."""
    saved = SavedCounters()
    decked: set[str] = set()
    for command in commands:
        if command.startswith(_ADD):
            _add(command[len(_ADD) :], saved, decked)
        elif _BOARDS in command[:200]:
            _take_boards(command, saved)
        elif command.startswith(_NOTES):
            saved.notes = tuple(islice(split_fields(command[len(_NOTES) :], "|"), _MOST_LINES))
        elif command.startswith(_PRIVATE):
            saved.private += 1
    for number in decked & saved.counters.keys():
        del saved.counters[number]
        saved.in_decks += 1
    return saved


def _add(command: str, found: SavedCounters, decked: set[str]) -> None:
    words = list(islice(split_fields(command, "/"), 3))
    if len(words) < 3:
        return
    number, kind, state = words
    if kind == _STACK:
        _take_stack(state, found)
    elif kind.startswith(_DECK):
        inside = next(islice(split_fields(state, ";"), 4, None), "")
        if len(decked) < _MOST_IN_DECKS:
            decked.update(islice(split_fields(inside, ","), MOST_COUNTERS))
    elif len(found.counters) >= MOST_COUNTERS:
        found.more = True
    elif counter := _counter(
        nested_fields(kind, "\t", _DEEPEST), nested_fields(state, "\t", _DEEPEST)
    ):
        found.counters[number] = counter


def _counter(types: list[str], states: list[str]) -> Counter | None:
    """Return a counter by its traits, from the outmost on; None where it is none."""
    if not types[-1].startswith(_PIECE):
        return None
    fields = [*islice(split_fields(types[-1], ";"), 5), "", "", "", ""]
    image, name = fields[3], fields[4]
    layers = shown_layers(types[:-1], states[:-1])
    called = layered_name(name, layers)
    images = [layer.image for layer in reversed(layers)]
    others = [each for each in (name, *images, image) if each and each != called]
    several = tuple(dict.fromkeys(others))[:_MOST_OTHERS]
    pairs = pair_traits(types[:-1], states[:-1])
    label = next((state for kind, state in pairs if kind.startswith(_LABEL) and state), "")
    turned = any(kind.startswith(_TURN) and state.strip("0.") != "" for kind, state in pairs)
    return Counter(called, several, _spot(states[-1]), label[:_MOST_LETTERS], turned)


def _spot(state: str) -> Spot | None:
    where, x, y = [*islice(split_fields(state, ";"), 3), "", "", ""][:3]
    if where in ("", _NOWHERE) or not _NUMBER.fullmatch(x) or not _NUMBER.fullmatch(y):
        return None
    return Spot(where, int(x), int(y))


def _take_stack(state: str, found: SavedCounters) -> None:
    """Put those into their place that know it by their stack alone."""
    spot = _spot(state)
    for number in islice(split_fields(state, ";"), 3, 3 + MOST_COUNTERS):
        counter = found.counters.get(number)
        if counter is not None and counter.spot is None:
            found.counters[number] = replace(counter, spot=spot)


def _take_boards(command: str, found: SavedCounters) -> None:
    words = list(islice(split_fields(command, "\t"), 40))
    where = words[0].removesuffix(_BOARDS)
    if where != words[0]:
        found.boards[where] = tuple(words[1::3])


_LAYER, _OLD_LAYER, _PROTOTYPE = "emb2;", "emb;", "prototype;"
_IMAGES, _NAMES = 16, 17  # fields of a layer
_OLD_LEVELS = 9
_LEVEL = re.compile(r"[1-9]\d{0,2}(?=;|$)")
_MOST_LEVELS = 200


@dataclass(frozen=True, slots=True)
class LayerImage:
    """What a layer of a counter shows.

    Attributes:
        name: What it adds to the name: a whole one, ``+ after``, ``before +``, or nothing.
        image: Its picture.
    """

    name: str
    image: str


def shown_layers(types: Sequence[str], states: Sequence[str]) -> list[LayerImage]:
    """Return what the layers of a counter show, from the inmost on.

    Args:
        types: What its traits are, from the outmost on, and the counter itself.
        states: How they are. There are more where a trait stands for others, which the module
            knows; what lies between such traits is left out.
    """
    found = []
    for trait, state in reversed(pair_traits(types, states)):
        level = _LEVEL.match(state)
        if level and trait.startswith((_LAYER, _OLD_LAYER)):
            found += _level(trait, int(level[0]) - 1)
    return found


def pair_traits(types: Sequence[str], states: Sequence[str]) -> list[tuple[str, str]]:
    """Return each trait with its state, as far as it is certain which is which."""
    if len(types) == len(states):
        return list(zip(types, states, strict=True))
    hidden = [at for at, trait in enumerate(types) if trait.startswith(_PROTOTYPE)]
    if not hidden:
        return []
    outer = list(zip(types[: hidden[0]], states, strict=False))
    inner = list(zip(reversed(types[hidden[-1] + 1 :]), reversed(states), strict=False))
    return outer + inner[::-1]


def _level(trait: str, level: int) -> list[LayerImage]:
    levels = _old_levels(trait) if trait.startswith(_OLD_LAYER) else _levels(trait)
    return levels[level : level + 1]


def _levels(trait: str) -> list[LayerImage]:
    fields = [*islice(split_fields(trait, ";"), _IMAGES, _NAMES + 1), "", ""][:2]
    images, names = (islice(split_fields(field, ","), _MOST_LEVELS) for field in fields)
    return [LayerImage(name, image) for name, image in zip_longest(names, images, fillvalue="")]


def _old_levels(trait: str) -> list[LayerImage]:
    levels = islice(split_fields(trait, ";"), _OLD_LEVELS, _OLD_LEVELS + _MOST_LEVELS)
    both = ([*islice(split_fields(level, ","), 2), ""] for level in levels)
    return [LayerImage(name, image) for image, name, *_ in both]


def layered_name(name: str, layers: Sequence[LayerImage]) -> str:
    """Return the name of a counter with what its layers make of it."""
    for layer in layers:
        first, plus, then = layer.name.partition("+")
        if plus and first:
            name = f"{first}{name}"
        elif plus:
            name = f"{name}{then}"
        else:
            name = first or name
    return name
