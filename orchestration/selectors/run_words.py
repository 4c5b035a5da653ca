"""Search among runs by words: in input, output, error code, name of who runs, and beginning or end of the id.

No index stands behind it. One on the run's row would be written for every run, whose budget of log is spent
(docs/decisions/0017), and row-level security would keep the planner from using it: the operators of full text
are not leakproof. So the cost is bounded instead: the newest runs, the first part of each text.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import F, Func, Q, QuerySet, Subquery, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Lower, Replace, Right, StrIndex
from django.db.models.lookups import Exact, GreaterThan

from agents_app.models import Orchestration
from agents_app.selectors import agents_of
from orchestration.models import Run

LOOKED_AT = 50_000
"""Runs, newest first, that the other filters leave and that are looked at; older ones are not found."""
TEXT = 20_000
"""Characters of input and of output that are looked at."""
SHORTEST_ID = 6
"""Hex digits: all ids of some days begin alike, so fewer would find every run."""
_HEX = frozenset("0123456789abcdef")
_LONGEST_ID = 32


def with_words(
    organization_id: UUID, project_id: UUID, runs: QuerySet[Run], words: Sequence[str]
) -> QuerySet[Run]:
    """Those that hold every word. A word is text: nothing in it is a wildcard, and case says nothing."""
    oldest = Subquery(runs.order_by("-id").values("id")[LOOKED_AT - 1 : LOOKED_AT])
    runs = runs.filter(id__gte=Coalesce(oldest, Value(UUID(int=0))))
    agents = agents_of(organization_id, project_id, with_archived=True)
    teams = Orchestration.objects.filter(organization_id=organization_id, project_id=project_id)
    for word in words:
        named = agents.filter(_in(F("name"), word)).values("id")
        called = teams.filter(_in(F("name"), word)).values("id")
        texts = (_Beginning("input"), _Beginning("output"), F("error_code"))
        found = reduce(or_, (_in(text, word) for text in texts))
        of_those = Q(agent_id__in=named) | Q(orchestration_id__in=called)
        runs = runs.filter(found | of_those | _identified_by(word))
    return runs


class _Beginning(Func):
    """The first part of a long text; a short one as it is, since cutting it costs more than searching."""

    template = (
        f"case when octet_length(%(expressions)s) <= {TEXT} then %(expressions)s"
        f" else left(%(expressions)s, {TEXT}) end"
    )
    output_field = TextField()


def _in(text: Combinable, word: str) -> Q:
    return Q(GreaterThan(StrIndex(Lower(text), Lower(Value(word))), 0))


def _identified_by(word: str) -> Q:
    """Runs whose id begins so, a range of the index, or ends so: people are shown its last six digits."""
    digits = word.lower().replace("-", "")
    if not (SHORTEST_ID <= len(digits) <= _LONGEST_ID and _HEX.issuperset(digits)):
        return Q()
    begins = Q(
        id__gte=UUID(digits.ljust(_LONGEST_ID, "0")),
        id__lte=UUID(digits.ljust(_LONGEST_ID, "f")),
    )
    plain = Replace(Cast("id", TextField()), Value("-"))
    return begins | Q(Exact(Right(plain, len(digits)), Value(digits)))
