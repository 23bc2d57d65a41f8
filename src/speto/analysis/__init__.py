"""What a played deal could teach: every decision judged by what its seat could know, in points and with reasons.

No hidden card enters a judgement: a decision is weighed on the view of its seat, in imagined worlds that look the
same. What the hidden cards truly were is told apart, as luck.
"""

from __future__ import annotations

from .analyse import analyse
from .types import FORMAT, Analysis, Decision, Option, Reason, SeatSum

__all__ = ["FORMAT", "Analysis", "Decision", "Option", "Reason", "SeatSum", "analyse"]
