"""All that can happen."""

from __future__ import annotations

from m44core.rules.game.events.cards import CardEvent
from m44core.rules.game.events.ground import GroundEvent
from m44core.rules.game.events.medals import MedalEvent
from m44core.rules.game.events.turn import CourseEvent
from m44core.rules.game.events.units import UnitEvent

Event = CardEvent | GroundEvent | MedalEvent | CourseEvent | UnitEvent
