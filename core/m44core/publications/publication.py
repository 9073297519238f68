"""Requests to publish a scenario or a folder: the kind, the options and the file to write."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from m44core.errors import WriteError
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, enumerated, message, message_in
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_layout import SheetStyle
from m44core.translate.exchange.exchange_formats import ExchangeFormat
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.values import dataclass


class PublicationKind(StrEnum):
    """The kinds of publications of a scenario or a folder."""

    SHEET = "sheet"
    POSTER = "poster"
    PIECES = "pieces"
    PICTURE = "picture"
    BOOKLET = "booklet"
    SITE = "site"
    TRANSLATIONS = "translations"
    BALANCE = "balance"


@dataclass(frozen=True, slots=True)
class KindProperties:
    """The properties of a kind.

    Attributes:
        name: Its name.
        about: Its purpose, in a sentence.
        suffixes: The suffixes of its file, the usual one first; empty if it is a folder.
        ending: The text after the name of the scenario in the proposed file name.
        takes_folder: Whether it is made from all scenarios of a folder.
    """

    name: Message
    about: Message
    suffixes: tuple[str, ...]
    ending: str = ""
    takes_folder: bool = False


PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".webp")
KINDS: Mapping[PublicationKind, KindProperties] = {
    PublicationKind.SHEET: KindProperties(
        message_in("publication", "Scenario sheet"),
        message("The scenario as a PDF: map, text, medals, a reference for the pieces, and setup."),
        (".pdf",),
    ),
    PublicationKind.POSTER: KindProperties(
        message_in("publication", "Poster"),
        message("The map at actual size: pages to glue together, or one large page."),
        (".pdf",),
        "-poster",
    ),
    PublicationKind.PIECES: KindProperties(
        message_in("publication", "Paper pieces"),
        message("Pieces to cut out, front and back, at actual size."),
        (".pdf",),
        "-pieces",
    ),
    PublicationKind.PICTURE: KindProperties(
        message_in("publication", "Picture"),
        message("The board as a picture for a forum, a website or printing."),
        PICTURE_SUFFIXES,
    ),
    PublicationKind.BOOKLET: KindProperties(
        message_in("publication", "Booklet"),
        message(
            "All scenarios in a folder as one PDF: cover, contents, indexes, sheets, and a "
            "reference."
        ),
        (".pdf",),
        takes_folder=True,
    ),
    PublicationKind.SITE: KindProperties(
        message_in("publication", "Website"),
        message(
            "All scenarios in a folder as a website: a searchable gallery and a page for each "
            "scenario. No server is needed."
        ),
        (),
        "-site",
        takes_folder=True,
    ),
    PublicationKind.TRANSLATIONS: KindProperties(
        message_in("publication", "Files for translators"),
        message(
            "The text of all scenarios in a folder as PO or XLIFF files. Translators' changes "
            "to existing files are kept."
        ),
        (),
        "-translations",
        takes_folder=True,
    ),
    PublicationKind.BALANCE: KindProperties(
        message_in("publication", "Balance report"),
        message("How often each side wins, and why, based on games played by the computer."),
        (".html", ".pdf"),
        "-balance",
    ),
}
"""The facts about each kind, in the order they are offered."""


@dataclass(frozen=True, slots=True)
class PublicationOptions:
    """The options of a publication; each kind uses some of them.

    Attributes:
        languages: The languages of the text; the sheet may have two.
        paper: The paper size.
        ink: The amount of ink that maps use.
        style: The style of a sheet.
        hex_names: Whether the name of every hex is printed.
        one_page: Whether a poster is one large page.
        units: Whether a poster shows units.
        all_pieces: Whether paper pieces are made even for components that the user owns.
        owned: The boxes the user owns; None if unknown.
        pdf: Whether a website offers sheets and posters.
        title: The title of a website; "" for the default.
        exchange: The format of files for translators.
        targets: The languages to translate into; empty for the other languages of the texts.
        size: The longer side of a picture, in pixels.
        legend: Whether a picture names the kinds of pieces below the board.
        level: The level of both computer players in the games of a balance report.
        precision: Half the width of the interval of a balance report, as a share.
    """

    languages: tuple[str, ...] = (ENGLISH,)
    paper: Paper = Paper.A4
    ink: Ink = Ink.COLOUR
    style: SheetStyle = SheetStyle.CLASSIC
    hex_names: bool = False
    one_page: bool = False
    units: bool = True
    all_pieces: bool = False
    owned: OwnedBoxes | None = None
    pdf: bool = True
    title: str = ""
    exchange: ExchangeFormat = ExchangeFormat.PO
    targets: tuple[str, ...] = ()
    size: int = 2000
    legend: bool = False
    level: str = "sergeant"
    precision: float = 0.05


@dataclass(frozen=True, slots=True)
class Publication:
    """A request to publish a scenario or a folder.

    Attributes:
        kind: The kind of publication.
        scenario: The scenario; for a folder, the files in it are read instead.
        folder: The folder, for kinds that are made from one.
        out: The file or folder to write.
        options: The options.
        path: The file of the scenario; None if it has none.
    """

    kind: PublicationKind
    scenario: Scenario
    folder: Path
    out: Path
    options: PublicationOptions = PublicationOptions()
    path: Path | None = None


def require_suffix(kind: PublicationKind, out: Path) -> None:
    """Check the suffix of the file to write.

    Raises:
        WriteError: the suffix does not fit the kind.
    """
    suffixes = KINDS[kind].suffixes
    if suffixes and out.suffix.lower() not in suffixes:
        text = message(
            "the name of {file} must end in {suffixes}",
            file=out.name,
            suffixes=enumerated(suffixes),
        )
        raise WriteError(text)
