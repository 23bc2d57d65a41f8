"""What a solver says when it will not."""

from __future__ import annotations

from speto.errors import SpetoError


class TooLarge(SpetoError):
    """This end of a deal is too large to be solved."""
