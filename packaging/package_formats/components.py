"""The list of components (SBOM) of a release in CycloneDX, and the checksums of its files."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from package_formats.build_tools import run
from package_formats.source_tree import ROOT, version

CHECKSUMS = "SHA256SUMS"


def write_components(tools: Path, program: Path, output: Path) -> Path:
    """Write the components of the bundle, and return the path of the list.

    Args:
        tools: A Python with the build tools.
        program: The Python of the environment that was bundled.
        output: The folder for the list.
    """
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"m44-workshop-{version()}.cdx.json"
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "environment.json")
        options = ["--output-reproducible", "--pyproject", str(ROOT / "pyproject.toml")]
        tool = [str(tools), "-m", "cyclonedx_py", "environment", *options]
        run([*tool, "--output-file", str(listed), str(program)])
        content = shipped_components(json.loads(listed.read_text("utf-8")))
    target.write_text(json.dumps(content, indent=2) + "\n", "utf-8")
    return target


def shipped_components(environment: Mapping[str, Any]) -> dict[str, Any]:
    """Return the component list of an environment without unneeded packages, such as pip."""
    needs = {each["ref"]: each.get("dependsOn", []) for each in environment["dependencies"]}
    waiting = [environment["metadata"]["component"]["bom-ref"]]
    shipped: set[str] = set()
    while waiting:
        reference = waiting.pop()
        if reference not in shipped:
            shipped.add(reference)
            waiting += needs.get(reference, [])
    components = [each for each in environment["components"] if each["bom-ref"] in shipped]
    dependencies = [each for each in environment["dependencies"] if each["ref"] in shipped]
    return {**environment, "components": components, "dependencies": dependencies}


def write_checksums(folder: Path) -> Path:
    """Write the SHA-256 of every file in a folder, in the format of ``sha256sum --check``."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    target = folder / CHECKSUMS
    target.write_text("".join(lines), "utf-8", newline="\n")
    return target
