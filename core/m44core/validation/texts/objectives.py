"""Whose objectives the texts speak of, and how many of them: M818, M821, M827."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from m44core.catalogue.types import Side
from m44core.findings.kinds import Sayable
from m44core.messages import nouns
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.placed import PlacedTag
from m44core.validation.prose.names import in_language
from m44core.validation.prose.prose import Told
from m44core.validation.prose.reading import Reading
from m44core.validation.stated_rules.held_rules import holds

_FIELDS = ("victory",)
_OTHERWISE = ("double-medals", "exits")  # what else medals are given for
_ODD = 3  # objectives of which one may be of the wrong side by a slip


@check("M818")
def objectives_of_another_side(context: Context) -> Iterator[Problem]:
    """Objectives that one text promises to a side, and another text or the board to the enemy.

    Only where conditions of victory name the one side, and the other nowhere (LINT-T7, LINT-T8).
    """
    told = {told: sides for told in context.prose.read if (sides := _sides(told))}
    for (one, mine), (other, theirs) in pairwise(told.items()):
        if mine.isdisjoint(theirs):
            (side,), (enemy,) = mine, theirs
            said = {"language": in_language(other), "other": in_language(one)}
            pointer = f"/texts/{other.code}/victory"
            yield problem("languages", pointer, **said, side=enemy.called, enemy=side.called)
            return
    owners = {owner for tag in _objectives(context) if (owner := _owner(tag))}
    for text, sides in told.items():
        if owners and owners.isdisjoint(sides):
            promised = next(iter(sides))
            values: dict[str, Sayable] = {"language": in_language(text), "side": promised.called}
            pointer = f"/texts/{text.code}/victory"
            yield problem("board", pointer, **values, enemy=promised.enemy.called)
            return
    yield from _odd_one(context, told)


def _odd_one(context: Context, told: Mapping[Told, frozenset[Side]]) -> Iterator[Problem]:
    """Yield the only medal of a side of which no text about victory or rules speaks."""
    owned = [tag for tag in _objectives(context) if _owner(tag)]
    for text, sides in told.items():
        (side,) = sides
        odd = [tag for tag in owned if _owner(tag) is not side]
        if len(odd) == 1 and len(owned) >= _ODD and not _names(text, side.enemy):
            (tag,) = odd
            values: dict[str, Sayable] = {"language": in_language(text), "side": side.called}
            values |= {"enemy": side.enemy.called, "hex": context.name(tag.hex)}
            yield problem("odd", context.pointer(tag.hex, "tags", tag.number), tag.hex, **values)
            return


def _names(told: Told, side: Side) -> bool:
    """Tell whether the special rules, which may speak of objectives, name a side."""
    assert told.language
    rules = told.filled.get("rules", "")
    return side in told.language.sides("\n".join(told.language.about_objectives(rules)))


@check("M821")
def share_unlike_the_text(context: Context) -> Iterator[Problem]:
    """Groups of objectives of which the text asks for another number (LINT-T8)."""
    groups = [tag for tag in _objectives(context) if tag.tag.group and tag.tag.medal]
    if len(groups) != 1:
        return
    tag = groups[0]
    size = len({tag.hex, *(tag.tag.group or ())})
    needs = tag.tag.medal.hexes_needed if tag.tag.medal else 1
    for told in context.prose.read:
        said = {(r.numbers["n"], r.numbers["m"]) for r in _read(told, "share")}
        if len(said) != 1:
            continue
        ((needed, of),) = said
        if of == size and needed < size and needed != needs:
            pointer = context.pointer(tag.hex, "tags", tag.number, "hexes-needed")
            repair = put("ask", pointer, needed, told=needed)
            values: dict[str, Sayable] = {"told": needed, "size": size, "needs": needs}
            yield problem("unlike", pointer, tag.hex, repair, **values, language=in_language(told))
            return


@check("M827")
def joint_objective_unlike_the_text(context: Context) -> Iterator[Problem]:
    """Hexes that a text makes one objective, and the board does not (LINT-T8)."""
    sizes = {len({tag.hex, *(tag.tag.group or ())}) for tag in _objectives(context)}
    for told in context.prose.read if sizes else ():
        numbers = [reading.numbers["n"] for reading in _read(told, "joint", ("victory", "rules"))]
        lone = [number for number in numbers if number > 1 and number not in sizes]
        if lone and not holds(context, "medals-of-rules"):
            values: dict[str, Sayable] = {"language": in_language(told)}
            pointer = f"/texts/{told.code}/victory"
            yield problem("joint", pointer, hexes=nouns.hexes(lone[0]), **values)
            return


def _objectives(context: Context) -> list[PlacedTag]:
    return [placed for placed in context.tags if placed.element.medal]


def _owner(placed: PlacedTag) -> Side | None:
    """Return who alone may gain an objective, if one side only."""
    return (placed.tag.medal and placed.tag.medal.side) or placed.element.side


def _sides(told: Told) -> frozenset[Side]:
    """Return the side of all objectives of a text; none where it names both, or nobody."""
    assert told.language
    text = told.filled.get("victory", "")
    sides = frozenset(r.side for r in _read(told, "captures") if r.side) or _awarded(told, text)
    return sides if len(sides) == 1 and told.language.sides(text) == sides else frozenset()


def _awarded(told: Told, text: str) -> frozenset[Side]:
    """Return the sides that sentences about medals name, but for losses and exits."""
    assert told.language
    language = told.language
    return frozenset(
        side
        for sentence in language.about_objectives(text)
        if not any(language.hints(rule, sentence.lower()) for rule in _OTHERWISE)
        for side in language.sides(sentence)
    )


def _read(told: Told, what: str, fields: tuple[str, ...] = _FIELDS) -> list[Reading]:
    texts: Mapping[str, str] = told.filled
    assert told.language
    return [r for field in fields if field in texts for r in told.language.read(what, texts[field])]
