"""The campaigns of a site: scenarios in the order in which they are played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from m44core.catalogue.search_words import fold_text
from m44core.messages.message import Value, label_with_text, message
from m44core.site.site_settings import RATINGS, SETTINGS, Campaign, SiteSettings
from m44core.suggestions import closest_match
from m44core.untrusted_files import parse_json, read_truncated

_MAX_BYTES = 4_000_000  # bytes: largest campaign file
_MARK = re.compile(rb'"campaignId"')
_NUMBER = re.compile(r"\d+")


def is_campaign(path: Path) -> bool:
    """Return whether a file is a campaign of the official editor, judging by its beginning."""
    if path.suffix.lower() != ".m44":
        return False
    try:
        return bool(_MARK.search(read_truncated(path, 4096)))
    except (OSError, ValueError):
        return False


def read_campaign(path: Path) -> tuple[Campaign, Sequence[str]] | None:
    """Return a campaign of the official editor and the numbers of its scenarios; None if damaged.

    The campaign names the scenarios by their titles.
    """
    try:
        tree: Any = parse_json(  # may be damaged: errors are caught below
            read_truncated(path, _MAX_BYTES)
        )
        scenario_entries = tree["scenarios"]
        titles = [str(title) for title in scenario_entries["name"]]
        numbers = [str(number) for number in scenario_entries["list"]]
        return Campaign(_campaign_title(tree) or path.stem, tuple(titles)), numbers
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _campaign_title(tree: Any) -> str:  # noqa: ANN401 - the content of a file
    texts = tree.get("text") or {}
    names = [texts.get("en", {}).get("name"), *(each.get("name") for each in texts.values())]
    return next((name.strip() for name in names if isinstance(name, str) and name.strip()), "")


def campaigns_of(
    settings: SiteSettings, files: Iterable[Path], names: Sequence[str]
) -> Iterator[Campaign]:
    """Yield the campaigns in the settings and in files, with the names of scenarios of the site.

    A campaign file lists scenarios by number and title, which are compared with file names.
    """
    names_by_short_name = {_comparable_name(name): name for name in reversed(names)}
    for campaign in settings.campaigns:
        yield Campaign(
            campaign.title,
            tuple(filter(None, (find_scenario_name(n, names) for n in campaign.scenarios))),
        )
    names_by_number = {m[0]: name for name in reversed(names) if (m := _NUMBER.match(_stem(name)))}
    for path in files:
        file_campaign = read_campaign(path)
        if file_campaign:
            campaign, numbers = file_campaign
            titles = (*campaign.scenarios, *[""] * len(numbers))
            found_names = (
                names_by_number.get(number) or names_by_short_name.get(_comparable_name(title))
                for number, title in zip(numbers, titles, strict=False)
            )
            yield Campaign(campaign.title, tuple(filter(None, found_names)))


def find_scenario_name(setting: str, names: Sequence[str]) -> str:
    """Return the scenario that a setting names, by path or file name; "" for none or several."""
    stem = setting.removeprefix("./")
    for name in names:
        if stem in (name, _without_suffix(name)):
            return name
    matches = [name for name in names if stem in (_stem(name), name.rpartition("/")[2])]
    return matches[0] if len(matches) == 1 else ""


def messages_about_unknown_names(settings: SiteSettings, names: Sequence[str]) -> Iterator[Value]:
    """Yield a message about each name in the settings that no scenario has."""
    rated_names = {name for name, details in settings.details.items() if details.rating}
    for name in settings.details:
        if not find_scenario_name(name, names):
            yield _unknown_name_message(RATINGS if name in rated_names else SETTINGS, name, names)
    for campaign in settings.campaigns:
        for name in campaign.scenarios:
            if not find_scenario_name(name, names):
                yield _unknown_name_message(SETTINGS, name, names)


def _unknown_name_message(file: str, name: str, names: Sequence[str]) -> Value:
    known_names = [_without_suffix(each) for each in names]
    similar_name = closest_match(name, known_names)
    hint = message(
        "write its path without the file extension, such as {example}", example=known_names[0]
    )
    if similar_name:
        hint = message("did you mean {word}?", word=similar_name)
    return label_with_text(
        file, message("there is no scenario {name!r}; {hint}", name=name, hint=hint)
    )


def _without_suffix(name: str) -> str:
    return name.rpartition(".")[0]


def _stem(name: str) -> str:
    return _without_suffix(name).rpartition("/")[2]


def _comparable_name(text: str) -> str:
    """Return the folded letters and digits of a title or file name, for comparison.

    Its folder, suffix and leading number are left out.
    """
    stem = text.rpartition("/")[2].removesuffix(".m44").removesuffix(".yaml")
    return re.sub("[^a-z0-9]+", "", fold_text(re.sub(r"^\d+[-_ ]+", "", stem)))
