"""What was found when the open file was read, in whatever language is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from m44core.diagnostics import Diagnostic
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.files.origin import OpenFile
from m44core.io.files.write import to_bytes
from m44core.language import speaking


@dataclass(frozen=True, slots=True)
class Reading:
    """The findings of a file, and the file itself as far as it is kept.

    Attributes:
        found: What was found.
        language: The code of the language it is said in.
        data: The file; None where it is not kept.
    """

    found: tuple[Diagnostic, ...] = ()
    language: str = ""
    data: bytes | None = None

    @classmethod
    def of(cls, found: tuple[Diagnostic, ...], file: OpenFile, language: str) -> Reading:
        """Return what was found when *file* was read."""
        return cls(found, language, file.origin.data)

    def said_in(self, language: str) -> Reading:
        """Return the same in a language; as it is where the file is not kept."""
        if self.data is None or not self.found or language == self.language:
            return self
        with speaking(language):
            found = read_bytes(self.data, "scenario.m44").diagnostics  # others are not kept
        return replace(self, found=found, language=language)

    def of_saved(self, file: OpenFile, file_format: FileFormat) -> Reading:
        """Return what is found in the file that was saved; nothing new is."""
        if not self.found:
            return self
        data = to_bytes(file.scenario, file_format, file.origin)
        with speaking(self.language):
            found = read_bytes(data, f"scenario.{file_format.value}").diagnostics
        return replace(self, found=found, data=data if file_format is FileFormat.M44 else None)
