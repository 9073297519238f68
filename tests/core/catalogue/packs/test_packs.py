"""User packs: custom pieces that are only data are recognized, drawn, checked and played."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.catalogue.catalogue_loader import base_catalogue, catalogue_with_packs
from m44core.catalogue.catalogue_types import Layer, UnitClass
from m44core.catalogue.packs.configured_packs import load_pack
from m44core.catalogue.packs.pack import FILE, PackError, read_pack
from m44core.drawing.board.piece_drawing import piece_icon
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.save import save
from m44core.resources import scenarios_folder, schema_folder
from m44core.validation.runner import CheckSettings, examine_scenario

ALPINE = scenarios_folder() / "packs" / "alpine"
SCENARIO = """
format: 1
board: {type: standard, face: winter}
briefing:
  first: top
  top: {side: axis, cards: 4, medals: 2}
  bottom: {side: allies, cards: 4, medals: 2}
hexes:
  C3: {terrain: alpine:glacier, unit: {is: american-infantry, badge: alpine:edelweiss}}
  G3: {unit: alpine:american-mule-team}
  G5: {terrain: alpine:pasture, structure: alpine:chalet, tags: [alpine:summit-cross]}
  G7: {unit: alpine:german-mule-team}
  K3: {unit: american-infantry, obstacle: alpine:snow-fence}
  C7: {unit: german-armor}
  K7: {unit: german-infantry}
"""


@pytest.fixture
def alps(tmp_path: Path) -> Path:
    """A scenario with pieces of the example pack, which is named in the ``m44.toml`` next to it."""
    shutil.copytree(ALPINE, tmp_path / "packs" / "alpine")
    (tmp_path / "m44.toml").write_text('packs = ["packs/alpine"]\n', encoding="utf-8")
    (tmp_path / "alps.yaml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path / "alps.yaml"


def copy_without_pack(scenario: Path) -> Path:
    """Return the path of a copy of a scenario in a folder that does not name the pack."""
    alone_folder = scenario.parent / "alone"
    alone_folder.mkdir(exist_ok=True)
    (alone_folder / ".git").mkdir(exist_ok=True)
    return Path(shutil.copy(scenario, alone_folder / scenario.name))


def diagnostic_codes(result: ReadResult) -> set[str]:
    assert result.scenario is not None
    findings = examine_scenario(result.scenario, CheckSettings(), result.origin)
    return {each.code for each in (*result.diagnostics, *findings.diagnostics)}


def test_the_pack_schema_is_valid_and_allows_the_example() -> None:
    schema = json.loads((schema_folder() / "pack.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert read_pack(ALPINE).title == "Alpine Pack"


def test_pieces_of_a_pack_follow_its_rules() -> None:
    catalogue = catalogue_with_packs([read_pack(ALPINE)])
    glacier = catalogue.by_key(Layer.TERRAIN, "alpine:glacier")
    assert glacier is not None
    assert glacier.terrain is not None
    assert UnitClass.ARTILLERY in glacier.terrain.impassable
    mules = catalogue.unit_profile("alpine:german-mule-team").rules
    assert mules is not None
    assert (mules.move_and_battle, mules.dice) == (1, (3, 2, 1))
    plain, mountain = (
        catalogue.unit_profile("infus", badge) for badge in (None, "alpine:edelweiss")
    )
    assert plain.rules is not None
    assert mountain.rules is not None
    assert (plain.rules.move_and_battle, mountain.rules.move_and_battle) == (1, 2)


def test_without_packs_the_catalogue_is_unchanged() -> None:
    before = dict(base_catalogue().elements)
    assert len(catalogue_with_packs([read_pack(ALPINE)]).elements) == len(before) + 9
    assert dict(base_catalogue().elements) == before


def test_a_file_is_read_with_the_packs_of_its_folder(alps: Path) -> None:
    result = read_file(alps)
    assert [pack.name for pack in result.catalogue.packs] == ["alpine"]
    assert diagnostic_codes(result).isdisjoint({"M021", "M036", "M101", "M106", "M112"})


def test_a_missing_pack_is_reported_once_and_the_file_keeps_everything(alps: Path) -> None:
    result = read_file(copy_without_pack(alps))
    assert "M106" in diagnostic_codes(result)
    assert diagnostic_codes(result).isdisjoint({"M021", "M101"})
    assert result.scenario is not None
    resaved_file = alps.parent / "again.yaml"
    save(result.scenario, resaved_file)
    assert read_file(resaved_file).scenario == result.scenario
    assert "alpine:chalet" in resaved_file.read_text("utf-8")
    assert "m44:" not in resaved_file.read_text("utf-8")


@pytest.mark.parametrize("ending", ["yaml", "json", "m44"])
@pytest.mark.parametrize("pack", [True, False], ids=["with the pack", "without it"])
def test_pieces_of_packs_survive_every_format(alps: Path, ending: str, pack: bool) -> None:
    result = read_file(alps if pack else copy_without_pack(alps))
    assert result.scenario is not None
    other_file = alps.parent / f"other.{ending}"
    save(result.scenario, other_file)
    reread = read_file(other_file)
    assert reread.scenario is not None
    assert reread.scenario.hexes == result.scenario.hexes


def test_a_scenario_with_a_pack_is_played_in_other_processes_too(alps: Path) -> None:
    command = [sys.executable, "-m", "m44core.cli.main"]
    run = "from m44core.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"
    arguments = ["play", alps.name, "--ai", "recruit", "--games", "4", "--jobs", "2", "--check"]
    command = [sys.executable, "-c", run, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, cwd=alps.parent, check=False)
    assert result.returncode == 0, result.stderr
    assert "not supported" not in result.stderr


def shapes_in(drawing: Drawing) -> Iterator[Shape]:
    for node in drawing:
        if isinstance(node, Group):
            yield from shapes_in(node.children)
        elif isinstance(node, Shape):
            yield node


def test_pieces_of_packs_have_their_picture_or_else_their_name(alps: Path) -> None:
    catalogue = read_file(alps).catalogue
    assert piece_icon("alpine:chalet", catalogue) != piece_icon("alpine:chalet", base_catalogue())
    assert any(
        shape.fill == "#5a3a22" for shape in shapes_in(piece_icon("alpine:chalet", catalogue))
    )
    inks = {
        nation: {
            shape.fill for shape in shapes_in(piece_icon(f"alpine:{nation}-mule-team", catalogue))
        }
        for nation in ("german", "american")
    }
    assert "side-ger-ink" in inks["german"]
    assert "side-us-ink" in inks["american"]


def test_a_pack_piece_can_borrow_a_built_in_picture(tmp_path: Path) -> None:
    content = {"moor": {"label": "Moor", "summary": "Open ground.", "like": "woods"}}
    catalogue = catalogue_with_packs([write_and_load_pack(tmp_path, {"terrain": content})])
    assert [*shapes_in(piece_icon("own:moor", catalogue))] == [
        *shapes_in(piece_icon("woods", catalogue))
    ]


def write_and_load_pack(folder: Path, content: dict[str, Any]) -> Any:  # noqa: ANN401 - a pack as written
    whole_content = {"pack": 1, "name": "own", "title": "Own", **content}
    (folder / FILE).write_text(json.dumps(whole_content), encoding="utf-8")
    return load_pack(folder)


BOMB = "a: &a [x]\n" + "".join(f"{k}: &{k} [{'*a, ' * 9}]\n" for k in "bcdefghij")
INVALID_PACKS = {
    "an unknown key": ("stop: all", "stopp: all", "line 15", "stopp"),
    "an unknown class": ("class: artillery", "class: gun", "line 58", "gun"),
    "no label": ("label: Chalet", "labl: Chalet", "line 25", "label"),
    "a picture outside": ("pictures/glacier.svg", "../glacier.svg", "line 14", "../glacier.svg"),
    "a picture that is missing": ("glacier.svg", "no.svg", "line 14", "no.svg"),
    "another edition": ("pack: 1", "pack: 2", "line 3", "pack"),
    "no YAML": ("terrain:", "terrain: [", "", "YAML"),
    "an anchor": ("title: Alpine", "title: &a Alpine", "line 5", "&"),
    "a bomb of aliases": ("terrain:", BOMB + "terrain:", "line 10", "&"),
    "a tag": ("stop: all", "stop: !!binary all", "line 17", "!"),
    "levels without end": ("stop: all", "stop: " + "[" * 50_000, "line 17", "levels"),
    "a key twice": ("title:", "name: own\ntitle:", "line 5", "name"),
    "a list as a key": ("stop: all", "[stop]: all", "line 17", "text"),
    "no number": ("stop: all", "stop: .nan", "line 17", ".nan"),
}


@pytest.mark.parametrize("name", INVALID_PACKS)
def test_an_error_in_a_pack_is_reported_with_its_line(name: str, tmp_path: Path) -> None:
    valid_text, invalid_text, line_text, error_part = INVALID_PACKS[name]
    shutil.copytree(ALPINE, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / FILE).read_text("utf-8")
    (tmp_path / FILE).write_text(text.replace(valid_text, invalid_text, 1), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        read_pack(tmp_path)
    assert line_text in str(caught.value)
    assert error_part in str(caught.value)


def test_an_unknown_badge_excludes_only_its_own_pack(alps: Path) -> None:
    lost_folder = alps.parent / "packs" / "lost"
    lost_folder.mkdir()
    special = {"label": "Lost", "summary": "Lost.", "badges": ["none"], "traits": {"move": 1}}
    with pytest.raises(PackError, match="own:lost"):
        catalogue_with_packs([write_and_load_pack(lost_folder, {"special": {"lost": special}})])
    names = 'packs = ["packs/lost", "packs/alpine"]\n'
    (alps.parent / "m44.toml").write_text(names, encoding="utf-8")
    result = read_file(alps)
    assert [pack.name for pack in result.catalogue.packs] == ["alpine"]
    assert [finding.code for finding in result.diagnostics] == ["M036"]


def test_a_pack_that_cannot_be_used_is_reported_and_the_file_opens(alps: Path) -> None:
    (alps.parent / "packs" / "alpine" / FILE).write_text("pack: 2\n", encoding="utf-8")
    result = read_file(alps)
    assert result.scenario is not None
    assert {"M036", "M106"} <= diagnostic_codes(result)


def test_a_pack_that_was_changed_is_read_again(tmp_path: Path) -> None:
    moor = {"label": "Moor", "summary": "Open ground.", "like": "woods"}
    write_and_load_pack(tmp_path, {"terrain": {"moor": moor}})
    catalogue = catalogue_with_packs(
        [write_and_load_pack(tmp_path, {"terrain": {"moor": moor, "wide-heath": moor}})]
    )
    assert catalogue.by_key(Layer.TERRAIN, "own:wide-heath")


def test_names_that_yaml_reads_as_booleans_or_numbers_stay_names(tmp_path: Path) -> None:
    text = "pack: 1\nname: own\ntitle: Own\nterrain:\n"
    text += "".join(f"  {name}: {{label: A, summary: A., like: woods}}\n" for name in ("no", "12"))
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    catalogue = catalogue_with_packs([read_pack(tmp_path)])
    assert catalogue.by_key(Layer.TERRAIN, "own:no")
    assert catalogue.by_key(Layer.TERRAIN, "own:12")


@pytest.mark.parametrize("seed", range(20))
def test_packs_damaged_anywhere_are_refused_or_used(seed: int, tmp_path: Path) -> None:
    shutil.copytree(ALPINE, tmp_path, dirs_exist_ok=True)
    rng = random.Random(seed)
    lines = (tmp_path / FILE).read_text("utf-8").splitlines()
    for _ in range(rng.randint(1, 3)):
        line_index = rng.randrange(len(lines))
        line = lines[line_index]
        damaged_lines = [
            "",
            line + " {",
            line.replace(":", ": [1, 2]", 1),
            "  - x",
            "\tx: 1",
            line * 2,
        ]
        lines[line_index] = rng.choice([*damaged_lines, line.replace("1", "9" * 30), line.strip()])
    (tmp_path / FILE).write_text("\n".join(lines), encoding="utf-8")
    with suppress(PackError):  # no other exception
        assert len(catalogue_with_packs([read_pack(tmp_path)]).packs) == 1
