"""Defects of texts, and texts that say other things than the scenario."""

from __future__ import annotations

from tests.core.validation.planting.ground import Ground, Raw
from tests.core.validation.planting.kinds import (
    Planted,
    found,
    plant,
)

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


# Objectives


_PER_TOWN = {
    "en": "An Allied unit that captures a town counts as one medal.",
    "fr": "Une unité alliée qui occupe une ville remporte une médaille.",
    "de": "Die Einnahme einer Stadt durch eine alliierte Einheit ist einen Siegpunkt wert.",
}
_OBJECTIVES = ("M211", "M509", "M6", "M7", "M201", "M202", "M203", "M814", "M815", "M818")


def _say(ground: Ground, sentences: dict[str, str]) -> None:
    for language, text in ground.document["texts"].items():
        text["victory"] += f" {sentences[language]}"


@plant("the medal of a town on a hill", languages=True)
def town_medal_on_a_hill(ground: Ground) -> Planted:
    for name in ground.with_layer("tags"):
        del ground.hexes[name]["tags"]
    name = ground.free()
    ground.hexes[name] = {"terrain": "hill", "tags": ["allied-medal"]}
    _say(ground, _PER_TOWN)
    return found("M823", "/texts/en/victory", *_OBJECTIVES)


@plant("one medal of three that is not on a town", languages=True)
def one_medal_astray(ground: Ground) -> Planted:
    for name in ground.with_layer("tags"):
        del ground.hexes[name]["tags"]
    astray, *towns = (_put(ground, terrain) for terrain in ("hill", "town", "town"))
    assert towns
    _say(ground, _PER_TOWN)
    return found("M823", f"/hexes/{astray}/tags", *_OBJECTIVES)


def _put(ground: Ground, terrain: str) -> str:
    name = ground.free()
    ground.hexes[name] = {"terrain": terrain, "tags": ["allied-medal"]}
    return name


@plant("words for a label that is nowhere", languages=True)
def words_for_no_label(ground: Ground) -> Planted:
    code = ground.language()
    ground.document.setdefault("labels", {})[ground.free()] = ["Mill"]
    ground.document["texts"][code]["labels"] = {"Mill": "Moulin", "mill": "Moulin"}
    return found("M826", f"/texts/{code}/labels", "M103")


@plant("a named objective on no label", languages=True)
def objective_on_no_label(ground: Ground) -> Planted:
    names = ["Bonlieu", "Livron", "Loriol"]
    for name in names[:2]:
        ground.document.setdefault("labels", {})[_put(ground, "town")] = [name]
    said = {
        "en": "An Allied unit that captures one of the towns ({}) counts as one medal.",
        "fr": "Une unité alliée qui occupe une des villes ({}) remporte une médaille.",
        "de": "Die Einnahme von {} durch eine alliierte Einheit ist einen Siegpunkt wert.",
    }
    _say(ground, {tag: text.format(", ".join(names)) for tag, text in said.items()})
    return found("M825", "/texts/en/victory", "M103", "M820", "M823", *_OBJECTIVES)
