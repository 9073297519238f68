"""What was found when the open file was read."""

from __future__ import annotations

from dataclasses import replace

from m44core.diagnostics import Diagnostic
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.origin import OpenFile
from m44core.values import dataclass


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
    def of(cls, found: tuple[Diagnostic, ...], file: OpenFile) -> Reading:
        """Return what was found when *file* was read."""
        return cls(found, file.origin.data)

    def of_saved(self, file: OpenFile, file_format: FileFormat) -> Reading:
        """Return what is found in the file that was saved; nothing new is."""
        if not self.found:
            return self
        from m44core.io.files.write import to_bytes  # nothing is written before the first frame

        data = to_bytes(file.scenario, file_format, file.origin)
        name, catalogue = f"scenario.{file_format.value}", file.scenario.catalogue
        found = read_bytes(data, name, catalogue=catalogue).diagnostics
        return replace(self, found=found, data=data if file_format is FileFormat.M44 else None)
