"""What the program can find, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from textwrap import indent
from typing import Any

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.findings.wording import phrase
from m44core.hexes import Hex

WHY, EXAMPLE, INSTEAD = "page-why", "page-example", "page-instead"
"""The headings of a page, phrases of each language."""


@dataclass(frozen=True, slots=True)
class Say:
    """Part of a sentence that is words itself, and so is data of the kind (``phrases``).

    Attributes:
        key: Which phrase.
        values: What stands for its placeholders.
    """

    key: str
    values: Mapping[str, Value]


Value = str | int | Say
"""What may stand for a placeholder."""


def say(key: str, /, **values: Value) -> Say:
    """Return the phrase *key* of the kind of finding it is said in, with the values it names."""
    return Say(key, values)


@dataclass(frozen=True, slots=True)
class Title:
    """What the button of a repair says.

    Attributes:
        template: The title, with ``{placeholders}``.
        safe: Whether it loses nothing and changes no game, so that nobody has to be asked.
    """

    template: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One thing a finding can say.

    Attributes:
        severity: How much it matters.
        template: One sentence without a full stop, with ``{placeholders}``.
    """

    severity: Severity
    template: str


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding.

    Attributes:
        code: Stable, never used again for something else: ``M502``.
        name: What it finds, so that it reads after "allow": ``unclear-bunker-owner``.
        finds: What it finds, the first sentence in short.
        messages: What it can say, by key.
        fixes: The titles of the repairs it can offer, by key.
        phrases: Words for parts of its sentences, by key; see :class:`Say`.
        sources: The rulebook ids it stands on.
        why: Why that matters; empty where ``finds`` says it.
        example: A case of it.
        instead: What to do; empty where nothing has to be done.
        allowable: Whether a scenario or a folder may allow it.
        settled_by_writing: Whether the reader had to decide what was meant, so that the
            file would say something certain once it is written again.
    """

    code: str
    name: str
    finds: str
    messages: Mapping[str, Message]
    fixes: Mapping[str, Title] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    why: str = ""
    example: str = ""
    instead: str = ""
    allowable: bool = True
    settled_by_writing: bool = False

    @property
    def severities(self) -> tuple[Severity, ...]:
        """How grave its findings can be, the gravest first."""
        found = {message.severity for message in self.messages.values()}
        return tuple(severity for severity in Severity if severity in found)

    @property
    def summary(self) -> str:
        """The first sentence of the page."""
        first, stop, _ = " ".join(self.finds.splitlines()).partition(". ")
        return first + stop.rstrip()

    @property
    def page(self) -> str:
        """What it finds, why that matters, an example, what to do instead."""
        if not self.why:  # a short page
            instead = f"\n{phrase(INSTEAD)} {self.instead}" if self.instead else ""
            return f"{self.finds}{instead}"
        parts = {WHY: self.why, EXAMPLE: self.example, INSTEAD: self.instead}
        sections = (f"{phrase(key)}\n{indent(text, '    ')}" for key, text in parts.items())
        return "\n\n".join((self.finds, *sections))

    def message(self, key: str, /, **values: Value) -> str:
        """Return what it says under a key, with the values in place.

        Raises:
            CatalogueError: there is no such key, or the values are not those the template names.
        """
        return self._filled(self._said(key).template, values)

    def fix_title(self, key: str, /, **values: Value) -> str:
        """Return the title of a repair, with the values in place.

        Raises:
            CatalogueError: there is no such key, or the values are not those the title names.
        """
        if key not in self.fixes:
            raise CatalogueError(f"{self.code} has no fix {key!r}")
        return self._filled(self.fixes[key].template, values)

    def fix(self, key: str, changes: Mapping[str, Any], /, **values: Value) -> Fix:
        """Return the repair with the title *key* and what it changes.

        Raises:
            CatalogueError: there is no such key, or the values are not those the title names.
        """
        return Fix(self.fix_title(key, **values), changes, safe=self.fixes[key].safe)

    def diagnostic(
        self,
        key: str,
        pointer: str = "",
        hex_: Hex | None = None,
        fixes: tuple[Fix, ...] = (),
        /,
        **values: Value,
    ) -> Diagnostic:
        """Return the finding that says the message *key* of a place, with the values in place.

        Raises:
            CatalogueError: there is no such key, or the values are not those the template names.
        """
        said = self.message(key, **values)
        severity = self.messages[key].severity
        return Diagnostic(self.code, self.name, severity, said, pointer, hex_, fixes)

    def _said(self, key: str) -> Message:
        if key not in self.messages:
            raise CatalogueError(f"{self.code} has no message {key!r}")
        return self.messages[key]

    def _filled(self, template: str, values: Mapping[str, Value]) -> str:
        if placeholders(template) != values.keys():
            raise CatalogueError(f"{template!r} does not take the values {sorted(values)}")
        return template.format_map({name: self._in_words(value) for name, value in values.items()})

    def _in_words(self, value: Value) -> str | int:
        if not isinstance(value, Say):
            return value
        if value.key not in self.phrases:
            raise CatalogueError(f"{self.code} has no phrase {value.key!r}")
        return self._filled(self.phrases[value.key], value.values)


@dataclass(frozen=True, slots=True)
class Family:
    """The kinds of findings about one subject.

    Attributes:
        title: What the subject is called.
        kinds: The kinds by code, in the order of the codes.
    """

    title: str
    kinds: Mapping[str, FindingKind]


def placeholders(template: str) -> frozenset[str]:
    """Return the names of the values a template asks for."""
    names = (name for _, name, _, _ in Formatter().parse(template))
    return frozenset(name for name in names if name is not None)
