"""Rewrite docs/licences.md: the libraries the program uses or its packages contain, with licenses.

python packaging/licences_page.py
"""

from __future__ import annotations

from pathlib import Path

from m44core.io.files.save import write
from m44core.licences import installed_libraries
from package_formats.bundled import all_bundled_components

PAGE = Path(__file__).resolve().parent.parent / "docs" / "licences.md"
_HEAD = """\
# Licences of the libraries

M44 Workshop is released under the MIT licence. The libraries below are installed with it or with
one of its extras. Each row shows the licence that the package itself declares. Do not edit this
page: `packaging/licences_page.py` generates it.

| library | licence |
|---|---|
"""
_FONTS = """
## Fonts

Printed documents use [Noto Serif SC](https://github.com/notofonts/noto-cjk) for Chinese, in two
weights, under the SIL Open Font License 1.1. `core/m44core/publish/fonts` has the license; the
files contain only the characters that texts need. Libertinus Serif comes with Typst.
"""
_DATA = """
## Data

The outlines on the map of the war of a site (`core/m44core/site/data/coastlines.yaml`) are from
[Natural Earth](https://www.naturalearthdata.com), which is in the public domain. They were clipped
and simplified.
"""
_BUNDLED = """
## In packages that need no Python

The package for Debian, the archives, the AppImage and the installers also contain what follows.
The list comes from `packaging/bundled.toml`; the build fails if a library is not in it. The list of
components of a release (`m44-workshop-VERSION.cdx.json`, CycloneDX) has their versions. The texts
of the licences are in the `dist-info` folders of the bundle. [Replace Qt](packaging.md#replace-qt)
says how to use another Qt, as its licence allows you to.

| library or font | licence |
|---|---|
"""


def page_text() -> str:
    """Return the page, from the installed packages."""
    rows = (
        f"| {f'[{each.name}]({each.address})' if each.address else each.name} | {each.licence} |\n"
        for each in installed_libraries()
    )
    bundled = (
        f"| [{each.name}]({each.address}) | {each.licence} |\n" for each in all_bundled_components()
    )
    return "".join((_HEAD, *rows, _BUNDLED, *bundled, _FONTS, _DATA))


if __name__ == "__main__":
    write(page_text().encode(), PAGE, backup=False)
