"""Objectives, exits, mines and other tags of an upload (M914 to M918, M929)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from m44core.catalogue.types import Layer, Side
from m44core.findings.kinds import Sayable
from m44core.io.vocabulary.codes import word
from m44core.io.vocabulary.hexagon_entries import named_hex
from m44core.messages.message import listed
from m44core.validation.arena.names import called, grouped, of_all
from m44core.validation.basis.check import Problem, Repair, check
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import give, give_all, put
from m44core.validation.upload.table import medal_owner, table
from m44core.validation.upload.upload import Found, as_object, entries

_SENTENCE = re.compile(r"[.!?;\n]")
_OUR_TERMS = {"permanent": "permanent", "counts_for": "counts-for", "nbr_hex": "hexes-needed"}


def _problem(
    context: Context, key: str, tags: list[Found], *repairs: Repair, **values: Sayable
) -> Problem:
    """Return what is to be said of tags of one name."""
    return of_all(context, key, tags, *repairs, tag=called(context, tags[0]), **values)


@check("M914")
def exit_marker_without_rule(context: Context) -> Iterator[Problem]:
    """Exit markers that do not say they are some: nobody can leave there (BGA-W8).

    Each hex of the line of one that does is an exit, so that its other end needs no rule.
    """
    exits = table()["tags"]["exits"]
    board, tags = context.scenario.board, context.upload.tags
    named = (name for t in tags if t.rule == exits["rule"] for name in entries(t.raw.get("group")))
    lines = {named_hex(name, board) for name in named}
    idle = [
        tag
        for tag in tags
        if tag.name in exits["names"] and tag.rule != exits["rule"] and tag.hex not in lines
    ]
    if idle:
        yield of_all(context, "idle", idle, _behaving("mark", idle, exits["rule"]))


def _behaving(key: str, tags: list[Found], rule: str) -> Repair:
    return Repair(key, {f"{tag.pointer}/behaves": word(rule) for tag in tags}, {})


@check("M915")
def minefield_without_effect(context: Context) -> Iterator[Problem]:
    """Minefields without their special rule or an owner, or too many (BGA-W9)."""
    mines = table()["tags"]["mines"]
    marked = [
        t for t in context.upload.tags if t.name in mines["names"] or t.rule in mines["rules"]
    ]
    idle = [mine for mine in marked if mine.rule not in mines["rules"]]
    if idle:
        yield of_all(context, "idle", idle, _behaving("mark", idle, mines["rule"]))
    laid = [mine for mine in marked if mine.rule in mines["rules"]]
    nobodys = [mine for mine in laid if mine.raw.get("side") is None]
    if nobodys:
        yield of_all(context, "nobodys", nobodys, *(_given(nobodys, side) for side in Side))
    if len(laid) > mines["pool"]:
        yield of_all(context, "many", laid, number=len(laid), pool=mines["pool"])


def _given(mines: list[Found], side: Side) -> Repair:
    pointers = (f"{mine.pointer}/side" for mine in mines)
    return give_all("give", pointers, side, side=side.called)


@check("M916")
def terms_beside_the_medal(context: Context) -> Iterator[Problem]:
    """Terms of an objective where the site does not look for them (BGA-W10)."""
    tags = table()["tags"]
    misplaced = {*tags["misplaced_keys"], *tags["medal_keys"]} - {"side"}
    for medal in context.upload.medals:
        beside = {k: v for k, v in medal.raw.items() if k in misplaced and v is not None}
        terms = {k: v for k, v in beside.items() if k in tags["medal_keys"]}
        if beside:
            repairs = (_moved(medal, terms),) if terms == beside else ()
            yield _problem(context, "beside", [medal], *repairs, keys=listed(list(beside)))
        unread = [k for k in as_object(medal.raw.get("medal")) if k not in tags["medal_keys"]]
        if unread:
            yield _problem(context, "unread", [medal], keys=listed(unread))


def _moved(medal: Found, terms: Mapping[str, object]) -> Repair:
    """Return the repair that moves terms from beside a medal to where they belong."""
    changes: dict[str, object] = {f"{medal.pointer}/m44/{key}": None for key in terms}
    for key, value in terms.items():
        changes[f"{medal.pointer}/{_OUR_TERMS.get(key, f'terms/{key}')}"] = value
    return Repair("move", changes, {})


@check("M917")
def objective_counted_otherwise(context: Context) -> Iterator[Problem]:
    """Objectives whose owner or hexes the site takes otherwise than written (BGA-W11)."""
    for medal in context.upload.medals:
        owner, stated = medal_owner(medal.name), str(medal.raw.get("side", "")).upper()
        if owner and stated in tuple(Side) and stated != owner:
            yield _owner_problem(context, medal, owner, Side(stated))
        if _counts_own_hex_twice(context, medal):
            yield _problem(context, "twice", [medal], _once(context, medal))


def _owner_problem(context: Context, medal: Found, owner: Side, stated: Side) -> Problem:
    named = next(
        element
        for element in context.catalogue.on_layer(Layer.TAG)
        if element.medal and element.side is stated
    )
    repairs = (
        put("rename", f"{medal.pointer}/is", named.key, side=stated.called),
        give("follow", f"{medal.pointer}/side", owner, side=owner.called),
    )
    said = {"stated": stated.called, "owner": owner.called}
    return _problem(context, "owner", [medal], *repairs, **said)


def _counts_own_hex_twice(context: Context, medal: Found) -> bool:
    terms = as_object(medal.raw.get("medal"))
    matters = bool(terms.get("majority")) or str(terms.get("nbr_hex", 1)) != "1"
    names = entries(medal.raw.get("group"))
    return matters and any(named_hex(n, context.scenario.board) == medal.hex for n in names)


def _once(context: Context, medal: Found) -> Repair:
    names = entries(medal.raw.get("group"))
    others = [name for name in names if named_hex(name, context.scenario.board) != medal.hex]
    return Repair("once", {f"{medal.pointer}/hexes": others}, {})


@check("M918")
def permanent_in_text_only(context: Context) -> Iterator[Problem]:
    """Objectives that only the text makes permanent (BGA-W12).

    Meant are those the sentence may be about: of the side and at the places it names. Where the
    text speaks of other medals, too, which of them is which is for a person to say.
    """
    medals = context.upload.medals
    terms = [as_object(medal.raw.get("medal")) for medal in medals]
    open_medals = [m for m, said in zip(medals, terms, strict=True) if "permanent" not in said]
    if not open_medals or any(said.get("permanent") for said in terms):
        return
    for promise, sentence in _promises(context):
        meant = [medal for medal in open_medals if _may_be_about(context, sentence, medal)]
        if meant:
            changes = {f"{medal.pointer}/permanent": True for medal in meant}
            sure = len(medals) == 1 or not _speaks_of(context, table()["permanent"]["others"])
            repairs = (Repair("permanent", changes, {}),) if sure else ()
            yield of_all(context, "promised", meant, *repairs, word=promise)
            return


def _promises(context: Context) -> Iterator[tuple[str, str]]:
    """Yield the sentences that promise objectives for good, each with the word that does."""
    said = table()["permanent"]
    for sentence in _sentences(context):
        promise = next((word for word in said["words"] if word in sentence), None)
        denied = any(word in sentence for word in said["denied"])
        if promise and not denied and any(word in sentence for word in said["of"]):
            yield str(promise), sentence


def _sentences(context: Context) -> Iterator[str]:
    for text in context.upload.texts.values():
        yield from _SENTENCE.split(f"{text.get('victory')}.{text.get('rules')}".lower())


def _speaks_of(context: Context, words: Iterable[str]) -> bool:
    return any(word in sentence for sentence in _sentences(context) for word in words)


def _may_be_about(context: Context, sentence: str, medal: Found) -> bool:
    """Tell whether a sentence may be about an objective, by its side and the places it names."""
    sides = {side for side, words in table()["permanent"]["sides"].items() if words in sentence}
    owner = medal_owner(medal.name)
    if owner and len(sides) == 1 and owner not in sides:
        return False
    named = {
        hex_
        for hex_, lines in context.scenario.labels.items()
        if " ".join(lines).strip().lower() in sentence and "".join(lines).strip()
    }
    board, names = context.scenario.board, entries(medal.raw.get("group"))
    places = {medal.hex, *(hex_ for name in names if (hex_ := named_hex(name, board)))}
    near = {hex_ for place in places for hex_ in board.neighbours.get(place, ())}
    return not named or bool(named & (places | near))


@check("M929")
def tag_ignored(context: Context) -> Iterator[Problem]:
    """Tags that the site does not heed (BGA-W23)."""
    tags = table()["tags"]
    known = {*tags["heeded"], *tags["exits"]["names"], *tags["mines"]["names"]}
    rules = {tags["exits"]["rule"], *tags["mines"]["rules"]}
    ignored = [
        tag
        for tag in context.upload.tags
        if tag.name not in known
        and tag.rule not in rules
        and not tag.name.startswith(tags["medal"])
    ]
    for group in grouped(ignored, lambda tag: tag.name).values():
        yield _problem(context, "ignored", group)
