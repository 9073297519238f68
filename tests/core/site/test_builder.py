"""Building: only changed pages, atomically and reproducibly, without touching foreign files."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.core.site.conftest import SCENARIO_NAMES, Build
from tests.core.site.pages import ParsedPage, file_digests

from m44core.cli.main import main
from m44core.errors import WriteError
from m44core.messages.renderers import renderer_in
from m44core.site.builder import build_site
from m44core.site.scenario_page import PageResult
from m44core.site.site_files import RECORD, SiteRecord, prepare_output
from m44core.site.site_settings import SiteOptions

SITE = Path("out")


def changed_files(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """Return the files that were added, removed or changed."""
    return {name for name, _ in before.items() ^ after.items()}


def test_the_same_folder_gives_the_same_bytes_in_any_number_of_processes(
    copied_collection: Path, tmp_path: Path
) -> None:
    for number in ("1", "2"):
        out = str(tmp_path / f"by-{number}")
        assert main(["site", str(copied_collection), out, "--no-pdf", "--jobs", number]) == 0
    assert file_digests(tmp_path / "by-1") == file_digests(tmp_path / "by-2")


def test_only_changed_pages_are_rebuilt(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    build(copied_collection)
    before = file_digests(tmp_path / SITE)
    file = copied_collection / "arracourt.yaml"
    file.write_text(file.read_text("utf-8").replace("brouillard", "brume"), "utf-8")
    capsys.readouterr()
    build(copied_collection)
    assert "1 of them rebuilt" in capsys.readouterr().out
    rebuilt_pages = {
        name
        for name in changed_files(before, file_digests(tmp_path / SITE))
        if "scenarios/" in name
    }
    page = "scenarios/arracourt/"
    assert rebuilt_pages == {f"{page}index.html", f"{page}arracourt.yaml", f"{page}arracourt.m44"}


def test_an_incremental_build_equals_a_full_build(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    build(copied_collection)
    (copied_collection / "kollaa.yaml").unlink()
    build(copied_collection)
    assert (
        main(["site", str(copied_collection), str(tmp_path / "anew"), "--no-pdf", "--jobs", "1"])
        == 0
    )
    assert file_digests(tmp_path / SITE) == file_digests(tmp_path / "anew")


def test_the_page_of_a_removed_scenario_is_removed(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    build(copied_collection)
    (copied_collection / "kollaa.yaml").unlink()
    build(copied_collection)
    assert not (tmp_path / SITE / "scenarios/kollaa").exists()
    assert "kollaa" not in (tmp_path / SITE / "index.html").read_text("utf-8").lower()


def test_foreign_files_are_kept(copied_collection: Path, tmp_path: Path, build: Build) -> None:
    build(copied_collection)
    foreign_files = [tmp_path / SITE / "CNAME", tmp_path / SITE / "scenarios/kollaa/photo.jpg"]
    for other in foreign_files:
        other.write_text("mine", "utf-8")
    (copied_collection / "kollaa.yaml").unlink()
    build(copied_collection)
    assert all(other.read_text("utf-8") == "mine" for other in foreign_files)
    assert not (tmp_path / SITE / "scenarios/kollaa/index.html").exists()


def test_a_page_edited_by_hand_is_kept_and_reported(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    build(copied_collection)
    page = tmp_path / SITE / "scenarios/kollaa/index.html"
    page.write_text("my own words", "utf-8")
    (copied_collection / "kollaa.yaml").unlink()
    build(copied_collection)
    assert page.read_text("utf-8") == "my own words"
    assert "scenarios/kollaa/index.html was changed" in capsys.readouterr().err


def test_a_foreign_file_at_the_target_stops_the_build(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / SITE).mkdir()
    (tmp_path / SITE / "index.html").write_text("mine", "utf-8")
    assert build(copied_collection) == 2
    assert "index.html exists and does not belong to this site" in capsys.readouterr().err
    assert file_digests(tmp_path / SITE).keys() == {"index.html"}


def test_missing_files_are_written_again(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    build(copied_collection)
    before = file_digests(tmp_path / SITE)
    (tmp_path / SITE / "scenarios/kollaa/map.svg").unlink()
    build(copied_collection)
    assert file_digests(tmp_path / SITE) == before


def test_broken_files_are_left_out_and_reported_at_the_end(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (copied_collection / "broken.m44").write_text("{", "utf-8")
    (copied_collection / "empty.m44").write_bytes(b"")
    assert build(copied_collection) == 1
    errors = capsys.readouterr().err
    assert "broken.m44: " in errors
    assert "empty.m44: " in errors
    assert len(ParsedPage(tmp_path / SITE / "index.html").find_all("li", **{"class": "card"})) == 5


def test_an_unreplayable_game_is_reported_but_its_page_is_built(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (copied_collection / "kollaa.txt").write_text(
        "# M44 Workshop game\nrules: 2\n\nmove Z9 Z8\n", "utf-8"
    )
    for _ in range(2):  # a page that is kept still lacks it
        assert build(copied_collection) == 1
        assert "kollaa.txt" in capsys.readouterr().err
    page = ParsedPage(tmp_path / SITE / "scenarios/kollaa/index.html")
    assert any("cannot be replayed" in text for text in page.texts)


def test_two_formats_of_a_scenario_have_one_page(
    copied_collection: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["convert", str(copied_collection / "kollaa.yaml"), str(copied_collection / "kollaa.m44")])
    assert build(copied_collection) == 0
    assert "kollaa.m44 is the same scenario in another format" in capsys.readouterr().err
    assert len(ParsedPage(tmp_path / SITE / "index.html").find_all("li", **{"class": "card"})) == 5


def test_a_site_can_be_in_the_folder_of_its_scenarios(copied_collection: Path) -> None:
    arguments = [
        "site",
        str(copied_collection),
        str(copied_collection / "site"),
        "--no-pdf",
        "--jobs",
        "1",
    ]
    assert main(arguments) == 0
    first = file_digests(copied_collection / "site")
    assert main(arguments) == 0
    assert file_digests(copied_collection / "site") == first


def test_a_site_cannot_be_written_among_its_scenarios(
    copied_collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file_digests(copied_collection)
    assert main(["site", str(copied_collection), str(copied_collection), "--no-pdf"]) == 2
    assert "the site cannot be written into the scenario folder" in capsys.readouterr().err
    assert file_digests(copied_collection) == before


def test_a_folder_that_cannot_be_created_is_reported(
    copied_collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    for out, message in (
        ("file/out", "cannot create the folder"),
        ("file", "is a file; choose a folder"),
    ):
        assert (
            main(["site", str(copied_collection), str(tmp_path / out), "--no-pdf", "--jobs", "1"])
            == 2
        )
        assert message in capsys.readouterr().err
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_a_read_only_folder_is_reported(
    tmp_path: Path, without_root_rights: Callable[[], AbstractContextManager[None]]
) -> None:
    with (
        without_root_rights(),
        pytest.raises(WriteError, match=r"cannot create the folder .*: permission denied"),
    ):
        prepare_output(tmp_path / "out", SiteRecord(), ["index.html"])


def test_a_full_disk_is_reported_and_the_next_run_completes_the_site(
    copied_collection: Path,
    tmp_path: Path,
    build: Build,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The disk is full from the eighth file on."""
    write_numbers = iter(range(1000))
    original_mkstemp = tempfile.mkstemp

    def fail_from_eighth_file(prefix: str, suffix: str, dir: Path) -> tuple[int, str]:  # noqa: A002 - as tempfile names it
        if next(write_numbers) > 6:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return original_mkstemp(prefix=prefix, suffix=suffix, dir=dir)

    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", fail_from_eighth_file)
        assert build(copied_collection) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert not list((tmp_path / SITE).rglob("*.tmp"))
    (copied_collection / "arracourt.yaml").unlink()
    assert build(copied_collection) == 0
    assert (
        main(["site", str(copied_collection), str(tmp_path / "anew"), "--no-pdf", "--jobs", "1"])
        == 0
    )
    assert file_digests(tmp_path / SITE) == file_digests(tmp_path / "anew")


@pytest.mark.parametrize("damage", ["", "[]", '{"form": 99}', '{"form": 1, "pages": 3}'])
def test_a_damaged_record_does_not_allow_overwriting_files(
    damage: str, copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    build(copied_collection)
    (tmp_path / SITE / RECORD).write_text(damage, "utf-8")
    before = file_digests(tmp_path / SITE)
    assert build(copied_collection) == 2
    assert file_digests(tmp_path / SITE) == before


def test_files_outside_the_site_in_a_record_are_not_removed(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    build(copied_collection)
    victim = tmp_path / "victim.txt"
    victim.write_text("mine", "utf-8")
    path = tmp_path / SITE / RECORD
    record = json.loads(path.read_text("utf-8"))
    record["files"]["../victim.txt"] = file_digests(tmp_path)["victim.txt"]
    record["begun"] = ["../victim.txt", str(victim)]
    path.write_text(json.dumps(record), "utf-8")
    build(copied_collection)
    assert victim.read_text("utf-8") == "mine"


def test_empty_and_missing_folders_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    for folder in ("empty", "gone"):
        assert main(["site", str(tmp_path / folder), str(tmp_path / SITE)]) == 2
    errors = capsys.readouterr().err
    assert "there is no scenario" in errors
    assert "does not exist or cannot be read" in errors


@pytest.mark.parametrize(
    "address", ["example.org", "javascript:alert(1)", 'https://a/"><script>', "https:///x", "//x"]
)
def test_an_invalid_site_address_is_refused(
    address: str, copied_collection: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(copied_collection, "--url", address) == 2
    assert "is not a web address; it must start with https:// or http://" in capsys.readouterr().err


def test_site_yaml_sets_the_title_and_the_excluded_files(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    (copied_collection / "site.yaml").write_text(
        "title: Our Battles\nabout: |\n  First.\n  Second.\nleave-out: ['sword*', '*/no*']\n",
        "utf-8",
    )
    assert build(copied_collection) == 0
    page = ParsedPage(tmp_path / SITE / "index.html")
    assert "Our Battles" in page.texts
    assert {"First.", "Second."} <= {text.strip() for text in page.texts}
    assert len(page.find_all("li", **{"class": "card"})) == 4


def test_an_invalid_site_yaml_is_reported(
    copied_collection: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (copied_collection / "site.yaml").write_text("titel: x\n", "utf-8")
    assert build(copied_collection) == 2
    assert "site.yaml:1: unknown key 'titel'; the known keys are title" in capsys.readouterr().err


def test_a_missing_jinja_package_is_reported(
    copied_collection: Path,
    build: Build,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("m44core.html_templates.find_spec", lambda _: None)
    assert build(copied_collection) == 2
    assert "m44-workshop[site]" in capsys.readouterr().err


def test_a_changed_template_rebuilds_every_page(
    copied_collection: Path, tmp_path: Path, build: Build
) -> None:
    build(copied_collection)
    template_folder = tmp_path / "own"
    template_folder.mkdir()
    (template_folder / "scenario.html").write_text("<p>{{ entry.title }}</p>", "utf-8")
    (template_folder / "flag.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    assert build(copied_collection, "--template", str(template_folder)) == 0
    assert (tmp_path / SITE / "scenarios/kollaa/index.html").read_text("utf-8") == "<p>Kollaa</p>"
    assert (tmp_path / SITE / "assets/flag.svg").is_file()
    shutil.rmtree(template_folder)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<p>\n{% if %}", "scenario.html, line 2: "),
        ("<p>\n\n{{ entry.nothing }}", "scenario.html, line 3: "),
        ("{{ 1 / 0 }}", "scenario.html, line 1: "),
        ("{% include 'gone.html' %}", "gone.html"),
        ("{{ ''.__class__.__mro__ }}", "scenario.html, line 1: "),
    ],
)
def test_a_mistake_in_a_template_is_reported_with_its_line(
    text: str,
    sentence: str,
    copied_collection: Path,
    tmp_path: Path,
    build: Build,
    capsys: pytest.CaptureFixture[str],
) -> None:
    template_folder = tmp_path / "own"
    template_folder.mkdir()
    (template_folder / "scenario.html").write_text(text, "utf-8")
    assert build(copied_collection, "--template", str(template_folder)) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("damage", [{"facets": None}, {"nations": 3}, {"title": 5}])
def test_a_page_that_cannot_be_listed_is_skipped_and_built_again(
    damage: dict[str, object],
    copied_collection: Path,
    tmp_path: Path,
    build: Build,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    build(copied_collection)
    digests_before = file_digests(tmp_path / SITE)
    record = tmp_path / SITE / RECORD
    data = json.loads(record.read_text("utf-8"))
    page = next(page for page in data["pages"].values() if page["entry"]["name"] == "kollaa.yaml")
    page["entry"] |= damage
    record.write_text(json.dumps(data), "utf-8")
    capsys.readouterr()
    assert (
        main(["site", str(copied_collection), str(tmp_path / SITE), "--no-pdf", "--jobs", "1"]) == 2
    )
    assert "m44: kollaa.yaml: " in capsys.readouterr().err
    index = (tmp_path / SITE / "index.html").read_text("utf-8")
    assert "scenarios/arracourt/" in index
    assert "scenarios/kollaa/" not in index
    build(copied_collection)
    assert file_digests(tmp_path / SITE).keys() == digests_before.keys()
    assert "scenarios/kollaa/" in (tmp_path / SITE / "index.html").read_text("utf-8")


@pytest.mark.parametrize("command", ["site {} out --no-pdf --jobs 1", "library {}", "check {}"])
def test_every_command_reports_a_damaged_configuration_in_the_same_words(
    command: str,
    copied_collection: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (copied_collection / "m44.toml").write_text("[check\n", "utf-8")
    status = main(command.format(copied_collection).split())
    output = capsys.readouterr()
    assert status == (1 if command.startswith("site") else 2)
    (line,) = [line for line in output.err.splitlines() if "m44.toml" in line]
    assert line.startswith(f"m44: {copied_collection / 'm44.toml'}")
    if command.startswith("site"):
        assert "scenarios/arracourt/" in (tmp_path / "out/index.html").read_text("utf-8")
    if command.startswith("library"):
        assert "arracourt.yaml" in output.out


def test_a_file_that_vanishes_during_the_build_is_skipped(
    copied_collection: Path, tmp_path: Path
) -> None:
    def delete_file_at_start(_: int) -> Callable[[], None]:
        return lambda: (copied_collection / "sword-beach.yaml").unlink(missing_ok=True)

    site_options = SiteOptions(out=tmp_path / SITE, title="Battles")

    @contextmanager
    def vanishing_iterator(
        work: Callable[..., PageResult],
        on_lost: Callable[..., PageResult],
        *argument_lists: Sequence[Any],
    ) -> Iterator[Iterator[PageResult]]:
        yield map(work, *argument_lists)

    built_site = build_site(
        copied_collection, site_options, vanishing_iterator, delete_file_at_start
    )
    (message_text,) = (renderer_in("en").render(each) for each in built_site.left_out)
    assert message_text.startswith("sword-beach.yaml: There is no file")
    assert built_site.pages == len(SCENARIO_NAMES) - 1
    assert "scenarios/arracourt/" in (tmp_path / SITE / "index.html").read_text("utf-8")
    assert "sword-beach" not in (tmp_path / SITE / "index.html").read_text("utf-8")
