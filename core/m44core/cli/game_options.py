"""The options of commands that simulate games: the players and the settings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from m44core.arguments.parser import Parser, Render
from m44core.cli.shared_options import positive_int
from m44core.errors import M44Error
from m44core.messages.message import enumerated, label_with_text, message
from m44core.playtest.players.levels import LEVELS, SERGEANTS, Levels, parse_levels
from m44core.rules.game_settings import SETTING_NAMES, TURN_LIMIT, RuleSettings, parse_settings

PLAYERS = message(
    "players: {players}. A single name plays both sides. With two names (AXIS:ALLIES), the "
    "first plays the Axis. axis=general,allies=recruit assigns the sides explicitly. Default: "
    "{usual}.",
    players=enumerated(LEVELS),
    usual=SERGEANTS.axis,
)
"""The help for ``--ai``."""


def add_players_option(parser: Parser | argparse._ArgumentGroup, text: Render) -> None:
    """Add ``--ai``, the players."""
    players = message("players: LEVEL, AXIS:ALLIES, or axis=LEVEL,allies=LEVEL")
    parser.add_argument("--ai", metavar="PLAYERS", help=text(players))


def add_settings_options(parser: Parser | argparse._ArgumentGroup, text: Render) -> None:
    """Add ``--turn-limit`` and ``--set``, the variants and rule interpretations."""
    limit = message(
        "end a game after this many turns, counting both sides (default: {number})",
        number=TURN_LIMIT,
    )
    parser.add_argument("--turn-limit", type=positive_int, metavar="N", help=text(limit))
    settings = message(
        "use a variant or rule interpretation: {names}", names=enumerated(SETTING_NAMES)
    )
    parser.add_argument("--set", action="append", metavar="NAME=VALUE", help=text(settings))


def requested_levels(arguments: argparse.Namespace) -> Levels:
    """Return the levels that ``--ai`` names; sergeants by default.

    Raises:
        M44Error: there is no such level.
    """
    return SERGEANTS if arguments.ai is None else parse_levels(arguments.ai)


def requested_settings(arguments: argparse.Namespace) -> RuleSettings:
    """Return the settings of ``--set`` and ``--turn-limit``.

    Raises:
        M44Error: there is no such setting or no such value.
    """
    setting_texts: Iterable[str] = arguments.set or ()
    texts = dict(map(_parse_setting, setting_texts))
    if arguments.turn_limit is not None:
        texts["turn-limit"] = str(arguments.turn_limit)
    return parse_settings(texts)


def _parse_setting(text: str) -> tuple[str, str]:
    """Return the name and the value of ``NAME=VALUE``.

    Raises:
        M44Error: the text has no equals sign.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        problem = message("use NAME=VALUE, as in takes-ground=no")
        raise M44Error(label_with_text(f"--set {text}", problem))
    return name, value
