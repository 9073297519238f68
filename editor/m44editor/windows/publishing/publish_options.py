"""A form for the options of a publication; each kind keeps the last values of its options."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QWidget,
)

from m44core.balance_lab.verdict import PRECISION
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Message, Number, message
from m44core.playtest.players.levels import LEVELS
from m44core.publications.publication import PublicationKind, PublicationOptions
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_layout import SheetStyle
from m44core.translate.exchange.exchange_formats import ExchangeFormat
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44editor.balance.level_labels import level_label
from m44editor.balance.measurements import PRECISIONS
from m44editor.documents.editor_settings import text_setting
from m44editor.interface_text import tr, translated
from m44editor.number_fields import NumberField
from m44editor.windows.sheet_window import INKS, PAPERS, STYLES

_ONE_PAGE = "one-page"
_FOLDER_WIDTH = 200  # logical pixels
_SIZE_RANGE = (64, 16000)  # pixels

_LABELS: Mapping[str, Message] = {
    "language": message("Language"),
    "second": message("Second language"),
    "paper": message("Paper"),
    "ink": message("Ink"),
    "style": message("Style"),
    "hex_names": message("Show the name of every hex"),
    "units": message("Show units and their badges"),
    "all_pieces": message("All pieces, including those you own"),
    "size": message("Longer side in pixels"),
    "legend": message("List the pieces below the board"),
    "folder": message("Scenario folder"),
    "title": message("Title of the website"),
    "pdf": message("Include sheets and posters (takes longer)"),
    "exchange": message("Format"),
    "target": message("Translate into"),
    "level": message("Players"),
    "precision": message("Precision"),
}
_HELP: Mapping[str, Message] = {
    "language": message("Language of the headings and the scenario text"),
    "second": message("A second language, printed next to the first"),
    "paper": message("The paper in your printer"),
    "ink": message("How much ink maps use"),
    "style": message("Large print is easier to read at the table; compact saves paper"),
    "hex_names": message("Writes a name such as A9 on every hex of the map"),
    "units": message("Without units, the poster shows the map only"),
    "all_pieces": message("Otherwise, only pieces missing from your boxes are printed"),
    "size": message("Ignored in PDF and SVG files"),
    "legend": message("Adds a list of the kinds of pieces below the board"),
    "folder": message("The folder whose scenarios are published, including its subfolders"),
    "title": message(
        "Leave empty to use the title from the folder's settings, or the folder's name"
    ),
    "pdf": message("Adds a sheet and a poster to each scenario's page"),
    "exchange": message("PO for Poedit and most translation websites, XLIFF for other programs"),
    "target": message("Writes files for this language"),
    "level": message("How well the computer players play"),
    "precision": message("A more precise report needs more games and takes longer"),
}
_OPTIONS_OF_KIND: Mapping[PublicationKind, tuple[str, ...]] = {
    PublicationKind.SHEET: ("language", "second", "paper", "style", "ink", "hex_names"),
    PublicationKind.POSTER: ("language", "paper", "ink", "hex_names", "units"),
    PublicationKind.PIECES: ("language", "paper", "ink", "all_pieces"),
    PublicationKind.PICTURE: ("size", "ink", "hex_names", "legend"),
    PublicationKind.BOOKLET: ("folder", "language", "paper", "ink"),
    PublicationKind.SITE: ("folder", "language", "title", "pdf"),
    PublicationKind.TRANSLATIONS: ("folder", "exchange", "target"),
    PublicationKind.BALANCE: ("language", "level", "precision"),
}
_UNSTORED_OPTIONS = frozenset({"folder"})


class PublishOptionsForm(QWidget):
    """The options of a publication.

    Attributes:
        fields: The input of each option, by name.
        browse: Chooses the folder of the scenarios.

    Signals:
        changed: An option has changed.
    """

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings, self._kind = settings, PublicationKind.SHEET
        self._is_loading = False
        self.browse = QPushButton(self)
        self.fields: dict[str, QWidget] = {
            "folder": QLineEdit(self),
            "language": QComboBox(self),
            "second": QComboBox(self),
            "paper": QComboBox(self),
            "style": QComboBox(self),
            "ink": QComboBox(self),
            "title": QLineEdit(self),
            "exchange": QComboBox(self),
            "target": QComboBox(self),
            "level": QComboBox(self),
            "precision": QComboBox(self),
            "size": NumberField(self),
            "hex_names": QCheckBox(self),
            "legend": QCheckBox(self),
            "units": QCheckBox(self),
            "all_pieces": QCheckBox(self),
            "pdf": QCheckBox(self),
        }
        self._rows: dict[str, QWidget] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._lay_out()
        self.retranslate()
        self._connect()

    def show_kind(self, kind: PublicationKind, default_language: str, folder: Path) -> None:
        """Show the options of a kind with their last values.

        Args:
            kind: The kind.
            default_language: The language if none was chosen before.
            folder: The folder of the scenarios.
        """
        self._kind, self._is_loading = kind, True
        for name, row in self._rows.items():
            self._form.setRowVisible(row, name in _OPTIONS_OF_KIND[kind])
        self._fill_paper()
        defaults = {"language": default_language, "units": "true", "pdf": "true", "size": "2000"}
        for name in self.fields:
            self._set(name, text_setting(self._settings, self._key(name), defaults.get(name, "")))
        self._set("folder", str(folder))
        self._is_loading = False

    def options(self, owned: OwnedBoxes | None) -> PublicationOptions:
        """Return the options as chosen."""
        first_language, second_language = self._value("language") or ENGLISH, self._value("second")
        is_double = self._kind is PublicationKind.SHEET and second_language
        paper, target = self._value("paper"), self._value("target")
        return PublicationOptions(
            languages=tuple(dict.fromkeys((first_language, second_language)))
            if is_double
            else (first_language,),
            paper=Paper.A4 if paper == _ONE_PAGE else Paper(paper),
            ink=Ink(self._value("ink")),
            style=SheetStyle(self._value("style")),
            hex_names=self._is_checked("hex_names"),
            one_page=paper == _ONE_PAGE,
            units=self._is_checked("units"),
            all_pieces=self._is_checked("all_pieces"),
            owned=owned,
            pdf=self._is_checked("pdf"),
            title=self._value("title"),
            exchange=ExchangeFormat(self._value("exchange")),
            targets=(target,) if target else (),
            size=int(self._value("size")),
            legend=self._is_checked("legend"),
            level=self._value("level"),
            precision=float(self._value("precision")),
        )

    @property
    def folder(self) -> Path:
        """The folder of the scenarios."""
        return Path(self._value("folder"))

    def retranslate(self) -> None:
        """Show everything in the current language."""
        for name, field in self.fields.items():
            text, label = translated(_LABELS[name]), self._form.labelForField(self._rows[name])
            field.setToolTip(translated(_HELP[name]))
            field.setWhatsThis(translated(_HELP[name]))
            field.setAccessibleName(text)
            if isinstance(field, QCheckBox):
                field.setText(text)
            elif isinstance(label, QLabel):
                label.setText(text)
        self.browse.setText(tr("Choose…"))
        self._fill()

    # Building

    def _lay_out(self) -> None:
        for name, field in self.fields.items():
            row: QWidget = field
            if name == "folder":
                row = QWidget(self)
                inner_row = QHBoxLayout(row)
                inner_row.setContentsMargins(0, 0, 0, 0)
                inner_row.addWidget(field, 1)
                inner_row.addWidget(self.browse)
            self._rows[name] = row
            if isinstance(field, QCheckBox):
                self._form.addRow(row)
            else:
                label = QLabel(self)
                label.setBuddy(field)
                self._form.addRow(label, row)
            if isinstance(field, QComboBox):
                field.setSizeAdjustPolicy(
                    QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
                )
                field.setMinimumContentsLength(16)
        self.fields["folder"].setMinimumWidth(_FOLDER_WIDTH)
        self._form.addItem(
            QSpacerItem(0, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)
        )
        size = self.fields["size"]
        assert isinstance(size, NumberField), "the size is a number"
        size.setRange(*_SIZE_RANGE)
        size.setSingleStep(100)

    def _fill(self) -> None:
        names_and_codes = [(each.name, code) for code, each in languages().items()]
        self._fill_box("language", names_and_codes)
        self._fill_box("second", [(tr("No second language"), ""), *names_and_codes])
        self._fill_paper()
        self._fill_box("ink", [(translated(text), ink.value) for ink, text in INKS.items()])
        self._fill_box("style", [(translated(text), each.value) for each, text in STYLES.items()])
        formats = [
            (tr("PO files"), ExchangeFormat.PO.value),
            (tr("XLIFF files"), ExchangeFormat.XLIFF.value),
        ]
        self._fill_box("exchange", formats)
        self._fill_box("target", [(tr("All languages of each scenario"), ""), *names_and_codes])
        self._fill_box("level", [(translated(level_label(each)), each) for each in LEVELS])
        self._fill_box("precision", [(_precision_label(each), str(each)) for each in PRECISIONS])

    def _fill_paper(self) -> None:
        papers = [(translated(text), paper.value) for paper, text in PAPERS.items()]
        if self._kind is PublicationKind.POSTER:
            papers.append((tr("One large page, for a copy shop"), _ONE_PAGE))
        self._fill_box("paper", papers)

    def _fill_box(self, name: str, items: list[tuple[str, str]]) -> None:
        box, before = self.fields[name], self._value(name)
        assert isinstance(box, QComboBox), "only combo boxes have items"
        box.blockSignals(True)
        box.clear()
        for text, value in items:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(before)))
        box.blockSignals(False)

    def _connect(self) -> None:
        for name, field in self.fields.items():
            match field:
                case QComboBox():
                    field.currentIndexChanged.connect(lambda *_, name=name: self._store(name))
                case QCheckBox():
                    field.toggled.connect(lambda *_, name=name: self._store(name))
                case NumberField():
                    field.valueChanged.connect(lambda *_, name=name: self._store(name))
                case QLineEdit():
                    field.textEdited.connect(lambda *_, name=name: self._store(name))
        self.browse.clicked.connect(self._choose_folder)

    # Values

    def _key(self, name: str) -> str:
        return f"publish/{self._kind.value}/{name}"

    def _store(self, name: str) -> None:
        if self._is_loading:
            return
        if name not in _UNSTORED_OPTIONS:
            self._settings.setValue(self._key(name), self._value(name))
        self.changed.emit()

    def _value(self, name: str) -> str:
        match self.fields[name]:
            case QComboBox() as box:
                return str(box.currentData() or "")
            case QCheckBox() as check:
                return "true" if check.isChecked() else "false"
            case NumberField() as number:
                return str(number.value())
            case QLineEdit() as line:
                return line.text().strip()
        raise AssertionError(name)

    def _is_checked(self, name: str) -> bool:
        return self._value(name) == "true"

    def _set(self, name: str, value: str) -> None:
        match self.fields[name]:
            case QComboBox() as box:
                box.setCurrentIndex(max(0, box.findData(value or _DEFAULTS.get(name, ""))))
            case QCheckBox() as check:
                check.setChecked(value == "true")
            case NumberField() as number:
                number.setValue(int(value) if value.isdecimal() else _SIZE_RANGE[0])
            case QLineEdit() as line:
                line.setText(value)

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Scenario Folder"), str(self.folder))
        if folder:
            self._set("folder", folder)
            self.changed.emit()


def _precision_label(precision: float) -> str:
    points = 100 * precision
    return tr("±{points} points", points=Number(points, 0 if points.is_integer() else 1))


_DEFAULTS = {
    "level": "sergeant",
    "precision": str(PRECISION),
    "paper": Paper.A4.value,
    "ink": Ink.COLOUR.value,
    "style": SheetStyle.CLASSIC.value,
}
