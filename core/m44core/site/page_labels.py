"""The labels of the pages, in the language of the site."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, Words, message, message_in

_LABELS: Mapping[str, Message] = {
    "skip": message("Skip to the content"),
    "search": message("Search"),
    "search_hint": message("Titles, texts, pieces"),
    "filters": message("Filters"),
    "clear_filters": message("Clear filters"),
    "sort": message("Sort by"),
    "by_title": message_in("order", "Title"),
    "by_date": message_in("order", "Date of the battle"),
    "by_changed": message_in("order", "Newest first"),
    "shown": message("{shown} of {all} scenarios"),
    "nothing_fits": message("No scenario fits. Clear the filters, or search for fewer words."),
    "feed": message("Feed of what is new"),
    "made_with": message("Made with M44 Workshop, an unofficial tool of players."),
    "map": message("Map"),
    "map_help": message(
        "Hover over a hex or tap it to read what lies there. Keys: arrows go from hex to hex, "
        "+ and - zoom, 0 shows the whole map."
    ),
    "zoom_in": message("Zoom in"),
    "zoom_out": message("Zoom out"),
    "zoom_fit": message("Show the whole map"),
    "no_hex": message("No hex is chosen"),
    "language": message("Language of the texts"),
    "briefing": message("Briefing"),
    "goals": message("Medals and exits"),
    "reference": message("What is on the board"),
    "setup": message("Set-up"),
    "bill": message("Components"),
    "base_boxes": message("Base boxes you own"),
    "component": message_in("column", "Component"),
    "needed": message("needed"),
    "there": message("there are"),
    "nothing_missing": message("Your boxes have all of it."),
    "some_missing": message("Your boxes lack what is marked."),
    "other_boxes": message("From other boxes; tick those you own:"),
    "checks": message("Checks"),
    "nothing_found": message("The checks find nothing."),
    "plays_whole": message("The playtest plays all of it."),
    "plays_part": message("The playtest does not play all of it."),
    "downloads": message("Downloads"),
    "sheet": message("Sheet to print"),
    "poster": message("Poster at the size of the game"),
    "m44_file": message("File of the official editor"),
    "yaml_file": message("Readable text file"),
    "map_file": message("Map as a picture"),
    "replay": message("Recorded game"),
    "replay_load": message("Show the game on the map"),
    "replay_play": message("Play"),
    "replay_pause": message("Pause"),
    "replay_next": message("Next step"),
    "replay_back": message("Step back"),
    "replay_turn": message("Next turn"),
    "replay_step": message("Step {step} of {all}"),
    "replay_broken": message("A recorded game lies beside it, but cannot be replayed: {why}"),
    "sources": message("Sources"),
    "author": message_in("heading", "Author"),
    "boxes_needed": message_in("facet", "Boxes needed"),
    "arena": message_in("facet", "Board Game Arena"),
}


def page_labels(words: Words) -> Mapping[str, str]:
    """Return the labels of the pages, by their names in the templates.

    Placeholders are kept for the scripts. ``colon`` is the separator between a heading and its
    text.
    """
    labels = {key: words.render(label) for key, label in _LABELS.items()}
    between = words.render(message("{what}: {said}"))
    return {**labels, "colon": between.removeprefix("{what}").removesuffix("{said}")}
