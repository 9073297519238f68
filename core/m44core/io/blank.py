"""The scenario to begin with."""

from __future__ import annotations

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.types import Side
from m44core.model.parts import Briefing, Player, Texts
from m44core.model.scenario import Scenario

SOFTWARE = "M44 Workshop"


def blank_scenario(
    board: BoardType = BoardType.STANDARD, face: Face = Face.COUNTRY, title: str = "My scenario"
) -> Scenario:
    """Return an empty board with everything a scenario has to say usual."""
    return Scenario(
        board=BOARDS[board],
        face=face,
        briefing=Briefing(
            top=Player(side=Side.AXIS, country="DE", cards=5, medals=5),
            bottom=Player(side=Side.ALLIES, country="US", cards=5, medals=5),
            first="PLAYER2",
            kind="HISTORICAL",
            front="WESTERN",
            begins="1944-06-06",
        ),
        texts={"en": Texts(name=title, historical="", description="", victory="", rules="")},
        meta={"status": "PRIVATE", "software": SOFTWARE},
    )
