"""The facts that a library shows about a scenario file, as plain values for caching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any

from m44core.board import BoardType
from m44core.catalogue.box_kinds import BASE, box_with_code, load_boxes
from m44core.catalogue.catalogue_types import Layer, pack_name_of_piece
from m44core.catalogue.search_words import fold_text
from m44core.diagnostics import Severity
from m44core.faults import FaultError, boundary
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import ReadResult
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.library.library_settings import FileSettings
from m44core.messages.message import Value
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Player
from m44core.playtest.games.engine_support import support_of
from m44core.validation.bga.verdict import PROFILE
from m44core.validation.components.component_bill import component_bill
from m44core.validation.runner import FileReport, check_file
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class FileFacts:
    """The facts about one file, with names as in the catalogue and in YAML files.

    Attributes:
        titles: The titles, keyed by language, the English one first if there is one.
        board: The format of the board: ``STANDARD``.
        face: The printed face of the board: ``COUNTRY``.
        front: The front of the battle: ``western``; "" if unknown.
        begins: The first day, ``1944-06-06``; "" if unknown.
        ends: The last day; "" if unknown.
        sides: The side and country of the top player, then of the bottom player; "" if unknown.
        nations: The country codes of the briefing, or else of the figures, sorted.
        boxes: The names of the boxes needed: ``base``, ``terrain``; for an unknown box its code.
        pieces: The .m44 names of all kinds of pieces on the board, sorted.
        texts: All texts in all languages, labels and the pack names of pieces, normalized for
            search: in lower case without accents.
        errors: The number of errors found by the checks.
        warnings: The number of warnings.
        notes: The number of notes.
        codes: The distinct codes of all findings, sorted.
        arena: The verdict on Board Game Arena: ``green``; "" if not requested.
        whole: Whether the engine can play the whole scenario.
        failure: The reason why the file contains no scenario; "" if it does.
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
        """The title to show: in English, or else in the first language; "" if there is none."""
        return next(iter(self.titles.values()), "")

    def title_in(self, language: str) -> str:
        """Return the title in a language or its closest relative, or else :attr:`title`."""
        base_language = language.partition("-")[0]
        related_languages = (
            code for code in self.titles if code.partition("-")[0] == base_language
        )
        codes = dict.fromkeys((language, *related_languages, *self.titles))
        return next(filter(None, (self.titles.get(code, "") for code in codes)), "")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its texts."""
        return tuple(self.titles)

    def to_data(self) -> dict[str, Any]:
        """Return the facts as data that can be converted to JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> FileFacts:
        """Return the facts from data that :meth:`to_data` returned.

        Raises:
            TypeError, ValueError: the data is invalid or from a different program version.
        """
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        values["sides"] = tuple((side, country) for side, country in values.get("sides", ()))
        facts, defaults = cls(**values), cls()
        for each in fields(cls):
            if type(getattr(facts, each.name)) is not type(getattr(defaults, each.name)):
                raise TypeError(f"{each.name} is of another type")
        return facts


def facts_and_content(path: Path, settings: FileSettings) -> tuple[FileFacts, ReadResult | None]:
    """Check a file and return the facts about it and its content.

    The content is None if the file cannot be read. An internal error becomes the *failure* in the
    facts.
    """
    try:
        with boundary(path):
            report = check_file(path, settings.settings)
            return facts_of_report(report, settings), report.reading
    except FaultError as error:
        return FileFacts(failure=error.fault.message), None


def facts_of_report(report: FileReport, settings: FileSettings) -> FileFacts:
    """Return the facts about a checked file."""
    scenario = report.reading.scenario if report.reading else None
    counts = Counter(each.severity for each in settings.counted_findings(report))
    facts = FileFacts(
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        notes=counts[Severity.INFO],
        codes=tuple(sorted({each.code for each in report.diagnostics})),
        arena=report.verdicts[PROFILE].value if PROFILE in report.verdicts else "",
    )
    if scenario is None:
        return _with_fields(facts, failure=_failure_reason(report))
    return _with_fields(facts, **_scenario_facts(scenario))


def _failure_reason(report: FileReport) -> Value:
    obstacle = report.reading.blocking_finding if report.reading else None
    return report.failure or (message_of(obstacle) if obstacle else "?")


def _with_fields(facts: FileFacts, **more: Any) -> FileFacts:  # noqa: ANN401 - any field of facts
    return FileFacts(**{**facts.to_data(), **more})


def _scenario_facts(scenario: Scenario) -> dict[str, Any]:
    briefing = scenario.briefing
    return {
        "titles": _titles(scenario),
        "board": scenario.board.type.value,
        "face": scenario.face.value,
        "front": briefing.front.value if briefing.front else "",
        "begins": str(briefing.begins or ""),
        "ends": str(briefing.ends or ""),
        "sides": (_side_and_country(briefing.top), _side_and_country(briefing.bottom)),
        "nations": tuple(sorted(set(_country_codes(scenario)))),
        "boxes": tuple(_box_names(scenario)),
        "pieces": tuple(sorted(set(_piece_names(scenario)))),
        "texts": fold_text("\n".join((*_texts(scenario), *_pack_names(scenario)))),
        "whole": support_of(scenario, engine_gaps_from_texts(scenario)).is_complete,
    }


def _titles(scenario: Scenario) -> dict[str, str]:
    codes = sorted(scenario.texts, key=lambda code: code != "en")
    return {code: (scenario.texts[code].name or "").strip() for code in codes}


def _side_and_country(player: Player) -> tuple[str, str]:
    return player.side.value if player.side else "", player.country or ""


def _country_codes(scenario: Scenario) -> Iterator[str]:
    """Yield the country codes of the players; for a player without one, of the figures."""
    catalogue = scenario.catalogue
    players = scenario.briefing.top, scenario.briefing.bottom
    yield from (player.country for player in players if player.country)
    sides_without_country = {player.side for player in players if not player.country}
    for _, unit in scenario.units() if sides_without_country else ():
        element = catalogue.get(unit.name, Layer.UNIT)
        if element and element.nation and element.nation.side in sides_without_country:
            yield _COUNTRIES.get(element.nation.name, element.nation.name)


_COUNTRIES = {"ger": "DE", "us": "US", "brit": "GB", "ru": "RU", "jp": "JP"}
"""The country code of each nation of figures."""


def _box_names(scenario: Scenario) -> Iterator[str]:
    """Yield the names of the boxes needed, without those needed only for exit markers."""
    exits = {e.title for e in scenario.catalogue.on_layer(Layer.TAG) if e.exit}
    board, known_boxes = scenario.board.type, load_boxes().values()
    needed_boxes = [box.name for box in known_boxes if board in box.boards][:1]
    if not needed_boxes:
        needed_boxes = [box.name for box in known_boxes if scenario.face in box.faces][:1]
    for code, pieces in component_bill(scenario).other_box_pieces.items():
        if not pieces.keys() <= exits:
            box = box_with_code(code)
            needed_boxes.append(box.name if box else code)
    yield from dict.fromkeys((BASE, *needed_boxes))


def _pack_names(scenario: Scenario) -> Iterator[str]:
    """Yield the names that packs give their pieces on the board, for search."""
    for name in dict.fromkeys(filter(pack_name_of_piece, _piece_names(scenario))):
        if element := scenario.catalogue.get(name):
            yield element.label


def _piece_names(scenario: Scenario) -> Iterator[str]:
    for content in scenario.hexes.values():
        pieces_on_hex = (
            content.terrain,
            content.structure,
            content.obstacle,
            content.unit,
            *content.tags,
        )
        yield from (piece.name for piece in pieces_on_hex if piece)
        if content.unit and content.unit.badge:
            yield content.unit.badge


def _texts(scenario: Scenario) -> Iterator[str]:
    for texts in scenario.texts.values():
        yield from filter(None, (getattr(texts, name) for name in TEXT_FIELDS))
        yield from texts.labels.values()
    yield from (" ".join(lines) for lines in scenario.labels.values())


def base_boxes(facts: FileFacts) -> int:
    """Return the number of base boxes needed."""
    return 2 if facts.board == BoardType.OVERLORD.value else 1
