"""The file with the compiled modules of the bundle, and importing from it."""

from __future__ import annotations

import compileall
import subprocess
import sys
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from package_formats.module_archive import (  # noqa: E402 - the tools of the repository are no package
    write_module_archive,
)

IMPORT = """
import sys
sys.path.insert(0, {launchers!r})
from module_archive import import_from_archive
import_from_archive({folder!r})
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a bundle with a package of ours, and a module that has no source."""
    package = tmp_path / "m44core" / "parts"
    package.mkdir(parents=True)
    (tmp_path / "m44core" / "__init__.py").write_text('"""The core."""\n')
    (package / "__init__.py").write_text("WHERE = 'in the package'\n")
    (package / "failing.py").write_text("def fail():\n    raise ValueError('as expected')\n")
    compileall.compile_dir(tmp_path, quiet=1, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    (tmp_path / "yaml.py").write_text("NAME = __name__\n")
    compileall.compile_file(tmp_path / "yaml.py", quiet=1, legacy=True)
    (tmp_path / "yaml.py").unlink()
    return tmp_path


def run_with_archive(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run code that imports from the archive in a separate process; return the result."""
    begin = IMPORT.format(launchers=str(REPOSITORY / "packaging/launchers"), folder=str(folder))
    command = [sys.executable, "-I", "-c", begin + code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_modules_are_imported_from_the_archive(folder: Path) -> None:
    write_module_archive(folder, ["m44core"])
    (folder / "yaml.pyc").unlink()
    assert not [*folder.rglob("*.pyc")]
    code = "from m44core import parts; import yaml; print(parts.WHERE, yaml.NAME, parts.__path__)"
    result = run_with_archive(folder, code)
    assert result.stdout == f"in the package yaml ['{folder}/m44core/parts']\n", result.stderr


def test_the_first_file_is_enough_for_the_modules_of_the_start(folder: Path) -> None:
    write_module_archive(folder, ["m44core", "m44core.parts"])
    (folder / "other-modules.archive").unlink()
    result = run_with_archive(folder, "from m44core import parts; print(parts.WHERE)")
    assert result.stdout == "in the package\n", result.stderr


def test_a_traceback_shows_the_lines_of_the_source(folder: Path) -> None:
    write_module_archive(folder)
    errors = run_with_archive(folder, "from m44core.parts.failing import fail; fail()").stderr
    assert f'File "{folder / "m44core" / "parts" / "failing.py"}", line 2, in fail' in errors
    assert "raise ValueError('as expected')" in errors


def test_resources_next_to_a_module_are_read(folder: Path) -> None:
    (folder / "m44core" / "list.txt").write_text("infantry")
    write_module_archive(folder)
    code = (
        "from importlib.resources import files; print((files('m44core') / 'list.txt').read_text())"
    )
    assert run_with_archive(folder, code).stdout == "infantry\n"


def test_without_the_archive_the_sources_are_compiled(folder: Path) -> None:
    write_module_archive(folder).unlink()
    code = f"sys.path.insert(0, {str(folder)!r}); from m44core import parts; print(parts.WHERE)"
    assert run_with_archive(folder, code).stdout == "in the package\n"
