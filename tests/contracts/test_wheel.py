"""The wheel: its content, the files it writes when run, and the files the build creates."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from m44core.data_files import checksum_line
from m44core.messages.languages import ENGLISH, languages

REPOSITORY = Path(__file__).parent.parent.parent
HOOK = Path("packaging", "build_hook.py")
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", str(folder)], cwd=REPOSITORY, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed wheel."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def check_with_installed_program(installed_wheel: Path, *options: str) -> str:
    """Check a scenario with the installed program; return its error output."""
    code = "from m44core.cli.main import main; main()"
    file = installed_wheel / "m44core" / "_scenarios" / "pegasus-bridge.m44"
    run = subprocess.run(
        [sys.executable, *options, "-c", code, "check", str(file)],
        env={**os.environ, "PYTHONPATH": str(installed_wheel)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stderr


def test_the_wheel_is_at_most_twelve_megabytes(wheel: Path) -> None:
    """The fonts for Chinese take up half of the wheel."""
    assert wheel.stat().st_size <= 12 * MEGABYTE


def test_every_data_file_of_the_wheel_is_built(installed_wheel: Path) -> None:
    package = installed_wheel / "m44core"
    sources = [
        path for path in package.rglob("*.yaml") if package / "_scenarios" not in path.parents
    ]
    assert len(sources) > 30
    for source in sources:
        built_file = package / "_built" / f"{source.relative_to(package)}.built"
        assert built_file.read_bytes().startswith(checksum_line(source.read_bytes()))


def test_the_wheel_contains_every_language(installed_wheel: Path) -> None:
    folder = installed_wheel / "m44core" / "messages" / "locale"
    for code in languages():
        assert code == ENGLISH or (folder / code / "m44.mo").is_file()


def test_the_installed_program_reads_no_packaged_yaml(installed_wheel: Path) -> None:
    import_times = check_with_installed_program(installed_wheel, "-X", "importtime")
    assert "m44core.data_files" in import_times
    assert " yaml" not in import_times


def test_the_installed_program_writes_nothing_to_its_own_folder(installed_wheel: Path) -> None:
    before = modification_times(installed_wheel)
    check_with_installed_program(installed_wheel)
    assert modification_times(installed_wheel) == before


def modification_times(folder: Path) -> dict[Path, int]:
    """Return the modification time, in nanoseconds, of each file except compiled Python."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path: path.stat().st_mtime_ns for path in files}


@pytest.fixture(scope="module")
def built_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the core in which everything was built from scratch."""
    folder = tmp_path_factory.mktemp("built")
    ignore_built = shutil.ignore_patterns("__pycache__", "_built", "*.mo")
    shutil.copytree(REPOSITORY / "core", folder / "core", ignore=ignore_built)
    (folder / "packaging").mkdir()
    for name in (
        "build_hook",
        "build_catalogue",
        "build_help",
        "build_patterns",
        "compile_messages",
    ):
        shutil.copy(REPOSITORY / "packaging" / f"{name}.py", folder / "packaging")
    assert run_build_hook(folder).returncode == 0
    return folder


@pytest.fixture
def checkout(built_checkout: Path, tmp_path: Path) -> Path:
    """A copy of the built checkout for one test, with all modification times kept."""
    return shutil.copytree(built_checkout, tmp_path / "checkout")


def run_build_hook(checkout: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / HOOK)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def built_file_times(checkout: Path) -> dict[str, int]:
    """Return the modification time of each built file, in nanoseconds."""
    return dict(_modification_times_of_built_files(checkout / "core" / "m44core"))


def _modification_times_of_built_files(package: Path) -> Iterator[tuple[str, int]]:
    for path in (package / "_built").rglob("*.built"):
        yield path.relative_to(package / "_built").as_posix(), path.stat().st_mtime_ns


def source_file(checkout: Path, name: str) -> Path:
    return checkout / "core" / "m44core" / name


def test_only_changed_files_are_rebuilt(checkout: Path) -> None:
    before = built_file_times(checkout)
    with source_file(checkout, "catalogue/data/tags.yaml").open("a") as file:
        file.write("# changed\n")
    run_build_hook(checkout)
    after = built_file_times(checkout)
    assert before.keys() == after.keys()
    assert {name for name in before if before[name] != after[name]} == {
        "catalogue/data/tags.yaml.built",
        "catalogue/catalogue.built",
    }


def test_the_patterns_of_a_changed_language_are_rebuilt(checkout: Path) -> None:
    before = built_file_times(checkout)
    with source_file(checkout, "validation/text_analysis/languages/de.yaml").open("a") as file:
        file.write("# changed\n")
    run_build_hook(checkout)
    after = built_file_times(checkout)
    folder = "validation/text_analysis/languages"
    assert {name for name in before if before[name] != after[name]} == {
        f"{folder}/de.yaml.built",
        f"{folder}/de.patterns.built",
    }


def test_the_build_names_the_language_whose_pattern_is_wrong(checkout: Path) -> None:
    file = source_file(checkout, "validation/text_analysis/languages/de.yaml")
    file.write_text(file.read_text("utf-8").replace("plural: '", "plural: '(", 1), "utf-8")
    run = run_build_hook(checkout)
    assert run.returncode == 1
    assert "de.yaml" in run.stderr


def test_built_files_without_a_source_are_removed(checkout: Path) -> None:
    before = built_file_times(checkout)
    source_file(checkout, "catalogue/data/boxes.yaml").unlink()
    run_build_hook(checkout)
    assert before.keys() - built_file_times(checkout).keys() == {"catalogue/data/boxes.yaml.built"}


def test_the_build_names_the_invalid_entry(checkout: Path) -> None:
    file = source_file(checkout, "catalogue/data/tags.yaml")
    file.write_text(file.read_text("utf-8").replace("rules: ", "rules: un", 1), "utf-8")
    run = run_build_hook(checkout)
    assert run.returncode == 1
    assert "is wrong" in run.stderr


def test_builds_are_reproducible(checkout: Path) -> None:
    folder = checkout / "core" / "m44core" / "_built"
    russian = folder / "validation" / "text_analysis" / "languages" / "ru.patterns.built"
    catalogue = folder / "catalogue" / "catalogue.built"
    before = catalogue.read_bytes(), russian.read_bytes()
    catalogue.unlink()
    russian.unlink()
    run_build_hook(checkout)
    assert (catalogue.read_bytes(), russian.read_bytes()) == before


def test_packages_built_later_on_another_machine_are_identical(wheel: Path, tmp_path: Path) -> None:
    """Nothing is built in the copy. A different time zone and umask stand for another machine."""
    (tmp_path / "checkout").mkdir()
    parts = ("core", "editor", "packaging", "schema", "scenarios", "docs", "README.md", "LICENSE")
    for part in (*parts, "pyproject.toml"):
        _copy_without_built_files(REPOSITORY / part, tmp_path / "checkout" / part)
    first_packages = _build_packages(tmp_path, ("wheel", "sdist"), "Asia/Tokyo", 0o077)
    second_packages = _build_packages(tmp_path, ("sdist",), "UTC", 0o022)
    assert first_packages[".whl"] == wheel.read_bytes()
    assert first_packages[".gz"] == second_packages[".gz"]


def _copy_without_built_files(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(
            source, target, ignore=shutil.ignore_patterns("__pycache__", "_built", "*.mo")
        )
    else:
        shutil.copy(source, target)


def _build_packages(
    folder: Path, targets: Iterable[str], zone: str, umask: int
) -> Mapping[str, bytes]:
    """Build the packages of the checkout in a folder, and return their contents by suffix."""
    out = folder / "out" / zone
    for target in targets:
        build = [sys.executable, "-m", "hatchling", "build", "--target", target]
        subprocess.run(
            [*build, "--directory", str(out)],
            cwd=folder / "checkout",
            env={**os.environ, "TZ": zone},
            umask=umask,
            check=True,
        )
    return {path.suffix: path.read_bytes() for path in out.iterdir()}


def test_the_build_names_the_file_it_cannot_build(checkout: Path) -> None:
    source_file(checkout, "catalogue/data/tags.yaml").write_text("day: 1944-06-06", "utf-8")
    run = run_build_hook(checkout)
    assert run.returncode == 1
    assert "tags.yaml" in run.stderr
    assert "date" in run.stderr


def test_the_wheel_has_compiled_translations_but_no_translation_sources(
    installed_wheel: Path,
) -> None:
    locale = installed_wheel / "m44core" / "messages" / "locale"
    other_languages = {code for code in languages() if code != ENGLISH}
    assert {path.parent.name for path in locale.rglob("*.mo")} == other_languages
    assert not [*locale.rglob("*.po"), *locale.rglob("*.pot")]
