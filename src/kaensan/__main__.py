"""`python -m kaensan`."""

import sys

from kaensan.cli import main

sys.exit(main())
