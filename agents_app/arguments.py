"""The arguments a model wrote for a tool call: read strictly once, then only the stored form is used.

Nothing is guessed: no default is filled in, no text becomes a number, the word "None" stays a text. Whatever
is refused is refused with every reason and its place, so that the model can mend all of it in one try.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.exceptions import Unresolvable

from agents_app.patterns import MAX_TESTED, matches
from baton.core.canonical import canonical
from baton.core.errors import BatonError, Unprocessable
from baton.core.strict_json import MAX_SAFE_INTEGER, loads

MAX_ARGUMENT_BYTES = 64 * 1024
MAX_ARGUMENT_DEPTH = 32
MAX_PROBLEMS = 20
MAX_PROBLEM_MESSAGE = 300
_ABSENT = frozenset({"", "null"})

__all__ = ["ArgumentProblem", "CompiledSchema", "InvalidArguments", "canonical", "parse_arguments"]


@dataclass(frozen=True, slots=True)
class ArgumentProblem:
    """One reason: `path` is a JSON pointer into the arguments, empty for the whole."""

    path: str
    message: str
    keyword: str = ""
    """Of the schema, that is not met: `type`, `required`."""


class InvalidArguments(Unprocessable):
    """The arguments cannot be used: tell the model every problem; never ask a person about them."""

    def __init__(self, code: str, problems: tuple[ArgumentProblem, ...]) -> None:
        message = "; ".join(f"{problem.path or 'arguments'}: {problem.message}" for problem in problems)
        details = {"problems": [{"path": each.path, "message": each.message} for each in problems]}
        super().__init__(code, message, details=details)
        self.problems = problems


class CompiledSchema:
    """One validator of one tool version. Making it costs more than using it, so callers keep it."""

    __slots__ = ("_validator",)

    def __init__(self, schema: Mapping[str, Any]) -> None:
        # An empty registry: a reference to elsewhere fails instead of being fetched.
        self._validator = _Validator(schema, registry=Registry())

    def problems(self, arguments: Any) -> Iterator[ArgumentProblem]:
        """Every reason why the arguments do not fit, in the order of their places."""
        try:
            found = list(self._validator.iter_errors(arguments))
        except (RecursionError, Unresolvable):
            # Such a schema is refused when it is defined, as far as that can be seen; here it costs one call.
            yield ArgumentProblem("", "the tool's schema refers to itself without end, or to nothing")
            return
        for error in sorted(found, key=lambda error: list(map(str, error.path))):
            yield ArgumentProblem(_pointer(error), _bounded(error.message), str(error.validator))

    def texts_for_containers(self, value: Any) -> list[str]:
        """Pointers to texts that stand where the schema wants an object or a list and no text."""
        try:
            found = list(self._validator.iter_errors(value))
        except (RecursionError, Unresolvable):
            return []
        return [_pointer(error) for error in found if _is_text_for_container(error) and error.path]


def _pointer(error: ValidationError) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in error.path)


def _is_text_for_container(error: ValidationError) -> bool:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    return (
        error.validator == "type"
        and isinstance(error.instance, str)
        and set(map(str, wanted)) <= {"object", "array", "null"}
    )


def parse_arguments(text: str | None, schema: CompiledSchema) -> dict[str, Any]:
    """The arguments as an object that fits the schema, or InvalidArguments. Its form is the canonical one.

    Nothing at all, an empty text and `null` mean no arguments: models write all three for tools without any.
    """
    value = {} if text is None or text.strip() in _ABSENT else _read(text)
    if not isinstance(value, dict):
        kind = {list: "a list", str: "a text", bool: "a boolean"}.get(type(value), "a number")
        problem = ArgumentProblem("", f"the arguments are {kind}, not an object")
        raise InvalidArguments("invalid_arguments", (problem,))
    problems = tuple(schema.problems(value))
    if problems:
        shown = problems[:MAX_PROBLEMS]
        more = len(problems) - len(shown)
        rest = (ArgumentProblem("", f"and {more} more problems"),) if more else ()
        raise InvalidArguments("invalid_arguments", shown + rest)
    stored: dict[str, Any] = json.loads(canonical(value))
    return stored


def _read(text: str) -> Any:
    try:
        value = loads(text, max_depth=MAX_ARGUMENT_DEPTH, max_bytes=MAX_ARGUMENT_BYTES, safe_integers=True)
    except BatonError as error:
        raise InvalidArguments(error.code, (ArgumentProblem("", error.message),)) from None
    for number in _numbers(value):
        # 1e20 is an integer to RFC 8785: its digest and a stored copy of it would not agree.
        if number.is_integer() and math.fabs(number) > MAX_SAFE_INTEGER:
            problem = ArgumentProblem("", f"{number!r} is beyond 2^53 - 1; send it as a string")
            raise InvalidArguments("unsafe_integer", (problem,))
    return value


def _numbers(value: Any) -> Iterator[float]:
    match value:
        case float():
            yield value
        case dict():
            for item in value.values():
                yield from _numbers(item)
        case list():
            for item in value:
                yield from _numbers(item)


def _bounded(message: str) -> str:
    return message if len(message) <= MAX_PROBLEM_MESSAGE else message[: MAX_PROBLEM_MESSAGE - 1] + "…"


def _short_pattern(
    validator: Validator, pattern: str, instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """`pattern`, on short texts only: the time of a match grows with a power of the length."""
    if isinstance(instance, str) and len(instance) > MAX_TESTED:
        message = f"a text of {len(instance)} characters is too long for the pattern {pattern!r}"
        yield ValidationError(message)
    elif isinstance(instance, str) and not matches(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _unique_items(
    validator: Validator, wanted: bool, instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """`uniqueItems` by canonical form: comparing each pair takes half a minute on 64 KiB of objects."""
    if wanted and isinstance(instance, list) and len({canonical(item) for item in instance}) < len(instance):
        yield ValidationError("the items are not all different")


_Validator: type[Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, {"pattern": _short_pattern, "uniqueItems": _unique_items}
)
