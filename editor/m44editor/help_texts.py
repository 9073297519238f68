"""Help texts of controls without a tooltip, by the class of their panel and by their name."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message, message_in

_START_HELP = message(
    "The computer plays more games until the result reaches the precision you chose. Games "
    "from earlier measurements count, too."
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
            "Parts of maps that you saved. Click one to paint with it; drag to reorder."
        ),
        message("Save Selection"): message("Saves the selected hexes as a stamp."),
        message("Add File…"): message("Adds stamps from a file that someone shared with you."),
        message("Share…"): message("Saves the current stamp to a file that you can share."),
        message("Remove"): message("Deletes the current stamp."),
    },
    "VictoryPanel": {
        message("Draw Objective"): message(
            "Starts drawing an objective: click hexes on the board to group them, or drag an "
            "outline around them."
        ),
        message("Draw Exit"): message("Starts drawing an exit: drag along an edge of the board."),
        message("Objectives and exits"): message(
            "All objectives and exits of the scenario. Select one to change it below, or "
            "press Del to remove it."
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
        message("Text"): message("The label on the hex. Line breaks are kept in print."),
    },
    "BriefingPanel": {
        message("Nation"): message("The nation that this player commands."),
        message("Command cards"): message("How many command cards the player starts with."),
        message("Medals to win"): message("How many medals the player needs to win."),
        message("First player"): message("The player who takes the first turn."),
        message("Begins"): message("The first day of the battle, such as 1944-06-06."),
        message("Ends"): message("The last day of the battle."),
        message("Length"): message("Whether the battle lasted only one day."),
        message("Front"): message("Where the battle took place. Indexes use it for sorting."),
        message("Kind"): message("Whether the battle is historical or hypothetical."),
        message("Operation"): message("The military operation that the battle was part of."),
        message_in("heading", "Author"): message(
            "Who wrote the scenario. It is printed on the sheet and listed on the website."
        ),
        message("License"): message(
            "What others may do with the scenario, such as CC BY-SA 4.0. The sheet shows it."
        ),
        message("Number"): message(
            "The number of the scenario in its series, such as MT 04, if it has one."
        ),
        message("Add Special Rule"): message(
            "Adds a rule that applies only to this scenario. The computer follows it, too."
        ),
    },
    "TextsPanel": {
        message("Languages"): message("The languages of the scenario text."),
        message("Add Language"): message("Adds the scenario text in another language."),
        message("Language to show alongside the text"): message(
            "Shows the text in this language next to each field, to help with translating."
        ),
        message("Title"): message("The name of the scenario."),
        message("Subtitle"): message("A second line below the title, such as the place and date."),
        message("Historical background"): message("What happened in the battle."),
        message("Briefing"): message("What each player commands, and who moves first."),
        message("Conditions of victory"): message(
            "How many medals are needed to win, and how to gain them."
        ),
        message("Special rules"): message("The special rules in words, for the players to read."),
        message("Bibliography"): message("Your sources: books, articles, websites."),
    },
    "BalancePanel": {
        message("Start"): _START_HELP,
        message("More"): message("Reports, comparisons, and changes to try."),
        message("Players"): message("How well the computer players play."),
        message("Cancel"): message("Stops the measurement. Games already played still count."),
        message("Card or section"): message(
            "Plays without the card or section to measure its value."
        ),
        message("Side"): message("The side that plays without the card or section."),
        message("What a card or section is worth"): message(
            "How much more often the side wins with the card or section."
        ),
        message("Heat map"): message("Colors the board by what happened on each hex."),
        message("Side shown in the heat map"): message("The side whose units the heat map counts."),
        message("Part of the game"): message("The turns that the heat map counts."),
        message("Details"): message("Shows how the games went, and what decided them."),
        message("Table"): message("Which details to show."),
    },
    "NoticeBar": {
        message("Dismiss this notice"): message("Hides the notice; nothing else changes."),
    },
    "ProblemsPanel": {
        message("Problems"): message(
            "Problems in the scenario. Click one to see where it is, press Enter to go to the "
            "field, or Ctrl+. to show its fixes."
        ),
        message("Filter problems by text"): message("Lists only problems that contain this text."),
        message("Problem options"): message(
            "Which problems to list. You can include suppressed ones and those that matter "
            "for publishing."
        ),
        message("S&uppress Here…"): message("Hides this problem and records your reason."),
        message("Stop S&uppressing"): message("Lists this problem again."),
        message("List Boxes You &Own…"): message(
            "Choose the boxes of the game you own; the map is checked against them."
        ),
        message("Explain Check"): message("What this check looks for, why, and what to do."),
    },
    "SearchWindow": {
        message("&Find"): message(
            "The text to search for. Press Down to go to the results, Enter to open one."
        ),
        message("Replace &with"): message(
            "Shows a preview of each line after the replacement. Only checked lines are changed."
        ),
        message("Match &case"): message("Treats uppercase and lowercase letters as different."),
        message("W&hole words"): message("Ignores matches inside longer words."),
        message("&Titles and text"): message("Searches titles and scenario text in all languages."),
        message("La&bels"): message("Searches the labels on the map, and their translations."),
        message("&Pieces"): message("Searches the names of terrain, units, obstacles and markers."),
        message("P&roblems"): message("Searches the problems that the checks report."),
        message("Search results"): message(
            "The matches, by file. Press Enter or double-click one to go to it."
        ),
    },
    "PublishWindow": {
        message("What to publish"): message(
            "The kind of publication to make from the scenario or its folder."
        ),
        message("To do before publishing"): message(
            "Problems and missing information. Press Enter or double-click one to go to it."
        ),
        message("Scenarios in the folder"): message("The scenarios that will be included."),
        message("Output file"): message("Where the file is saved."),
        message("Output folder"): message("Where the files are saved."),
    },
    "SheetWindow": {
        message("Language"): message("Language of the headings and the scenario text"),
        message("Second language"): message("A second language, printed next to the first"),
        message("Paper"): message("The paper in your printer"),
        message("Ink"): message("How much ink maps use"),
        message("Style"): message(
            "The size of text and maps, and how many scenarios fit on a page"
        ),
        message("Use &Built-in"): message("Uses the built-in templates again."),
    },
    "PictureExportDialog": {
        message("&Preset"): message("Sets the options below to suit a purpose."),
        message("Longer s&ide in pixels"): message("Ignored in PDF and SVG files"),
        message("In&k"): message("How much ink maps use"),
        message("Transparent &margin"): message(
            "Width of the empty margin, in hundredths of a hex."
        ),
        message("&Hex names"): message("Writes a name such as A9 on every hex of the map"),
        message("&Legend"): message("Adds a list of the kinds of pieces below the board"),
    },
    "NewScenarioDialog": {
        message_in("field", "&Board"): message(
            "How many hexes the board has. You can change it later."
        ),
        message("Board &side"): message("The landscape printed on the board."),
        message("Side at the &top"): message(
            "The side whose player sits at the top edge of the board."
        ),
        message("&Axis nation"): message("The nation that this player commands."),
        message("A&llied nation"): message("The nation that this player commands."),
        message("Start &date"): message("The first day of the battle, such as 1944-06-06."),
    },
    "ResizeDialog": {
        message_in("field", "&Board"): message("The size of the new board."),
        message("Shift right (columns)"): message(
            "How many columns to move the scenario to the right. Negative numbers move it to the "
            "left."
        ),
        message("Shift down (rows)"): message(
            "How many rows to move the scenario down. Negative numbers move it up."
        ),
        message("What will be lost"): message(
            "Everything that does not fit on the new board. Undo brings it back."
        ),
    },
    "ReplaceDialog": {
        message("Replace"): message(
            "The kind of piece to replace, with the number of such pieces on the board."
        ),
        message("With"): message("The piece that takes its place."),
        message("Only in the selection"): message("Replaces only pieces on the selected hexes."),
    },
    "ReportProblemDialog": {
        message("&What did you do, and what happened?"): message(
            "Describe each step so that someone else can repeat it."
        ),
        message("Se&ttings, without folder and file names"): message(
            "Includes your settings; values that contain a path are left out."
        ),
        message("&Log and the latest crash reports"): message(
            "Includes what the program logged, with ~ in place of your home folder."
        ),
        message("The open s&cenario"): message(
            "Includes the scenario in its current state, with unsaved changes."
        ),
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
    ("BalancePanel", "NumberField"): message("How often the Allies should win."),
    ("BalancePanel", "RowTable"): message("The details chosen above."),
}
"""The help texts of controls without a name of their own, by the classes of panel and control."""
