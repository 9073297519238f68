"""The kinds of defect that are planted: each changes a document, and says what must be found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.core.validation.planting.ground import Ground, NoRoomError, Raw, key_of


@dataclass(frozen=True, slots=True)
class Planted:
    """What must be found.

    Attributes:
        code: The code of the finding.
        pointer: Where: the finding's pointer, or the beginning of it.
        also: Codes that may come or go with it, because the defect is theirs as well.
    """

    code: str
    pointer: str
    also: frozenset[str] = frozenset()


Plant = Callable[[Ground], Planted]

PLANTS: dict[str, Plant] = {}
"""The kinds, by what they do."""

WITH_LANGUAGES: set[str] = set()
"""Those of them that need texts in several languages."""


def plant(what: str, *, languages: bool = False) -> Callable[[Plant], Plant]:
    """Enter a kind of defect; it raises NoRoomError for a scenario where it cannot be planted."""

    def enter(function: Plant) -> Plant:
        PLANTS[what] = function
        if languages:
            WITH_LANGUAGES.add(what)
        return function

    return enter


def found(code: str, pointer: str, *also: str) -> Planted:
    """Return what must be found."""
    return Planted(code, pointer, frozenset(also))


PLAYABILITY = ("M701", "M702", "M703", "M704", "M705", "M706", "M707", "M708", "M709", "M710")


# The document


@plant("a key nobody knows")
def unknown_key(ground: Ground) -> Planted:
    name = ground.one(ground.with_layer("unit"))
    ground.hexes[name][ground.rng.choice(["uint", "terain", "obstacel"])] = "forest"
    return found("M023", f"/hexes/{name}")


@plant("a text for a number")
def text_for_a_number(ground: Ground) -> Planted:
    place = ground.player()
    ground.document["briefing"][place]["cards"] = ground.rng.choice(["five", [5], {}])
    return found("M020", f"/briefing/{place}/cards", "M303", "M308", "M8")


@plant("a hex the board does not have")
def hex_off_board(ground: Ground) -> Planted:
    name = ground.rng.choice(["A10", "n4", "AA1", "Z22"])
    ground.hexes[name] = {"terrain": "forest"}
    return found("M031", f"/hexes/{name}")


# Board and pieces


@plant("a tile nobody knows")
def unknown_tile(ground: Ground) -> Planted:
    name = ground.free()
    ground.hexes[name] = {"terrain": ground.rng.choice(["m44:wood", "m44:forest", "m44:swamp"])}
    return found("M101", f"/hexes/{name}/terrain", "M705", "M710")


@plant("a bunker among the tiles")
def bunker_as_tile(ground: Ground) -> Planted:
    name = ground.free()
    ground.hexes[name] = {"terrain": ground.rng.choice(["m44:bunker", "m44:wire", "m44:infus"])}
    return found("M102", f"/hexes/{name}/terrain", "M705")


@plant("a label as long as a sentence")
def long_label(ground: Ground) -> Planted:
    name = ground.free()
    ground.document.setdefault("labels", {})[name] = "Here the road to the old mill begins"
    return found("M103", f"/labels/{name}")


@plant("a road of another box")
def foreign_tile(ground: Ground) -> Planted:
    name = ground.free(range(2, 6))
    ground.hexes[name] = {"terrain": "road"}
    return found("M112", f"/hexes/{name}", "M111", "M512", *BOXES)


ANOTHER_MEDAL = ("M211", "M7", "M818", "M823")  # texts know nothing of it
BOXES = ("M201", "M202", "M203", "M204", "M205", "M208", "M209", "M210", "M211")


# Components


@plant("more wire than the box has")
def too_much_wire(ground: Ground) -> Planted:
    for _ in range(13):
        ground.hexes[ground.free(range(2, 6))] = {
            "obstacle": {"is": "wire", "facing": "faces-bottom"}
        }
    return found("M205", "/hexes", "M206", "M508", "M504", *PLAYABILITY)


@plant("more towns than the box has")
def too_many_towns(ground: Ground) -> Planted:
    for _ in range(10):
        ground.hexes[ground.free(range(2, 6))] = {"terrain": "town"}
    return found("M201", "/hexes", "M202", "M203", *PLAYABILITY)


@plant("eleven medals")
def too_many_medals(ground: Ground) -> Planted:
    for _ in range(11):
        ground.hexes[ground.free(range(1, 7))] = {
            "tags": [f"{ground.rng.choice(['axis', 'allied'])}-medal"]
        }
    return found("M211", "/hexes", *PLAYABILITY)


# Sides and setup


@plant("the same side twice")
def same_sides(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["top"]["side"] = briefing["bottom"]["side"]
    return found("M301", "/briefing", "M3", "M4", "M5", "M6", "M7", "M8")


@plant("nobody moves first")
def no_first_player(ground: Ground) -> Planted:
    ground.document["briefing"].pop("first")
    return found("M302", "/briefing", "M308", "M7")


@plant("a hand that is no hand")
def odd_hand(ground: Ground) -> Planted:
    place = ground.player()
    ground.document["briefing"][place]["cards"] = ground.rng.choice([0, 9, 14])
    return found("M303", f"/briefing/{place}/cards", "M308", "M212", "M8")


@plant("no medals to win")
def no_goal(ground: Ground) -> Planted:
    place = ground.player()
    ground.document["briefing"][place]["medals"] = ground.rng.choice([0, 13])
    return found("M304", f"/briefing/{place}/medals", "M305", "M313", "M7", "M8")


@plant("a side without units")
def no_army(ground: Ground) -> Planted:
    if "air" in str(ground.document["briefing"].get("options")):
        raise NoRoomError  # units come by air
    side = ground.rng.choice(["german", "american"])
    for name in ground.with_layer("unit"):
        if key_of(ground.hexes[name]["unit"]).startswith(side):
            del ground.hexes[name]["unit"]
    return found("M306", "/hexes", "M3", "M4", "M5", "M6", "M7", "M8", "M2")


@plant("an end before the beginning")
def backward_dates(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["begins"], briefing["ends"] = "1944-08-03", "1944-08-01"
    return found("M316", "/briefing/ends")


@plant("a year after the war")
def wrong_year(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["begins"] = briefing["ends"] = "1954-06-06"
    return found("M316", "/briefing", "M822")


@plant("no last day")
def no_end(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["begins"] = "1944-08-03"
    briefing.pop("ends", None)
    return found("M316", "/briefing/ends")


# Units


@plant("infantry in the river")
def swimming_unit(ground: Ground) -> Planted:
    rivers = [
        name
        for name in ground.with_layer("terrain", "river", "river-bend")
        if (
            "structure" not in ground.hexes[name]
            and not isinstance(ground.hexes[name]["terrain"], dict)
        )
        or (
            "structure" not in ground.hexes[name] and "behaves" not in ground.hexes[name]["terrain"]
        )
    ]
    name = ground.one([name for name in rivers if "unit" not in ground.hexes[name]])
    ground.hexes[name]["unit"] = "german-infantry"
    return found("M401", f"/hexes/{name}/unit", "M208", "M3", "M7")


@plant("armor on a hedgehog")
def impaled_armor(ground: Ground) -> Planted:
    tanks = ground.with_layer("unit", "german-armor", "american-armor")
    name = ground.one([name for name in tanks if set(ground.hexes[name]) <= {"unit", "terrain"}])
    ground.hexes[name]["obstacle"] = "hedgehog"
    return found("M402", f"/hexes/{name}/unit", "M503", "M504", "M7", "M205", "M206")


@plant("a unit of six figures")
def strong_unit(ground: Ground) -> Planted:
    name = ground.one(ground.with_layer("unit", "german-infantry", "american-infantry"))
    unit = ground.hexes[name]["unit"]
    ground.hexes[name]["unit"] = {**({"is": unit} if isinstance(unit, str) else unit), "figures": 6}
    return found("M404", f"/hexes/{name}/unit/figures", "M208", "M7")


@plant("a unit in the enemy's bunker")
def unit_in_enemy_bunker(ground: Ground) -> Planted:
    name = ground.free(range(2, 5))
    ground.hexes[name] = {
        "structure": {"is": "bunker", "owner": "axis"},
        "unit": "american-artillery",
    }
    return found("M405", f"/hexes/{name}", "M204", "M208", "M403", "M508", "M3", "M7")


@plant("a badge of the other side")
def wrong_badge(ground: Ground) -> Planted:
    infantry = ground.with_layer("unit", "german-infantry")
    name = ground.one([n for n in infantry if ground.hexes[n]["unit"] == "german-infantry"])
    ground.hexes[name]["unit"] = {"is": "german-infantry", "badge": "us-rangers"}
    return found("M408", f"/hexes/{name}/unit/badge", "M209", "M210", "M407", "M7")


# Terrain and obstacles


@plant("a bridge on dry land")
def dry_bridge(ground: Ground) -> Planted:
    name = ground.free(range(1, 5))
    ground.hexes[name] = {"structure": "bridge"}
    return found("M501", f"/hexes/{name}/structure", "M204")


@plant("a bunker nobody owns")
def unowned_bunker(ground: Ground) -> Planted:
    name = ground.free(range(1, 5))
    ground.hexes[name] = {"structure": "bunker"}
    return found("M502", f"/hexes/{name}/structure", "M204", "M508", "M7")


@plant("a hedgehog in the river")
def drowned_hedgehog(ground: Ground) -> Planted:
    name = ground.one(
        [
            n
            for n in ground.with_layer("terrain", "river", "river-bend")
            if set(ground.hexes[n]) == {"terrain"}
        ]
    )
    ground.hexes[name]["obstacle"] = "hedgehog"
    return found("M503", f"/hexes/{name}/obstacle", "M504", "M205", "M206")


@plant("mines nobody laid")
def unowned_mines(ground: Ground) -> Planted:
    name = ground.free(range(2, 5))
    ground.hexes[name] = {"tags": [{"is": "minefield", "behaves": "m44:MINE_FIELD"}]}
    return found("M510", f"/hexes/{name}/tags/0", "M112", "M111", *BOXES, "M8")


# Objectives and exits


@plant("an exit of no side")
def unowned_exit(ground: Ground) -> Planted:
    name = ground.free(range(0, 1))
    ground.hexes[name] = {"tags": ["exit"]}
    return found(
        "M601", f"/hexes/{name}/tags/0", "M112", "M602", "M603", "M111", "M7", "M8", *BOXES
    )


@plant("an exit in the middle of the board")
def inner_exit(ground: Ground) -> Planted:
    name = ground.board.name(
        ground.rng.choice([h for h in ground.board.hexes if h.row == 4 and 4 < h.col < 20])
    )
    ground.hexes.setdefault(name, {})["tags"] = [{"is": "exit", "side": "allies"}]
    return found("M602", f"/hexes/{name}/tags/0", "M112", "M603", "M111", "M6", "M7", "M8", *BOXES)


@plant("an objective worth nothing")
def worthless_objective(ground: Ground) -> Planted:
    name = ground.free(range(3, 5))
    ground.hexes[name] = {"tags": [{"is": "axis-medal", "counts-for": 0}]}
    return found("M605", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("an objective that lists its own hex")
def listed_twice(ground: Ground) -> Planted:
    name, other = ground.free(range(3, 5)), ground.free(range(1, 3))
    ground.hexes[name] = {"tags": [{"is": "axis-medal", "hexes": [name, other]}]}
    return found("M606", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("two medals on a hex")
def two_medals(ground: Ground) -> Planted:
    name = ground.free(range(3, 5))
    ground.hexes[name] = {"tags": ["axis-medal", "axis-medal"]}
    return found("M607", f"/hexes/{name}", *ANOTHER_MEDAL)


# Texts


def _replace(ground: Ground, language: str, field: str, old: str, new: str) -> None:
    texts: Raw = ground.document["texts"][language]
    assert old in texts[field], (language, field)
    texts[field] = texts[field].replace(old, new, 1)


@plant("another hand in the text", languages=True)
def other_hand(ground: Ground) -> Planted:
    language = ground.language()
    _replace(ground, language, "description", " 4 ", f" {ground.rng.choice([3, 6])} ")
    return found("M801", f"/texts/{language}", "M805")


@plant("other medals in the text", languages=True)
def other_medals(ground: Ground) -> Planted:
    language = ground.language()
    _replace(ground, language, "victory", "5 ", f"{ground.rng.choice([4, 7])} ")
    return found("M802", f"/texts/{language}", "M805")


@plant("another first player in the data", languages=True)
def other_first_player(ground: Ground) -> Planted:
    ground.document["briefing"]["first"] = "top"
    return found("M803", "", "M308", "M709", "M707")


@plant("a number with a digit too many", languages=True)
def other_number(ground: Ground) -> Planted:
    language = ground.language()
    _replace(ground, language, "historical", "200", ground.rng.choice(["2000", "100", "20"]))
    return found("M805", "/texts")


@plant("a text missing in a language", languages=True)
def missing_text(ground: Ground) -> Planted:
    language, field = ground.language(), ground.rng.choice(["historical", "description", "victory"])
    del ground.document["texts"][language][field]
    return found("M807", f"/texts/{language}", "M805", "M806")


@plant("a lost apostrophe", languages=True)
def lost_apostrophe(ground: Ground) -> Planted:
    _replace(
        ground,
        "fr",
        "historical",
        "C'était l'été",
        ground.rng.choice(["C?était l'été", "C'était l?été"]),
    )
    return found("M808", "/texts/fr/historical")


@plant("letters read in the wrong encoding", languages=True)
def garbled_letters(ground: Ground) -> Planted:
    language, field = ground.rng.choice(
        [("fr", "historical"), ("de", "name"), ("de", "historical")]
    )
    texts = ground.document["texts"][language]
    texts[field] = texts[field].encode().decode("latin-1")
    return found("M808", f"/texts/{language}/{field}", "M807", "M805")


@plant("a blank too many", languages=True)
def extra_blank(ground: Ground) -> Planted:
    language, field = ground.language(), ground.rng.choice(["name", "historical", "description"])
    texts = ground.document["texts"][language]
    texts[field] = ground.rng.choice(
        [f"{texts[field]}\t", f" {texts[field]}", texts[field].replace(" ", "  ", 1)]
    )
    return found("M809", f"/texts/{language}/{field}")


@plant("a word twice", languages=True)
def doubled_word(ground: Ground) -> Planted:
    language, word = ground.rng.choice(
        [("en", "held"), ("en", "the"), ("fr", "vieux"), ("de", "lang"), ("de", "gegen")]
    )
    _replace(ground, language, "historical", f" {word} ", f" {word} {word} ")
    return found("M810", f"/texts/{language}/historical")


@plant("a placeholder", languages=True)
def placeholder(ground: Ground) -> Planted:
    language = ground.language()
    ground.document["texts"][language]["historical"] = ground.rng.choice(
        ["TODO", "Lorem ipsum dolor sit amet.", "XXX"]
    )
    return found("M811", f"/texts/{language}/historical", "M805", "M807")


@plant("exits in the text alone", languages=True)
def exits_in_text(ground: Ground) -> Planted:
    texts = ground.document["texts"]
    texts["en"]["rules"] = (
        "Place exit markers along the edge; each unit that exits there is a medal."
    )
    texts["fr"]["rules"] = (
        "Placez des marqueurs de sortie le long du bord ; chaque unité qui sort vaut une médaille."
    )
    texts["de"]["rules"] = (
        "Ausgangsmarker liegen am Rand; wer das Spielfeld dort verlässt, erhält eine Medaille."
    )
    return found("M813", "/texts")


@plant("mines in the text alone", languages=True)
def mines_in_text(ground: Ground) -> Planted:
    texts = ground.document["texts"]
    texts["en"]["rules"] = "The Axis player lays the minefields."
    texts["fr"]["rules"] = "Le joueur de l'Axe place les champs de mines."
    texts["de"]["rules"] = "Der Achsenspieler legt die Minenfelder."
    return found("M813", "/texts")


# Playability


@plant("a battle won at the start")
def won_at_the_start(ground: Ground) -> Planted:
    place = ground.player()
    briefing = ground.document["briefing"]
    side = briefing[place]["side"]
    nation = "german" if side == "axis" else "american"
    briefing[place]["medals"] = 1
    names = [
        n for n in ground.with_layer("unit") if key_of(ground.hexes[n]["unit"]).startswith(nation)
    ]
    free = [n for n in names if "tags" not in ground.hexes[n]]
    ground.hexes[ground.one(free)]["tags"] = ["axis-medal" if side == "axis" else "allied-medal"]
    return found("M702", "", "M304", "M305", "M313", "M604", "M8", "M211", "M609", "M706")


@plant("an objective in a ring of water")
def walled_objective(ground: Ground) -> Planted:
    board = ground.board
    inner = [h for h in board.hexes if 2 <= h.row <= 5 and len(board.neighbours[h]) == 6]
    rings = [
        h
        for h in inner
        if not {board.name(n) for n in (h, *board.neighbours[h])} & set(ground.hexes)
    ]
    if not rings:
        raise NoRoomError
    centre = ground.rng.choice(rings)
    for hex_ in board.neighbours[centre]:
        ground.hexes[board.name(hex_)] = {"terrain": "river"}
    ground.hexes[board.name(centre)] = {"tags": [ground.rng.choice(["axis-medal", "allied-medal"])]}
    return found(
        "M706",
        f"/hexes/{board.name(centre)}",
        "M201",
        "M202",
        "M203",
        "M211",
        "M506",
        "M701",
        "M7",
        "M8",
    )


@plant("a unit shut in by water")
def shut_in(ground: Ground) -> Planted:
    board = ground.board
    rings = [
        h
        for h in board.hexes
        if 1 <= h.row <= 6
        and not {board.name(n) for n in (h, *board.neighbours[h])} & set(ground.hexes)
    ]
    if not rings:
        raise NoRoomError
    centre = ground.rng.choice(rings)
    for hex_ in board.neighbours[centre]:
        ground.hexes[board.name(hex_)] = {"terrain": "river"}
    ground.hexes[board.name(centre)] = {"unit": "german-infantry"}
    also = (*TILES, *SETUP, "M506", "M509", "M208", "M7")
    return found("M704", f"/hexes/{board.name(centre)}", *also)


TILES = ("M201", "M202", "M203")
SETUP = ("M309", "M310", "M311", "M312", "M313", "M404")


@plant("a bridge along the river")
def bridge_along(ground: Ground) -> Planted:
    name = ground.free(range(1, 7))
    river, bridge = ground.rng.choice([("w-e", "w-e"), ("sw-ne", "sw-ne"), ("nw-se", "nw-se")])
    ground.hexes[name] = {
        "terrain": {"is": "river", "facing": river},
        "structure": {"is": "bridge", "facing": bridge},
    }
    return found("M505", f"/hexes/{name}/structure", *TILES, "M204", "M506", "M501", "M7")


@plant("a medal whose terms name the other side")
def wrong_terms(ground: Ground) -> Planted:
    name = ground.free(range(2, 6))
    medal, side = ground.rng.choice([("axis-medal", "allies"), ("allied-medal", "axis")])
    ground.hexes[name] = {"tags": [{"is": medal, "side": side}]}
    return found("M608", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("sudden death of more hexes than there are")
def sudden_death(ground: Ground) -> Planted:
    one, other = ground.free(range(2, 6)), ground.free(range(2, 6))
    options = ground.document["briefing"].setdefault("options", {})
    options["sudden-death"] = [{"side": ground.side(), "needed": 3, "hexes": [one, other]}]
    return found("M610", "/briefing/options/sudden-death/0/needed", "M8", "M314", "M605", "M710")


@plant("a group that asks for more hexes than it has")
def large_group(ground: Ground) -> Planted:
    name, other = ground.free(range(2, 4)), ground.free(range(4, 6))
    ground.hexes[name] = {"tags": [{"is": "axis-medal", "hexes": [other], "hexes-needed": 5}]}
    return found("M605", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("an exit beside those who may leave")
def near_exit(ground: Ground) -> Planted:
    briefing, board = ground.document["briefing"], ground.board
    side = briefing["bottom"]["side"]
    unit = "german-infantry" if side == "axis" else "american-infantry"
    edge = [h for h in board.hexes if h.row == 0 and board.name(h) not in ground.hexes]
    for hex_ in ground.rng.sample(edge, len(edge)):
        below = [n for n in board.neighbours[hex_] if n.row == 1]
        free = [n for n in below if board.name(n) not in ground.hexes]
        if free:
            ground.hexes[board.name(free[0])] = {"unit": unit}
            ground.hexes[board.name(hex_)] = {"tags": [{"is": "exit", "side": side}]}
            pointer = f"/hexes/{board.name(hex_)}/tags/0"
            return found("M707", pointer, "M112", "M603", "M208", "M7", "M8", *SETUP)
    raise NoRoomError


@plant("twelve units too many")
def too_many_figures(ground: Ground) -> Planted:
    side = ground.rng.choice(["german", "american"])
    for _ in range(12):
        ground.hexes[ground.free(range(2, 7))] = {"unit": f"{side}-infantry"}
    return found("M208", "/hexes", *SETUP, "M406", "M407", "M7")


@plant("an unused allowance")
def unused_allowance(ground: Ground) -> Planted:
    ground.document["allow"] = [{"check": "M505", "at": ground.free(), "reason": "As it was."}]
    return found("M061", "/allow/0")


@plant("an allowance for a check that does not exist")
def wrong_allowance(ground: Ground) -> Planted:
    ground.document["allow"] = [{"check": "bridge-witout-river", "reason": "As it was."}]
    return found("M062", "/allow/0")


@plant("a title as long as a paragraph", languages=True)
def long_title(ground: Ground) -> Planted:
    language = ground.language()
    texts = ground.document["texts"][language]
    texts["name"] = " ".join(
        [texts["name"], "and all that came of it", "on the road", "that winter"] * 2
    )
    return found("M812", f"/texts/{language}/name")


@plant("a deck that does not exist")
def unknown_deck(ground: Ground) -> Planted:
    ground.document["briefing"].setdefault("options", {})["deck_name"] = "NO_SUCH_DECK"
    return found("M315", "/briefing/options", "M314", "M056", "M8")
