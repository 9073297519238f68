"""The model of the palette: groups and their pieces, filtered by words, box and nation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.catalogue.search_words import fold_text, search_words
from m44editor.interface_text import language, sentence, tr, translated
from m44editor.panels.display_names import message_from_data

AnyIndex = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a group.

    Attributes:
        key: The key of the group.
        label: The name of the group.
        folded: Whether its pieces are hidden.
    """

    key: str
    label: str
    folded: bool = False


Entry = Heading | Element


@dataclass(frozen=True, slots=True)
class PieceFilter:
    """The criteria for listing pieces.

    Attributes:
        words: Lower-case words without accents; each must occur in the `search_text` of a piece.
        expansion: The code of the only box to list; empty for all.
        nation: The name of the only nation whose units are listed; empty for all. It is ignored
            while there are words.
    """

    words: tuple[str, ...] = ()
    expansion: str = ""
    nation: str = ""

    def matches(self, element: Element) -> bool:
        """Return whether *element* is listed."""
        if self.expansion and element.expansion != self.expansion:
            return False
        if self.words:
            text = search_text(element)
            return all(word in text for word in self.words)
        is_foreign = element.nation is not None and element.nation.name != self.nation
        return not (is_foreign and self.nation and element.layer is Layer.UNIT)


def search_text(element: Element) -> str:
    """Return everything a search can match, in lower case without accents.

    This is the title in the current language and in English, the key, the .m44 name, and other
    names.
    """
    other_words = search_words(language()).get(element.name, "")
    return fold_text(
        f"{piece_title(element)} {element.label} {element.key} {element.name} {other_words}"
    )


RECENT = "recent"
_BADGES = "badges"


class PaletteModel(QAbstractListModel):
    """A flat list of headings and elements.

    It is rebuilt when the filter, the recent pieces or the folded groups change.

    Attributes:
        catalogue: The catalogue with the pieces.
        labels: The titles of all its pieces, listed or not.
    """

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.catalogue = catalogue
        self._labels = _labels_in(language(), catalogue)
        self.labels = tuple(self._labels.values())
        self._filter = PieceFilter()
        self._recent: tuple[Element, ...] = ()
        self._folded_keys: frozenset[str] = frozenset()
        self._entries: tuple[Entry, ...] = ()
        self.remaining: Callable[[Element], int | None] = lambda _element: None
        self._rebuild()

    def entry(self, index: AnyIndex) -> Entry:
        """Return the entry at *index*."""
        return self._entries[index.row()]

    def set_filter(self, new_filter: PieceFilter) -> None:
        """Set the criteria for listing pieces."""
        if new_filter != self._filter:
            self._filter = new_filter
            self._rebuild()

    def set_recent(self, recent_elements: tuple[Element, ...]) -> None:
        """Set the recent pieces, which are listed above all groups except during a search."""
        self._recent = recent_elements
        self._rebuild()

    def toggle_fold(self, key: str) -> None:
        """Fold or unfold a group."""
        self._folded_keys ^= {key}
        self._rebuild()

    def row_of(self, element: Element) -> int | None:
        """Return the row of *element* in its group; None if it is not listed.

        If the group is folded, return the row among the recent pieces, if it is there.
        """
        rows = [row for row, entry in enumerate(self._entries) if entry is element]
        return rows[-1] if rows else None

    def label(self, entry: Entry) -> str:
        """Return the name of a group, or the title of a piece."""
        if isinstance(entry, Heading):
            return entry.label
        return self._labels.get(entry.name) or piece_title(entry)

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        """Return the number of headings and elements."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the label, the tooltip or the accessible text; None for other roles."""
        entry = self.entry(index)
        if role == Qt.ItemDataRole.AccessibleTextRole and isinstance(entry, Element):
            return ", ".join(filter(None, (self.label(entry), self._stock_text(entry))))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.label(entry)
        if isinstance(entry, Element) and role == Qt.ItemDataRole.ToolTipRole:
            stock_text = self._stock_text(entry)
            return tool_tip(self.catalogue, entry) + (f"<p>{stock_text}</p>" if stock_text else "")
        return None

    def _stock_text(self, element: Element) -> str:
        number = self.remaining(element)
        if number is None:
            return ""
        if number < 0:
            return tr("{number} more than the boxes contain", number=-number)
        return tr("{number} left in the boxes", number=number)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return no flags for a heading, so that it can be neither selected nor focused."""
        if isinstance(self.entry(index), Heading):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _rebuild(self) -> None:
        self.beginResetModel()
        self._entries = tuple(self._visible_entries())
        self.endResetModel()

    def _visible_entries(self) -> Iterator[Entry]:
        if self._recent and not self._filter.words:
            yield from self._group_entries(RECENT, tr("Recently used"), self._recent)
        for key in self._group_keys():
            members = (e for e in self.catalogue.elements.values() if e.group == key)
            elements = tuple(e for e in members if self._filter.matches(e))
            if elements:
                label = translated(message_from_data(self.catalogue.groups[key]))
                yield from self._group_entries(key, label, elements)

    def _group_keys(self) -> list[str]:
        """Return the keys of the groups in order; in a search, badges come last.

        Badges share the names of units, medals and guns, but users rarely search for badges.
        """
        keys = list(self.catalogue.groups)
        return sorted(keys, key=lambda key: key == _BADGES) if self._filter.words else keys

    def _group_entries(
        self, key: str, label: str, elements: tuple[Element, ...]
    ) -> Iterator[Entry]:
        is_folded = key in self._folded_keys and not self._filter.words
        yield Heading(key, label, is_folded)
        if not is_folded:
            yield from elements


@lru_cache(maxsize=4)
def _labels_in(_code: str, catalogue: Catalogue) -> Mapping[str, str]:
    """Return the titles of all pieces in the current language, by their names."""
    return {name: piece_title(element) for name, element in catalogue.elements.items()}


def piece_title(element: Element) -> str:
    """Return the title of a piece in the current language."""
    return translated(element.title)


def tool_tip(catalogue: Catalogue, element: Element) -> str:
    """Return an element's name, effect, box and .m44 name, as rich text."""
    box = sentence(catalogue.box_name(element.expansion))
    effect = translated(message_from_data(element.summary))
    summary = f"<p style='margin:4px 0'>{effect}</p>" if effect else ""
    return (
        f"<p style='margin:0'><b>{piece_title(element)}</b></p>{summary}"
        f"<p style='margin:0'><small>{box} &nbsp;·&nbsp; {element.name}</small></p>"
    )
