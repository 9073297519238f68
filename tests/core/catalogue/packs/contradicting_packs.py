"""Two packs with the same name and different content, each with its own scenario."""

from __future__ import annotations

from pathlib import Path

NAMES = ("east", "west")
MOOR = {
    "east": "    label: Eastern moor\n    effect: {impassable: [infantry, armor, artillery]}\n",
    "west": "    label: Western moor\n    effect: {dice_against: {infantry: -2}}\n",
}
"""The terrain rules of ``own:moor`` in each pack."""

GUARDS = {"east": 2, "west": 5}
"""The number of figures of ``own:german-guard`` in each pack."""

FACINGS = {"east": "road", "west": "river"}
"""The network that the tile ``own:lane`` joins in each pack."""

COLOURS = {"east": "#aa0000", "west": "#0000aa"}

SCENARIO = """
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 4, medals: 2}
  bottom: {side: allies, cards: 4, medals: 2}
hexes:
  g4: {terrain: own:moor}
  G5: {unit: {is: own:german-guard, figures: 5}}
  C5: {terrain: {is: own:lane, facing: sw-ne}}
  G7: {unit: american-infantry}
  C3: {unit: german-infantry}
"""


def square_svg(colour: str) -> str:
    """Return the SVG of a square in a color."""
    square = f'<rect width="100" height="100" fill="{colour}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{square}</svg>'


def pack_text(name: str) -> str:
    """Return the ``pack.yaml`` of one of the two packs."""
    return f"""pack: 1
name: own
title: Pack of the {name}
terrain:
  moor:
{MOOR[name]}    summary: Ground.
    picture: moor.svg
  lane:
    label: Lane of the {name}
    summary: Open ground.
    like: woods
    network: {FACINGS[name]}
    shape: straight
units:
  guard:
    label: guard
    summary: Guards.
    class: infantry
    figures: {GUARDS[name]}
    nations: [german]
    abilities: {{move: 2, move_and_battle: 1, dice: [3, 2, 1]}}
"""


def write_packs(folder: Path) -> tuple[Path, Path]:
    """Write both packs below a folder, each with the same scenario; return the scenario files."""
    files = []
    for name in NAMES:
        pack = folder / name / "pack"
        pack.mkdir(parents=True)
        (pack / "pack.yaml").write_text(pack_text(name), encoding="utf-8")
        (pack / "moor.svg").write_text(square_svg(COLOURS[name]), encoding="utf-8")
        (folder / name / "m44.toml").write_text('packs = ["pack"]\n', encoding="utf-8")
        files.append(folder / name / "battle.yaml")
        files[-1].write_text(SCENARIO, encoding="utf-8")
    east, west = files
    return east, west
