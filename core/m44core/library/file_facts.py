"""What a library knows of a scenario file, as plain values that can be kept and handed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any

from m44core.board import BoardType
from m44core.catalogue.box_kinds import BASE, box_with_code, load_boxes
from m44core.catalogue.search_words import fold_text
from m44core.catalogue.types import Layer, pack_of
from m44core.diagnostics import Severity
from m44core.faults import FaultError, boundary
from m44core.findings.render_findings import message_of
from m44core.io.files.open import ReadResult
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.library.library_settings import FileSettings
from m44core.messages.message import Value
from m44core.model.parts import Player
from m44core.model.scenario import Scenario
from m44core.playtest.games.engine_support import support_of
from m44core.validation.bga.verdict import PROFILE
from m44core.validation.components.component_bill import component_bill
from m44core.validation.runner import FileReport, check_file
from m44core.validation.text_checks.rules_in_texts import gaps_of_texts
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of one file. Names are those of the catalogue and of our own files.

    Attributes:
        titles: The name of the scenario by language, that of English first if there is one.
        board: The format of the board: ``STANDARD``.
        face: What is printed on it: ``COUNTRY``.
        front: Where the battle was: ``western``; "" where it is not stated.
        begins: The first day, ``1944-06-06``; "" where it is not stated.
        ends: The last day.
        sides: Coalition and country of the player at the top and of the one at the bottom.
        nations: Who fights, by country codes: those of the briefing, else those of the figures.
        boxes: The boxes that are needed: ``base``, ``terrain``; the code of one nobody can own.
        pieces: Every kind of piece on the board, by its .m44 name.
        texts: Its titles and all texts in all languages, and what is written on the hexes, and what
            packs call their pieces there, as it is searched: in small letters without accents.
        errors: How many errors the checks find.
        warnings: How many warnings.
        notes: How many notes.
        codes: What they find, each code once.
        arena: The verdict on Board Game Arena: ``green``; "" where it is not asked for.
        whole: Whether the engine plays all of it.
        failure: Why there is no scenario in the file; "" where there is one.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    board: str = ""
    face: str = ""
    front: str = ""
    begins: str = ""
    ends: str = ""
    sides: tuple[tuple[str, str], ...] = ()
    nations: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    texts: str = ""
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    codes: tuple[str, ...] = ()
    arena: str = ""
    whole: bool = False
    failure: Value = ""

    @property
    def title(self) -> str:
        """The name to show: English if there is one, else the first language's."""
        return next(iter(self.titles.values()), "")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it has texts in."""
        return tuple(self.titles)

    def to_data(self) -> dict[str, Any]:
        """Return the facts as plain data, for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> FileFacts:
        """Return facts that were plain data.

        Raises:
            TypeError: these are none, or those of another version of the program.
            ValueError: the same.
        """
        read: dict[str, Any] = {
            key: tuple(said) if isinstance(said, list) else said for key, said in data.items()
        }
        read["sides"] = tuple((side, country) for side, country in read.get("sides", ()))
        facts, usual = cls(**read), cls()
        for each in fields(cls):
            if type(getattr(facts, each.name)) is not type(getattr(usual, each.name)):
                raise TypeError(f"{each.name} is of another type")
        return facts


def facts_of(path: Path, terms: FileSettings) -> tuple[FileFacts, ReadResult | None]:
    """Return what is known of a file, and what it holds; None where it cannot be read at all.

    A fault of the program is a failure in the facts.
    """
    try:
        with boundary(path):
            report = check_file(path, terms.settings)
            return facts_of_report(report, terms), report.reading
    except FaultError as error:
        return FileFacts(failure=error.fault.message), None


def facts_of_report(report: FileReport, terms: FileSettings) -> FileFacts:
    """Return what is known of a file that was checked on some terms."""
    scenario = report.reading.scenario if report.reading else None
    found = Counter(each.severity for each in report.diagnostics if each.code in terms.counted)
    facts = FileFacts(
        errors=found[Severity.ERROR],
        warnings=found[Severity.WARNING],
        notes=found[Severity.INFO],
        codes=tuple(sorted({each.code for each in report.diagnostics})),
        arena=report.verdicts[PROFILE].value if PROFILE in report.verdicts else "",
    )
    if scenario is None:
        return _with(facts, failure=_failure(report))
    return _with(facts, **_said_by(scenario))


def _failure(report: FileReport) -> Value:
    obstacle = report.reading.blocking_finding if report.reading else None
    return report.failure or (message_of(obstacle) if obstacle else "?")


def _with(facts: FileFacts, **more: Any) -> FileFacts:  # noqa: ANN401 - any field of facts
    return FileFacts(**{**facts.to_data(), **more})


def _said_by(scenario: Scenario) -> dict[str, Any]:
    briefing = scenario.briefing
    return {
        "titles": _titles(scenario),
        "board": scenario.board.type.value,
        "face": scenario.face.value,
        "front": briefing.front.value if briefing.front else "",
        "begins": str(briefing.begins or ""),
        "ends": str(briefing.ends or ""),
        "sides": (_side(briefing.top), _side(briefing.bottom)),
        "nations": tuple(sorted(set(_nations(scenario)))),
        "boxes": tuple(_boxes(scenario)),
        "pieces": tuple(sorted(set(_pieces(scenario)))),
        "texts": fold_text("\n".join((*_texts(scenario), *_called_by_packs(scenario)))),
        "whole": support_of(scenario, gaps_of_texts(scenario)).is_complete,
    }


def _titles(scenario: Scenario) -> dict[str, str]:
    codes = sorted(scenario.texts, key=lambda code: code != "en")
    return {code: (scenario.texts[code].name or "").strip() for code in codes}


def _side(player: Player) -> tuple[str, str]:
    return player.side.value if player.side else "", player.country or ""


def _nations(scenario: Scenario) -> Iterator[str]:
    """Yield the countries of the players; of one who has none, those of his figures."""
    catalogue = scenario.catalogue
    players = scenario.briefing.top, scenario.briefing.bottom
    yield from (player.country for player in players if player.country)
    unsaid = {player.side for player in players if not player.country}
    for _, unit in scenario.units() if unsaid else ():
        element = catalogue.get(unit.name, Layer.UNIT)
        if element and element.nation and element.nation.side in unsaid:
            yield _COUNTRIES.get(element.nation.name, element.nation.name)


_COUNTRIES = {"ger": "DE", "us": "US", "brit": "GB", "ru": "RU", "jp": "JP"}
"""The country of each kind of figures."""


def _boxes(scenario: Scenario) -> Iterator[str]:
    """Yield the boxes it takes, without those of which only exit markers are needed."""
    exits = {e.title for e in scenario.catalogue.on_layer(Layer.TAG) if e.exit}
    board, known = scenario.board.type, load_boxes().values()
    needed = [box.name for box in known if board in box.boards][:1]
    if not needed:
        needed = [box.name for box in known if scenario.face in box.faces][:1]
    for code, pieces in component_bill(scenario).others.items():
        if not pieces.keys() <= exits:
            box = box_with_code(code)
            needed.append(box.name if box else code)
    yield from dict.fromkeys((BASE, *needed))


def _called_by_packs(scenario: Scenario) -> Iterator[str]:
    """Yield what packs call those of their pieces that lie on the board, to be found by it."""
    for name in dict.fromkeys(filter(pack_of, _pieces(scenario))):
        if element := scenario.catalogue.get(name):
            yield element.label


def _pieces(scenario: Scenario) -> Iterator[str]:
    for content in scenario.hexes.values():
        lying = (content.terrain, content.structure, content.obstacle, content.unit, *content.tags)
        yield from (piece.name for piece in lying if piece)
        if content.unit and content.unit.badge:
            yield content.unit.badge


def _texts(scenario: Scenario) -> Iterator[str]:
    for texts in scenario.texts.values():
        yield from filter(None, (getattr(texts, name) for name in TEXT_FIELDS))
        yield from texts.labels.values()
    yield from (" ".join(lines) for lines in scenario.labels.values())


def base_boxes(facts: FileFacts) -> int:
    """Return how many base boxes it takes."""
    return 2 if facts.board == BoardType.OVERLORD.value else 1
