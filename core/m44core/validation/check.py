"""How a check is declared: a code, a name, and a generator whose docstring is its page.

Code, algorithm, wording and documentation of a check stand together, so that they are read,
reviewed and changed together, and the type checker sees every value a message names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.hexes import Hex
from m44core.validation.context import Context


@dataclass(frozen=True, slots=True)
class Problem:
    """What a check yields; the check adds its code and its name.

    Attributes:
        severity: How much it matters; one of those the check declares.
        message: One sentence without a full stop that names the actual values.
        pointer: Where in the workshop document it is.
        hex: The hex to show.
        fixes: Repairs to offer, the best first.
    """

    severity: Severity
    message: str
    pointer: str = ""
    hex: Hex | None = None
    fixes: tuple[Fix, ...] = ()


error = partial(Problem, Severity.ERROR)
warning = partial(Problem, Severity.WARNING)
info = partial(Problem, Severity.INFO)

Finder = Callable[[Context], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class Check:
    """One check; its docstring is its documentation page.

    Attributes:
        code: Stable, never used again for something else: ``M502``.
        name: What it finds, so that it reads after "allow": ``unclear-bunker-owner``.
        severities: How grave its findings can be, the gravest first.
        sources: The rulebook ids it stands on.
        find: Yields the problems of a scenario.
    """

    code: str
    name: str
    severities: tuple[Severity, ...]
    sources: tuple[str, ...]
    find: Finder

    @property
    def page(self) -> str:
        """The documentation of the check, as it stands in its docstring."""
        return self.find.__doc__ or ""

    def run(self, context: Context) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each problem the check finds."""
        for problem in self.find(context):
            yield self.diagnostic(problem)

    def diagnostic(self, problem: Problem) -> Diagnostic:
        """Return *problem* under the check's code and name."""
        return Diagnostic(
            self.code,
            self.name,
            problem.severity,
            problem.message[:1].upper() + problem.message[1:],
            problem.pointer,
            problem.hex,
            problem.fixes,
        )


def check(code: str, name: str, *severities: Severity, source: str) -> Callable[[Finder], Check]:
    """Turn a generator of problems into a :class:`Check`.

    *source* lists the rulebook ids, separated by commas.
    """
    sources = tuple(id_.strip() for id_ in source.split(","))
    return lambda find: Check(code, name, severities, sources, find)
