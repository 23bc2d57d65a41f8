"""``python -m speto``: the command line."""

import sys

from speto.cli import main

if __name__ == "__main__":
    sys.exit(main())
