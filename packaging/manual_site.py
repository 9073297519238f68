"""Build the manual as a site: ``python packaging/manual_site.py [OUTPUT]``.

One site for each language with a complete manual, with a page for every check, and one with further
reading: the documents of this repository in the order of README.md. MkDocs with the theme Material
builds them and fails on broken links. The sites need no server and load nothing from elsewhere.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

import yaml
from babel.messages.pofile import read_po

from m44core.cli.commands.explain import check_markdown
from m44core.findings.finding_kinds import FindingKind, all_kinds, finding_family
from m44core.findings.render_findings import SEVERITIES, kind_summary
from m44core.manual import CONTENTS_PAGE, manual_pages
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Renderer
from m44core.messages.renderers import renderer_in

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
MANUAL = DOCS / "manual"
TRANSLATIONS = DOCS / "manual-po"
"""The folder with the translations of the manual, made by po4a."""
SITE_FILES = DOCS / "manual-site"
"""The folder with the configuration, styles and scripts of the sites."""
OUTPUT = ROOT / "build" / "manual-site"
CHECK_LIST_PAGE = "all-checks.md"
"""The page that lists every check."""
REFERENCE = "reference"
"""The folder of the documents for further reading."""
_TITLES = {
    ENGLISH: (
        "M44 Workshop manual",
        "All checks",
        "Find a check by its code, its name or its words",
    ),
    "fr": (
        "Manuel de M44 Workshop",
        "Tous les contrôles",
        "Cherchez un contrôle par son code, son nom ou ses mots",
    ),
}
"""Texts that only the sites have: their title, and the title and first line of the check list."""
_LINK = re.compile(r"(!?)\[([^\]]+)\]\(([^)#\s]*)(#[^)]*)?\)")
_CODE = re.compile(r"\b([MP]\d{3})\b")
_RULE = re.compile(r"(?m)^- \*\*([A-Z][\w-]+)\*\*")
_ROOT_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
_ITEM = re.compile(r"^- (.*(?:\n  .*)*)", re.MULTILINE)

Navigation = list[dict[str, object]]
"""Titles with their page, or with the titles below them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build all sites, print the path of the first page, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("output", nargs="?", type=Path, default=OUTPUT)
    output = parser.parse_args(arguments).output.resolve()
    with tempfile.TemporaryDirectory() as folder:
        configurations = list(write_sources(Path(folder), output))
        with ThreadPoolExecutor() as executor:
            statuses = list(executor.map(build_site, configurations))
    write_entry_page(output)
    print(output / "index.html")
    return max(statuses)


def manual_languages() -> list[str]:
    """Return the languages with a complete manual, English first."""
    english = manual_pages(ENGLISH)
    return [
        code
        for code in languages()
        if all(page.path.parent.name == code for page in manual_pages(code).values())
        and len(manual_pages(code)) == len(english)
    ]


def write_sources(folder: Path, output: Path) -> Iterator[Path]:
    """Write the pages of every site below a folder, and yield the configurations for MkDocs."""
    for code in manual_languages():
        write_manual(folder / code / "pages", code)
        navigation = manual_navigation(code)
        yield write_configuration(folder / code, output / code, _TITLES[code][0], code, navigation)
    write_reference(folder / REFERENCE / "pages")
    title = "M44 Workshop in depth"
    site = output / REFERENCE
    yield write_configuration(folder / REFERENCE, site, title, ENGLISH, reference_navigation())


def write_configuration(
    folder: Path, site: Path, title: str, language: str, navigation: Navigation
) -> Path:
    """Write the configuration of a site, and return its path."""
    assets = folder / "pages" / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    for name in ("manual.css", "iframe-worker.js"):
        shutil.copy(SITE_FILES / name, assets)
    shutil.copy(ROOT / "packaging" / "m44-editor.svg", assets / "favicon.svg")
    configuration = {
        "INHERIT": str(SITE_FILES / "mkdocs.yml"),
        "site_name": title,
        "docs_dir": str(folder / "pages"),
        "site_dir": str(site),
        "theme": {"language": _theme_language(language)},
        "nav": navigation,
        "extra": {"alternate": list(_language_menu_entries())},
    }
    path = folder / "mkdocs.yml"
    path.write_text(yaml.safe_dump(configuration, allow_unicode=True, sort_keys=False), "utf-8")
    return path


def _theme_language(code: str) -> str:
    return {"zh-Hans": "zh", "zh-Hant": "zh-TW"}.get(code, code)


def _language_menu_entries() -> Iterator[Mapping[str, str]]:
    """Yield the entries of the menu of languages."""
    for code in manual_languages():
        name = languages()[code].name
        yield {"name": name, "link": f"../{code}/index.html", "lang": code}


def build_site(configuration: Path) -> int:
    """Build a site; return the exit status of MkDocs, and print its output if it fails."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    environment.pop("PYTHONWARNINGS", None)
    command += ["--config-file", str(configuration)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if run.returncode:
        print(run.stdout + run.stderr, file=sys.stderr)
    return run.returncode


def write_entry_page(output: Path) -> None:
    """Write the first page, with a link to the manual in each language."""
    links = "\n".join(
        f'<li><a href="{code}/index.html" lang="{code}">{escape(_TITLES[code][0])}</a></li>'
        for code in manual_languages()
    )
    incomplete = "".join(
        f'<li lang="{code}">{escape(languages()[code].name)}: {share} %</li>\n'
        for code, share in translated_percentages().items()
    )
    text = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_TITLES[ENGLISH][0]}</title>\n"
        "<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;"
        "padding:0 1rem;color-scheme:light dark}</style>\n"
        f"<h1>M44 Workshop</h1>\n<ul>\n{links}\n"
        f'<li><a href="{REFERENCE}/index.html">More, for authors and developers</a></li>\n</ul>\n'
        f"<h2>Translations under way</h2>\n<ul>\n{incomplete}</ul>\n"
    )
    output.mkdir(parents=True, exist_ok=True)
    (output / "index.html").write_text(text, "utf-8", newline="\n")


def translated_percentages() -> Mapping[str, int]:
    """Return the translated percentage of the manual in each incomplete language."""
    shares = {}
    for path in sorted(TRANSLATIONS.glob("*.po")):
        with path.open("rb") as file:
            entries = [entry for entry in read_po(file) if entry.id]
        shares[path.stem] = 100 * sum(bool(entry.string) for entry in entries) // len(entries)
    return shares


# --- the manual -----------------------------------------------------------------------


def write_manual(folder: Path, language: str) -> None:
    """Write the pages of the manual in a language, and a page for every check."""
    folder.mkdir(parents=True)
    pages = manual_pages(language)
    for name, page in pages.items():
        text = page.text.replace("](../pictures/", "](pictures/")
        (folder / f"{name}.md").write_text(text, "utf-8")
    shutil.copytree(MANUAL / "pictures", folder / "pictures")
    renderer = renderer_in(language)
    (folder / CHECK_LIST_PAGE).write_text(check_list_page(renderer), "utf-8")
    (folder / "checks").mkdir()
    for kind in all_kinds().values():
        text = with_check_links(check_markdown(kind, renderer, "#"), kind)
        text += f"\n\n[{_TITLES[language][1]}](../{CHECK_LIST_PAGE})\n"
        (folder / "checks" / f"{kind.code}.md").write_text(text, "utf-8")


def manual_navigation(language: str) -> Navigation:
    """Return the pages under the headings of the contents, with the list of the checks."""
    pages = manual_pages(language)
    contents: Navigation = [{pages[CONTENTS_PAGE].title: f"{CONTENTS_PAGE}.md"}]
    for heading, entries in re.findall(
        r"\*\*([^*]+)\*\*\n\n((?:- .*\n(?:  .*\n)*)+)", pages[CONTENTS_PAGE].text
    ):
        names = re.findall(r"\]\(([\w-]+)\.md\)", entries)
        below: Navigation = []
        for name in names:
            below.append({pages[name].title: f"{name}.md"})
            if name == "checks":
                below.append({_TITLES[language][1]: CHECK_LIST_PAGE})
        contents.append({heading: below})
    return contents


def check_list_page(renderer: Renderer) -> str:
    """Return the page that lists every check with its summary, under the titles of families."""
    _, title, about = _TITLES[renderer.language.code]
    parts = [f"# {title}", f"{about}."]
    for beginning, members in groupby(all_kinds().values(), key=lambda kind: kind.code[:2]):
        rows = "\n".join(_check_row(kind, renderer) for kind in members)
        parts.append(
            f"## {renderer.render(finding_family(beginning).title)}\n\n| | |\n|---|---|\n{rows}"
        )
    return "\n\n".join(parts) + "\n"


def _check_row(kind: FindingKind, renderer: Renderer) -> str:
    severity = renderer.render(SEVERITIES[kind.severities[0]])
    about = kind_summary(kind, renderer.language.code).replace("``", "`").replace("|", "\\|")
    return f"| [{kind.code}](checks/{kind.code}.md) *{severity}* | {about} |"


def with_check_links(text: str, kind: FindingKind) -> str:
    """Return the page of a check with links to other checks and to the rules it is based on."""

    def link(match: re.Match[str]) -> str:
        code = match[1]
        is_other_check = code in all_kinds() and code != kind.code
        return f"[{code}]({code}.md)" if is_other_check else code

    title, below = text.split("\n", 1)
    parts = re.split(r"(`[^`]*`)", below)
    linked = "".join(part if part.startswith("`") else _CODE.sub(link, part) for part in parts)
    for rule in kind.sources:
        linked = re.sub(rf"(?<![\w#\">-]){rule}(?![\w-])", _rule_link(rule), linked)
    return f"{title}\n{linked}"


def _rule_link(rule: str) -> str:
    place = rule_pages().get(rule)
    if place is None:
        return rule
    return f'<a href="../../{REFERENCE}/rulebook/{place}.html#{rule}">{rule}</a>'


@cache
def rule_pages() -> Mapping[str, str]:
    """Return the page of the rulebook that states each rule, by the id of the rule."""
    return {
        rule: page.stem
        for page in sorted((DOCS / "rulebook").glob("*.md"))
        for rule in _RULE.findall(page.read_text("utf-8"))
    }


# --- the documents for further reading -----------------------------------------------------


def write_reference(folder: Path) -> None:
    """Write the documents of the repository, without links to files that the site lacks."""
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("manual*", "boards"))
    (folder / "checks.md").unlink()  # the manual has a page of each
    for name in _ROOT_PAGES:
        target = "index.md" if name == "README.md" else name
        shutil.copy(ROOT / name, folder / target)
    for page in folder.rglob("*.md"):
        text = _with_site_links(page, folder)
        page.write_text(_RULE.sub(r'- <a id="\1"></a>**\1**', text), "utf-8")


def _with_site_links(page: Path, folder: Path) -> str:
    """Return a page whose links lead to pages of the sites; other links become plain text."""
    is_from_root = page.parent == folder and (page.name in _ROOT_PAGES or page.name == "index.md")
    base_folder = ROOT if is_from_root else DOCS / page.parent.relative_to(folder)

    def link(match: re.Match[str]) -> str:
        mark, text, target, anchor = match[1], match[2], match[3], match[4] or ""
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        linked_path = Path(os.path.normpath(base_folder / target))
        if linked_path == DOCS / "checks.md":
            linked_path = MANUAL / ENGLISH / CHECK_LIST_PAGE
        if MANUAL in linked_path.parents:
            address = linked_path.relative_to(MANUAL).with_suffix(".html").as_posix()
            up = "../" * (len(page.relative_to(folder).parts))
            return f'<a href="{up}{address}">{text}</a>'
        if (place := _site_path(linked_path)) and (folder / place).is_file():
            relative = os.path.relpath(folder / place, page.parent)
            return f"{mark}[{text}]({Path(relative).as_posix()}{anchor})"
        return text

    parts = re.split(r"(^```.*?^```$)", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return "".join(part if part.startswith("```") else _LINK.sub(link, part) for part in parts)


def _site_path(path: Path) -> Path | None:
    """Return the path of a file of the repository in the site; None if it is not included."""
    if path.parent == ROOT and path.name in _ROOT_PAGES:
        return Path("index.md" if path.name == "README.md" else path.name)
    return path.relative_to(DOCS) if DOCS in path.parents else None


def reference_navigation() -> Navigation:
    """Return the documents in the order of README.md, under its headings of readers."""
    readme = (ROOT / "README.md").read_text("utf-8")
    _, _, more = readme.partition("\n## More\n")
    more = re.split(r"(?m)^## ", more)[0]
    contents: Navigation = [{"M44 Workshop": "index.md"}]
    for heading, entries in re.findall(
        r"^(For .*):\n\n((?:- .*\n(?:  .*\n)*)+)", more, re.MULTILINE
    ):
        below: Navigation = []
        for entry in _ITEM.findall(entries):
            for text, target in re.findall(r"\[([^\]]+)\]\((?!docs/checks\.md)([^)#]+)\)", entry):
                below.append({" ".join(text.split()).capitalize(): target.removeprefix("docs/")})
        contents.append({heading: below})
    return contents


if __name__ == "__main__":
    sys.exit(main())
