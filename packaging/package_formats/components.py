"""The list of components (SBOM) of a release in CycloneDX, and the checksums of its files."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from package_formats.build_tools import run_tool
from package_formats.bundled import (
    BundledComponent,
    components_in_bundle,
    normalised_name,
    python_packages_in,
    shared_libraries,
)
from package_formats.source_tree import ROOT, version

CHECKSUMS = "SHA256SUMS"


def write_sbom(tools: Path, program: Path, bundle: Path, output: Path) -> Path:
    """Write the components of the bundle, and return the path of the list.

    Args:
        tools: A Python with the build tools.
        program: The Python of the environment that was bundled.
        bundle: The folder of the bundle.
        output: The folder for the list.
    """
    output.mkdir(parents=True, exist_ok=True)
    target = output / f"m44-workshop-{version()}.cdx.json"
    with tempfile.TemporaryDirectory() as folder:
        environment_list = Path(folder, "environment.json")
        options = ["--output-reproducible", "--pyproject", str(ROOT / "pyproject.toml")]
        tool = [str(tools), "-m", "cyclonedx_py", "environment", *options]
        run_tool([*tool, "--output-file", str(environment_list), str(program)])
        content = shipped_components(json.loads(environment_list.read_text("utf-8")))
    content = with_bundled_components(
        content, components_in_bundle(shared_libraries(bundle), python_packages_in(bundle))
    )
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


def with_bundled_components(
    content: Mapping[str, Any], bundled: Iterable[tuple[BundledComponent, str]]
) -> dict[str, Any]:
    """Return a list of components with the libraries and fonts that are not Python packages.

    Each becomes a dependency of the Python package that contains it, or else of the program.
    """
    packages = {normalised_name(each["name"]): each for each in content["components"]}
    needs = {each["ref"]: list(each.get("dependsOn", ())) for each in content["dependencies"]}
    program = content["metadata"]["component"]["bom-ref"]
    added = []
    for each, version_ in bundled:
        holder = packages.get(each.package)
        version_ = version_ or (holder["version"] if holder and each.files else "")
        entry = _cyclonedx_component(each, version_)
        added.append(entry)
        needs.setdefault(holder["bom-ref"] if holder else program, []).append(entry["bom-ref"])
        needs[entry["bom-ref"]] = []
    dependencies = [{"ref": ref, "dependsOn": needed} for ref, needed in needs.items()]
    return {
        **content,
        "components": [*content["components"], *added],
        "dependencies": dependencies,
    }


def _cyclonedx_component(bundled: BundledComponent, version_: str) -> dict[str, Any]:
    """Return a library or font as CycloneDX describes it."""
    name = re.sub(r"[^a-z0-9]+", "-", bundled.name.lower()).strip("-")
    return {
        "bom-ref": f"bundled:{name}",
        "type": "library" if bundled.files else "file",
        "name": bundled.name,
        **({"version": version_} if version_ else {}),
        "licenses": [{"expression": bundled.licence}],
        "externalReferences": [{"type": "website", "url": bundled.address}],
    }


def write_checksums(folder: Path) -> Path:
    """Write the SHA-256 of every file in a folder, in the format of ``sha256sum --check``."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    target = folder / CHECKSUMS
    target.write_text("".join(lines), "utf-8", newline="\n")
    return target
