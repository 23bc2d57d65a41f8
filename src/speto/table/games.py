"""What a page shows of a game. A game's own part is ``speto.<game>.wire``; a game without it is played all the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from speto.protocol.messages import DealResult, DummyView, Own, Previewed


class Page(Protocol):
    """How one game looks on a page: the functions of its module ``wire``.

    None of them is given more than a seat's view, but for deals that are over.
    """

    def deal_view(self, view: Any, number: int, drawn: str = "", public: DummyView | None = None) -> DummyView:
        """A deal as a viewer sees it, which is the match's deal of that number.

        ``drawn`` is what only the viewer was told in this turn. ``public`` is what a spectator sees at the same
        moment, if that is at hand: then only the viewer's own part is worked out.
        """

    def own(self, view: Any, drawn: str = "") -> Own:
        """What of a deal is the viewer's alone.

        An action changes it for the seat that acts and for the one that is to act then, and for nobody else.
        """

    def open_text(self, deal: DummyView) -> str:
        """The text of a deal for hashing (``docs/protocol.md``, "The view's hash"), as far as all see it."""

    def own_text(self, deal: DummyView | Own) -> str:
        """The rest of that text: the viewer's own part."""

    def preview(self, view: Any, actions: Sequence[str], number: int, drawn: str = "") -> Previewed:
        """What a draft of the viewer's leads to; its ``id`` is left empty."""

    def result(self, state: Any) -> DealResult:
        """A deal that is over."""

    def open_view(self, state: Any, number: int) -> DummyView:
        """A deal with every hand in ``shown``: for replays of deals that are over."""


@lru_cache
def page_of(game: str) -> Page | None:
    """The page part of a game, None if it has none."""
    name = f"speto.{game}.wire"
    try:
        if find_spec(name) is None:
            return None
    except ModuleNotFoundError:
        return None
    page: Page = import_module(name)
    return page
