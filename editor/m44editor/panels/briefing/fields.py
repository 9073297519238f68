"""The fields of the briefing: players, dates, front, packs and rule options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.io.vocabulary.m44_rules import MARK
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages.message import Message, message, message_in
from m44core.model import parts
from m44core.model.edits import change_face, set_player
from m44core.model.parts import Briefing, First, Player
from m44core.model.required_packs import Pack, Packs, packs_to_tick
from m44core.model.scenario import Scenario
from m44editor.panels.briefing.board_words import FACES
from m44editor.panels.briefing.rule_fields import rule_sections
from m44editor.panels.briefing.special_rules import restated, undeclared, without_rule
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    Control,
    Day,
    Field,
    Flag,
    Json,
    Number,
    OpenChoice,
    Option,
    Section,
    Words,
)
from m44editor.panels.forms.unknown import other_keys
from m44editor.panels.forms.words import PACKS, RULES, SIDE_NAMES, SIDE_OPTIONS, options

MOST_CARDS = 20
MOST_MEDALS = 20
NOT_STATED = SIDE_NAMES[None]
T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)


def briefing_sections(
    scenario: Scenario, selected: tuple[Hex, ...] | None = None
) -> tuple[Section, ...]:
    """Return what the briefing panel shows, from top to bottom.

    *selected* are the hexes that a rule about hexes may take over.
    """
    briefing = scenario.briefing
    rules = tuple(rule_sections(scenario, selected))
    other = other_keys("/briefing", briefing.extra)
    return (
        _player_section("top", message("Top player"), briefing.top),
        _player_section("bottom", message("Bottom player"), briefing.bottom),
        Section("battle", message("Battle"), tuple(_battle_fields(scenario))),
        Section(
            "options",
            message("Special rules"),
            tuple(_option_fields(scenario)),
            note="" if briefing.special_rules else message_in("special rules", "None"),
        ),
        *rules,
        Section("packs", message("Expansions needed"), tuple(_pack_fields(scenario.packs))),
        *((other,) if other.fields else ()),
    )


def _player_section(edge: str, title: Message, player: Player) -> Section:
    return Section(edge, title, tuple(_player_fields(edge, player)))


def _player_fields(edge: str, player: Player) -> Iterator[AnyField]:
    def field(
        key: str,
        label: Message,
        control: Control[T],
        value: T,
        put: Callable[[Player, T], Player],
    ) -> Field[T]:
        return Field(
            f"/briefing/{edge}/{key}",
            label,
            control,
            value,
            lambda scenario, new: _with_player(scenario, edge, put(_player(scenario, edge), new)),
        )

    yield Field(
        f"/briefing/{edge}/side",
        message("Side"),
        Choice(SIDE_OPTIONS),
        player.side,
        partial(_with_side, edge=edge),
        tip=message("The other player gets the other side"),
    )
    yield field(
        "country",
        message("Nation"),
        OpenChoice(options(parts.NATIONS, NOT_STATED), hint=NOT_STATED),
        player.country,
        lambda p, country: replace(p, country=country),
    )
    yield field(
        "cards",
        message("Command cards"),
        Number(0, MOST_CARDS, hint=message("not stated")),
        player.cards,
        lambda p, cards: replace(p, cards=cards),
    )
    yield field(
        "medals",
        message("Medals to win"),
        Number(0, MOST_MEDALS, hint=message("not stated")),
        player.medals,
        lambda p, medals: replace(p, medals=medals),
    )


def _player(scenario: Scenario, edge: str) -> Player:
    return scenario.briefing.top if edge == "top" else scenario.briefing.bottom


def _with_player(scenario: Scenario, edge: str, player: Player) -> Scenario:
    return set_player(scenario, player, top=edge == "top")


def _with_side(scenario: Scenario, side: Side | None, edge: str) -> Scenario:
    """Give an edge its side, and the other edge the enemy's: no scenario has one side twice."""
    after = _with_player(scenario, edge, replace(_player(scenario, edge), side=side))
    if side is None:
        return after
    other = "bottom" if edge == "top" else "top"
    return _with_player(after, other, replace(_player(after, other), side=side.enemy))


def _battle_fields(scenario: Scenario) -> Iterator[AnyField]:
    briefing = scenario.briefing
    yield Field(
        "/board/face",
        message("Board side"),
        Choice(tuple(Option(face, label) for face, label in FACES.items())),
        scenario.face,
        change_face,
        tip=message("What is printed on the board"),
    )
    yield _word("first", message("First player"), _first_choice(briefing), briefing.first)
    yield from _date_fields(briefing)
    yield _word("front", message("Front"), _listed(parts.FRONTS), briefing.front)
    yield _word("kind", message("Kind"), _listed(parts.KINDS), briefing.kind)
    yield _word(
        "operation", message("Operation"), Words(hint=message("number or name")), briefing.operation
    )


def _word(
    key: str, label: Message, control: Control[T], value: T, tip: Message | str = ""
) -> AnyField:
    return Field(
        f"/briefing/{key}",
        label,
        control,
        value,
        lambda scenario, word: _with_briefing(scenario, **{key: word}),
    )


def _listed(known: Mapping[W, Message]) -> Choice[W | None]:
    nothing: Option[W | None] = Option(None, NOT_STATED)
    entries: list[Option[W | None]] = [Option(word, label) for word, label in known.items()]
    return Choice((nothing, *entries))


def _first_choice(briefing: Briefing) -> Choice[First | None]:
    top, bottom = (SIDE_NAMES[player.side] for player in (briefing.top, briefing.bottom))
    return _listed(
        {
            First.TOP: message("Top ({side})", side=top),
            First.BOTTOM: message("Bottom ({side})", side=bottom),
            First.SPECIAL: message("See the special rules"),
        }
    )


def _date_fields(briefing: Briefing) -> Iterator[AnyField]:
    one_day = briefing.begins is not None and briefing.ends == briefing.begins
    yield Field(
        "/briefing/begins",
        message("Begins"),
        Day(),
        briefing.begins,
        lambda s, day: _with_briefing(s, begins=day, ends=day if one_day else s.briefing.ends),
    )
    yield Field(
        "/briefing/same_day",
        message("Length"),
        Flag(message("one day only")),
        one_day,
        lambda s, yes: _with_briefing(s, ends=s.briefing.begins if yes else None),
        enabled=briefing.begins is not None,
    )
    yield Field(
        "/briefing/ends",
        message("Ends"),
        Day(),
        briefing.ends,
        lambda s, day: _with_briefing(s, ends=day),
        enabled=not one_day,
    )


def _with_briefing(scenario: Scenario, **changes: Any) -> Scenario:  # noqa: ANN401 -- any field
    return replace(scenario, briefing=replace(scenario.briefing, **changes))


def _pack_fields(packs: Packs) -> Iterator[AnyField]:
    for pack in dict.fromkeys((*packs_to_tick(), *packs.stated)):
        yield Field(
            f"/packs/{pack.name}",
            "",
            Flag(PACKS.get(pack.name, pack.name)),
            packs.stated.get(pack, 0) > 0,
            partial(_with_pack, pack=pack),
        )


def _with_pack(scenario: Scenario, ticked: bool, pack: Pack) -> Scenario:
    return replace(scenario, packs=scenario.packs.with_pack(pack, ticked=ticked))


def _option_fields(scenario: Scenario) -> Iterator[AnyField]:
    """Yield the special rules that have no section of their own."""
    for key, rule in undeclared(scenario):
        yield Field(
            rule_pointer(key),
            RULES.get(key, key),
            _option_control(rule.value),
            rule.value,
            partial(restated, key=key),
            remove=partial(without_rule, key=key),
            tip=message("{word} in the file", word=key.removeprefix(MARK)),
        )


def _option_control(value: object) -> Control[Any]:
    if isinstance(value, bool):
        return Flag(message("applies"))
    if value in list(Side):
        return Choice(tuple(Option(side.value, SIDE_NAMES[side]) for side in Side))
    return Json()
