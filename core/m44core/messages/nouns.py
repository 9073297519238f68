"""Parts of sentences: numbers with nouns (``nouns.cards(3)`` is *3 cards*), names of badges."""

from __future__ import annotations

from m44core.messages.message import Message, counted, message


def cards(number: int) -> Message:
    """Return *1 card*, *2 cards*."""
    return counted("{number} card", "{number} cards", number)


def medals(number: int) -> Message:
    """Return *1 medal*, *2 medals*."""
    return counted("{number} medal", "{number} medals", number)


def medals_to_win(number: int) -> Message:
    """Return *4 medals to win*."""
    return message("{medals} to win", medals=medals(number))


def units(number: int) -> Message:
    """Return *1 unit*, *2 units*."""
    return counted("{number} unit", "{number} units", number)


def figures(number: int) -> Message:
    """Return *1 figure*, *2 figures*."""
    return counted("{number} figure", "{number} figures", number)


def hexes(number: int) -> Message:
    """Return *1 hex*, *2 hexes*."""
    return counted("{number} hex", "{number} hexes", number)


def dice(number: int) -> Message:
    """Return *1 die*, *2 dice*."""
    return counted("{number} die", "{number} dice", number)


def moves(number: int) -> Message:
    """Return *1 move*, *2 moves*."""
    return counted("{number} move", "{number} moves", number)


def turns(number: int) -> Message:
    """Return *1 turn*, *2 turns*."""
    return counted("{number} turn", "{number} turns", number)


def infantry(number: int) -> Message:
    """Return *1 infantry*, *2 infantry*."""
    return counted("{number} infantry", "{number} infantry", number)


def armor(number: int) -> Message:
    """Return *1 armor*, *2 armor*."""
    return counted("{number} armor", "{number} armor", number)


def stars(number: int) -> Message:
    """Return *1 star*, *2 stars*."""
    return counted("{number} star", "{number} stars", number)


def flags(number: int) -> Message:
    """Return *1 flag*, *2 flags*."""
    return counted("{number} flag", "{number} flags", number)


def players(number: int) -> Message:
    """Return *1 player*, *2 players*."""
    return counted("{number} player", "{number} players", number)


def games(number: int) -> Message:
    """Return *1 game*, *2 games*."""
    return counted("{number} game", "{number} games", number)


def files(number: int) -> Message:
    """Return *1 file*, *2 files*."""
    return counted("{number} file", "{number} files", number)


def scenarios(number: int) -> Message:
    """Return *1 scenario*, *2 scenarios*."""
    return counted("{number} scenario", "{number} scenarios", number)


def findings(number: int) -> Message:
    """Return *1 problem*, *2 problems*."""
    return counted("{number} problem", "{number} problems", number)


def errors(number: int) -> Message:
    """Return *1 error*, *2 errors*."""
    return counted("{number} error", "{number} errors", number)


def warnings(number: int) -> Message:
    """Return *1 warning*, *2 warnings*."""
    return counted("{number} warning", "{number} warnings", number)


def notes(number: int) -> Message:
    """Return *1 note*, *2 notes*."""
    return counted("{number} note", "{number} notes", number)


def badges(number: int) -> Message:
    """Return *1 badge*, *2 badges*."""
    return counted("{number} badge", "{number} badges", number)


def bridges(number: int) -> Message:
    """Return *1 bridge*, *2 bridges*."""
    return counted("{number} bridge", "{number} bridges", number)


def bunkers(number: int) -> Message:
    """Return *1 bunker*, *2 bunkers*."""
    return counted("{number} bunker", "{number} bunkers", number)


def base_boxes(number: int) -> Message:
    """Return *1 copy of the base game*, *2 copies of the base game*."""
    return counted("{number} copy of the base game", "{number} copies of the base game", number)


def special_rules(number: int) -> Message:
    """Return *1 special rule*, *2 special rules*."""
    return counted("{number} special rule", "{number} special rules", number)


def command_cards(number: int) -> Message:
    """Return *1 command card*, *2 command cards*."""
    return counted("{number} command card", "{number} command cards", number)


def useful_orders(number: int) -> Message:
    """Return *1 useful order*, *2 useful orders*."""
    return counted("{number} useful order", "{number} useful orders", number)


def entries(number: int) -> Message:
    """Return *1 entry*, *2 entries*."""
    return counted("{number} entry", "{number} entries", number)


def keys(number: int) -> Message:
    """Return *1 key*, *2 keys*."""
    return counted("{number} key", "{number} keys", number)


def lists(number: int) -> Message:
    """Return *1 list*, *2 lists*."""
    return counted("{number} list", "{number} lists", number)


def values(number: int) -> Message:
    """Return *1 value*, *2 values*."""
    return counted("{number} value", "{number} values", number)


def with_badge() -> Message:
    """Return *with badge*, of units whose name already says which badge."""
    return message("with badge")


def badge_called(name: Message) -> Message:
    """Return *British airborne badge*, for a badge whose name is also that of its units."""
    return message("{badge} badge", badge=name)
