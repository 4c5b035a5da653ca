"""Which embedder, as it is stored beside the vectors that it made. Pure."""

from dataclasses import dataclass
from typing import Final

from knowledge.embeddings.port import EmbeddingError
from knowledge.vectors import VectorSpace

LOCAL: Final = "local"
"""The default: it is set up with everything else, asks nobody and costs nothing."""


@dataclass(frozen=True, slots=True)
class EmbedderSpec:
    """The secret travels beside it, never in it."""

    provider: str = LOCAL
    model: str = ""
    """Empty: the provider's only one, where it has one."""
    dimension: int | None = None
    """None: the model's own, where that is known."""
    base_url: str | None = None
    """Of a server that speaks OpenAI's API; None: OpenAI."""
    asks_for_dimension: bool = False
    """The request names the dimension. Models that can be shortened want it, others refuse the word."""
    timeout: float = 30.0
    """Seconds for each request."""


def require_space(spec: EmbedderSpec, space: VectorSpace) -> None:
    """Refuse a spec that was made for other vectors than an embedder gives. Raises EmbeddingError."""
    if spec.model not in ("", space.model):
        message = f"The embedder {space.provider!r} has the model {space.model!r}, and not {spec.model!r}."
        raise EmbeddingError("embedding_unavailable", message, retryable=False)
    if spec.dimension not in (None, space.dimension):
        message = f"The model {space.model!r} gives {space.dimension} numbers, and not {spec.dimension}."
        raise EmbeddingError("embedding_dimension", message, retryable=False)
