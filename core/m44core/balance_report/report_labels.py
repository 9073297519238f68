"""The headings and fixed texts of a balance report."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.balance_lab import verdict_words
from m44core.messages.message import Message, Renderer, message, message_in

_LABELS: Mapping[str, Message] = {
    "report": message("Balance report"),
    "map": message("Map"),
    "verdict": message("Who wins"),
    "people": message("What people can expect"),
    "logged": message("Games between human players"),
    "length": message("Game length"),
    "turns": message("Turns"),
    "games": message("Games"),
    "medals": message("Medals per game"),
    "source": message_in("column", "Medals for"),
    "total": message("Total"),
    "factors": message("What decides the game"),
    "factors_note": message(
        "Points show the difference in win rate, in percentage points, between games with and "
        "without an event. With 95% confidence, all intervals contain the true values. "
        "Opening hands are dealt at random, so a card in an opening hand causes the "
        "difference shown. Other events are only correlated with winning: a side that is "
        "already ahead may reach them more often."
    ),
    "event": message_in("column", "Event"),
    "helps": message_in("column", "Favors"),
    "points": message_in("column", "Points"),
    "interval": message("95% interval"),
    "happened": message_in("column", "Games with it"),
    "unclear": message("Paler rows may be due to chance."),
    "nothing": message("No single event decides these games."),
    "play": message("How it plays"),
    "play_note": message(
        "The usual range covers the middle half of the built-in scenarios, in games between "
        "sergeant-level computer players."
    ),
    "measure": message_in("column", "In this scenario"),
    "usual": message_in("column", "Usual"),
    "heat": message("Where the action is"),
    "heat_note": message("Larger, darker marks mean higher values. Numbers are averages per game."),
    "change": message_in("column", "Change"),
    "allies_win": message_in("column", "Allies win"),
    "difference": message_in("column", "Difference in points"),
    "version": message_in("column", "Version"),
    "changed_play": message("What plays differently"),
    "worths": message("What cards and sections are worth"),
    "without": message_in("column", "Without"),
    "side": message_in("column", "Side"),
    "worth": message_in("column", "Worth"),
    "wins_with": message_in("column", "Wins with it"),
    "wins_without": message_in("column", "Wins without it"),
    "unplayed": message("Rules not simulated"),
    "measured": message("How it was measured"),
    "caution": verdict_words.human_play_reminder(),
    "made_with": message("Made with M44 Workshop, an unofficial fan-made tool."),
    "page": message("Page"),
}


def report_labels(renderer: Renderer) -> Mapping[str, str]:
    """Return the labels of a report, keyed by their names in the templates."""
    return {key: renderer.sentence(label) for key, label in _LABELS.items()}
