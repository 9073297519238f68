"""The fields of markers: exit markers, mines, stars, and the terms of objective medals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.objective_medals import is_medal
from m44core.model.scenario_parts import HexContent, Tag
from m44core.model.token_functions import TagRule
from m44editor.panels.display_names import LAYER_NAMES, SIDE_OPTIONS
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    HexNames,
    ScenarioEdit,
    Section,
    unknown_key_fields,
)
from m44editor.panels.properties.objective_fields import medal_fields
from m44editor.panels.properties.selected_pieces import (
    PieceGroup,
    SelectedHexes,
    group_heading,
    kind_options,
    tag_behavior_field,
)

_RULES_WITH_SIDE = {TagRule.EXIT, TagRule.MINES, TagRule.MINES_WITH_MEDAL}
_MINES_NAME = "tag3"
_MARKER = LAYER_NAMES[Layer.TAG]


@dataclass(frozen=True, slots=True)
class MarkerGroup:
    """Tags that are shown and edited together.

    Attributes:
        selected: The hexes of the tags.
        includes: Returns whether a tag belongs to the group, given its index on the hex and the
            tag.
        other_selected: The other selected hexes, if only one hex has tags of the group; otherwise
            empty.
    """

    selected: SelectedHexes
    includes: Callable[[int, Tag], bool]
    other_selected: tuple[Hex, ...] = ()

    def tags(self) -> list[Tag]:
        """Return the tags, hex by hex."""
        return [
            tag
            for content in self.selected.contents()
            for number, tag in enumerate(content.tags)
            if self.includes(number, tag)
        ]

    def each(self, change: Callable[[Tag], Tag]) -> ScenarioEdit:
        """Return the edit that applies *change* to each of the tags."""
        return self.selected.each(
            lambda content: replace(
                content,
                tags=tuple(
                    change(t) if self.includes(n, t) else t for n, t in enumerate(content.tags)
                ),
            )
        )

    def removal(self) -> ScenarioEdit:
        """Return the edit that removes the tags."""
        return self.selected.each(
            lambda content: replace(
                content,
                tags=tuple(t for n, t in enumerate(content.tags) if not self.includes(n, t)),
            )
        )


def tag_sections(selected_hexes: SelectedHexes) -> Iterator[Section]:
    """Yield a section for each tag if one hex is selected, else for each kind of tag."""
    hexes_with_tags = selected_hexes.on_layer(Layer.TAG)
    if len(selected_hexes.hexes) == len(hexes_with_tags.hexes) == 1:
        for number in range(len(hexes_with_tags.contents()[0].tags)):
            yield _single_section(hexes_with_tags, number)
        return
    names = (tag.name for content in hexes_with_tags.contents() for tag in content.tags)
    for name in dict.fromkeys(names):
        yield _kind_section(selected_hexes, name)


def _single_section(selected_hexes: SelectedHexes, tag_index: int) -> Section:
    tags = MarkerGroup(selected_hexes, lambda n, _tag: n == tag_index)
    last_index = len(selected_hexes.contents()[0].tags) - 1
    section = _group_section(tags, str(tag_index), _MARKER)
    return replace(
        section,
        earlier=_swap_edit(selected_hexes, tag_index - 1) if tag_index > 0 else None,
        later=_swap_edit(selected_hexes, tag_index) if tag_index < last_index else None,
    )


def _swap_edit(selected_hexes: SelectedHexes, first_index: int) -> ScenarioEdit:
    def swap_tags(content: HexContent) -> HexContent:
        tags = list(content.tags)
        tags[first_index : first_index + 2] = reversed(tags[first_index : first_index + 2])
        return replace(content, tags=tuple(tags))

    return selected_hexes.each(swap_tags)


def _kind_section(selected_hexes: SelectedHexes, name: str) -> Section:
    hexes_with_tags = selected_hexes.on_layer(Layer.TAG).where(
        lambda content: any(tag.name == name for tag in content.tags)
    )
    other_selected = (
        tuple(h for h in selected_hexes.hexes if h not in hexes_with_tags.hexes)
        if len(hexes_with_tags.hexes) == 1
        else ()
    )
    tags = MarkerGroup(hexes_with_tags, lambda _n, tag: tag.name == name, other_selected)
    return _group_section(tags, name, hexes_with_tags.share_message(selected_hexes, _MARKER))


def _group_section(tags: MarkerGroup, key: str, note: Message) -> Section:
    catalogue = tags.selected.scenario.catalogue
    markers = PieceGroup(f"{tags.selected.pointer}/tags/{key}", tags.tags(), tags.each, catalogue)
    title, icon = group_heading((tag.name for tag in markers.pieces), _MARKER, catalogue)
    return Section(
        key=f"tag {key}",
        title=title,
        note=note,
        icon=icon,
        fields=tuple(_tag_fields(markers, _group_control(tags))),
        remove=tags.removal(),
    )


def _group_control(tags: MarkerGroup) -> HexNames:
    """Return the control for the other hexes in a marker's group."""
    return HexNames(
        tags.selected.scenario.board,
        hint=message("hexes such as {names}", names="E5, G5"),
        selected_hexes=tags.other_selected,
        own_hex=tags.selected.hexes[0] if len(tags.selected.hexes) == 1 else None,
        button_tip=message("Use the other selected hexes"),
    )


def _tag_fields(markers: PieceGroup[Tag], names: HexNames) -> Iterator[AnyField]:
    tags, catalogue = markers.pieces, markers.catalogue
    yield markers.field(
        "",
        _MARKER,
        Choice(kind_options(Layer.TAG, (tag.name for tag in tags), catalogue)),
        lambda tag: tag.name,
        lambda tag, name: replace(tag, name=name),
    )
    if any(_has_side(tag, catalogue) and not is_medal(tag, catalogue) for tag in tags):
        yield markers.field(
            "side",
            message("Side"),
            Choice(SIDE_OPTIONS),
            lambda tag: tag.side,
            lambda tag, side: replace(tag, side=side),
            tip=message("The side that laid the mines or whose units may exit here"),
        )
    if any(is_medal(tag, catalogue) for tag in tags):
        yield from medal_fields(markers)
    yield markers.field(
        "group",
        message("Group"),
        names,
        lambda tag: tag.group or None,
        lambda tag, group: replace(tag, group=group),
        tip=message("Other hexes that share this marker's function"),
    )
    yield tag_behavior_field(markers)
    if len(tags) == 1:
        yield from unknown_key_fields(markers.pointer, tags[0].extra)


def _has_side(tag: Tag, catalogue: Catalogue) -> bool:
    element = catalogue.get(tag.name)
    return (
        tag.side is not None
        or tag.behavior in _RULES_WITH_SIDE
        or tag.name == _MINES_NAME
        or bool(element and element.exit)
    )
