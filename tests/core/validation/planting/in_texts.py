"""Defects of texts, and texts that contradict the data of the scenario."""

from __future__ import annotations

from tests.core.validation.planting.kinds import (
    Planted,
    expected_finding,
    plant,
)
from tests.core.validation.planting.planting_document import PlantingDocument, Raw

# Texts


def _replace(document: PlantingDocument, language: str, field: str, old: str, new: str) -> None:
    texts: Raw = document.raw["texts"][language]
    assert old in texts[field], (language, field)
    texts[field] = texts[field].replace(old, new, 1)


@plant("another hand in the text", languages=True)
def other_hand(document: PlantingDocument) -> Planted:
    language = document.random_language()
    _replace(document, language, "description", " 4 ", f" {document.rng.choice([3, 6])} ")
    return expected_finding("M801", f"/texts/{language}", "M805")


@plant("other medals in the text", languages=True)
def other_medals(document: PlantingDocument) -> Planted:
    language = document.random_language()
    _replace(document, language, "victory", "5 ", f"{document.rng.choice([4, 7])} ")
    return expected_finding("M802", f"/texts/{language}", "M805")


@plant("another first player in the data", languages=True)
def other_first_player(document: PlantingDocument) -> Planted:
    document.raw["briefing"]["first"] = "top"
    return expected_finding("M803", "", "M308", "M709", "M707")


@plant("a number with a digit too many", languages=True)
def other_number(document: PlantingDocument) -> Planted:
    language = document.random_language()
    _replace(document, language, "historical", "200", document.rng.choice(["2000", "100", "20"]))
    return expected_finding("M805", "/texts")


@plant("a text missing in a language", languages=True)
def missing_text(document: PlantingDocument) -> Planted:
    language, field = (
        document.random_language(),
        document.rng.choice(["historical", "description", "victory"]),
    )
    del document.raw["texts"][language][field]
    return expected_finding("M807", f"/texts/{language}", "M805", "M806")


@plant("a lost apostrophe", languages=True)
def lost_apostrophe(document: PlantingDocument) -> Planted:
    _replace(
        document,
        "fr",
        "historical",
        "C'était l'été",
        document.rng.choice(["C?était l'été", "C'était l?été"]),
    )
    return expected_finding("M808", "/texts/fr/historical")


@plant("letters read in the wrong encoding", languages=True)
def garbled_letters(document: PlantingDocument) -> Planted:
    language, field = document.rng.choice(
        [("fr", "historical"), ("de", "name"), ("de", "historical")]
    )
    texts = document.raw["texts"][language]
    texts[field] = texts[field].encode().decode("latin-1")
    return expected_finding("M808", f"/texts/{language}/{field}", "M807", "M805")


@plant("a blank too many", languages=True)
def extra_blank(document: PlantingDocument) -> Planted:
    language, field = (
        document.random_language(),
        document.rng.choice(["name", "historical", "description"]),
    )
    texts = document.raw["texts"][language]
    texts[field] = document.rng.choice(
        [f"{texts[field]}\t", f" {texts[field]}", texts[field].replace(" ", "  ", 1)]
    )
    return expected_finding("M809", f"/texts/{language}/{field}")


@plant("a word twice", languages=True)
def doubled_word(document: PlantingDocument) -> Planted:
    language, word = document.rng.choice(
        [("en", "held"), ("en", "the"), ("fr", "vieux"), ("de", "lang"), ("de", "gegen")]
    )
    _replace(document, language, "historical", f" {word} ", f" {word} {word} ")
    return expected_finding("M810", f"/texts/{language}/historical")


@plant("a placeholder", languages=True)
def placeholder(document: PlantingDocument) -> Planted:
    language = document.random_language()
    document.raw["texts"][language]["historical"] = document.rng.choice(
        ["TODO", "Lorem ipsum dolor sit amet.", "XXX"]
    )
    return expected_finding("M811", f"/texts/{language}/historical", "M805", "M807")


@plant("exits in the text alone", languages=True)
def exits_in_text(document: PlantingDocument) -> Planted:
    texts = document.raw["texts"]
    texts["en"]["rules"] = (
        "Place exit markers along the edge; each unit that exits there is a medal."
    )
    texts["fr"]["rules"] = (
        "Placez des marqueurs de sortie le long du bord ; chaque unité qui sort vaut une médaille."
    )
    texts["de"]["rules"] = (
        "Ausgangsmarker liegen am Rand; wer das Spielfeld dort verlässt, erhält eine Medaille."
    )
    return expected_finding("M813", "/texts")


@plant("mines in the text alone", languages=True)
def mines_in_text(document: PlantingDocument) -> Planted:
    texts = document.raw["texts"]
    texts["en"]["rules"] = "The Axis player lays the minefields."
    texts["fr"]["rules"] = "Le joueur de l'Axe place les champs de mines."
    texts["de"]["rules"] = "Der Achsenspieler legt die Minenfelder."
    return expected_finding("M813", "/texts")


# Objectives


_PER_TOWN = {
    "en": "An Allied unit that captures a town counts as one medal.",
    "fr": "Une unité alliée qui occupe une ville remporte une médaille.",
    "de": "Die Einnahme einer Stadt durch eine alliierte Einheit ist einen Siegpunkt wert.",
}
_OBJECTIVES = ("M211", "M509", "M6", "M7", "M201", "M202", "M203", "M814", "M815", "M818")


def _set_conditions(document: PlantingDocument, sentences: dict[str, str]) -> None:
    for language, text in document.raw["texts"].items():
        text["victory"] += f" {sentences[language]}"


@plant("the medal of a town on a hill", languages=True)
def town_medal_on_a_hill(document: PlantingDocument) -> Planted:
    for name in document.with_layer("tags"):
        del document.hexes[name]["tags"]
    name = document.free_hex()
    document.hexes[name] = {"terrain": "hill", "tags": ["allied-medal"]}
    _set_conditions(document, _PER_TOWN)
    return expected_finding("M823", "/texts/en/victory", *_OBJECTIVES)


@plant("one medal of three that is not on a town", languages=True)
def one_medal_not_on_town(document: PlantingDocument) -> Planted:
    for name in document.with_layer("tags"):
        del document.hexes[name]["tags"]
    wrong_hex, *town_hexes = (
        _place_labelled_objective(document, terrain) for terrain in ("hill", "town", "town")
    )
    assert town_hexes
    _set_conditions(document, _PER_TOWN)
    return expected_finding("M823", f"/hexes/{wrong_hex}/tags", *_OBJECTIVES)


def _place_labelled_objective(document: PlantingDocument, terrain: str) -> str:
    name = document.free_hex()
    document.hexes[name] = {"terrain": terrain, "tags": ["allied-medal"]}
    return name


@plant("words for a label that is nowhere", languages=True)
def translation_without_label(document: PlantingDocument) -> Planted:
    code = document.random_language()
    document.raw.setdefault("labels", {})[document.free_hex()] = ["Mill"]
    document.raw["texts"][code]["labels"] = {"Mill": "Moulin", "mill": "Moulin"}
    return expected_finding("M826", f"/texts/{code}/labels", "M103")


@plant("a named objective on no label", languages=True)
def named_objective_without_label(document: PlantingDocument) -> Planted:
    names = ["Bonlieu", "Livron", "Loriol"]
    for name in names[:2]:
        document.raw.setdefault("labels", {})[_place_labelled_objective(document, "town")] = [name]
    values = {
        "en": "An Allied unit that captures one of the towns ({}) counts as one medal.",
        "fr": "Une unité alliée qui occupe une des villes ({}) remporte une médaille.",
        "de": "Die Einnahme von {} durch eine alliierte Einheit ist einen Siegpunkt wert.",
    }
    _set_conditions(document, {tag: text.format(", ".join(names)) for tag, text in values.items()})
    return expected_finding("M825", "/texts/en/victory", "M103", "M820", "M823", *_OBJECTIVES)
