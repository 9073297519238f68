"""Write to the standard output what the build keeps of the catalogue: its values.

``build_hook.py`` runs this; the core beside it is the one whose data files are read.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))

from m44core.catalogue.built import catalogue_bytes
from m44core.catalogue.catalogue_reader import read_catalogue
from m44core.catalogue.entries import DATA
from m44core.errors import CatalogueError

if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(catalogue_bytes(read_catalogue(DATA), DATA))
    except CatalogueError as error:
        sys.exit(f"{DATA}: {error}")
