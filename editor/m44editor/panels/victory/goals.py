"""The objectives and exits of a scenario as a list shows them, and what removes one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.messages.message import Message, colon, enumerated, message
from m44core.model.exit_markers import ExitMarker, exit_markers, with_exit_side, without_exits
from m44core.model.objective_medals import Token, objectives_on, side_of, with_hexes, with_side
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.board.describe import label_of
from m44editor.panels.forms.words import SIDE_NAMES
from m44editor.panels.properties.medals import KINDS, Kind, kind_of


@dataclass(frozen=True)
class Goal:
    """An objective or an exit.

    Attributes:
        token: The medal of an objective; None for an exit.
        marker: The exit; None for an objective.
        catalogue: What is known of its token.
    """

    token: Token | None = None
    marker: ExitMarker | None = None
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    @property
    def hexes(self) -> frozenset[Hex]:
        """Its hexes."""
        if self.token:
            return self.token.hexes
        return frozenset(self.marker.hexes) if self.marker else frozenset()

    @property
    def side(self) -> Side | None:
        """Whose it is to gain or to leave by; None for either side's."""
        if self.token:
            return side_of(self.token.tag, self.catalogue)
        return self.marker.side if self.marker else None

    @property
    def kind(self) -> Kind:
        """The terms of an objective that are switched on; none of an exit."""
        return kind_of(self.token.tag, self.catalogue) if self.token else ()

    @property
    def picture(self) -> str:
        """The name of the element that is its picture."""
        if self.token:
            return self.token.tag.name
        return self.marker.tag.name if self.marker else ""

    def called(self, scenario: Scenario) -> tuple[Message, ...]:
        """Return its lines in a list."""
        names = sorted(self.hexes, key=lambda h: (h.row, h.col))
        hexes = enumerated(map(scenario.board.name, names))
        if self.token is None:
            return (message("Exit, {side}: {hexes}", side=SIDE_NAMES[self.side], hexes=hexes),)
        kind = self.kind
        terms = [option.label for option in KINDS if option.value == kind]
        piece = colon(label_of(self.token.tag.name, self.catalogue), hexes)
        return (piece, *(each for each in terms if isinstance(each, Message)))

    def removed(self, scenario: Scenario) -> Scenario:
        """Return the scenario without it."""
        if self.token:
            return with_hexes(scenario, self.token, ())
        return without_exits(scenario, self.hexes)

    def given(self, scenario: Scenario, side: Side | None) -> Scenario:
        """Return the scenario with it for another side."""
        if side is self.side:
            return scenario
        if self.token:
            return with_side(scenario, self.token, side)
        return with_exit_side(scenario, self.marker, side) if self.marker else scenario


def goals_of(scenario: Scenario) -> Iterator[Goal]:
    """Yield the objectives of a scenario, then its exits."""
    known = scenario.catalogue
    yield from (Goal(token=token, catalogue=known) for token in objectives_on(scenario))
    yield from (Goal(marker=marker, catalogue=known) for marker in exit_markers(scenario))


def goal_of(scenario: Scenario, hexes: Iterable[Hex]) -> Goal | None:
    """Return the goal that selected hexes are about: the one they make up, else one they touch."""
    selected = frozenset(hexes)
    touched = [goal for goal in goals_of(scenario) if goal.hexes & selected]
    return min(touched, key=lambda goal: len(goal.hexes ^ selected), default=None)
