"""The context of a check: the scenario, its file, the boxes, and data derived from them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from m44core.board import BoardType, Face
from m44core.catalogue.base_box import BaseBox, load_base_box
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side, TerrainRules
from m44core.errors import M44Error
from m44core.findings.finding_kinds import Phrase, phrase
from m44core.hexes import Hex
from m44core.io.origin import NO_ORIGIN, Origin
from m44core.messages.message import Listing, enumerated
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.state import GameState
from m44core.validation.components.component_bill import ComponentBill, bill_of_pieces
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.passability import known_rules
from m44core.validation.placed_pieces import (
    PlacedPiece,
    PlacedTag,
    PlacedUnit,
    UnknownPiece,
    pieces_of,
    tags_of,
    units_of,
    unknown_pieces_of,
)
from m44core.validation.text_analysis.scenario_texts import (
    ScenarioTexts,
    TruncatedTexts,
    truncate_texts,
)
from m44core.validation.thresholds import thresholds
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.validation.bga_upload import Upload
    from m44core.validation.reachability import Reachability


@dataclass(frozen=True)
class CheckContext:
    """The scenario being checked, and data shared by several checks, computed once.

    Attributes:
        scenario: The scenario.
        box: The contents of one base box.
        owned: The boxes the user owns; None if unknown.
        origin: The file the scenario comes from, for checks of how the file is written.
        languages: The languages the scenario should have texts in; empty if none were requested.
    """

    scenario: Scenario
    box: BaseBox
    owned: OwnedBoxes | None = None
    origin: Origin = NO_ORIGIN
    languages: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        owned: OwnedBoxes | None = None,
        origin: Origin = NO_ORIGIN,
        languages: tuple[str, ...] = (),
    ) -> CheckContext:
        """Return the context of a scenario with the standard base box."""
        return cls(scenario, load_base_box(), owned, origin, languages)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the scenario, including user packs."""
        return self.scenario.catalogue

    @cached_property
    def start_state(self) -> GameState | None:
        """The start position before the cards are dealt; None if the scenario cannot be played.

        Checks must not change it.
        """
        from m44core.rules.play.game_setup import new_game  # only for checks that ask the engine

        try:
            return new_game(self.scenario)
        except M44Error:
            return None

    @cached_property
    def upload(self) -> Upload:
        """The file that would be uploaded to Board Game Arena."""
        from m44core.validation.bga_upload import Upload  # only for those who ask for it

        return Upload.of(self.scenario, self.origin)

    @cached_property
    def reachability(self) -> Reachability | None:
        """The hexes units can ever reach; None if the scenario cannot be played."""
        from m44core.validation.reachability import Reachability  # only for checks that ask

        if self.start_state is None:
            return None
        return Reachability(self.start_state, gaps(self.scenario))

    @cached_property
    def texts(self) -> ScenarioTexts:
        """The truncated texts, with the numbers of cards, medals and turns stated in them."""
        return ScenarioTexts(self.truncated_texts.texts)

    @property
    def has_analyzable_briefing(self) -> bool:
        """Whether there is a briefing in a language that the checks can analyze.

        If not, the texts might contain special rules, so no goal can be called impossible.
        """
        return any(
            language_texts.language and language_texts.briefing
            for language_texts in self.texts.languages
        )

    @cached_property
    def truncated_texts(self) -> TruncatedTexts:
        """The texts, truncated to the length that the checks analyze."""
        return truncate_texts(self.scenario.texts)

    @cached_property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """Every known tile, structure and obstacle, row by row."""
        return tuple(pieces_of(self.scenario))

    @cached_property
    def units(self) -> tuple[PlacedUnit, ...]:
        """Every known unit, row by row."""
        return tuple(units_of(self.scenario))

    @cached_property
    def tags(self) -> tuple[PlacedTag, ...]:
        """Every known tag, row by row."""
        return tuple(tags_of(self.scenario))

    @cached_property
    def unknown_pieces(self) -> tuple[UnknownPiece, ...]:
        """Every piece whose name the catalogue does not have on the piece's layer."""
        return tuple(unknown_pieces_of(self.scenario))

    @cached_property
    def shows_all_units(self) -> bool:
        """Whether all units are known and on the board from the start."""
        brings_units = thresholds().brings_reinforcements(self.scenario.briefing.special_rules)
        return not brings_units and all(piece.path != "unit" for piece in self.unknown_pieces)

    @cached_property
    def bill(self) -> ComponentBill:
        """The component bill of the scenario, without units that arrive later."""
        return bill_of_pieces(self.scenario, self.pieces, self.units, self.tags)

    @cached_property
    def needs_other_boxes(self) -> bool:
        """Whether the scenario needs or lists any box other than the base box."""
        scenario = self.scenario
        return bool(
            self.bill.other_box_pieces
            or scenario.packs.lists_more_than_base
            or scenario.board.type is BoardType.BREAKTHROUGH
            or scenario.face in (Face.WINTER, Face.DESERT)
        )

    @property
    def base_boxes(self) -> int:
        """The number of base boxes owned; if unknown, the number implied by the board format."""
        return self.bill.base_boxes(self.owned)

    @property
    def other_boxes_may_help(self) -> bool:
        """Whether a different box might contain more pieces of the base box's kinds."""
        return self.needs_other_boxes if self.owned is None else not self.owned.has_only_base_boxes

    @cached_property
    def sides(self) -> frozenset[Side]:
        """The players' sides that are stated in the briefing."""
        players = (self.scenario.briefing.top, self.scenario.briefing.bottom)
        return frozenset(player.side for player in players if player.side)

    @property
    def possible_owners(self) -> tuple[Side, ...]:
        """The sides that can own something: those of the players, or both if these are unknown."""
        return tuple(side for side in Side if side in self.sides) or tuple(Side)

    def terrain_rules(self, piece: Piece | None, layer: Layer) -> TerrainRules | None:
        """Return a piece's rules with its special rule; None without a piece or known rules."""
        return known_rules(self.catalogue, piece, layer)

    def ground_rules(self, hex_: Hex) -> TerrainRules | None:
        """Return the rules of the tile on a hex, or of the printed board if there is no tile.

        Return None if the tile or its rules are unknown.
        """
        scenario = self.scenario
        tile = scenario.at(hex_).terrain
        if tile:
            return self.terrain_rules(tile, Layer.TERRAIN)
        return self.catalogue.zones[scenario.board.zone(scenario.face, hex_)]

    def ground_phrase(self, hex_: Hex) -> Phrase:
        """Return the phrase for the tile on a hex, or for the printed board.

        The kind of finding must define the phrases ``tile``, ``land``, ``beach`` and ``ocean``.
        """
        scenario = self.scenario
        tile = scenario.at(hex_).terrain
        element = self.catalogue.get(tile.name, Layer.TERRAIN) if tile else None
        if element:
            return phrase("tile", tile=element.noun)
        return phrase(scenario.board.zone(scenario.face, hex_).value)

    def hex_name(self, hex_: Hex) -> str:
        """Return the name of a hex on this board."""
        return self.scenario.board.name(hex_)

    def hex_list(self, hexes: Iterable[Hex]) -> Listing:
        """Return hexes as a list for a message: ``A5, B3, C1``."""
        return enumerated(self.hex_name(hex_) for hex_ in hexes)

    def pointer(self, hex_: Hex, *path: str | int) -> str:
        """Return the JSON Pointer to a hex, or to *path* below it: ``/hexes/G5/unit/figures``."""
        return "/".join(("/hexes", self.hex_name(hex_), *map(str, path)))
