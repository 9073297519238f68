"""Reading the program's data files: YAML, or the faster form that the build derives from it.

Loading the YAML library and reading YAML takes a tenth of the time of a short run. So the build
(``packaging/build_hook.py``) stores the content of each file below ``_built``, with the checksum of
its source. If the checksum does not match the current file, because it was edited or nothing was
built, the file itself is read. Nothing is written at run time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

from m44core.errors import CatalogueError

PACKAGE = Path(__file__).parent
BUILT = PACKAGE / "_built"

Entry: TypeAlias = Mapping[str, Any]
"""The content of a data file, a mapping; its reader knows the types of the values."""

_EDITION = b"2\n"  # changes when the built form changes


def yaml_file(path: Path) -> object:
    """Return the content of a YAML file; keys are always strings, as in JSON.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file is not YAML, or has values that JSON cannot express.
    """
    source = path.read_bytes()
    content: object = json.loads(built_form(path, source) or yaml_to_json(source))
    return content


def read_yaml_mapping(path: Path) -> Entry:
    """Return the content of one of the program's YAML files, which must be a mapping.

    Raises:
        CatalogueError: the file cannot be read, is not YAML or is not a mapping.
    """
    try:
        content = yaml_file(path)
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error}") from error
    if not isinstance(content, dict):
        raise CatalogueError(f"{path.name} is wrong: it holds no mapping")
    return content


def built_form(path: Path, source: bytes) -> bytes | None:
    """Return the built form of a file; None if it was not built from *source*."""
    if not path.is_relative_to(PACKAGE):
        return None
    try:
        stamp, _, content = built_path(path).read_bytes().partition(b"\n")
    except OSError:
        return None
    return content if stamp == checksum_line(source) else None


def built_path(source: Path) -> Path:
    """Return the path of the built form of a file of the package."""
    return BUILT / source.relative_to(PACKAGE).with_name(f"{source.name}.built")


def checksum_line(source: bytes) -> bytes:
    """Return the first line of a built file, which identifies its source."""
    return b"%d:%08x" % (len(source), crc32(_EDITION + source))


def yaml_to_json(source: bytes) -> bytes:
    """Convert YAML to JSON.

    Raises:
        ValueError: *source* is not YAML, or has values that JSON cannot express.
    """
    import yaml  # only if nothing was built

    try:
        content = yaml.load(source, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    except (TypeError, yaml.YAMLError) as error:
        raise ValueError(str(error)) from error
