"""The colours of one nation's pieces, by what they are for."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.catalogue.types import Side

AXIS_NATIONS = frozenset({"ger", "jp"})
NATIONS = ("us", "brit", "ru", "ger", "jp")


@dataclass(frozen=True, slots=True)
class Livery:
    """Names of the palette colours of a nation.

    Attributes:
        nation: The end of its units' names: ``ger``.
    """

    nation: str

    @property
    def side(self) -> Side:
        """The coalition it fights for."""
        return Side.AXIS if self.nation in AXIS_NATIONS else Side.ALLIES

    @property
    def plate(self) -> str:
        """The ground of the counter."""
        return f"side-{self.nation}"

    @property
    def light(self) -> str:
        """The lit part of the counter."""
        return f"side-{self.nation}-light"

    @property
    def rim(self) -> str:
        """The edge of the counter."""
        return f"side-{self.nation}-rim"

    @property
    def ink(self) -> str:
        """The silhouette."""
        return f"side-{self.nation}-ink"

    @property
    def mid(self) -> str:
        """What stands behind the silhouette, between ink and plate."""
        return f"side-{self.nation}-mid"
