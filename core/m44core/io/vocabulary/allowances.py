"""What a scenario allows, in its files: ``allow`` in ours, a key of ``meta_data`` in .m44 files.

The official editor and the servers keep the keys of ``meta_data`` that they do not know.
"""

from __future__ import annotations

from collections.abc import Iterable

from m44core.model.parts import Allowance

Raw = dict[str, object]

KEY = "workshop_allow"
"""The key of ``meta_data`` in .m44 files."""


def take_allowances(meta: Raw) -> tuple[Allowance, ...]:
    """Return the allowances among the keys of ``meta_data``; leave there what is none."""
    entries = meta.get(KEY)
    if not isinstance(entries, list):
        return ()
    read = [(entry, _allowance(entry)) for entry in entries]
    left = [entry for entry, allowance in read if allowance is None]
    if left:
        meta[KEY] = left
    elif entries:
        del meta[KEY]
    return tuple(allowance for _, allowance in read if allowance)


def _allowance(entry: object) -> Allowance | None:
    if not isinstance(entry, dict):
        return None
    check, reason, at = entry.get("check"), entry.get("reason", ""), entry.get("at")
    if not isinstance(check, str) or not isinstance(reason, str):
        return None
    if not isinstance(at, str | None):
        return None
    extra = {key: value for key, value in entry.items() if key not in ("check", "reason", "at")}
    return Allowance(check, reason, at, extra)


def said_allowances(allowed: Iterable[Allowance]) -> list[Raw]:
    """Return allowances as the files have them."""
    return [_said(allowance) for allowance in allowed]


def _said(allowance: Allowance) -> Raw:
    raw: Raw = {"check": allowance.check}
    if allowance.at is not None:
        raw["at"] = allowance.at
    if allowance.reason:
        raw["reason"] = allowance.reason
    return {**raw, **allowance.extra}


def with_allowances(meta: Raw, entries: object) -> Raw:
    """Return the keys of ``meta_data`` with allowances as the files have them among them."""
    left = meta.get(KEY)
    if isinstance(entries, list) and isinstance(left, list):
        entries = [*entries, *left]
    return {**meta, KEY: entries}
