"""Keeping what a YAML file says beside it as JSON, as Python keeps compiled modules.

Reading YAML and loading its library takes a tenth of a short run of the
program; JSON takes next to nothing. A file that was changed is read anew.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path


def yaml_file(path: Path) -> object:
    """Return what a YAML file says.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not YAML.
    """
    now = path.stat()
    stamp = [now.st_mtime_ns, now.st_size]
    kept = path.parent / "__pycache__" / f"{path.stem}.json"
    found = _recall(kept)
    if isinstance(found, dict) and found.get("stamp") == stamp:
        return found.get("said")
    said = _parsed(path)
    _keep(kept, {"stamp": stamp, "said": said})
    return said


def _parsed(path: Path) -> object:
    import yaml  # only where nothing was kept

    try:
        return yaml.load(path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _recall(kept: Path) -> object:
    try:
        return json.loads(kept.read_bytes())
    except (OSError, ValueError):
        return None


def _keep(kept: Path, found: object) -> None:
    """Write the file whole or not at all; a folder that cannot be written to is no matter."""
    if sys.dont_write_bytecode:
        return
    part = kept.with_suffix(f".{os.getpid()}")
    try:
        kept.parent.mkdir(exist_ok=True)
        part.write_text(json.dumps(found), "utf-8")
        part.replace(kept)
    except OSError:
        with suppress(OSError):
            part.unlink()
