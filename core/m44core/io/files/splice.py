"""Writing a scenario into the text it was read from, where only a little of it is another."""

from __future__ import annotations

import json

from m44core.io.files.formats import FileFormat
from m44core.io.files.open import ReadResult, read_bytes
from m44core.io.files.write import to_text
from m44core.model.scenario import Scenario


def spliced(result: ReadResult, anew: str) -> str:
    """Return the text of a file with what differs in *anew*, which was typed anew from it.

    All else stays as it was typed. It is *anew* itself where the scenario is the same, so that
    the writing is all there is to change, and where the text cannot take up the changes.

    Raises:
        FaultError: the program failed to read what was typed anew.
    """
    from m44core.io.text.splicing import UnfitError  # 21 ms

    wanted = _read(anew, result)
    if result.file is None or wanted is None or wanted == result.scenario:
        return anew
    before = to_text(result.file.scenario, result.format, result.file.origin)
    try:
        text = _spliced(result.text, before, anew, result.format)
    except (UnfitError, ValueError):
        return anew
    return text if _read(text, result) == wanted else anew


def _read(text: str, before: ReadResult) -> Scenario | None:
    """Return what a text holds that is to be the file's."""
    result = read_bytes(text.encode(), before.name, catalogue=before.catalogue)
    result.raise_fault(before.name)
    return result.scenario


def relaid(result: ReadResult, anew: str) -> str:
    """Return the text of a file of our own with what differs in *anew*; its own if nothing does."""
    if result.file is None:
        return anew
    before = to_text(result.file.scenario, result.format, result.file.origin)
    if before == anew:
        return result.text
    return anew if result.diagnostics else spliced(result, anew)


def _spliced(text: str, before: str, after: str, file_format: FileFormat) -> str:
    from m44core.io.text.splicing import spliced_json, spliced_yaml  # 21 ms

    if file_format is FileFormat.YAML:
        return spliced_yaml(text, _loaded(before), _loaded(after))
    return spliced_json(text, json.loads(before), json.loads(after))


def _loaded(text: str) -> object:
    import yaml  # 10 ms

    from m44core.io.text.yaml_read import LOADER  # 14 ms

    return yaml.load(text, Loader=LOADER)  # a safe one
