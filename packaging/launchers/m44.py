"""The command line in the bundle."""

import sys

from m44core.cli.start import main

sys.exit(main())
