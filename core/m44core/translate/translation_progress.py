"""The progress of translations, as counts and as badges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from m44core.model.scenario import Scenario
from m44core.translate.text_record import EMPTY_RECORD, TextRecord, TranslationState
from m44core.translate.translation_units import LABELS, translation_units_of
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class TranslationProgress:
    """The number of translation units in each state.

    Attributes:
        new: Units without a translation.
        draft: Units to be reviewed.
        stale: Units whose source has changed since they were translated.
        done: Finished units.
        kept: Stored translations that are not in the scenario: conflicting or unplaced ones.
    """

    new: int = 0
    draft: int = 0
    stale: int = 0
    done: int = 0
    kept: int = 0

    @property
    def units(self) -> int:
        """The total number of units."""
        return self.new + self.draft + self.stale + self.done

    @property
    def percent(self) -> int:
        """The percentage of units that are done, rounded down; 100 if there are no units."""
        return 100 * self.done // self.units if self.units else 100

    def __add__(self, other: TranslationProgress) -> TranslationProgress:
        """Return the sums of the counts."""
        return TranslationProgress(
            self.new + other.new,
            self.draft + other.draft,
            self.stale + other.stale,
            self.done + other.done,
            self.kept + other.kept,
        )


NO_PROGRESS = TranslationProgress()
_COUNTED_STATES = (
    TranslationState.NEW,
    TranslationState.DRAFT,
    TranslationState.STALE,
    TranslationState.DONE,
)


def progress_of(
    scenario: Scenario, source: str, target: str, record: TextRecord = EMPTY_RECORD
) -> TranslationProgress:
    """Return the progress of translating a scenario from *source* into *target*.

    Labels without a translation are not counted, because most names stay unchanged.
    """
    units = translation_units_of(scenario, source, target, record)
    states = Counter(
        u.state for u in units if u.field != LABELS or u.state is not TranslationState.NEW
    )
    kept_count = sum(each.language == target for each in record.kept)
    new, draft, stale, done_count = (states[state] for state in _COUNTED_STATES)
    return TranslationProgress(new, draft, stale, done_count, kept_count)


def total_progress(progresses: Iterable[TranslationProgress]) -> TranslationProgress:
    """Return the total progress of several scenarios."""
    return sum(progresses, NO_PROGRESS)


_HEIGHT, _EDGE, _LETTER, _WIDE_LETTER = 20, 8, 6.6, 11.5
_NAME_COLOUR, _TEXT = "#3b4252", "#ffffff"
_COLOURS = ((100, "#2e7d32"), (75, "#4d7c0f"), (40, "#a16207"), (0, "#b3261e"))
"""The background by minimum percentage; white text on it has a contrast of at least 4.5 to 1."""


def progress_badge(name: str, percent: int) -> str:
    """Return the text of an SVG badge with the progress of a language.

    Args:
        name: The name of the language.
        percent: The percentage that is done, from 0 to 100.
    """
    share = f"{percent}%"
    left, right = _text_width(name), _text_width(share)
    colour = next(shade for least, shade in _COLOURS if percent >= least)
    title = f"{name}: {share}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{_HEIGHT}" '
        f'role="img" aria-label={quoteattr(title)}><title>{escape(title)}</title>'
        f'<rect width="{left + right}" height="{_HEIGHT}" rx="4" fill="{_NAME_COLOUR}"/>'
        f'<path d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v{_HEIGHT - 8}a4 4 0 0 1 -4 4h-{right - 4}z" '
        f'fill="{colour}"/>'
        f'<g fill="{_TEXT}" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" '
        'text-anchor="middle">'
        f'<text x="{left / 2:g}" y="14">{escape(name)}</text>'
        f'<text x="{left + right / 2:g}" y="14">{share}</text></g></svg>\n'
    )


def _text_width(text: str) -> int:
    wide_count = sum(east_asian_width(character) in "WF" for character in text)
    return round(2 * _EDGE + _WIDE_LETTER * wide_count + _LETTER * (len(text) - wide_count))
