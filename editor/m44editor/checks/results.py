"""What the checks found of the open scenario, told apart for the user."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from m44core.diagnostics import Diagnostic
from m44core.model.edits.allowances import disallow
from m44core.model.scenario import Scenario
from m44core.validation.arena.verdict import PROFILE, Verdict, verdicts
from m44core.validation.mending import safe_fix
from m44core.validation.selection import Selection
from m44core.validation.suppressions import Suppressed, weigh
from m44editor.document import Document
from m44editor.live_validation import Findings, LiveValidation

_NOTHING_MORE = Selection(frozenset())  # what is wrong with allowances is among the findings


class Results(QObject):
    """Tells what counts from what is allowed, also of what reading the file found.

    Attributes:
        findings: What counts.
        allowed: What is allowed, and why.
        verdict: Whether it plays on Board Game Arena; None where nobody asks.

    Signals:
        published: The checks found something else.
    """

    published = Signal(tuple)

    def __init__(
        self, document: Document, live: LiveValidation, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._live = live
        self.findings: Findings = ()
        self.allowed: tuple[Suppressed, ...] = ()
        self.verdict: Verdict | None = None
        live.published.connect(self._tell_apart)
        self._tell_apart(live.findings)

    @property
    def safe(self) -> int:
        """How many findings have a fix nobody has to be asked about."""
        return sum(safe_fix(finding) is not None for finding in self.findings)

    def _tell_apart(self, findings: Findings) -> None:
        scenario, settings = self._document.scenario, self._live.settings
        weighed = weigh(scenario, findings, (), _NOTHING_MORE, settings.rules)
        self.findings = weighed.found
        self.allowed = (*self._live.suppressed, *weighed.suppressed)
        every = (*self.findings, *(each.diagnostic for each in self.allowed))
        self.verdict = verdicts(every, settings.selection).get(PROFILE)
        self.published.emit(self.findings)


def no_longer_allowed(scenario: Scenario, finding: Diagnostic) -> Scenario:
    """Return a scenario without those of its own allowances that allow a finding."""
    for allowance in scenario.allowed:
        with_it_alone = replace(scenario, allowed=(allowance,))
        if weigh(with_it_alone, (finding,), (), _NOTHING_MORE).suppressed:
            scenario = disallow(scenario, allowance)
    return scenario
