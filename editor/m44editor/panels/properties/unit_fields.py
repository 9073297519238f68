"""The fields of units: figures, badge, special rule, equipment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Nation
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.messages.message import Message, message, message_in
from m44core.model.edits import nation_of_unit, unit_of_nation
from m44core.model.scenario_parts import Unit
from m44core.model.unit_profiles import EARLY_WAR, LATE_WAR, default_figures
from m44editor.board.hex_descriptions import piece_name
from m44editor.panels.display_names import (
    EQUIPMENT_NAMES,
    LAYER_NAMES,
    join_sentences,
    message_from_data,
    name_options,
    nation_units_label,
)
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    Icon,
    Number,
    OpenChoice,
    Option,
    ScenarioEdit,
    Section,
    unknown_key_fields,
)
from m44editor.panels.properties.selected_pieces import (
    PieceGroup,
    SelectedHexes,
    group_heading,
    kind_options,
    special_unit_tip,
    unit_behavior_field,
)

MAX_FIGURES = 12
_UNIT = LAYER_NAMES[Layer.UNIT]
_PERIODS = {
    EARLY_WAR: message("Early war: {does}"),
    LATE_WAR: message("Late war: {does}"),
}
_NO_EQUIPMENT = message_in("equipment", "None")


def unit_sections(selected_hexes: SelectedHexes) -> Iterator[Section]:
    """Yield one section for all units on the hexes, if there are any."""
    hexes_with_units = selected_hexes.on_layer(Layer.UNIT).where(lambda content: content.unit)
    if hexes_with_units.hexes:
        units = [content.unit for content in hexes_with_units.contents() if content.unit]
        group = PieceGroup(
            f"{hexes_with_units.pointer}/unit",
            units,
            partial(_edit_of_each_unit, hexes_with_units),
            selected_hexes.scenario.catalogue,
        )
        title, icon = group_heading((unit.name for unit in units), _UNIT, group.catalogue)
        yield Section(
            key="unit",
            title=title,
            note=hexes_with_units.share_message(selected_hexes, _UNIT),
            icon=icon,
            fields=tuple(_unit_fields(group, _full_strengths(hexes_with_units))),
            remove=hexes_with_units.each(lambda content: replace(content, unit=None)),
        )


def _edit_of_each_unit(
    selected_hexes: SelectedHexes, change: Callable[[Unit], Unit]
) -> ScenarioEdit:
    return selected_hexes.each(
        lambda content: replace(content, unit=change(content.unit)) if content.unit else content
    )


def _full_strengths(selected_hexes: SelectedHexes) -> list[int | None]:
    """Return the full strength of the unit on each hex; None if unknown."""
    return [default_figures(selected_hexes.scenario, hex_) for hex_ in selected_hexes.hexes]


def _unit_fields(
    group: PieceGroup[Unit], full_strengths: Iterable[int | None]
) -> Iterator[AnyField]:
    units = group.pieces
    yield group.field(
        "",
        message("Kind"),
        Choice(kind_options(Layer.UNIT, (unit.name for unit in units), group.catalogue)),
        lambda unit: unit.name,
        lambda unit, name: replace(unit, name=name),
    )
    if len({unit.name for unit in units}) > 1:
        yield from _nation_fields(group)
    yield group.field(
        "figures",
        message("Figures"),
        Number(1, MAX_FIGURES, hint=full_strength_hint(full_strengths)),
        lambda unit: unit.figures,
        lambda unit, number: replace(unit, figures=number),
        tip=message("Leave empty for the default number"),
    )
    yield group.field(
        "badge",
        message("Badge"),
        Choice(badge_options(units, group.catalogue)),
        lambda unit: unit.badge,
        lambda unit, name: replace(unit, badge=name),
        tip=badge_tip(units, group.catalogue) or "",
    )
    yield unit_behavior_field(group)
    yield group.field(
        "equipment",
        message("Equipment"),
        OpenChoice(equipment_options(units, group.catalogue), hint=_NO_EQUIPMENT),
        lambda unit: unit.equipment,
        lambda unit, word: replace(unit, equipment=word),
        tip=equipment_tip(units, group.catalogue) or "",
    )
    if len(units) == 1:
        yield from unknown_key_fields(group.pointer, units[0].extra)


def _nation_fields(group: PieceGroup[Unit]) -> Iterator[AnyField]:
    """Yield the field that changes the nation of all units but not their kinds.

    Yield nothing if no unit belongs to a nation.
    """
    catalogue = group.catalogue

    def nation_name(unit: Unit) -> str:
        nation = nation_of_unit(unit.name, catalogue)
        return nation.name if nation else ""

    if any(map(nation_name, group.pieces)):
        yield group.field(
            "nation",
            message("Nation"),
            Choice(
                tuple(
                    Option(each.name, nation_units_label(each), _nation_icon(each, catalogue))
                    for each in catalogue.nations.values()
                )
            ),
            nation_name,
            lambda unit, name: unit_of_nation(unit, catalogue.nations[name], catalogue),
            tip=message("Changes the nation of all these units; infantry stays infantry"),
        )


def _nation_icon(nation: Nation, catalogue: Catalogue) -> Icon | None:
    """Return the picture of the first unit of a nation; None if it has no units."""
    units = (each for each in catalogue.on_layer(Layer.UNIT) if each.nation == nation)
    first_unit = next(units, None)
    return Icon(first_unit.name, catalogue) if first_unit else None


def full_strength_hint(full_strengths: Iterable[int | None]) -> Message:
    """Return the placeholder of the figures field, with the default number if all share it."""
    figures = {number for number in full_strengths if number}
    if len(figures) != 1:
        return message("default")
    return message("default: {figures}", figures=figures.pop())


def badge_options(units: Sequence[Unit], catalogue: Catalogue) -> tuple[Option[str | None], ...]:
    """Return the badge options: none, those that suit all *units*, then others in use."""
    suitable_badges = [
        badge
        for badge in catalogue.on_layer(Layer.BADGE)
        if all(_badge_fits(badge, unit, catalogue) for unit in units)
    ]
    names = {badge.name for badge in suitable_badges}
    other_badges = dict.fromkeys(u.badge for u in units if u.badge and u.badge not in names)
    entries: list[Option[str | None]] = [Option(None, message_in("badge", "None"))]
    entries += [
        Option(
            badge.name,
            badge.title,
            Icon(badge.name, catalogue),
            tip=_badge_effect(badge.name, units, catalogue) or "",
        )
        for badge in suitable_badges
    ]
    entries += [
        Option(name, _unusual_label(name, catalogue), Icon(name, catalogue))
        for name in other_badges
    ]
    return tuple(entries)


def badge_tip(units: Sequence[Unit], catalogue: Catalogue) -> Message | None:
    """Return the effect of the badge of *units*; None if it is unknown or their badges differ."""
    badges = {unit.badge for unit in units}
    return _badge_effect(next(iter(badges)), units, catalogue) if len(badges) == 1 else None


def _badge_effect(badge: str | None, units: Sequence[Unit], catalogue: Catalogue) -> Message | None:
    """Return the effect of a badge on *units*, else its general purpose; None if unknown."""
    specials = [
        special
        for special in catalogue.specials
        if badge in special.badges and all(unit.name in special.of for unit in units)
    ]
    if specials:
        effects = [_effect_in_period(each) for each in specials if each.when in ("", *_PERIODS)]
        return reduce(join_sentences, effects or map(special_unit_tip, specials))
    element = catalogue.get(badge) if badge else None
    return message_from_data(element.summary) if element and element.summary else None


def _effect_in_period(special: SpecialUnitType) -> Message:
    """Return the effect of a special unit, with its period of the war if that is limited."""
    template, effect = _PERIODS.get(special.when), special_unit_tip(special)
    return replace(template, values={"does": effect}) if template else effect


def equipment_options(
    units: Sequence[Unit], catalogue: Catalogue
) -> tuple[Option[str | None], ...]:
    """Return the equipment options: none, common words, then equipment all *units* can have."""
    specials = catalogue.specials
    special_options: list[Option[str | None]] = [
        Option(special.equipment, special.title, tip=special_unit_tip(special))
        for special in specials
        if special.equipment and all(unit.name in special.of for unit in units)
    ]
    known_words = {special.equipment for special in specials}
    other_labels = {
        word: label for word, label in EQUIPMENT_NAMES.items() if word not in known_words
    }
    return (*name_options(other_labels, _NO_EQUIPMENT), *special_options)


def equipment_tip(units: Sequence[Unit], catalogue: Catalogue) -> Message | None:
    """Return the effect of the equipment of *units*; None if unknown or if they differ."""
    words_in_use = {unit.equipment for unit in units}
    tips = (
        special_unit_tip(special)
        for special in catalogue.specials
        if {special.equipment} == words_in_use and all(unit.name in special.of for unit in units)
    )
    return next(tips, None)


def _unusual_label(badge: str, catalogue: Catalogue) -> Message:
    return message("{badge} (unusual here)", badge=piece_name(badge, catalogue))


def _badge_fits(badge: Element, unit: Unit, catalogue: Catalogue) -> bool:
    element = catalogue.get(unit.name)
    if element is None:
        return True
    side = element.nation.side if element.nation else None
    is_suitable = not badge.badge_for or element.unit_class in badge.badge_for
    return badge.side in (None, side) and is_suitable
