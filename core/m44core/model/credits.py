"""The author, the license and the number of a scenario, in the metadata of its file.

The newest official editor writes the author as an object with the name of an account; other
programs and this one write a text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

from m44core.model.scenario import Scenario

AUTHOR = "author"
NUMBER = "number"
_LOGIN = "login"
_LICENSES = ("license", "licence")


def author_of(scenario: Scenario) -> str:
    """Return the name of the author; "" if it is unknown."""
    author = scenario.meta.get(AUTHOR)
    return _stripped_text(author.get(_LOGIN) if _is_account(author) else author)


def license_of(scenario: Scenario) -> str:
    """Return the license; "" if none is stated."""
    return next(filter(None, (_stripped_text(scenario.meta.get(key)) for key in _LICENSES)), "")


def printed_number_of(scenario: Scenario) -> str:
    """Return the number that the scenario is printed with, such as *6015*; "" if it has none."""
    return _stripped_text(scenario.meta.get(NUMBER))


def license_key(scenario: Scenario) -> str:
    """Return the key of the license: ``license`` or ``licence`` as in the file, else the former."""
    return next((key for key in _LICENSES if key in scenario.meta), _LICENSES[0])


def with_author(scenario: Scenario, name: str | None) -> Scenario:
    """Return the scenario with another author; None removes the author.

    If the file has the account of the author, only the name of the account changes.
    """
    author = scenario.meta.get(AUTHOR)
    name = _stripped_text(name)
    value = {**author, _LOGIN: name} if name and _is_account(author) else name
    return _with_meta(scenario, AUTHOR, value)


def with_license(scenario: Scenario, license_: str | None) -> Scenario:
    """Return the scenario with another license; None removes it."""
    return _with_meta(scenario, license_key(scenario), _stripped_text(license_))


def with_printed_number(scenario: Scenario, number: str | None) -> Scenario:
    """Return the scenario with another number; None removes it."""
    return _with_meta(scenario, NUMBER, _stripped_text(number))


def _with_meta(scenario: Scenario, key: str, value: object) -> Scenario:
    meta = dict(scenario.meta)
    if value:
        meta[key] = value
    else:
        meta.pop(key, None)
    return scenario if meta == scenario.meta else replace(scenario, meta=meta)


def _is_account(author: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(author, dict)


def _stripped_text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
