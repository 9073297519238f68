"""The tools that build packages: their data agree with the program, and their parts work."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from configparser import RawConfigParser
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from m44core.messages.languages import ENGLISH, languages

REPOSITORY = Path(__file__).parent.parent.parent
PACKAGING = REPOSITORY / "packaging"
sys.path.insert(0, str(PACKAGING))

from build import KINDS  # noqa: E402 - the tools of the repository are no package
from package_formats.build_tools import BuildError  # noqa: E402 - as the line above
from package_formats.bundle import DOCUMENTS, add_licences  # noqa: E402 - as the line above
from package_formats.bundle_contents import (  # noqa: E402 - as the line above
    linked_libraries,
    needed_libraries,
    wanted_files,
)
from package_formats.bundled import (  # noqa: E402 - as the line above
    all_bundled_components,
    components_in_bundle,
    python_packages_in,
    shared_libraries,
)
from package_formats.components import (  # noqa: E402 - as the line above
    shipped_components,
    with_bundled_components,
    write_checksums,
)
from package_formats.desktop_integration import APPLICATION, released_versions  # noqa: E402 - as above

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOW = (REPOSITORY / ".github" / "workflows" / "release.yml").read_text("utf-8")
METAINFO = ElementTree.parse(PACKAGING / "linux" / f"{APPLICATION}.metainfo.xml").getroot()
DESKTOP_LANGUAGES = {"zh-Hans": "zh_CN", "zh-Hant": "zh_TW"}
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def menu_entry() -> dict[str, str]:
    parser = RawConfigParser(delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as its page says
    parser.read(PACKAGING / "linux" / "m44-workshop.desktop", "utf-8")
    return dict(parser["Desktop Entry"])


def test_what_the_bundle_imports_of_the_program_exists() -> None:
    tree = ast.parse((PACKAGING / "bundle.spec").read_text("utf-8"))
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    ours = [each for each in imports if str(each.module).startswith(("m44core", "package_formats"))]
    assert ours
    for each in ours:
        module = import_module(str(each.module))
        assert not [alias.name for alias in each.names if not hasattr(module, alias.name)]


def test_the_menu_entry_starts_an_installed_program_with_the_files() -> None:
    program, files = menu_entry()["Exec"].split()
    assert program in PROJECT["scripts"] | PROJECT["gui-scripts"]
    assert files == "%F"


def test_the_menu_entry_metadata_and_file_type_refer_to_each_other() -> None:
    file_type = ElementTree.parse(PACKAGING / "m44-workshop-mime.xml").getroot()[0].get("type")
    assert menu_entry()["MimeType"] == f"{file_type};"
    assert METAINFO.findtext("provides/mediatype") == file_type
    assert METAINFO.findtext("launchable") == "m44-workshop.desktop"
    assert METAINFO.findtext("id") == APPLICATION
    spec = (PACKAGING / "bundle.spec").read_text("utf-8")
    assert f'bundle_identifier="{APPLICATION}"' in spec


def test_menu_entry_and_metadata_are_translated_into_every_language() -> None:
    other_languages = {code for code in languages() if code != ENGLISH}
    entry = menu_entry()
    for code in other_languages:
        locale = DESKTOP_LANGUAGES.get(code, code)
        assert entry[f"Comment[{locale}]"]
        assert entry[f"GenericName[{locale}]"]
    assert {each.get(LANGUAGE, ENGLISH) for each in METAINFO.findall("summary")} == {
        ENGLISH,
        *other_languages,
    }


def test_the_metadata_list_the_releases_of_the_changelog() -> None:
    changelog = "## [Unreleased]\n\n## [1.1.0] - 2027-01-31\n\n- a\n\n## [1.0.0] - 2026-12-24\n"
    assert released_versions(changelog) == [("1.1.0", "2027-01-31"), ("1.0.0", "2026-12-24")]


def test_the_snap_manifest_matches_the_schema_of_its_store() -> None:
    file = PACKAGING / "linux" / "snap" / "snapcraft.yaml"
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.snapcraft"]
    run = subprocess.run([*command, str(file)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", [f"{APPLICATION}.yml", "snap/snapcraft.yaml"])
def test_sandboxes_can_access_the_home_folder_but_not_the_network(name: str) -> None:
    text = (PACKAGING / "linux" / name).read_text("utf-8")
    manifest = yaml.safe_load(text)
    if "apps" in manifest:
        plugs = {plug for app in manifest["apps"].values() for plug in app["plugs"]}
        assert plugs >= {"home"}
        assert not plugs & {"network", "network-bind"}
    else:
        assert "--filesystem=home" in manifest["finish-args"]
        assert "--share=network" not in manifest["finish-args"]


@pytest.mark.skipif(not shutil.which("flatpak-builder"), reason="flatpak-builder is not installed")
def test_flatpak_reads_its_manifest() -> None:
    manifest = PACKAGING / "linux" / f"{APPLICATION}.yml"
    command = ["flatpak-builder", "--show-manifest", str(manifest)]
    parsed_manifest = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
    )
    assert parsed_manifest["id"] == APPLICATION
    assert parsed_manifest["rename-desktop-file"] == METAINFO.findtext("launchable")


# --- Windows and macOS ----------------------------------------------------------------


def test_uninstalling_on_windows_removes_every_part_of_the_bundle(tmp_path: Path) -> None:
    add_licences(tmp_path)
    parts = {"_internal", "m44.exe", "m44-editor.exe", *(path.name for path in tmp_path.iterdir())}
    parts |= {Path(name).name for name in DOCUMENTS}
    script = (PACKAGING / "windows" / "m44-workshop.nsi").read_text("utf-8")
    removed = re.findall(r'"\$INSTDIR\\([^"]+)"', script.partition('Section "Uninstall"')[2])
    assert {part for part in parts if not any(fnmatch(part, name) for name in removed)} == set()


@pytest.mark.parametrize("name", ["README.md", "docs/packaging.md", "docs/manual/en/index.md"])
def test_documents_name_the_oldest_macos_that_starts_the_application(name: str) -> None:
    choice = tomllib.loads((PACKAGING / "bundle.toml").read_text("utf-8"))
    oldest = choice["info-plist"]["LSMinimumSystemVersion"].removesuffix(".0")
    text = (REPOSITORY / name).read_text("utf-8")
    assert re.findall(r"macOS (\d+) or newer", text) == [oldest]


# --- bundle ---------------------------------------------------------------------------


def test_libraries_stay_in_the_bundle_only_if_something_in_it_loads_them() -> None:
    links = {"/qt": ["libxcb.so.1"], "/xcb": ["libxau.so.6"], "/gtk": ["libxau.so.6"]}
    entries = [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/qt", "BINARY"),
        ("libxcb.so.1", "/xcb", "BINARY"),
        ("libxau.so.6", "/xau", "BINARY"),
        ("libgtk-3.so.0", "/gtk", "BINARY"),
        ("libpython3.11.so.1.0", "/python", "BINARY"),
    ]
    kept_libraries = needed_libraries(entries, lambda source: links.get(source, []))
    assert [entry for entry in entries if entry not in kept_libraries] == [entries[3]]


def test_patterns_of_removed_files_also_match_windows_paths() -> None:
    entries = [("PySide6\\translations\\qtbase_ja.qm", "/ja", "DATA"), ("a.py", "/a", "DATA")]
    assert wanted_files(entries, ["*/translations/qtbase_j*"]) == entries[1:]


def test_the_languages_of_the_program_are_not_removed_from_qt() -> None:
    removed_patterns = tomllib.loads((PACKAGING / "bundle.toml").read_text("utf-8"))["removed"]
    codes = ("de", "fr", "it", "ru", "zh_CN", "zh_TW")
    translation_files = [
        (f"PySide6/Qt/translations/qtbase_{code}.qm", code, "DATA") for code in codes
    ]
    other = [(f"PySide6/Qt/translations/qtbase_{code}.qm", code, "DATA") for code in ("ja", "da")]
    assert wanted_files([*translation_files, *other], removed_patterns) == translation_files


@pytest.mark.skipif(not shutil.which("objdump"), reason="binutils are not installed")
def test_the_libraries_of_a_program_are_found() -> None:
    assert any(name.startswith("libc.so") for name in linked_libraries("/bin/sh"))


# --- components and checksums ---------------------------------------------------------


def test_the_list_of_components_has_only_what_the_program_needs() -> None:
    environment = {
        "metadata": {"component": {"bom-ref": "m44-workshop"}},
        "components": [{"bom-ref": name} for name in ("pip", "shapely", "numpy")],
        "dependencies": [
            {"ref": "m44-workshop", "dependsOn": ["shapely"]},
            {"ref": "shapely", "dependsOn": ["numpy"]},
            {"ref": "pip"},
        ],
    }
    components = shipped_components(environment)
    assert [each["bom-ref"] for each in components["components"]] == ["shapely", "numpy"]
    assert "pip" not in json.dumps(components["dependencies"])


def make_bundle(folder: Path) -> Path:
    """Return a folder with files like those of a bundle."""
    for name in (
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/QtCore.abi3.so",
        "numpy/_core.cpython-311-x86_64-linux-gnu.so",
        "libicuuc.so.73",
        "pyside6_essentials-6.11.3.dist-info/METADATA",
        "typst-0.15.2.dist-info/METADATA",
    ):
        path = folder / "_internal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder


def test_the_list_of_components_names_libraries_of_qt_and_the_system_and_fonts(
    tmp_path: Path,
) -> None:
    bundle = make_bundle(tmp_path)
    bundled = components_in_bundle(shared_libraries(bundle), python_packages_in(bundle))
    environment = {
        "metadata": {"component": {"bom-ref": "m44-workshop"}},
        "components": [
            {"bom-ref": "qt", "name": "PySide6_Essentials", "version": "6.11.3"},
            {"bom-ref": "typst", "name": "typst", "version": "0.15.2"},
        ],
        "dependencies": [{"ref": "m44-workshop", "dependsOn": ["qt", "typst"]}],
    }
    components = with_bundled_components(environment, bundled)
    versions = {each["name"]: each.get("version") for each in components["components"]}
    assert (versions["Qt 6"], versions["ICU"]) == ("6.11.3", "73")
    assert "Libertinus Serif (font)" in versions
    needs = {each["ref"]: each["dependsOn"] for each in components["dependencies"]}
    assert "bundled:qt-6" in needs["qt"]
    assert "bundled:icu" in needs["m44-workshop"]


def test_a_library_without_a_known_licence_fails_the_build(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    (bundle / "_internal" / "libstrange.so.1").touch()
    with pytest.raises(BuildError, match="libstrange"):
        components_in_bundle(shared_libraries(bundle), python_packages_in(bundle))


def test_the_text_of_every_licence_in_the_bundle_is_there() -> None:
    texts = {path.stem for path in (PACKAGING / "licences").glob("*.txt")}
    licence_names = {
        licence.partition(" WITH ")[0]
        for each in all_bundled_components()
        for licence in each.licence.split(" AND ")
    }
    needed_texts = {name.replace("GPL-3.0-only", "GPL-3.0-or-later") for name in licence_names}
    assert {name.replace("LGPL-3.0-or-later", "LGPL-3.0-only") for name in needed_texts} <= texts
    assert "GPL-3.0-or-later" in texts  # the LGPL refers to it


def test_sha256sum_accepts_the_checksums(tmp_path: Path) -> None:
    (tmp_path / "a.deb").write_bytes(b"a package")
    for _ in range(2):  # the second time there is a file of checksums
        checksums = write_checksums(tmp_path)
    result = subprocess.run(
        ["sha256sum", "--check", "--strict", checksums.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "a.deb: OK\n"


# --- workflow -------------------------------------------------------------------------


def test_the_workflow_builds_every_released_kind_of_package() -> None:
    built_kinds = re.findall(r"build\.py ((?:[a-z]+ ?)+)", WORKFLOW)
    kinds = re.findall(r"kinds: ([a-z ]+) }", WORKFLOW)
    named_kinds = {word for words in (*built_kinds, *kinds) for word in words.split()}
    assert named_kinds == {*KINDS} - {"desktop", "compiled-wheel"}


def test_every_action_of_the_workflow_is_pinned_to_a_commit() -> None:
    jobs = yaml.safe_load(WORKFLOW)["jobs"].values()
    used_actions = [step["uses"] for job in jobs for step in job["steps"] if "uses" in step]
    assert len(used_actions) >= 5
    assert [each for each in used_actions if not re.search(r"@[0-9a-f]{40}$", each)] == []


def test_zizmor_finds_no_weakness_in_the_workflows() -> None:
    folders = [".github/workflows", "packaging/template_collection/.github/workflows"]
    command = [str(Path(sys.executable).parent / "zizmor"), "--offline", "--no-progress", *folders]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_only_the_jobs_that_publish_may_write() -> None:
    workflow = yaml.safe_load(WORKFLOW)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        may_write = "write" in job["permissions"].values()
        assert may_write is (name in ("publish", "pypi")), name
