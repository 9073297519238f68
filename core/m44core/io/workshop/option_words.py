"""Our words for the options of a scenario that we know by name.

An option is written in our words only where our schema allows them and they
say exactly what the .m44 file says, to the order of its keys; any other stays
as that file has it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from m44core.catalogue.types import Layer
from m44core.io.schema.quick_check import quick_check
from m44core.io.text.places import escape
from m44core.io.workshop.words import FOREIGN, code, key, name, word

Raw = dict[str, Any]
Change = Callable[[Any], Any]

SUDDEN_DEATH = "sudden-death"
_CONDITION = "group_sudden_death"
VICTORY = "victory"
"""Where an .m44 file has the conditions of sudden death: in ``game_info``, not in its options."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How a value is written.

    Attributes:
        say: Returns what our files write for a value of an .m44 file.
        mean: Returns the value of the .m44 file for what ours write. Neither
            fails: what is not of its kind stays as it is.
    """

    say: Change
    mean: Change


def _same(value: object) -> object:
    return value


def _keyed(words: Mapping[str, str], **forms: _Form) -> _Form:
    """Return the form of an object whose keys, those of the .m44 file, have *words* of ours."""
    keys = {ours: theirs for theirs, ours in words.items()}

    def say(raw: object) -> object:
        if not isinstance(raw, dict):
            return raw
        return {words.get(k, k): forms.get(k, _AS_IT_IS).say(value) for k, value in raw.items()}

    def mean(raw: object) -> object:
        if not isinstance(raw, dict):
            return raw
        meant = {str(keys.get(k, k)): value for k, value in raw.items()}
        return {k: forms.get(k, _AS_IT_IS).mean(value) for k, value in meant.items()}

    return _Form(say, mean)


def _each(form: _Form) -> _Form:
    """Return the form of a list."""

    def change(how: Change) -> Change:
        return lambda raw: [how(value) for value in raw] if isinstance(raw, list) else raw

    return _Form(change(form.say), change(form.mean))


def _say_unit(raw: object) -> object:
    """Return a unit by its name alone where it has no more."""
    if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
        return raw
    said = {_UNIT_WORDS.get(k, k): value for k, value in raw.items()}
    said["is"] = key(raw["name"], Layer.UNIT)
    if isinstance(raw.get("badge"), str):
        said["badge"] = key(raw["badge"], Layer.BADGE)
    return said["is"] if len(said) == 1 else said


def _mean_unit(raw: object) -> object:
    if isinstance(raw, str):
        raw = {"is": raw}
    if not isinstance(raw, dict):
        return raw
    meant = {_UNIT_KEYS.get(k, k): value for k, value in raw.items()}
    for which, layer in (("name", Layer.UNIT), ("badge", Layer.BADGE)):
        if isinstance(meant.get(which), str):
            meant[which] = name(meant[which], layer)
    return meant


def _mean_draw(raw: object) -> object:
    if isinstance(raw, dict) and list(raw) == ["after-turn", "cards"]:
        return list(raw.values())
    return raw


def _say_draw(raw: object) -> object:
    if isinstance(raw, list) and len(raw) == 2:
        return {"after-turn": raw[0], "cards": raw[1]}
    return raw


def _code(raw: object) -> object:
    return code(raw) if isinstance(raw, str) else raw


_UNIT_WORDS = {"name": "is", "nbr_units": "figures"}
_UNIT_KEYS = {ours: theirs for theirs, ours in _UNIT_WORDS.items()}
_AS_IT_IS = _Form(_same, _same)
_SIDE = _Form(lambda raw: word(raw) if raw in ("AXIS", "ALLIES") else raw, _code)
_DRAW = _Form(_say_draw, _mean_draw)
_DRAWS = _keyed({"AXIS": "axis", "ALLIES": "allies"}, AXIS=_each(_DRAW), ALLIES=_each(_DRAW))
_AIR_DROP = _keyed({"nbr_units": "units"}, side=_SIDE, unit=_Form(_say_unit, _mean_unit))
_MUST_EXIT = _keyed({"min_nbr_units": "units"}, side=_SIDE)
_DEATHS = _each(_keyed({"number": "needed", "group": "hexes", "at_once": "at-once"}, side=_SIDE))

_OPTIONS: Mapping[str, tuple[str, _Form]] = {
    "airdrop": ("air-drop", _AIR_DROP),
    "deck_reshuffling": ("deck-reshuffling", _AS_IT_IS),
    "deck_out_winner": ("deck-out-winner", _SIDE),
    "draw_extra": ("draw-extra", _DRAWS),
    "hill317": ("hill-317", _AS_IT_IS),
    "air_strikes_rules": ("air-strikes", _SIDE),
    "infantry_exit_counts_2": ("infantry-exit-counts-two", _AS_IT_IS),
    "must_have_unit_exit": ("must-exit", _MUST_EXIT),
}
_KEYS = {ours: theirs for theirs, (ours, _) in _OPTIONS.items()}


def option_word(theirs: str) -> str:
    """Return what our files call an option of the .m44 format, or a condition of victory."""
    if theirs == _CONDITION:
        return SUDDEN_DEATH
    return _OPTIONS[theirs][0] if theirs in _OPTIONS else _kept(theirs)


def _kept(theirs: str) -> str:
    """Return a key that has no word of ours, marked where it would be read as one."""
    is_taken = theirs in (*_KEYS, SUDDEN_DEATH) or theirs.startswith(FOREIGN)
    return FOREIGN + theirs if is_taken else theirs


def option_key(ours: str) -> str:
    """Return the key of the .m44 format for what our files call an option."""
    if ours == SUDDEN_DEATH:
        return _CONDITION
    return _KEYS.get(ours, ours.removeprefix(FOREIGN))


def option_pointer(theirs: str) -> str:
    """Return where the workshop document has an option of the .m44 format."""
    return f"/briefing/options/{escape(option_word(theirs))}"


def said_options(options: Mapping[str, Any], victory: object) -> Raw:
    """Return the options as our files write them.

    Args:
        options: Those of an .m44 file.
        victory: Its ``victory``; sudden deaths that stand there become an option.
    """
    said = dict(_said(key_, value) for key_, value in options.items())
    deaths = said_victory(victory)
    return said if deaths is None else {**said, SUDDEN_DEATH: deaths}


def _said(theirs: str, value: object) -> tuple[str, object]:
    known = _OPTIONS.get(theirs)
    if known is None:
        return _kept(theirs), value
    ours, form = known
    said = form.say(value)
    is_exact = _is_the_same(form.mean(said), value) and _is_allowed(ours, said)
    return (ours, said) if is_exact else (theirs, value)


def said_victory(victory: object) -> list[Raw] | None:
    """Return the sudden deaths in our words; None where ``victory`` says anything else."""
    conditions = victory.get("condition") if isinstance(victory, dict) else None
    if not isinstance(conditions, list):
        return None
    deaths = [c.get(_CONDITION) for c in conditions if isinstance(c, dict)]
    said: list[Raw] = _DEATHS.say(deaths)
    is_exact = _is_allowed(SUDDEN_DEATH, said) and _is_the_same(_victory(said), victory)
    return said if is_exact else None


def meant_options(options: Raw) -> tuple[Raw, Raw | None]:
    """Return the options as an .m44 file writes them, and its ``victory`` if they call for one."""
    meant = {}
    for ours, value in options.items():
        if ours != SUDDEN_DEATH:
            theirs = option_key(ours)
            meant[theirs] = _OPTIONS[theirs][1].mean(value) if ours in _KEYS else value
    deaths = options.get(SUDDEN_DEATH)
    return meant, _victory(deaths) if deaths else None


def _victory(deaths: object) -> Raw:
    meant = _DEATHS.mean(deaths if isinstance(deaths, list) else [deaths])
    return {"condition": [{_CONDITION: death} for death in meant]}


def _is_the_same(one: object, other: object) -> bool:
    return json.dumps(one) == json.dumps(other)


def _is_allowed(ours: str, said: object) -> bool:
    return quick_check("scenario").allows(f"option-{ours}", said)
