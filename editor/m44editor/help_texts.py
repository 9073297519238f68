"""What controls are for that have no tool tip: by the class of their panel, and by their name."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message, message_in

_MINUTES = message(
    "The computer plays more games until the result is as precise as you chose. Games of earlier "
    "measurements count."
)

HELP_TEXTS: Mapping[str, Mapping[Message, Message]] = {
    "PalettePanel": {
        message("Pieces"): message(
            "All pieces you can place. Click one to paint with it, or drag it onto the board."
        ),
        message("Search pieces"): message(
            "Type part of a name. Enter picks up the first piece that matches."
        ),
    },
    "StampsPanel": {
        message("Stamps"): message(
            "Parts of a map that you saved. Click one to paint with it; drag to change the order."
        ),
        message("Save Selection"): message("Saves the selected hexes as a stamp."),
        message("Add File…"): message("Adds stamps from a file that somebody shared with you."),
        message("Share…"): message("Saves the current stamp to a file for somebody else."),
        message("Remove"): message("Deletes the current stamp."),
    },
    "VictoryPanel": {
        message("Draw Objective"): message(
            "Then click hexes on the board to group them, or drag an outline around them."
        ),
        message("Draw Exit"): message("Then drag along an edge of the board."),
        message("Objectives and exits"): message(
            "Every objective and exit of the scenario. Select one to change it below; Del removes "
            "it."
        ),
        message("Axis"): message("Only the Axis can win the medal or use the exit."),
        message("Allies"): message("Only the Allies can win the medal or use the exit."),
        message_in("side", "Either"): message("Either side can win the medal or use the exit."),
        message("Objective"): message("When the medal is won, and whether it can be lost again."),
        message("Worth"): message("How many medals the objective is worth."),
        message("Hexes needed"): message("How many hexes of the group a side must hold."),
    },
    "PropertiesPanel": {
        message("Piece"): message("Choose another piece to replace this one."),
        message("Marker"): message("Choose another marker to replace this one."),
        message("Text"): message("The label on the hex; each line is printed as a line."),
    },
    "BriefingPanel": {
        message("Nation"): message("The nation that this player commands."),
        message("Command cards"): message("How many command cards the player starts with."),
        message("Medals to win"): message("How many medals the player needs to win."),
        message("First player"): message("Who takes the first turn."),
        message("Begins"): message("The first day of the battle, such as 1944-06-06."),
        message("Ends"): message("The last day of the battle."),
        message("Length"): message("Whether the game ends after a number of turns."),
        message("Front"): message("Where the battle took place; indexes are sorted by it."),
        message("Kind"): message("Whether the battle happened, or could have."),
        message("Operation"): message("The military operation that the battle was part of."),
        message("Add Special Rule"): message(
            "Adds a rule that holds only in this scenario. The computer plays by it, too."
        ),
    },
    "TextsPanel": {
        message("Languages"): message("The languages of the scenario text."),
        message("Add Language"): message("Adds the scenario text in another language."),
        message("Language to show alongside the text"): message(
            "Shows the text in this language next to each field, for translating."
        ),
        message("Title"): message("The name of the scenario."),
        message("Subtitle"): message("A second line below the title, such as place and date."),
        message("Historical background"): message("What happened in the battle."),
        message("Briefing"): message("What each player commands, and who moves first."),
        message("Conditions of victory"): message(
            "How many medals are needed to win, and for what."
        ),
        message("Special rules"): message("The special rules in words; players read them."),
        message("Bibliography"): message("Your sources: books, articles, websites."),
    },
    "BalancePanel": {
        message("Start"): _MINUTES,
        message("More"): message("Reports, comparisons, and changes to try."),
        message("Players"): message("How well the computer players play."),
        message("Cancel"): message("Stops; games that were played still count."),
        message("Card or section"): message("Plays without it, to find out what it is worth."),
        message("Side"): message("The side that plays without it."),
        message("What a card or section is worth"): message(
            "How much more often the side wins with the card or section."
        ),
        message("Heat map"): message("Colors the board by what happened on each hex."),
        message("Side shown in the heat map"): message("Whose units the heat map counts."),
        message("Part of the game"): message("Which turns the heat map counts."),
        message("Details"): message("Shows how the games went, and what decided them."),
        message("Table"): message("Which details to show."),
    },
    "NoticeBar": {
        message("Dismiss this notice"): message("Hides the notice; nothing else changes."),
    },
    "ProblemsPanel": {
        message("Problems"): message(
            "What is wrong with the scenario. Click a problem to see its place; Enter goes to the "
            "field, Ctrl+. shows its fixes."
        ),
        message("Filter problems by text"): message("Lists only problems that contain this text."),
        message("Problem options"): message(
            "Which problems are listed: also suppressed ones, or those for publishing."
        ),
        message("S&uppress Here…"): message("Hides this problem, with the reason you give."),
        message("Stop S&uppressing"): message("Lists this problem again."),
        message("List Boxes You &Own…"): message(
            "Choose the boxes of the game you own; the map is checked against them."
        ),
        message("Explain Check"): message("What this check looks for, why, and what to do."),
    },
}
"""The help texts by the name of the class of a panel or dialog, and by the name of a control."""

HELP_BY_CLASS: Mapping[tuple[str, str], Message] = {
    ("BriefingPanel", "FlagBox"): message(
        "A box of the game. Check it if the scenario needs pieces from it."
    ),
    ("BriefingPanel", "NumberBox"): message("A number in this special rule."),
    ("BalancePanel", "QSpinBox"): message("How often the Allies should win."),
    ("BalancePanel", "RowTable"): message("The details that are chosen above."),
}
"""The help texts of controls without a name of their own, by the classes of panel and control."""
