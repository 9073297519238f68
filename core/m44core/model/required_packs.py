"""The boxes that a scenario needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from m44core.catalogue.box_kinds import BASE, BoxKind, load_boxes
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class ForeignPack:
    """A box of a scenario that the catalogue does not know.

    Attributes:
        name: The name in the file, verbatim.
    """

    name: str


Pack = BoxKind | ForeignPack


def pack_named(name: str) -> Pack:
    """Return the box with the name used in files; a :class:`ForeignPack` if it is unknown."""
    return load_boxes().get(name) or ForeignPack(name)


def _no_packs() -> Mapping[Pack, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Packs:
    """The boxes that a scenario needs, in the order of its file.

    Attributes:
        stated: The value of each listed box: 1 if it is ticked, 0 if it is explicitly unticked.
    """

    stated: Mapping[Pack, int] = field(default_factory=_no_packs)

    def __bool__(self) -> bool:
        """Return whether the file lists any box, ticked or not."""
        return bool(self.stated)

    def lists(self, pack: Pack) -> bool:
        """Return whether a box is listed with a value other than 0."""
        return self.stated.get(pack, 0) != 0

    @property
    def lists_more_than_base(self) -> bool:
        """Whether any box other than the base box is listed."""
        return any(self.lists(pack) for pack in self.stated if pack.name != BASE)

    def listed(self) -> Packs:
        """Return only the boxes with a value other than 0."""
        return Packs({pack: number for pack, number in self.stated.items() if number})

    def with_pack(self, pack: Pack, *, ticked: bool) -> Packs:
        """Return the boxes with one box ticked or removed.

        They are sorted in the order of the official editor; boxes unknown to it come last.
        """
        packs = {each: number for each, number in self.stated.items() if each != pack}
        if ticked:
            packs[pack] = 1
        order = [*listable_boxes(), *packs]
        return Packs(dict(sorted(packs.items(), key=lambda item: order.index(item[0]))))


def listable_boxes() -> tuple[BoxKind, ...]:
    """Return the boxes a scenario can list, in the order of the official editor."""
    return tuple(box for box in load_boxes().values() if box.pack)
