"""A span of time as people write it on a command line."""

import re

import click

_SPAN = re.compile(r"(\d{1,9})(s|m|h|d)")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


class SpanType(click.ParamType[int]):
    """`90s`, `10m`, `2h`, `7d`, as seconds."""

    name = "span"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _SPAN.fullmatch(str(value))
        seconds = int(match.group(1)) * _SECONDS[match.group(2)] if match else 0
        if not seconds:
            self.fail(f"{str(value)!r} is not a time. Write 90s, 10m, 2h or 7d.", parameter, context)
        return seconds
