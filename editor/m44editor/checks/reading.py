"""What was found when the open file was read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from m44core.diagnostics import Diagnostic
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.files.origin import Origin
from m44core.io.files.write import to_bytes
from m44core.model.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Reading:
    """The findings of a file, and the file itself as far as it is kept.

    Attributes:
        found: What was found.
        data: The file; None where it is not kept.
    """

    found: tuple[Diagnostic, ...] = ()
    data: bytes | None = None

    @classmethod
    def of(cls, found: tuple[Diagnostic, ...], scenario: Scenario) -> Reading:
        """Return what was found when *scenario* was read."""
        origin = scenario.origin
        as_read = origin.as_read if isinstance(origin, Origin) else None
        return cls(found, as_read.data if as_read else None)

    def of_saved(self, scenario: Scenario, file_format: FileFormat) -> Reading:
        """Return what is found in the file *scenario* was saved to; nothing new is."""
        if not self.found:
            return self
        data = to_bytes(scenario, file_format)
        found = read_bytes(data, f"scenario.{file_format.value}").diagnostics
        return replace(self, found=found, data=data if file_format is FileFormat.M44 else None)
