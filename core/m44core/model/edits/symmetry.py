"""Painting on both sides of an axis at once: an edit, and its image in a mirror."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from m44core.hexes import Hex
from m44core.model.edits.contents import regrouped
from m44core.model.edits.sides import swapped_content
from m44core.model.edits.turning import Mirror, mirror_place, mirrored_content
from m44core.model.parts import HexContent, Tag
from m44core.model.scenario import Scenario

_SINGLE = ("terrain", "structure", "obstacle", "unit")


def with_image(
    before: Scenario, after: Scenario, how: Mirror, *, swap_sides: bool = False
) -> Scenario:
    """Return *after* with what it changes on each hex changed on the mirrored hex as well.

    Only the layers that changed do so there. Hexes that are their own image and
    those the edit changes itself stay as it has them.

    Args:
        before: The scenario before the edit.
        after: The scenario after it.
        how: Where the mirror stands.
        swap_sides: Let units, owners and medals be those of the other side there.
    """
    if before is after or before.board is not after.board:
        return after
    place = mirror_place(after.board, how)
    either = before.hexes.keys() | after.hexes.keys()
    changed = {h for h in either if before.at(h) is not after.at(h)}
    images = {}
    for hex_ in changed:
        there = place(hex_)
        if there in changed or there not in after.board:
            continue
        old = _seen(before, before.at(hex_), how, place, swap_sides)
        new = _seen(after, after.at(hex_), how, place, swap_sides)
        images[there] = _changed_alike(after.at(there), old, new)
    unlabelled = before.labels.keys() - after.labels.keys()
    labels: dict[Hex, tuple[str, ...]] = {place(hex_): () for hex_ in unlabelled}
    return after.with_hexes(images).with_labels(labels)


def _seen(
    scenario: Scenario,
    content: HexContent,
    how: Mirror,
    place: Callable[[Hex], Hex],
    swap_sides: bool,
) -> HexContent:
    """Return what lies on a hex as the mirror shows it."""
    seen = regrouped(mirrored_content(content, how, scenario.catalogue), place)
    return swapped_content(scenario, seen) if swap_sides else seen


def _changed_alike(content: HexContent, old: HexContent, new: HexContent) -> HexContent:
    """Return the content with what differs between two others changed in it as well."""
    for layer in _SINGLE:
        if getattr(old, layer) != getattr(new, layer):
            content = replace(content, **{layer: getattr(new, layer)})
    if old.tags == new.tags:
        return content
    return replace(content, tags=_tags_alike(content.tags, old.tags, new.tags))


def _tags_alike(
    tags: tuple[Tag, ...], old: tuple[Tag, ...], new: tuple[Tag, ...]
) -> tuple[Tag, ...]:
    gone = [tag for tag in old if tag not in new]
    kept = [tag for tag in tags if tag not in gone]
    return (*kept, *(tag for tag in new if tag not in old and tag not in kept))
