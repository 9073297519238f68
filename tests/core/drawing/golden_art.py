"""The golden art: one line per picture, which changes whenever the picture does.

    .venv/bin/python -m tests.core.drawing.golden_art [--against REVISION]

rewrites ``golden_art.yaml``, lists the pictures that were changed, added or removed, and shows them
on a page, ``build/golden_art.html``: as the revision (``HEAD``) draws them next to the current
drawing, in both themes. Look at the page before you commit.
"""

from __future__ import annotations

import argparse
import base64
import html
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from tests.core.drawing.golden_pictures import all_pictures
from tests.reference_data import load_yaml

COMMAND = ".venv/bin/python -m tests.core.drawing.golden_art"
GOLDEN = Path(__file__).with_suffix(".yaml")

_REPOSITORY = Path(__file__).parents[3]
_PAGE = _REPOSITORY / "build" / "golden_art.html"
_DIGITS = 12
_STYLE = (
    "body{font:14px sans-serif;background:#888;margin:1em}td{vertical-align:top;padding:4px}"
    "img{max-width:46vw;background:#efe6cf}th{text-align:left;padding:1em 4px 0}"
)

PicturesByName = Mapping[str, tuple[str, str]]  # SVG in daylight and in the dark theme, by name


def current_pictures() -> PicturesByName:
    """Return every picture in its current form."""
    return {name: (light, dark) for name, light, dark in all_pictures()}


def golden_entries(pictures_by_name: PicturesByName) -> dict[str, str]:
    """Return the entries of the golden file for some pictures, keyed by their names.

    Each is a short digest for every theme.
    """
    return {
        name: " ".join(sha256(svg.encode()).hexdigest()[:_DIGITS] for svg in themes)
        for name, themes in sorted(pictures_by_name.items())
    }


def read_golden() -> dict[str, str]:
    """Return the entries of the golden file, keyed by picture; empty if there is no file."""
    golden: dict[str, str] = load_yaml(GOLDEN) if GOLDEN.exists() else {}
    return golden


def picture_changes(
    golden: Mapping[str, str], current_entries: Mapping[str, str]
) -> dict[str, str]:
    """Return ``changed``, ``added`` or ``gone`` for each picture that differs."""
    return {
        name: "gone" if name not in current_entries else "changed" if name in golden else "added"
        for name in sorted(golden.keys() | current_entries.keys())
        if golden.get(name) != current_entries.get(name)
    }


def _write_golden(entries: Mapping[str, str]) -> None:
    lines = (
        f"{json.dumps(name, ensure_ascii=False)}: {entry}\n" for name, entry in entries.items()
    )
    GOLDEN.write_text(f"# Written by: {COMMAND}\n{''.join(lines)}", "utf-8")


def _pictures_at(revision: str, names: Iterable[str]) -> PicturesByName:
    """Return the named pictures that exist in a scratch copy of a revision, as drawn there.

    If drawing fails, report that and return nothing.
    """
    with tempfile.TemporaryDirectory(prefix="m44-art-") as folder:
        archive = ["git", "archive", revision, "core", "tests", "schema", "scenarios"]
        tree = subprocess.run(archive, cwd=_REPOSITORY, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x"], cwd=folder, input=tree, check=True)
        command = [sys.executable, "-m", "tests.core.drawing.golden_art", "--draw"]
        environment = {**os.environ, "PYTHONPATH": str(Path(folder, "core"))}
        run = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    if run.returncode:
        print(f"{revision} cannot draw its pictures, so only the new ones are shown:\n{run.stderr}")
        return {}
    drawn_pictures: PicturesByName = json.loads(run.stdout)
    return {name: drawn_pictures[name] for name in names if name in drawn_pictures}


def comparison_page(
    differences: Mapping[str, str], before: PicturesByName, after: PicturesByName, revision: str
) -> str:
    """Return an HTML page with the pictures of a revision next to the current drawings."""
    rows = (
        _html_rows(name, change, before.get(name), after.get(name))
        for name, change in differences.items()
    )
    return (
        f"<!doctype html><meta charset='utf-8'><title>Art</title><style>{_STYLE}</style>\n"
        f"<p>Left: {html.escape(revision)}. Right: now.</p>\n<table>\n{''.join(rows)}</table>\n"
    )


def _html_rows(
    name: str, change: str, old: tuple[str, str] | None, new: tuple[str, str] | None
) -> str:
    themes = zip(old or ("", ""), new or ("", ""), strict=True)
    pairs = (f"<tr><td>{_html_image(before)}<td>{_html_image(after)}\n" for before, after in themes)
    return f"<tr><th colspan=2>{html.escape(name)}: {change}\n{''.join(pairs)}"


def _html_image(svg: str) -> str:
    """Return an HTML image with its own ids for a picture; ``none`` if there is no picture."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}">' if svg else "none"


def main() -> None:
    """Rewrite the golden file and write the page if anything differs.

    With ``--draw``, only print every picture as JSON.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="HEAD", metavar="REVISION", help="what is shown left")
    parser.add_argument("--draw", action="store_true", help="print every picture as JSON")
    arguments = parser.parse_args()
    current = current_pictures()
    if arguments.draw:
        json.dump(current, sys.stdout)
        return
    entries = golden_entries(current)
    differences_ = picture_changes(read_golden(), entries)
    for name, change in differences_.items():
        print(f"{change:<8} {name}")
    if differences_:
        _write_golden(entries)
        changed_names = [name for name, change in differences_.items() if change != "added"]
        earlier = _pictures_at(arguments.against, changed_names) if changed_names else {}
        _PAGE.parent.mkdir(exist_ok=True)
        _PAGE.write_text(
            comparison_page(differences_, earlier, current, arguments.against), "utf-8"
        )
        print(f"{len(differences_)} of {len(entries)} pictures differ; look at {_PAGE}")


if __name__ == "__main__":
    main()
