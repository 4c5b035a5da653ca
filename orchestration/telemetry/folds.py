"""The folds of the runs that this process tells of, each up to the record that was read last.

One that is not there is begun from the first record: what earlier holders of the run told of is folded again
and told of by them alone.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from baton.telemetry.span import Span
from orchestration.engine.spans.fold import SpanFold
from orchestration.telemetry.marks import Mark
from orchestration.telemetry.reading import Found, Wanted

MOST = 4_000


@dataclass(slots=True)
class _Held:
    fold: SpanFold | None
    """None: the trace is not sampled."""
    seq: int = 0


class Folds:
    """The runs held last; the fold of one that was pushed out is begun again."""

    def __init__(
        self, is_sampled: Callable[[str], bool], *, with_content: bool = False, most: int = MOST
    ) -> None:
        self._is_sampled = is_sampled
        self._with_content = with_content
        self._most = most
        self._held: OrderedDict[str, _Held] = OrderedDict()

    def wants(self, mark: Mark) -> Wanted:
        held = self._held.get(mark.run)
        return Wanted(mark.run, held.seq if held else 0, mark.last)

    def tell(self, mark: Mark, found: Found) -> list[Span]:
        """The spans of a run that its new records make this process's to tell."""
        held = self._held.get(mark.run)
        if held is None:
            fold = None
            if self._is_sampled(found.trace_id):
                fold = SpanFold(
                    mark.run,
                    found.trace_id,
                    organization_id=mark.organization,
                    with_content=self._with_content,
                )
            held = self._held[mark.run] = _Held(fold)
        spans: list[Span] = []
        for record in found.records:
            if held.fold is not None:
                told = held.fold.feed(record)
                if mark.holds(record.seq):
                    spans += told
            held.seq = record.seq
        self._held.move_to_end(mark.run)
        while len(self._held) > self._most:
            self._held.popitem(last=False)
        return spans

    def forget(self, run: str) -> None:
        self._held.pop(run, None)
