"""The options of a scenario: its special rules in the form that the engine uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import TypeVar

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.decks import load_decks
from m44core.hexes import Hex
from m44core.model.rule_parts import CardKey, SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.special_rules import (
    AirStrikes,
    BlitzRules,
    CardBan,
    CardSubstitutes,
    Commissar,
    DeckOutWinner,
    DeckReshuffling,
    DrawExtra,
    FloodedFields,
    GungHo,
    HeavyFog,
    HexGroup,
    Hill317,
    InfantryExitCountsTwo,
    ItalyHighCommand,
    MustExit,
    NightVisibility,
    NightVisibilityReverse,
    NightVisibilityTeamTurn,
    NoEliminationMedals,
    NorthAfricanDesert,
    PartialBlitz,
    RemovedCards,
    SmokeScreen,
    SpecialRules,
    SuddenDeath,
    TerrainOverride,
)
from m44core.model.unit_profiles import EARLY_WAR, ON_BY_DEFAULT, active_conditions
from m44core.model.unit_rules import (
    AirDrop,
    ArmorBreakthrough,
    Attrition,
    BlowBridges,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
    UnitFlags,
)
from m44core.model.victory_rules import (
    DamSabotage,
    EmptySectionMedals,
    ExitLines,
    ExitsOnly,
    GroupMedals,
    MandatoryObjective,
    MedalsNeeded,
    RestrictedObjectives,
)
from m44core.values import dataclass

Hexes = tuple[Hex, ...]
R = TypeVar("R", bound=SpecialRule)
AS_STATED_RULES: tuple[type[SpecialRule], ...] = (
    *(OrderedDrop, BlowBridges, ArmorBreakthrough, EmptySectionMedals, SupplyTrain),
    *(Attrition, DamSabotage, Reinforcements, UnitFlags),
    *(ExitLines, ExitsOnly, MedalsNeeded, GroupMedals, MandatoryObjective, RestrictedObjectives),
    *(RemovedCards, CardSubstitutes, TerrainOverride, FloodedFields, HeavyFog, SmokeScreen),
)
"""The special rules that the engine uses in the form in which a scenario states them."""
BLITZ_FOR_ALL = ("partial_blitz_rules", "all")
"""Name and value of the option that slows the armor of both sides; not part of our format."""
DECK_OPTION = "deck_name"
"""The option that names a deck, by its name in the official editor."""


@dataclass(frozen=True, slots=True)
class ReconAsAirPower:
    """A side that can play a Recon card as Air Power (O-HILL317, O-STRIKE).

    Attributes:
        side: The side that holds the cards.
        hexes: A unit of that side must stand on one of them; empty if there is no such condition.
    """

    side: Side
    hexes: Hexes = ()


@dataclass(frozen=True, slots=True)
class NightRules:
    """A battle by night (O-NIGHT).

    Attributes:
        side: The side that rolls for visibility in its turns.
        falls: True if night falls, False if day breaks (TH-NIGHT-03).
    """

    side: Side
    falls: bool = False


@dataclass(frozen=True, slots=True)
class ScenarioOptions:
    """The special rules of a scenario in the form used by the engine (B-SETUP-10).

    Attributes:
        airdrops: The drops before the first turn.
        reshuffles: Whether the discards become a new deck when the deck runs out (O-NORESH).
        deck_out_winner: The side that wins when a deck that is not reshuffled runs out.
        recon_as_air_power: Who can play Recon as Air Power, and when.
        draw_extra: For each side, pairs of its own turn number and the number of extra cards it
            draws after that turn (B-SETUP-09).
        sudden_deaths: Groups of hexes that win the game without medals.
        deck: The deck, by its name in ``decks.yaml``; "" for the default one of the board
            (O-DECK).
        infantry_exit_medals: The medals for each infantry unit that exits (V-EXIT-07).
        exits_needed: For each side, how many of the medals it needs to win must come from
            exits (V-EXIT-08).
        banned: For each side, the cards it cannot hold (SO-CARD-BAN).
        no_elimination_medals: The side that gains no medals for eliminated units
            (SO-NO-ELIMINATION-MEDALS).
        commissar: The side that plays with the Commissar (O-COMM).
        gung_ho: The side whose cards order one extra unit (O-GUNGHO).
        high_command: The side that loses a card for each unit it loses (E-ITA-01).
        slow_armor: The sides whose armor moves at most two hexes (O-BLITZ, O-PBLITZ).
        desert: Whether armor that took ground can move one more hex (O-DESERT).
        night: The rules of the night; None by day (O-NIGHT).
        circumstances: Conditions that change units, such as early or late war (E-SWA-02).
        further: Special rules that the engine uses as they are stated.
    """

    airdrops: tuple[AirDrop, ...] = ()
    reshuffles: bool = True
    deck_out_winner: Side | None = None
    recon_as_air_power: tuple[ReconAsAirPower, ...] = ()
    draw_extra: Mapping[Side, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    sudden_deaths: tuple[HexGroup, ...] = ()
    deck: str = ""
    infantry_exit_medals: int = 1
    exits_needed: Mapping[Side, int] = field(default_factory=dict)
    banned: Mapping[Side, frozenset[CardKey]] = field(default_factory=dict)
    no_elimination_medals: Side | None = None
    commissar: Side | None = None
    gung_ho: Side | None = None
    high_command: Side | None = None
    slow_armor: frozenset[Side] = frozenset()
    desert: bool = False
    night: NightRules | None = None
    circumstances: frozenset[str] = frozenset({EARLY_WAR, *ON_BY_DEFAULT})
    further: tuple[SpecialRule, ...] = ()

    @property
    def exits_only(self) -> Side | None:
        """The side that gains medals only for exits, or None (SO-EXIT-ONLY-VICTORY)."""
        rule = self.further_rule(ExitsOnly)
        return rule.side if rule else None

    def further_rule(self, kind: type[R]) -> R | None:
        """Return the further rule of class *kind*; None if the scenario has none."""
        for rule in self.further:
            if isinstance(rule, kind):
                return rule
        return None

    def extra_card_count(self, side: Side, turn: int) -> int:
        """Return the number of extra cards *side* draws after its own turn *turn*.

        The first turn is 1 (B-SETUP-08).
        """
        draws = self.draw_extra.get(side)
        return sum(cards for number, cards in draws if number == turn) if draws else 0


def scenario_options(scenario: Scenario) -> ScenarioOptions:
    """Return the options of *scenario*, derived from its valid special rules."""
    rules = scenario.briefing.special_rules
    options, in_force = _options_from_rules(rules), active_conditions(scenario)
    if (gung_ho_rule := rules.of(GungHo)) and gung_ho_rule.applies:
        options = replace(options, gung_ho=_marines_side(scenario))
    return (
        options if in_force == options.circumstances else replace(options, circumstances=in_force)
    )


def _marines_side(scenario: Scenario) -> Side:
    """Return the side that plays the United States; the Allies if neither does (TH-GUNG-01)."""
    players = (scenario.briefing.top, scenario.briefing.bottom)
    sides = [player.side for player in players if player.country == "US"]
    return next((side for side in sides if side is not None), Side.ALLIES)


def _options_from_rules(rules: SpecialRules) -> ScenarioOptions:
    if not rules:
        return _NO_OPTIONS
    drop, deck, winner = rules.of(AirDrop), rules.of(DeckReshuffling), rules.of(DeckOutWinner)
    sudden_death, infantry = rules.of(SuddenDeath), rules.of(InfantryExitCountsTwo)
    exits, no_medals = rules.of(MustExit), rules.of(NoEliminationMedals)
    commissar = rules.of(Commissar)
    return ScenarioOptions(
        airdrops=(drop,) if drop else (),
        reshuffles=deck is None or deck.applies,
        deck_out_winner=winner.side if winner else None,
        recon_as_air_power=tuple(_recon_uses(rules)),
        draw_extra=_extra_draws(rules.of(DrawExtra)),
        sudden_deaths=sudden_death.groups if sudden_death else (),
        deck=_deck_named_by(rules.value_of(DECK_OPTION)),
        infantry_exit_medals=2 if infantry and infantry.applies else 1,
        exits_needed={exits.side: exits.units} if exits else {},
        banned=_banned_cards(rules.of(CardBan)),
        no_elimination_medals=no_medals.side if no_medals else None,
        commissar=commissar.side if commissar else None,
        high_command=Side.AXIS if _is_applied(rules.of(ItalyHighCommand)) else None,
        slow_armor=frozenset(_slow_armor_sides(rules)),
        desert=_is_applied(rules.of(NorthAfricanDesert)),
        further=tuple(rule for kind in AS_STATED_RULES if (rule := rules.of(kind))),
        night=_night_rules(rules),
    )


_NO_OPTIONS = ScenarioOptions()


def _is_applied(
    rule: NorthAfricanDesert | NightVisibility | NightVisibilityReverse | ItalyHighCommand | None,
) -> bool:
    return rule is not None and rule.applies


def _night_rules(rules: SpecialRules) -> NightRules | None:
    """Return the rules of the night, or None by day (TH-NIGHT-03, TH-NIGHT-04)."""
    falls = _is_applied(rules.of(NightVisibilityReverse))
    if not falls and not _is_applied(rules.of(NightVisibility)):
        return None
    team_turn = rules.of(NightVisibilityTeamTurn)
    return NightRules(team_turn.side if team_turn else Side.ALLIES, falls)


def _recon_uses(rules: SpecialRules) -> Iterator[ReconAsAirPower]:
    """Yield the sides that can play Recon as Air Power, in the order of the file."""
    for rule in rules.in_force.values():
        match rule:
            case Hill317(hexes) if hexes:
                yield ReconAsAirPower(Side.ALLIES, hexes)
            case AirStrikes(side):
                yield ReconAsAirPower(side)
            case BlitzRules(applies=True):
                yield ReconAsAirPower(Side.AXIS)


def _slow_armor_sides(rules: SpecialRules) -> Iterator[Side]:
    """Yield the sides with slow armor (O-BLITZ, O-PBLITZ)."""
    name, for_all = BLITZ_FOR_ALL
    if rules.value_of(name) == for_all:
        yield from Side
    if (blitz := rules.of(BlitzRules)) and blitz.applies:
        yield Side.ALLIES
    if partial := rules.of(PartialBlitz):
        yield partial.side


def _deck_named_by(option: object) -> str:
    """Return the name of the deck that an option requests; "" if there is no such deck."""
    decks = (deck for deck in load_decks().values() if deck.option)
    return next((deck.name for deck in decks if deck.option == option), "")


def _extra_draws(rule: DrawExtra | None) -> Mapping[Side, tuple[tuple[int, int], ...]]:
    sides = ((Side.AXIS, rule.axis), (Side.ALLIES, rule.allies)) if rule else ()
    return {side: tuple((d.after_turn, d.cards) for d in draws) for side, draws in sides if draws}


def _banned_cards(rule: CardBan | None) -> Mapping[Side, frozenset[CardKey]]:
    sides = ((Side.AXIS, rule.axis), (Side.ALLIES, rule.allies)) if rule else ()
    return {side: frozenset(cards) for side, cards in sides if cards}
