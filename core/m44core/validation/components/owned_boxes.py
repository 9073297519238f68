"""The boxes a player owns, parsed from a command-line option or a settings file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from m44core.catalogue.base_box import load_base_box
from m44core.catalogue.box_kinds import BASE, load_boxes
from m44core.errors import NotationError
from m44core.messages.message import enumerated, message
from m44core.suggestions import did_you_mean
from m44core.values import dataclass

FacePairs = Mapping[tuple[str, str], int]
"""The numbers of tokens, keyed by their two faces."""


@dataclass(frozen=True, slots=True)
class OwnedBoxes:
    """The boxes a player owns.

    Attributes:
        boxes: The number owned of each box, keyed by name; a box not listed is not owned.
        tile_pairs: The numbers of hex tiles, keyed by the two kinds on their faces (B-COMP-12);
            empty if the player did not enter them.
    """

    boxes: Mapping[str, int]
    tile_pairs: FacePairs = field(default_factory=dict)

    @property
    def base_boxes(self) -> int:
        """The number of base boxes."""
        return self.boxes.get(BASE, 0)

    @property
    def has_only_base_boxes(self) -> bool:
        """Whether no other boxes, which might contain more pieces of the same kinds, are owned."""
        return not any(number for name, number in self.boxes.items() if name != BASE)

    def has_box(self, name: str) -> bool:
        """Return whether a box is owned."""
        return self.boxes.get(name, 0) > 0


def parse_owned_option(text: str) -> OwnedBoxes:
    """Parse an option such as ``base=1,terrain=1``; a name without a number means one box.

    Raises:
        NotationError: a box or number is not valid; the message suggests a correction.
    """
    parts = [word.partition("=") for word in text.split(",") if word.strip()]
    return parse_owned_boxes({name.strip(): number.strip() or "1" for name, _, number in parts})


def parse_owned_boxes(boxes: Mapping[str, object], pairs: Iterable[object] = ()) -> OwnedBoxes:
    """Parse the owned boxes from a settings file.

    Args:
        boxes: The number of each box, keyed by name.
        pairs: Lists such as ``["forest", "river", 12]``: the two kinds on the faces of some tiles,
            and the number of these tiles.

    Raises:
        NotationError: an entry is not valid; the message names it and shows what is expected.
    """
    counts = {_parse_box(name): _parse_count(name, number) for name, number in boxes.items()}
    return OwnedBoxes(counts, dict(_parse_pair(pair) for pair in pairs))


def _parse_box(name: str) -> str:
    known_boxes = load_boxes()
    if name in known_boxes:
        return name
    hint = did_you_mean(name, known_boxes)
    raise NotationError(message("unknown box {name!r}; {hint}", name=name, hint=hint))


def _parse_count(name: str, number: object) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 100:
        return number
    if isinstance(number, str) and number.isdecimal() and len(number) < 3:
        return int(number)
    problem = message(
        "{number} is not a valid number of boxes for {name}; write, for example, {name}=1",
        number=repr(number),
        name=name,
    )
    raise NotationError(problem)


def _parse_pair(pair: object) -> tuple[tuple[str, str], int]:
    kinds = load_base_box().faces
    match pair:
        case [str(front), str(back), int(number)] if (
            front in kinds and back in kinds and number >= 0
        ):
            return (front, back), number
    example = '["forest", "river", 12]'
    raise NotationError(
        message(
            "{pair} is not a pair of tile faces; write {example}, with faces from {kinds}",
            pair=repr(pair),
            example=example,
            kinds=enumerated(kinds),
        )
    )
