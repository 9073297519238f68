"""The installed libraries of the program, with the licenses that their packages declare."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from m44core.values import dataclass

PACKAGE = "m44-workshop"
_DISTRIBUTION_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_CLASSIFIER_PREFIX = "License :: "
_MAX_LICENCE_NAME = 60  # characters of a licence's name; longer ones are its text
_ADDRESS_LABELS = ("homepage", "home-page", "home", "repository", "source", "source code", "github")


@dataclass(frozen=True, slots=True)
class Library:
    """A library that is installed with the program.

    Attributes:
        name: Its name on the package index.
        licence: The name of its license; empty if the package does not declare one.
        address: Its web page; empty if the package does not declare one.
    """

    name: str
    licence: str
    address: str


def installed_libraries(package: str = PACKAGE) -> list[Library]:
    """Return the installed libraries that a package needs, directly or not, sorted by name.

    The package's own optional requirements are included. The list is empty if the package itself is
    not installed.
    """
    libraries: dict[str, Library] = {}
    try:
        queue = [*_requirements(distribution(package), include_optional=True)]
    except PackageNotFoundError:
        return []
    while queue:
        key = queue.pop()
        if key in libraries or key == _normalised_name(package):
            continue
        try:
            dist = distribution(key)
        except PackageNotFoundError:  # of an extra, or for another system
            continue
        libraries[key] = Library(dist.name, licence_of(dist), _web_page_address(dist))
        queue += _requirements(dist, include_optional=False)
    return [libraries[key] for key in sorted(libraries)]


def licence_of(dist: Distribution) -> str:
    """Return the name of a package's license from any suitable field; "" if there is none."""
    expression = _metadata_field(dist, "License-Expression")
    if expression:
        return expression
    licences = [
        each.rpartition(" :: ")[2]
        for each in dist.metadata.get_all("Classifier") or ()
        if each.startswith(_CLASSIFIER_PREFIX) and not each.endswith("OSI Approved")
    ]
    licence = " ".join(_metadata_field(dist, "License").split())
    return licence if licence and len(licence) <= _MAX_LICENCE_NAME else ", ".join(licences)


def _metadata_field(dist: Distribution, name: str) -> str:
    return str(dist.metadata[name] or "") if name in dist.metadata else ""


def _requirements(dist: Distribution, *, include_optional: bool) -> Iterator[str]:
    for line in dist.requires or ():
        name = _DISTRIBUTION_NAME.match(line)
        if name and (include_optional or "extra ==" not in line):
            yield _normalised_name(name[0])


def _normalised_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _web_page_address(dist: Distribution) -> str:
    pages = {}
    for line in dist.metadata.get_all("Project-URL") or ():
        label, _, address = line.partition(",")
        pages[label.strip().lower()] = address.strip()
    addresses = (pages[label] for label in _ADDRESS_LABELS if label in pages)
    return next(addresses, _metadata_field(dist, "Home-page") or next(iter(pages.values()), ""))
