"""The fields of objective medals: when they are gained and lost, their side and their value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message, message_in
from m44core.model.objective_medals import holding_terms_of
from m44core.model.scenario_parts import Extra, MedalTerms, Tag
from m44core.model.token_functions import TagRule
from m44editor.panels.display_names import SIDE_NAMES, join_sentences
from m44editor.panels.forms.fields import AnyField, Choice, Number, Option, unknown_key_fields
from m44editor.panels.properties.selected_pieces import PieceGroup

MAX_MEDALS = 12
MAX_HEXES = 99
EITHER = message_in("side", "Either")

Kind = tuple[str, ...]

TERM_LABELS: Mapping[str, Message] = {
    "permanent": message("permanent"),
    "turn_start": message("at the start of a turn"),
    "majority": message("majority"),
    "last_to_occupy": message("last to occupy"),
    "sole_control": message("sole control"),
    "any_hex": message("changes sides"),
}
"""The labels of the switches in the terms of a medal, by the names of the switches."""

KINDS: tuple[Option[Kind], ...] = (
    Option(
        (), message("While occupied"), tip=message("Held while the medal's side has a unit there.")
    ),
    Option(
        ("turn_start",),
        message("While occupied, at turn start"),
        tip=message("Gained or lost only when the side that can hold it starts its turn."),
    ),
    Option(
        ("permanent",),
        message("Permanent"),
        tip=message("Gained when a unit enters, and never lost."),
    ),
    Option(
        ("permanent", "turn_start"),
        message("Permanent, at turn start"),
        tip=message(
            "Gained if the medal's side has a unit there at the start of its turn, and never lost."
        ),
    ),
    Option(
        ("majority",),
        message("Majority"),
        tip=message("Held by the side that occupies more of the hexes."),
    ),
    Option(
        ("turn_start", "majority"),
        message("Majority, at turn start"),
        tip=message(
            "Gained or lost at the start of a side's turn. The side that occupies more of the "
            "hexes holds it."
        ),
    ),
    Option(
        ("last_to_occupy",),
        message("Last to occupy"),
        tip=message(
            "Held until an enemy unit occupies the hex, even if the unit that took it leaves."
        ),
    ),
    Option(
        ("sole_control",),
        message("Sole control"),
        tip=message("Held while the medal's side has a unit there and the enemy does not."),
    ),
    Option(
        ("any_hex",),
        message("Changes sides"),
        tip=message(
            "The medal's side holds the medal while it has a unit there; otherwise the enemy "
            "holds it."
        ),
    ),
)
_SUDDEN_DEATH_TIP = message("Sudden death is set as a special rule in the briefing.")
_OLD_BEHAVIORS: Mapping[
    str | None, Side | None
] = {  # behaviours of older files, which terms express now
    TagRule.MAJORITY: None,
    TagRule.PERMANENT_AXIS: Side.AXIS,
    TagRule.PERMANENT_ALLIES: Side.ALLIES,
}


def medal_fields(medals: PieceGroup[Tag]) -> Iterator[AnyField]:
    """Yield the fields for the terms of objective medals (V-MED-01..07, D-10..D-14)."""
    catalogue = medals.catalogue
    kinds = [kind_of(tag, catalogue) for tag in medals.pieces]
    yield medals.field(
        "medal",
        message("Objective"),
        Choice(_kind_options(kinds)),
        lambda tag: kind_of(tag, catalogue),
        lambda tag, kind: with_kind(tag, kind, catalogue),
        _kind_tip(kinds),
    )
    if any(_token_side(tag, catalogue) is None or _medal_side(tag) for tag in medals.pieces):
        yield medals.field(
            "medal/side",
            message("Side"),
            Choice(tuple(Option(s, label if s else EITHER) for s, label in SIDE_NAMES.items())),
            _medal_side,
            _with_side,
            tip=message("The only side that can hold this medal"),
        )
    yield medals.field(
        "medal/counts_for",
        message("Worth"),
        Number(1, MAX_MEDALS, optional=False),
        lambda tag: _medal_terms(tag).counts_for,
        lambda tag, number: replace(tag, medal=replace(_medal_terms(tag), counts_for=number or 1)),
        tip=message("How many victory medals this medal is worth"),
    )
    yield medals.field(
        "medal/hexes_needed",
        message("Hexes needed"),
        Number(1, MAX_HEXES, optional=False),
        lambda tag: _medal_terms(tag).hexes_needed,
        lambda tag, number: replace(
            tag, medal=replace(_medal_terms(tag), hexes_needed=number or 1)
        ),
        tip=message("How many hexes in the group a side must hold"),
    )
    if len(medals.pieces) == 1:
        unknown_terms = {
            k: v
            for k, v in _medal_terms(medals.pieces[0]).extra.items()
            if not _is_shown_switch(k, v)
        }
        yield from unknown_key_fields(f"{medals.pointer}/medal", unknown_terms)


def kind_of(tag: Tag, catalogue: Catalogue) -> Kind:
    """Return the names of the terms that are switched on, in the order of `TERM_LABELS`.

    Terms that older files express as a behavior count as well. If the terms contradict each other,
    return the switches as they are stored.
    """
    terms = holding_terms_of(tag, _token_side(tag, catalogue)) or _medal_terms(tag)
    return tuple(term for term in TERM_LABELS if getattr(terms, term))


def with_kind(tag: Tag, kind: Kind, catalogue: Catalogue) -> Tag:
    """Return the medal with exactly the terms of *kind* switched on, in the current form."""
    medal, old_side = _medal_terms(tag), _OLD_BEHAVIORS.get(tag.behavior)
    side = old_side if old_side and _token_side(tag, catalogue) is None else medal.side
    switches = {term: term in kind for term in TERM_LABELS}
    after = replace(medal, **switches, side=side, extra=_without_switches(medal))
    return replace(
        tag, medal=after, behavior=None if tag.behavior in _OLD_BEHAVIORS else tag.behavior
    )


def _without_switches(medal: MedalTerms) -> Extra:
    """Return the unknown terms of a medal, except those named like a switch."""
    return {key: value for key, value in medal.extra.items() if key not in TERM_LABELS}


def _kind_options(kinds_in_use: Sequence[Kind]) -> tuple[Option[Kind], ...]:
    """Return options for the known kinds, followed by any other combinations in *kinds_in_use*."""
    known_kinds = {option.value for option in KINDS}
    other_kinds = [kind for kind in dict.fromkeys(kinds_in_use) if kind not in known_kinds]
    return (
        *KINDS,
        *(
            Option(kind, _kind_label(kind), tip=message("Other combination"))
            for kind in other_kinds
        ),
    )


def _kind_label(kind: Kind) -> Message:
    first, *other_labels = (TERM_LABELS[term] for term in kind)
    label = first
    for other in other_labels:
        label = message_in("list", "{first}, {next}", first=label, next=other)
    return label


def _kind_tip(kinds: Sequence[Kind]) -> Message:
    tip = next((option.tip for option in KINDS if {*kinds} == {option.value}), None)
    return join_sentences(tip, _SUDDEN_DEATH_TIP) if isinstance(tip, Message) else _SUDDEN_DEATH_TIP


def _is_shown_switch(key: str, value: object) -> bool:
    """Return whether an unknown term of a medal is a switch that a field already shows."""
    return key in TERM_LABELS and isinstance(value, bool)


def _medal_terms(tag: Tag) -> MedalTerms:
    return tag.medal or MedalTerms()


def _token_side(tag: Tag, catalogue: Catalogue) -> Side | None:
    """Return the side that the token itself belongs to.

    Return None if it is for either side or unknown.
    """
    element = catalogue.get(tag.name)
    return element.side if element else None


def _medal_side(tag: Tag) -> Side | None:
    return _medal_terms(tag).side or tag.side


def _with_side(tag: Tag, side: Side | None) -> Tag:
    return replace(tag, side=None, medal=replace(_medal_terms(tag), side=side))
