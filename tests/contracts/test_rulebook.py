"""Every rule id cited in code, data, tests and documents is a statement of docs/rulebook."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.reference_data import PAGES, RULEBOOK, statement_ids, statements

REPOSITORY = Path(__file__).parents[2]
FOLDERS = ("core", "editor", "tests", "docs", "packaging")
ID = re.compile(r"[A-Z]+(?:-[A-Z][A-Z0-9]*)*-(?:\d+|[A-Z][A-Z0-9]+)")
CITED = re.compile(r"(?<![\w.-])(?:[A-Z]{1,4}-(?:[A-Z0-9]+-)*[A-Z0-9]+)(?:\.\.\d+)?(?![\w-])")
FAMILY = re.compile(r"-[^-]+$")
OTHER_WORDS = re.compile(  # encodings, formats, licenses, compass points, dates, strokes
    r"UTF-|SHA-|(?:L?GPL|LPPL|OFL|PSF)-\d|[NESW]+-[NESW]+$|[YA]{4}-MM-|A-(?:Z|WYZ)|[A-Z]-[A-Z]$|M-\d+$"
    r"|PDF-\d|BY-SA|JSON-LD|NO-BREAK|COPY-TO"
)
DRAWINGS = REPOSITORY / "core" / "m44core" / "drawing", REPOSITORY / "packaging"
KEPT_FOLDERS = {"golden", "editions"}  # files kept as they were, with the texts of scenarios
RECIPES = REPOSITORY / "docs" / "recipes.md"  # a recipe states the rule it cites
STROKE = re.compile(r"[A-Z]-\d+$")  # in the path of a drawing, where it is no rule


def citing_files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((REPOSITORY / folder).rglob("*")):
            is_kept = KEPT_FOLDERS & set(path.parts) or path == RECIPES
            if path.suffix in (".py", ".md", ".yaml") and not is_kept:
                yield path


def cited_rule_ids(path: Path) -> set[str]:
    """Return the rule ids cited in a file, including both ends of a range such as V-MED-01..07."""
    is_drawing = any(folder in path.parents for folder in DRAWINGS)
    citations = set()
    for word in CITED.findall(path.read_text(encoding="utf-8")):
        first, _, last = word.partition("..")
        if not OTHER_WORDS.match(first) and not (is_drawing and STROKE.match(first)):
            citations |= {first, FAMILY.sub(f"-{last}", first)} if last else {first}
    return citations


def id_prefixes(rule_ids: set[str]) -> set[str]:
    """Return the prefixes of ids: B-VAR-OVL and B-VAR for B-VAR-OVL-01."""
    families = {FAMILY.sub("", id_) for id_ in rule_ids}
    return families | {FAMILY.sub("", family) for family in families}


def test_every_citation_refers_to_a_statement_of_the_rulebook() -> None:
    stated_ids = set(statement_ids())
    known_ids = stated_ids | id_prefixes(stated_ids)
    unknown_citations = {
        str(path.relative_to(REPOSITORY)): unknown
        for path in citing_files()
        if (unknown := cited_rule_ids(path) - known_ids)
    }
    assert unknown_citations == {}


def test_some_citations_are_compared_with_the_rulebook() -> None:
    assert len(set().union(*map(cited_rule_ids, citing_files())) & set(statement_ids())) > 400


def test_no_two_statements_have_the_same_id() -> None:
    assert [id_ for id_, times in Counter(statement_ids()).items() if times > 1] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_statement_of_a_page_is_well_formed(page: Path) -> None:
    rules_of_page = dict(statements(page))
    lines = page.read_text(encoding="utf-8").splitlines()
    assert sum("**" in line for line in lines if line.startswith(("-", "*", "+"))) == len(
        rules_of_page
    )
    assert [id_ for id_ in rules_of_page if not ID.fullmatch(id_)] == []
    assert [id_ for id_, text in rules_of_page.items() if not text.endswith(".")] == []


def test_the_first_page_lists_every_other_page() -> None:
    text = (RULEBOOK / "README.md").read_text(encoding="utf-8")
    listed_pages = re.findall(r"^\| \[[^]]+\]\(([\w-]+\.md)\)", text, re.MULTILINE)
    assert sorted([*listed_pages, "README.md"]) == [page.name for page in sorted(PAGES)]
