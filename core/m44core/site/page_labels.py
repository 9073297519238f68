"""The labels of the pages, in the language of the site."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, Renderer, message, message_in

_LABELS: Mapping[str, Message] = {
    "skip": message("Skip to content"),
    "pages": message("Pages"),
    "gallery": message_in("heading", "Scenarios"),
    "war_map": message("Map of the war"),
    "time_line": message("Timeline"),
    "compare": message_in("heading", "Compare"),
    "search": message("Search"),
    "search_hint": message("Titles, text, pieces"),
    "filters": message("Filters"),
    "clear_filters": message("Clear filters"),
    "sort": message("Sort by"),
    "by_title": message_in("order", "Title"),
    "by_date": message_in("order", "Battle date"),
    "by_changed": message_in("order", "Newest first"),
    "by_balance": message_in("order", "Most balanced first"),
    "by_turns": message_in("order", "Shortest games first"),
    "by_time": message_in("order", "Shortest playing time first"),
    "by_rating": message_in("order", "Highest rated first"),
    "by_rules": message_in("order", "Easiest first"),
    "shown": message("{shown} of {all} scenarios"),
    "nothing_fits": message("No matching scenarios. Clear the filters, or search for fewer words."),
    "feed": message("Feed of new scenarios"),
    "made_with": message("Made with M44 Workshop, an unofficial fan-made tool."),
    "map": message("Map"),
    "map_help": message(
        "Hover over or tap a hex to see what is on it. Keys: the arrows move from hex to hex, "
        "+ and - zoom, 0 shows the whole map."
    ),
    "zoom_in": message("Zoom in"),
    "zoom_out": message("Zoom out"),
    "zoom_fit": message("Show the whole map"),
    "no_hex": message("No hex selected"),
    "language": message("Text language"),
    "briefing": message("Briefing"),
    "goals": message("Medals and exits"),
    "reference": message("What is on the map"),
    "setup": message("Setup"),
    "bill": message("Components"),
    "base_boxes": message("Base games you own"),
    "component": message_in("column", "Component"),
    "needed": message("needed"),
    "there": message("available"),
    "nothing_missing": message("Your boxes contain everything needed."),
    "some_missing": message("Your boxes do not contain enough of the marked components."),
    "other_boxes": message("From other boxes (check those you own):"),
    "balance": message("Balance"),
    "glance": message("At a glance"),
    "time": message_in("facet", "Playing time"),
    "difficulty": message_in("facet", "Difficulty"),
    "rating": message_in("facet", "Rating"),
    "rules": message("Pieces and rules to know"),
    "campaign": message_in("heading", "Campaign"),
    "before": message("Previous scenario"),
    "after": message("Next scenario"),
    "discuss": message("Discuss this scenario"),
    "compare_this": message("Compare with another scenario"),
    "arena_file": message("File to upload"),
    "arena_how": message(
        'On Board Game Arena, create a Memoir \'44 table, choose "From the front", then '
        '"M44 file", and upload this file.'
    ),
    "arena_cannot": message("This scenario cannot be played on Board Game Arena."),
    "checks": message("Checks"),
    "problems": message_in("facet", "Problems"),
    "nothing_found": message("No problems found."),
    "plays_whole": message("The playtest supports everything in this scenario."),
    "plays_part": message("The playtest does not support everything in this scenario."),
    "downloads": message("Downloads"),
    "sheet": message("Printable sheet"),
    "poster": message("Poster at actual size"),
    "m44_file": message("Official editor file"),
    "yaml_file": message("Readable text file"),
    "map_file": message("Map image"),
    "replay": message("Recorded game"),
    "replay_load": message("Replay on the map"),
    "replay_play": message("Play"),
    "replay_pause": message("Pause"),
    "replay_next": message("Next step"),
    "replay_back": message("Step back"),
    "replay_turn": message("Next turn"),
    "replay_step": message("Step {step} of {all}"),
    "replay_broken": message(
        "There is a recorded game next to the scenario file, but it cannot be replayed: {why}"
    ),
    "replay_reasons": message("Show the computer's reasons"),
    "pick_more": message("{title}: choose a second scenario to compare"),
    "pick_clear": message("Cancel"),
    "first": message("First scenario"),
    "second": message("Second scenario"),
    "swap": message("Swap"),
    "all_in_table": message("All scenarios in a table"),
    "scenario": message("Scenario"),
    "compare_help": message("Rows that differ are highlighted."),
    "map_about": message(
        "Each number marks a place; the list next to the map shows its battles. Places are "
        "identified from the titles and labels of the scenarios."
    ),
    "map_source": message("Outlines: Natural Earth (public domain), simplified."),
    "map_others": message("Not on the map"),
    "line_about": message("Battles by month and front. Select a bar to jump to that month."),
    "line_others": message("Undated"),
    "sources": message("Sources"),
    "author": message_in("heading", "Author"),
    "boxes_needed": message_in("facet", "Boxes needed"),
    "arena": message_in("facet", "Board Game Arena"),
}


def page_labels(renderer: Renderer) -> Mapping[str, str]:
    """Return the labels of the pages, keyed by their names in the templates.

    Placeholders are kept for the scripts. ``colon`` is the separator between a heading and its
    text.
    """
    labels = {key: renderer.render(label) for key, label in _LABELS.items()}
    separator = renderer.render(message("{what}: {said}"))
    return {**labels, "colon": separator.removeprefix("{what}").removesuffix("{said}")}
