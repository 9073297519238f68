"""Selection of checks by code, prefix of a code, name or profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from m44core.diagnostics import Diagnostic
from m44core.errors import NotationError
from m44core.findings.finding_kinds import RETIRED_NAMES, all_kinds
from m44core.messages.message import enumerated, message
from m44core.suggestions import closest_match, did_you_mean
from m44core.values import dataclass

CRASH, OVERDUE = "M099", "M098"
"""The codes of findings about the program itself: a check that crashed, or took too long."""


PROFILES: Mapping[str, str] = {"bga": "M9", "publish": "P1"}
"""The prefix of each profile's codes, keyed by profile; these checks run only on request."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection of codes; findings with other codes do not count.

    Attributes:
        codes: The selected codes; None for all except those of the profiles.
    """

    codes: frozenset[str] | None = None

    def __contains__(self, code: object) -> bool:
        if self.codes is None:
            return not str(code).startswith(tuple(PROFILES.values()))
        return code in self.codes

    def selected_diagnostics(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the diagnostics with selected codes."""
        return tuple(finding for finding in diagnostics if finding.code in self)


DEFAULT_SELECTION = Selection()


def select_checks(
    chosen_words: Iterable[str] = (),
    ignored_words: Iterable[str] = (),
    profiles: Iterable[str] = (),
) -> Selection:
    """Return the selection of the chosen checks except the ignored ones.

    *chosen_words* and *ignored_words* list codes (``M502``), prefixes of codes (``M5``) or names.
    If *chosen_words* is empty, the default checks and those of the profiles are chosen.

    Raises:
        NotationError: a word or profile is unknown; the message suggests a known one.
    """
    chosen_words, ignored_words, families = (
        list(chosen_words),
        list(ignored_words),
        _profile_families(profiles),
    )
    if not chosen_words and not ignored_words and not families:
        return DEFAULT_SELECTION
    names_by_code = {kind.code: kind.name for kind in all_kinds().values()}
    selected_codes = {
        code
        for code in names_by_code
        if code in DEFAULT_SELECTION or code.startswith(families or "-")
    }
    if chosen_words:
        selected_codes = {
            code for word in chosen_words for code in matching_codes(word, names_by_code)
        }
    return Selection(
        frozenset(
            selected_codes.difference(
                *(matching_codes(word, names_by_code) for word in ignored_words)
            )
        )
    )


def _profile_families(profiles: Iterable[str]) -> tuple[str, ...]:
    profiles = list(profiles)
    unknown_profiles = [name for name in profiles if name not in PROFILES]
    if unknown_profiles:
        problem = message(
            "unknown profile {name!r}; available: {known}",
            name=unknown_profiles[0],
            known=enumerated(PROFILES),
        )
        raise NotationError(problem)
    return tuple(PROFILES[name] for name in profiles)


def matching_codes(word: str, names_by_code: Mapping[str, str]) -> list[str]:
    """Return the codes selected by a word, which is a code, a prefix of codes or a name.

    The list is empty for a retired check. *names_by_code* maps each code to its name.

    Raises:
        NotationError: there is no such check; the message suggests one, or how to list them.
    """
    codes = [
        code for code, name in names_by_code.items() if word == name or _has_prefix(code, word)
    ]
    if not codes and word not in RETIRED_NAMES:
        raise unknown_check_error(word, names_by_code)
    return codes


def unknown_check_error(word: str, names_by_code: Mapping[str, str]) -> NotationError:
    """Return the error that there is no such check, with a suggestion or how to list them."""
    suggestion = closest_match(word, [*names_by_code.values(), *names_by_code])
    hint = (
        did_you_mean(word, [suggestion]) if suggestion else message("m44 explain lists all checks")
    )
    return NotationError(message("unknown check {word!r}; {hint}", word=word, hint=hint))


def _has_prefix(code: str, prefix: str) -> bool:
    return len(prefix) >= 2 and code.startswith(prefix.upper())
