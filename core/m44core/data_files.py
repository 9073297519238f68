"""Reading the data files of the program: YAML for people, in the fast form the build made of it.

Reading YAML and loading its library takes a tenth of a short run of the program. So the
build (``packaging/build_hook.py``) puts what each file says below ``_built``, under the
checksum of the file it was made of. Where that is not the file that is there now, because
somebody edits it or nothing was built, the file itself is read. Nothing is written at run time.
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
"""What a file of ours says under each key; which type that has, the reader of the file knows."""

_EDITION = b"2\n"  # another one where something else is built of the same source


def yaml_file(path: Path) -> object:
    """Return what a YAML file says; keys are texts as in JSON, also where YAML sees numbers.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not YAML, or says what JSON cannot.
    """
    source = path.read_bytes()
    found: object = json.loads(built_form(path, source) or yaml_to_json(source))
    return found


def yaml_mapping(path: Path) -> Entry:
    """Return what a YAML file of ours says under each key.

    Raises:
        CatalogueError: the file cannot be read, is not YAML or holds no mapping.
    """
    try:
        said = yaml_file(path)
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error}") from error
    if not isinstance(said, dict):
        raise CatalogueError(f"{path.name} is wrong: it holds no mapping")
    return said


def built_form(path: Path, source: bytes) -> bytes | None:
    """Return what the build made of a file, or None where that was not of *source*."""
    if not path.is_relative_to(PACKAGE):
        return None
    try:
        stamp, _, content = built_path(path).read_bytes().partition(b"\n")
    except OSError:
        return None
    return content if stamp == checksum_line(source) else None


def built_path(source: Path) -> Path:
    """Return where the build puts its form of a file of the package."""
    return BUILT / source.relative_to(PACKAGE).with_name(f"{source.name}.built")


def checksum_line(source: bytes) -> bytes:
    """Return what the first line of a built file says of the file it was made of."""
    return b"%d:%08x" % (len(source), crc32(_EDITION + source))


def yaml_to_json(source: bytes) -> bytes:
    """Return as JSON what YAML says.

    Raises:
        ValueError: it is not YAML, or says what JSON cannot.
    """
    import yaml  # only where nothing was built

    try:
        said = yaml.load(source, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    except (TypeError, yaml.YAMLError) as error:
        raise ValueError(str(error)) from error
