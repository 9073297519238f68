"""Defects of texts, and texts that contradict the data of the scenario."""

from __future__ import annotations

from tests.core.validation.planting.defect_kinds import (
    ExpectedFinding,
    defect_kind,
    expected_finding,
)
from tests.core.validation.planting.planting_document import PlantingDocument, Raw

# Texts


def _replace_in_text(
    document: PlantingDocument, language: str, field: str, old: str, new: str
) -> None:
    texts: Raw = document.raw["texts"][language]
    assert old in texts[field], (language, field)
    texts[field] = texts[field].replace(old, new, 1)


@defect_kind("another hand in the text", languages=True)
def wrong_hand_in_text(document: PlantingDocument) -> ExpectedFinding:
    language = document.random_language()
    _replace_in_text(document, language, "description", " 4 ", f" {document.rng.choice([3, 6])} ")
    return expected_finding("M801", f"/texts/{language}", "M805")


@defect_kind("other medals in the text", languages=True)
def wrong_medals_in_text(document: PlantingDocument) -> ExpectedFinding:
    language = document.random_language()
    _replace_in_text(document, language, "victory", "5 ", f"{document.rng.choice([4, 7])} ")
    return expected_finding("M802", f"/texts/{language}", "M805")


@defect_kind("another first player in the data", languages=True)
def wrong_first_player(document: PlantingDocument) -> ExpectedFinding:
    document.raw["briefing"]["first"] = "top"
    return expected_finding("M803", "", "M308", "M709", "M707")


@defect_kind("a number with a digit too many", languages=True)
def mistyped_number(document: PlantingDocument) -> ExpectedFinding:
    language = document.random_language()
    _replace_in_text(
        document, language, "historical", "200", document.rng.choice(["2000", "100", "20"])
    )
    return expected_finding("M805", "/texts")


@defect_kind("a text missing in a language", languages=True)
def missing_text(document: PlantingDocument) -> ExpectedFinding:
    language, field = (
        document.random_language(),
        document.rng.choice(["historical", "description", "victory"]),
    )
    del document.raw["texts"][language][field]
    return expected_finding("M807", f"/texts/{language}", "M805", "M806")


@defect_kind("a lost apostrophe", languages=True)
def lost_apostrophe(document: PlantingDocument) -> ExpectedFinding:
    _replace_in_text(
        document,
        "fr",
        "historical",
        "C'était l'été",
        document.rng.choice(["C?était l'été", "C'était l?été"]),
    )
    return expected_finding("M808", "/texts/fr/historical")


@defect_kind("letters read in the wrong encoding", languages=True)
def garbled_letters(document: PlantingDocument) -> ExpectedFinding:
    language, field = document.rng.choice(
        [("fr", "historical"), ("de", "name"), ("de", "historical")]
    )
    texts = document.raw["texts"][language]
    texts[field] = texts[field].encode().decode("latin-1")
    return expected_finding("M808", f"/texts/{language}/{field}", "M807", "M805")


@defect_kind("a blank too many", languages=True)
def extra_blank(document: PlantingDocument) -> ExpectedFinding:
    language, field = (
        document.random_language(),
        document.rng.choice(["name", "historical", "description"]),
    )
    texts = document.raw["texts"][language]
    texts[field] = document.rng.choice(
        [f"{texts[field]}\t", f" {texts[field]}", texts[field].replace(" ", "  ", 1)]
    )
    return expected_finding("M809", f"/texts/{language}/{field}")


@defect_kind("a word twice", languages=True)
def doubled_word(document: PlantingDocument) -> ExpectedFinding:
    language, word = document.rng.choice(
        [("en", "held"), ("en", "the"), ("fr", "vieux"), ("de", "lang"), ("de", "gegen")]
    )
    _replace_in_text(document, language, "historical", f" {word} ", f" {word} {word} ")
    return expected_finding("M810", f"/texts/{language}/historical")


@defect_kind("a placeholder", languages=True)
def placeholder_text(document: PlantingDocument) -> ExpectedFinding:
    language = document.random_language()
    document.raw["texts"][language]["historical"] = document.rng.choice(
        ["TODO", "Lorem ipsum dolor sit amet.", "XXX"]
    )
    return expected_finding("M811", f"/texts/{language}/historical", "M805", "M807")


@defect_kind("exits in the text alone", languages=True)
def exits_only_in_text(document: PlantingDocument) -> ExpectedFinding:
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


@defect_kind("mines in the text alone", languages=True)
def mines_only_in_text(document: PlantingDocument) -> ExpectedFinding:
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


def _append_conditions(document: PlantingDocument, sentences: dict[str, str]) -> None:
    for language, text in document.raw["texts"].items():
        text["victory"] += f" {sentences[language]}"


@defect_kind("the medal of a town on a hill", languages=True)
def town_medal_on_a_hill(document: PlantingDocument) -> ExpectedFinding:
    for name in document.hexes_with_layer("tags"):
        del document.hexes[name]["tags"]
    name = document.free_hex()
    document.hexes[name] = {"terrain": "hill", "tags": ["allied-medal"]}
    _append_conditions(document, _PER_TOWN)
    return expected_finding("M823", "/texts/en/victory", *_OBJECTIVES)


@defect_kind("one medal of three that is not on a town", languages=True)
def one_medal_not_on_town(document: PlantingDocument) -> ExpectedFinding:
    for name in document.hexes_with_layer("tags"):
        del document.hexes[name]["tags"]
    wrong_hex, *town_hexes = (
        _place_labelled_objective(document, terrain) for terrain in ("hill", "town", "town")
    )
    assert town_hexes
    _append_conditions(document, _PER_TOWN)
    return expected_finding("M823", f"/hexes/{wrong_hex}/tags", *_OBJECTIVES)


def _place_labelled_objective(document: PlantingDocument, terrain: str) -> str:
    name = document.free_hex()
    document.hexes[name] = {"terrain": terrain, "tags": ["allied-medal"]}
    return name


@defect_kind("words for a label that is nowhere", languages=True)
def translation_without_label(document: PlantingDocument) -> ExpectedFinding:
    code = document.random_language()
    document.raw.setdefault("labels", {})[document.free_hex()] = ["Mill"]
    document.raw["texts"][code]["labels"] = {"Mill": "Moulin", "mill": "Moulin"}
    return expected_finding("M826", f"/texts/{code}/labels", "M103")


@defect_kind("a named objective on no label", languages=True)
def named_objective_without_label(document: PlantingDocument) -> ExpectedFinding:
    names = ["Bonlieu", "Livron", "Loriol"]
    for name in names[:2]:
        document.raw.setdefault("labels", {})[_place_labelled_objective(document, "town")] = [name]
    values = {
        "en": "An Allied unit that captures one of the towns ({}) counts as one medal.",
        "fr": "Une unité alliée qui occupe une des villes ({}) remporte une médaille.",
        "de": "Die Einnahme von {} durch eine alliierte Einheit ist einen Siegpunkt wert.",
    }
    _append_conditions(
        document, {tag: text.format(", ".join(names)) for tag, text in values.items()}
    )
    return expected_finding("M825", "/texts/en/victory", "M103", "M820", "M823", *_OBJECTIVES)
