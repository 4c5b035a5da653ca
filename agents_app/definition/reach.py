"""Whether one policy rule always answers before a later one, which then says nothing.

Careful in one direction: where it says yes, it is so for every call whose arguments can be tested.
"""

from agents_app.spec import ANY_TOOL, ArgumentTest, Operator, PolicyRule, Scalar

_LOWER = (Operator.GREATER, Operator.AT_LEAST)
_UPPER = (Operator.LESS, Operator.AT_MOST)
_STRICT = (Operator.GREATER, Operator.LESS)


def hides(earlier: PolicyRule, later: PolicyRule) -> bool:
    """Every call that the later rule is about is one that the earlier rule matches."""
    if earlier.tool not in (ANY_TOOL, later.tool):
        return False
    return all(any(_implies(given, wanted) for given in later.tests) for wanted in earlier.tests)


def _implies(given: ArgumentTest, wanted: ArgumentTest) -> bool:
    """Whether every value that passes `given` also passes `wanted`."""
    if given.argument != wanted.argument:
        return False
    if given == wanted:
        return True
    if wanted.op is Operator.EXISTS:
        return wanted.value is not False and given.op is not Operator.EXISTS
    if wanted.op is Operator.IN and given.op in (Operator.EQUAL, Operator.IN):
        return _listed(given) <= _listed(wanted)
    bound, limit = _number(given), _number(wanted)
    return bound is not None and limit is not None and _number_implies(given.op, bound, wanted.op, limit)


def _listed(test: ArgumentTest) -> set[tuple[type, Scalar]]:
    """The values with their types, since to Python 1 and True are equal."""
    values = test.value if isinstance(test.value, tuple) else (test.value,)
    return {(type(value), value) for value in values}


def _number(test: ArgumentTest) -> float | None:
    is_number = isinstance(test.value, int | float) and not isinstance(test.value, bool)
    return float(test.value) if is_number else None  # type: ignore[arg-type]


def _number_implies(given: Operator, bound: float, wanted: Operator, limit: float) -> bool:
    at_the_limit = bound == limit and (wanted not in _STRICT or given in _STRICT)
    if wanted in _LOWER and given in (*_LOWER, Operator.EQUAL):
        return bound > limit or at_the_limit
    if wanted in _UPPER and given in (*_UPPER, Operator.EQUAL):
        return bound < limit or at_the_limit
    return False
