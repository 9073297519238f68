"""Smoke on the board, as sets of hexes (E-SMOKE-01..05, TH-SMK-01)."""

from __future__ import annotations

from dataclasses import field, replace

from m44core.rules.numbers import HexNo, HexSet, UnitNo, UnitSet
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Cloud:
    """Smoke on a hex.

    Attributes:
        hex: The hex.
        until: The turn, both players' counted, at whose end it is gone.
        screen: Whether it only hides what is behind it (E-SMOKE-05).
    """

    hex: HexNo
    until: int
    screen: bool = False


@dataclass(frozen=True, slots=True)
class Smoke:
    """All smoke of a game, and who is about to lay more.

    Attributes:
        clouds: The smoke, hex by hex.
        left: How many hexes more may be laid now.
        layer: The unit that lays them; -1 for a smoke screen.
        fresh: The hexes laid together with the next one, which has to touch them.
        layers: The units that fired smoke this turn (E-NEBEL-03).
        hexes: The hexes behind which nobody sees.
        dense: Those of them that do more (E-SMOKE-02..04).
    """

    clouds: tuple[Cloud, ...] = ()
    left: int = 0
    layer: UnitNo = -1
    fresh: HexSet = 0
    layers: UnitSet = 0
    hexes: HexSet = field(init=False)
    dense: HexSet = field(init=False)

    def __post_init__(self) -> None:
        every, dense = 0, 0
        for cloud in self.clouds:
            every |= 1 << cloud.hex
            dense |= 0 if cloud.screen else 1 << cloud.hex
        object.__setattr__(self, "hexes", every)
        object.__setattr__(self, "dense", dense)

    def with_cloud(self, cloud: Cloud) -> Smoke:
        """Return the smoke with that on one hex more."""
        clouds, fresh = (*self.clouds, cloud), self.fresh | 1 << cloud.hex
        return replace(self, clouds=clouds, left=self.left - 1, fresh=fresh)

    def after(self, turn: int) -> Smoke:
        """Return what is left of it once a turn begins; nobody has fired smoke in it."""
        return Smoke(tuple(cloud for cloud in self.clouds if cloud.until >= turn))


NO_SMOKE = Smoke()
