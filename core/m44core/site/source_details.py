"""The sources of a site with the details and campaigns in its settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path, PurePosixPath

from m44core.site.campaigns import campaigns_of, find_scenario_name
from m44core.site.site_files import PageRecord, SiteRecord
from m44core.site.site_settings import Campaign, ScenarioDetails, SiteSettings
from m44core.site.sources import (
    PRINTS,
    CampaignNeighbour,
    CampaignStage,
    PageSource,
    TypesetFiles,
    file_content_or_empty,
)


def with_details(
    sources: Sequence[PageSource], settings: SiteSettings, campaign_files: Iterable[Path]
) -> list[PageSource]:
    """Return sources with their details and stages, which affect their digests.

    Args:
        sources: The sources.
        settings: The settings of the site.
        campaign_files: Campaign files of the official editor.
    """
    names = [source.name for source in sources]
    details: dict[str, ScenarioDetails] = {}
    for name, scenario_details in settings.details.items():
        full_name = find_scenario_name(name, names)
        details[full_name] = scenario_details.merged(details.get(full_name, ScenarioDetails()))
    stages: dict[str, list[CampaignStage]] = {}
    by_name = {source.name: source for source in sources}
    for campaign in campaigns_of(settings, campaign_files, names):
        for name, stage in _stages(campaign, by_name):
            stages.setdefault(name, []).append(stage)
    return [
        _with_details(source, details.get(source.name), tuple(stages.get(source.name, ())))
        for source in sources
    ]


def with_prints(sources: Iterable[PageSource], record: SiteRecord) -> list[PageSource]:
    """Return sources with the typeset files of the last run, which may be used again."""
    return [
        replace(source, prints=_prints_of_page(record.pages[source.slug]))
        if source.slug in record.pages
        else source
        for source in sources
    ]


def _prints_of_page(page: PageRecord) -> TypesetFiles:
    names = {PurePosixPath(name).name: digest for name, digest in page.files.items()}
    return TypesetFiles(page.prints_digest, {name: names[name] for name in PRINTS if name in names})


def _stages(
    campaign: Campaign, sources: Mapping[str, PageSource]
) -> Iterator[tuple[str, CampaignStage]]:
    names = [*dict.fromkeys(campaign.scenarios)]
    neighbours = [None, *(CampaignNeighbour(sources[n].path, sources[n].slug) for n in names), None]
    if len(names) > 1:
        for number, name in enumerate(names, start=1):
            before, after = neighbours[number - 1], neighbours[number + 1]
            yield name, CampaignStage(campaign.title, number, len(names), before, after)


def _with_details(
    source: PageSource, details: ScenarioDetails | None, stages: tuple[CampaignStage, ...]
) -> PageSource:
    if details is None and not stages:
        return source
    digest = sha256(source.digest.encode())
    digest.update(repr(details).encode("utf-8", "backslashreplace"))
    for stage in stages:
        stage_values = stage.campaign, stage.number, stage.count
        digest.update(repr(stage_values).encode("utf-8", "backslashreplace"))
        for other in (stage.before, stage.after):
            if other:
                digest.update(_title_lines(other.path) + other.slug.encode())
            digest.update(b";")
    return replace(
        source, details=details or ScenarioDetails(), stages=stages, digest=digest.hexdigest()
    )


def _title_lines(path: str) -> bytes:
    """Return the lines of a scenario file that may contain its title, which links show."""
    return b"\n".join(
        line for line in file_content_or_empty(Path(path)).splitlines() if b"name" in line
    )
