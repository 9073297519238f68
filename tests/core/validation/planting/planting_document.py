"""Clean scenarios to plant defects in, and random hexes, sides and languages in them."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.reference_data import load_yaml

from m44core.board import Board
from m44core.io.workshop.decode import board_of
from m44core.resources import scenarios_folder

Raw = dict[str, Any]

NAMES = tuple(sorted(path.stem for path in scenarios_folder().glob("*.yaml")))

_TEXTS = Path(__file__).parent / "texts.yaml"
_SIDES = {
    "en": {"axis": "Axis player", "allies": "Allied player"},
    "fr": {"axis": "Joueur de l'Axe", "allies": "Joueur allié"},
    "de": {"axis": "Achsenspieler", "allies": "Alliierter Spieler"},
}


@cache
def _shipped_document(name: str) -> Raw:
    document: Raw = load_yaml(scenarios_folder() / f"{name}.yaml")
    return document


@cache
def _replacement_texts() -> dict[str, dict[str, str]]:
    texts: dict[str, dict[str, str]] = load_yaml(_TEXTS)
    return texts


def clean_document(name: str, *, languages: bool) -> Raw:
    """Return the document of a scenario that ships with the program, as a copy.

    With *languages* its texts are replaced by short ones in English, French and German that agree
    with its data; its special rules are removed.
    """
    document = deepcopy(_shipped_document(name))
    if languages:
        briefing = document["briefing"]
        briefing.pop("options", None)
        briefing["first"] = "bottom"
        top, bottom = briefing["top"], briefing["bottom"]
        top["cards"], bottom["cards"] = 4, 5
        top["medals"] = bottom["medals"] = 5
        document["texts"] = {
            language: {
                key: _filled_text(text, language, top, bottom) for key, text in fields.items()
            }
            for language, fields in _replacement_texts().items()
        }
    return document


def _filled_text(text: str, language: str, top: Raw, bottom: Raw) -> str:
    sides = _SIDES[language]
    return text.format(
        top=sides[top["side"]],
        bottom=sides[bottom["side"]],
        top_cards=top["cards"],
        bottom_cards=bottom["cards"],
        medals=top["medals"],
    )


class NoRoomError(Exception):
    """A defect cannot be planted in this scenario."""


@dataclass(frozen=True, slots=True)
class PlantingDocument:
    """A document, with random choices among its hexes, sides, players and languages."""

    raw: Raw
    rng: random.Random

    @property
    def board(self) -> Board:
        """The board of the document."""
        return board_of(self.raw)

    @property
    def hexes(self) -> Raw:
        """The hexes of the document, keyed by name."""
        hexes: Raw = self.raw["hexes"]
        return hexes

    def free_hex(self, rows: range | None = None) -> str:
        """Return a random empty hex in *rows*, counted from the top.

        Raises:
            NoRoomError: there is none.
        """
        names = [
            self.board.name(hex_) for hex_ in self.board.hexes if rows is None or hex_.row in rows
        ]
        free_names = [name for name in names if name not in self.hexes]
        if not free_names:
            raise NoRoomError
        return self.rng.choice(free_names)

    def hexes_with_layer(self, layer: str, *keys: str) -> list[str]:
        """Return the hexes with one of the pieces *keys*, or any piece, on a layer."""
        return [
            name
            for name, content in self.hexes.items()
            if layer in content and (not keys or piece_key(content[layer]) in keys)
        ]

    def choose(self, names: list[str]) -> str:
        """Return a random name.

        Raises:
            NoRoomError: there are no names.
        """
        if not names:
            raise NoRoomError
        return self.rng.choice(names)

    def random_side(self) -> str:
        """Return a random side, ``axis`` or ``allies``."""
        return self.rng.choice(["axis", "allies"])

    def random_player(self) -> str:
        """Return a random player, ``top`` or ``bottom``."""
        return self.rng.choice(["top", "bottom"])

    def random_language(self) -> str:
        """Return a random language of the texts."""
        languages: list[str] = list(self.raw["texts"])
        return self.rng.choice(languages)


def piece_key(piece: str | Raw) -> str:
    """Return the key of a piece, which a file gives as a name or as an entry."""
    return piece if isinstance(piece, str) else str(piece["is"])
