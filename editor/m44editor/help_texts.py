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
    "SearchWindow": {
        message("&Find"): message("What to look for. Down goes to the results, Enter opens one."),
        message("Replace &with"): message(
            "Shows in each line what it becomes. Only lines that stay ticked are changed."
        ),
        message("Match &case"): message("Finds only the same capital and small letters."),
        message("W&hole words"): message("Does not find the words inside longer words."),
        message("&Titles and text"): message("Searches titles and scenario text in all languages."),
        message("La&bels"): message("Searches the labels on the map, and their translations."),
        message("&Pieces"): message("Searches the names of terrain, units, obstacles and markers."),
        message("P&roblems"): message("Searches what the checks say."),
        message("Search results"): message(
            "What was found, by file. Enter or a double-click goes to the place."
        ),
    },
    "PublishWindow": {
        message("What to publish"): message("What the scenario or its folder is published as."),
        message("To do before publishing"): message(
            "What is wrong or missing. Enter or a double-click goes to the place."
        ),
        message("Scenarios in the folder"): message("The scenarios that will be included."),
        message("File to write"): message("Where the file is saved."),
        message("Folder to write"): message("Where the files are saved."),
    },
    "SheetWindow": {
        message("Language"): message("Language of headings and of the scenario text"),
        message("Second language"): message("A second language, printed next to the first"),
        message("Paper"): message("The paper in your printer"),
        message("Ink"): message("How much ink maps use"),
        message("Use &Built-in"): message("Uses the built-in templates again."),
    },
    "PictureExportDialog": {
        message("&Preset"): message("Sets the options below for a purpose."),
        message("Longer s&ide in pixels"): message("PDF and SVG files ignore it"),
        message("In&k"): message("How much ink maps use"),
        message("Transparent &margin"): message(
            "Width of the empty margin, in hundredths of a hex."
        ),
        message("&Hex names"): message("Write a name such as A9 on every hex of the map"),
        message("&Legend"): message("Adds a list of the kinds of pieces below the board"),
    },
    "ReportProblemDialog": {
        message("&What did you do, and what happened?"): message(
            "Write each step, so that somebody else can repeat it."
        ),
        message("Se&ttings, without folders and file names"): message(
            "Includes your settings; values that contain a path are left out."
        ),
        message("&Log and the latest crash reports"): message(
            "Includes what the program noted while it ran, with ~ for your home folder."
        ),
        message("The open s&cenario"): message("Includes the scenario as it is in the editor."),
        message("Contents of the report"): message("Exactly what the file will contain."),
    },
}
"""The help texts by the name of the class of a panel or dialog, and by the name of a control."""

HELP_BY_CLASS: Mapping[tuple[str, str], Message] = {
    ("BriefingPanel", "FlagBox"): message(
        "A box of the game. Check it if the scenario needs pieces from it."
    ),
    ("BriefingPanel", "NumberBox"): message("A number in this special rule."),
    ("ReportProblemDialog", "QPlainTextEdit"): message("Exactly what the file will contain."),
    ("ReportProblemDialog", "QTabBar"): message("Exactly what the file will contain."),
    ("BalancePanel", "QSpinBox"): message("How often the Allies should win."),
    ("BalancePanel", "RowTable"): message("The details that are chosen above."),
}
"""The help texts of controls without a name of their own, by the classes of panel and control."""
