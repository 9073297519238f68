"""Repairs that several checks of an upload offer."""

from __future__ import annotations

from m44core.findings.kinds import Sayable
from m44core.io.vocabulary.codes import word
from m44core.validation.basis.check import Repair
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put


def normal_form(key: str, context: Context, /, **values: Sayable) -> Repair:
    """Return the repair that writes a file as the official editor would.

    It says what the scenario says already; writing it is all there is to do.
    """
    return put(key, "/board/type", word(context.scenario.board.type.value), **values)
