"""What Board Game Arena accepts and heeds: a table read from its source, with commit and date."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.data_files import Entry, yaml_mapping

FILE = Path(__file__).parent / "table.yaml"


@cache
def table() -> Entry:
    """Return the table; read once."""
    said = yaml_mapping(FILE)
    return {**said, "own_rules": said["ids"]["own_rules"]}


@cache
def tiles_with_any_rule() -> frozenset[str]:
    """Return the tiles that are accepted whatever their special rule is."""
    return frozenset(table()["tiles"]["any_rule"].split())


@cache
def options_read() -> frozenset[str]:
    """Return the options that are read."""
    return frozenset(table()["options"]["read"].split())


def knows_tile(name: str) -> bool:
    """Tell whether a tile, a structure or an obstacle is known, if perhaps not with each rule."""
    tiles = table()["tiles"]
    lists = (tiles["rule_refused"], tiles["rules_accepted"], tiles["becomes_unit"])
    return name in tiles_with_any_rule() or any(name in names for names in lists)


def accepts_rule(name: str, rule: str | None) -> bool:
    """Tell whether a tile that is known may have a special rule; None is no rule."""
    tiles = table()["tiles"]
    if rule is None or rule == tiles["everything_becomes_a_ford"]:
        return True
    if name in tiles["rule_refused"]:
        return rule not in tiles["rule_refused"][name]
    return name not in tiles["rules_accepted"] or rule in tiles["rules_accepted"][name]


def kind_and_nation(name: str) -> tuple[str, str] | None:
    """Return the kind and the nation the name of a unit is read as; None where it is none."""
    small = name.lower()
    kind = next((kind for kind in table()["units"]["kinds"] if kind in small), None)
    return (kind, small.replace(kind, "", 1)) if kind else None


@cache
def side_of(nation: str) -> Side | None:
    """Return the side of a nation; None where it is not known."""
    nations = table()["units"]["nations"]
    return next((Side(side) for side, names in nations.items() if nation in names), None)


def medal_owner(name: str) -> Side | None:
    """Return whose an objective is by its name; None where it is that of both."""
    owner = table()["tags"]["medal_owners"].get(name, Side.AXIS.value)
    return Side(owner) if owner in tuple(Side) else None
