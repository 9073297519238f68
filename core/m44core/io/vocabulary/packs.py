"""The boxes a scenario lists, which both formats write in the same way."""

from __future__ import annotations

from m44core.model.packs import Packs, pack_called


def read_packs(raw: object) -> Packs | None:
    """Return the boxes a file lists with their numbers, or None where this is no such list."""
    if not isinstance(raw, dict) or any(type(count) is not int for count in raw.values()):
        return None
    return Packs({pack_called(name): count for name, count in raw.items()})


def written_packs(packs: Packs) -> dict[str, int]:
    """Return the boxes as files list them."""
    return {pack.name: number for pack, number in packs.stated.items()}
