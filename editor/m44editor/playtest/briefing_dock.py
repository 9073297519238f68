"""The briefing of the scenario during a game: its texts, victory conditions and special rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PySide6.QtWidgets import QDockWidget, QFrame, QTextBrowser, QWidget

from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, message
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.playtest.games.engine_support import OBJECTIVE, SPECIAL, support_of
from m44core.rules.game.side_names import SIDES, message_by_side
from m44core.rules.play.game_setup import battlefield_of
from m44editor.interface_text import language, tr, translated

_TEXTS = (
    (message("Conditions of victory"), "victory"),
    (message("Special rules"), "rules"),
    (message("Briefing"), "description"),
    (message("Historical background"), "historical"),
)
_MIN_WIDTH = 240  # logical pixels


class BriefingDock(QDockWidget):
    """Shows the briefing next to the board; its page is filled when it is first shown."""

    def __init__(self, scenario: Scenario, parent: QWidget) -> None:
        super().__init__(tr("Briefing"), parent)
        self.setObjectName("briefing")
        self._scenario = scenario
        self.page = QTextBrowser(self)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setAccessibleName(tr("Briefing"))
        self.page.setMinimumWidth(_MIN_WIDTH)
        self.page.setOpenLinks(False)
        self.setWidget(self.page)
        self.visibilityChanged.connect(self._fill)
        self.hide()

    def _fill(self, visible: bool) -> None:
        if visible and self.page.document().isEmpty():
            self.page.setHtml(briefing_page(self._scenario))


def briefing_page(scenario: Scenario) -> str:
    """Return the briefing as rich text, in the interface language if the scenario has it."""
    parts = [f"<h2>{escape(scenario.title_in(language()) or tr('Untitled'))}</h2>"]
    parts += [_html_list(message("What each side needs to win"), _medals_and_cards(scenario))]
    parts += [
        _html_list(message("Special rules in the data"), _special_rules_and_objectives(scenario))
    ]
    code = next(scenario.languages_for(language()), None)
    texts = scenario.texts[code] if code else None
    for heading, field in _TEXTS:
        text = (getattr(texts, field) or "").strip() if texts else ""
        if text:
            parts.append(f"<h3>{escape(translated(heading))}</h3>{_html_paragraphs(text)}")
    return "".join(parts)


def _medals_and_cards(scenario: Scenario) -> Iterator[Value]:
    """Yield the medals needed and the command cards of each side, then who moves first."""
    field = battlefield_of(scenario)
    for player, side in enumerate(field.sides):
        yield message(
            "{side}: {medals} to win; {cards}",
            side=SIDES[side],
            medals=nouns.medals(field.medals_needed[player]),
            cards=nouns.command_cards(field.hand_sizes[player]),
        )
    first_side = field.sides[field.first_player]
    yield message_by_side(
        first_side, message("The Axis moves first"), message("The Allies move first")
    )


def _special_rules_and_objectives(scenario: Scenario) -> Iterator[Value]:
    """Yield the special rules of the scenario and of its pieces, and the objectives."""
    for rule in scenario.briefing.special_rules.stated.values():
        if isinstance(rule, SpecialRule):
            declaration = declarations().of(rule)
            label, summary = Message(declaration.label), Message(declaration.summary)
            yield message("{rule}: {does}", rule=label, does=summary)
    for need in support_of(scenario).needs:
        if need.kind in (SPECIAL, OBJECTIVE) and need.hexes:
            hexes = enumerated([scenario.board.name(hex_) for hex_ in need.hexes])
            values = {"what": need.label, "hexes": hexes}
            if need.kind == OBJECTIVE:
                yield message("Objective: {what} ({hexes})", **values)
            else:
                yield message("{what} ({hexes})", **values)


def _html_list(heading: Message, lines: Iterator[Value]) -> str:
    items = "".join(f"<li>{escape(translated(line))}</li>" for line in lines)
    return f"<h3>{escape(translated(heading))}</h3><ul>{items}</ul>" if items else ""


def _html_paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())
