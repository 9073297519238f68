"""The command line in the bundle."""

import sys

from module_archive import import_from_archive

import_from_archive(sys._MEIPASS)

from m44core.cli.start import main  # noqa: E402 - from the archive

sys.exit(main())
