"""Applying the fix of a finding to a scenario or a scenario file."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from enum import Enum

from m44core.diagnostics import Fix
from m44core.io.m44.original_form import with_written_form, written_form
from m44core.io.origin import OpenFile
from m44core.io.text.json_pointers import steps
from m44core.io.vocabulary.codes import word_for
from m44core.io.workshop.decode import decode, parse_written_form
from m44core.io.workshop.encode import encode
from m44core.model.scenario import Scenario


def apply_fix(scenario: Scenario, fix: Fix) -> Scenario:
    """Return the scenario with a fix applied; the same object if the fix changes nothing.

    Raises:
        KeyError: a pointer of the fix leads into a string.
    """
    return apply_fix_to_file(OpenFile(scenario), fix).scenario


def apply_fix_to_file(file: OpenFile, fix: Fix) -> OpenFile:
    """Return the file with a fix applied; the same object if the fix changes nothing.

    A fix can also change only the way a file is written: with changes below ``/written``, or with
    changes that leave the scenario equal, which rewrite another program's .m44 file in the normal
    form.

    Raises:
        KeyError: a pointer of the fix leads into a string.
    """
    document = deepcopy(encode(file.scenario, with_written_form(file.origin), short=False))
    for pointer, value in fix.changes.items():
        set_value(document, pointer, value)
    scenario = decode(document, file.scenario.catalogue)
    origin = replace(file.origin, written=parse_written_form(document.get("written")))
    if scenario != file.scenario:
        return OpenFile(scenario, origin)
    if origin.written != written_form(file.origin):
        return replace(file, origin=origin)
    return file if origin.data is None else replace(file, origin=replace(file.origin, data=None))


def set_value(document: dict[str, object], pointer: str, value: object) -> None:
    """Set *value* at a pointer, creating missing parents; None removes the member there.

    Raises:
        KeyError: the pointer leads into a string.
    """
    *path, last = steps(pointer)
    parent: object = document
    for step in path:
        if not _has_member(parent, step):
            if value is None:
                return
            _set_member(parent, step, {})
        parent = _get_member(parent, step)
        if isinstance(parent, str):
            raise KeyError(pointer)
    if value is None:
        _remove_member(parent, last)
    else:
        _set_member(parent, last, _document_value(value))


def _document_value(value: object) -> object:
    """Return a value as documents store it: enumerations as words, tuples as lists."""
    if isinstance(value, Enum):
        return word_for(str(value.value))
    if isinstance(value, Mapping):
        return {key: _document_value(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_document_value(inner) for inner in value]
    return value


def _has_member(container: object, step: str) -> bool:
    if isinstance(container, list):
        return step.isdigit() and int(step) < len(container)
    return isinstance(container, dict) and step in container


def _get_member(container: object, step: str) -> object:
    return container[int(step)] if isinstance(container, list) else container[step]  # type: ignore[index] # _has_member checked it


def _set_member(container: object, step: str, value: object) -> None:
    if isinstance(container, list):
        if step == "-" or int(step) >= len(container):
            container.append(value)
        else:
            container[int(step)] = value
    elif isinstance(container, dict):
        container[step] = value


def _remove_member(container: object, step: str) -> None:
    if isinstance(container, list) and _has_member(container, step):
        del container[int(step)]
    elif isinstance(container, dict):
        container.pop(step, None)
