"""The counters of a saved game: their names, including visible layers, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from itertools import islice, zip_longest

from m44core.values import dataclass
from m44core.vassal.save_text import nested_fields, split_fields

MAX_COUNTERS = 2000
"""The maximum number of counters read; a game with every box of Memoir '44 has fewer."""
_ADD = "+/"
_STACK, _DECK, _PIECE = "stack", "deck;", "piece;"
_BOARDS_SUFFIX = "BoardPicker"
_LABEL, _ROTATE = "label;", "rotate;"  # traits
_MAX_LABEL_LENGTH = 60  # characters of a label
_NOTES = "NOTES\t"
_PRIVATE = "PNOTES\t", "SNOTES\t"  # private notes, and delayed ones
_MAX_NOTE_LINES = 500
_NO_MAP = "null"
_MAX_TRAITS = 40  # traits of a counter
_MAX_OTHER_NAMES = 8  # alternative names of a counter
_MAX_IN_DECKS = 20_000
_NUMBER = re.compile(r"-?\d{1,6}")


@dataclass(frozen=True, slots=True)
class Spot:
    """A position on one of the maps of a module, in pixels."""

    map: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of a saved game.

    Attributes:
        name: The name, including its visible layers.
        other_names: Alternative names: the name without layers, and the names of its pictures.
        spot: The position; None if it is not on a map.
        label: The text on it; "" for none.
        is_turned: Whether it is rotated.
    """

    name: str
    other_names: tuple[str, ...] = ()
    spot: Spot | None = None
    label: str = ""
    is_turned: bool = False


@dataclass(slots=True)
class SavedCounters:
    """The content of a saved game.

    Attributes:
        counters: The counters that are not in decks, keyed by their ids in the game.
        in_decks: The number of counters in decks.
        boards: The names of the boards on each map, keyed by the name of the map.
        has_more: Whether there are more counters than were read.
        notes: The lines of the public notes.
        private_notes: The number of private notes.
    """

    counters: dict[str, Counter] = field(default_factory=dict)
    in_decks: int = 0
    boards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    has_more: bool = False
    notes: tuple[str, ...] = ()
    private_notes: int = 0


def read_counters(commands: Iterable[str]) -> SavedCounters:
    """Return the counters, boards and notes that the commands in a saved game create."""
    saved = SavedCounters()
    ids_in_decks: set[str] = set()
    for command in commands:
        if command.startswith(_ADD):
            _add_piece(command[len(_ADD) :], saved, ids_in_decks)
        elif _BOARDS_SUFFIX in command[:200]:
            _add_boards(command, saved)
        elif command.startswith(_NOTES):
            saved.notes = tuple(islice(split_fields(command[len(_NOTES) :], "|"), _MAX_NOTE_LINES))
        elif command.startswith(_PRIVATE):
            saved.private_notes += 1
    for counter_id in ids_in_decks & saved.counters.keys():
        del saved.counters[counter_id]
        saved.in_decks += 1
    return saved


def _add_piece(command: str, saved: SavedCounters, ids_in_decks: set[str]) -> None:
    words = list(islice(split_fields(command, "/"), 3))
    if len(words) < 3:
        return
    counter_id, kind, state = words
    if kind == _STACK:
        _set_stack_positions(state, saved)
    elif kind.startswith(_DECK):
        deck_ids = next(islice(split_fields(state, ";"), 4, None), "")
        if len(ids_in_decks) < _MAX_IN_DECKS:
            ids_in_decks.update(islice(split_fields(deck_ids, ","), MAX_COUNTERS))
    elif len(saved.counters) >= MAX_COUNTERS:
        saved.has_more = True
    elif counter := _parse_counter(
        nested_fields(kind, "\t", _MAX_TRAITS), nested_fields(state, "\t", _MAX_TRAITS)
    ):
        saved.counters[counter_id] = counter


def _parse_counter(types: list[str], states: list[str]) -> Counter | None:
    """Return a counter from its traits, outermost first; None if it is not a counter.

    Args:
        types: The types of the traits.
        states: The states of the traits.
    """
    if not types[-1].startswith(_PIECE):
        return None
    fields = [*islice(split_fields(types[-1], ";"), 5), "", "", "", ""]
    image, name = fields[3], fields[4]
    layers = visible_layers(types[:-1], states[:-1])
    full_name = layered_name(name, layers)
    images = [layer.image for layer in reversed(layers)]
    names = [each for each in (name, *images, image) if each and each != full_name]
    other_names = tuple(dict.fromkeys(names))[:_MAX_OTHER_NAMES]
    pairs = pair_traits(types[:-1], states[:-1])
    label = next((state for kind, state in pairs if kind.startswith(_LABEL) and state), "")
    is_turned = any(kind.startswith(_ROTATE) and state.strip("0.") != "" for kind, state in pairs)
    return Counter(
        full_name, other_names, _parse_spot(states[-1]), label[:_MAX_LABEL_LENGTH], is_turned
    )


def _parse_spot(state: str) -> Spot | None:
    map_name, x, y = [*islice(split_fields(state, ";"), 3), "", "", ""][:3]
    if map_name in ("", _NO_MAP) or not _NUMBER.fullmatch(x) or not _NUMBER.fullmatch(y):
        return None
    return Spot(map_name, int(x), int(y))


def _set_stack_positions(state: str, saved: SavedCounters) -> None:
    """Set the positions of counters that are given only by their stack."""
    spot = _parse_spot(state)
    for counter_id in islice(split_fields(state, ";"), 3, 3 + MAX_COUNTERS):
        counter = saved.counters.get(counter_id)
        if counter is not None and counter.spot is None:
            saved.counters[counter_id] = replace(counter, spot=spot)


def _add_boards(command: str, saved: SavedCounters) -> None:
    words = list(islice(split_fields(command, "\t"), 40))
    map_name = words[0].removesuffix(_BOARDS_SUFFIX)
    if map_name != words[0]:
        saved.boards[map_name] = tuple(words[1::3])


_LAYER, _OLD_LAYER, _PROTOTYPE = "emb2;", "emb;", "prototype;"
_IMAGES_FIELD, _NAMES_FIELD = 16, 17  # fields of a layer
_OLD_LEVELS = 9
_LEVEL = re.compile(r"[1-9]\d{0,2}(?=;|$)")
_MAX_LEVELS = 200


@dataclass(frozen=True, slots=True)
class LayerImage:
    """The visible level of a layer of a counter.

    Attributes:
        name: The change to the counter's name: ``+suffix`` and ``prefix+`` add to it, other text
            replaces it, and "" leaves it unchanged.
        image: The file of its picture.
    """

    name: str
    image: str


def visible_layers(types: Sequence[str], states: Sequence[str]) -> list[LayerImage]:
    """Return the visible levels of the layers of a counter, innermost first.

    Args:
        types: The types of its traits, outermost first.
        states: The states of its traits. There are more states than types if a trait is a
            prototype defined in the module; traits between prototypes are ignored.
    """
    levels = []
    for trait, state in reversed(pair_traits(types, states)):
        level = _LEVEL.match(state)
        if level and trait.startswith((_LAYER, _OLD_LAYER)):
            levels += _level_images(trait, int(level[0]) - 1)
    return levels


def pair_traits(types: Sequence[str], states: Sequence[str]) -> list[tuple[str, str]]:
    """Return the type and state of each trait for which they can be matched."""
    if len(types) == len(states):
        return list(zip(types, states, strict=True))
    prototype_indexes = [index for index, trait in enumerate(types) if trait.startswith(_PROTOTYPE)]
    if not prototype_indexes:
        return []
    outer = list(zip(types[: prototype_indexes[0]], states, strict=False))
    inner = list(zip(reversed(types[prototype_indexes[-1] + 1 :]), reversed(states), strict=False))
    return outer + inner[::-1]


def _level_images(trait: str, level: int) -> list[LayerImage]:
    levels = _old_layer_images(trait) if trait.startswith(_OLD_LAYER) else _layer_images(trait)
    return levels[level : level + 1]


def _layer_images(trait: str) -> list[LayerImage]:
    fields = [*islice(split_fields(trait, ";"), _IMAGES_FIELD, _NAMES_FIELD + 1), "", ""][:2]
    images, names = (islice(split_fields(field, ","), _MAX_LEVELS) for field in fields)
    return [LayerImage(name, image) for name, image in zip_longest(names, images, fillvalue="")]


def _old_layer_images(trait: str) -> list[LayerImage]:
    levels = islice(split_fields(trait, ";"), _OLD_LEVELS, _OLD_LEVELS + _MAX_LEVELS)
    images_and_names = ([*islice(split_fields(level, ","), 2), ""] for level in levels)
    return [LayerImage(name, image) for image, name, *_ in images_and_names]


def layered_name(name: str, layers: Sequence[LayerImage]) -> str:
    """Return the name of a counter as changed by its layers."""
    for layer in layers:
        prefix, plus, suffix = layer.name.partition("+")
        if plus and prefix:
            name = f"{prefix}{name}"
        elif plus:
            name = f"{name}{suffix}"
        else:
            name = prefix or name
    return name
