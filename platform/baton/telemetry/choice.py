"""What an installation chose to export, out of the standard variables of OpenTelemetry. Pure."""

from dataclasses import dataclass

OTLP_HTTP = "http/protobuf"
"""What the specification recommends where nothing is said; Python's SDK would take gRPC."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Exporters by their names as packages register them; none by default."""

    service: str
    traces: tuple[str, ...] = ()
    logs: tuple[str, ...] = ()
    content: bool = False
    """Spans hold what was said, not only that and how long."""

    @property
    def is_off(self) -> bool:
        return not (self.traces or self.logs)


def exporters_of(names: str, protocol: str) -> tuple[str, ...]:
    """`otlp,console` as names of registered exporters; `none` and nothing are none."""
    wanted = [name.strip() for name in names.split(",")]
    return tuple(_registered(name, protocol) for name in wanted if name and name != "none")


def _registered(name: str, protocol: str) -> str:
    if name != "otlp":
        return name
    return "otlp_proto_grpc" if (protocol or OTLP_HTTP) == "grpc" else "otlp_proto_http"
