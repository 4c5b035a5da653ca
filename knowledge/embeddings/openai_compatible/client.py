"""The embedder over OpenAI's API: requests of bounded size, one after the other, each tried once."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

from openai import AsyncOpenAI, OpenAIError, omit

from baton.egress.errors import EgressError
from knowledge.embeddings.openai_compatible.answer import read_answer
from knowledge.embeddings.openai_compatible.failures import failure_of, timed_out
from knowledge.embeddings.port import EmbeddingError, Embeddings, read_batch
from knowledge.vectors import Vector, VectorSpace

TEXTS_OF_ONE_REQUEST: Final = 64
CHARACTERS_OF_ONE_REQUEST: Final = 100_000
"""OpenAI takes 300,000 tokens; no script has three for each character on the whole."""


class OpenAiEmbedder:
    """Sockets belong to the event loop that it is first used on; close it there."""

    def __init__(
        self,
        client: AsyncOpenAI,
        space: VectorSpace,
        *,
        timeout: float,
        dimensions: int | None,
        secret: str | None,
    ) -> None:
        self._client = client
        self._space = space
        self._timeout = timeout
        self._dimensions = omit if dimensions is None else dimensions
        self._secret = secret

    @property
    def space(self) -> VectorSpace:
        return self._space

    async def embed(self, texts: Sequence[str]) -> Embeddings:
        """Raises EmbeddingError; its `tokens` count the requests before the one that failed too."""
        batch = read_batch(texts)
        vectors: list[Vector] = []
        tokens: int | None = 0
        for part in split(batch.texts):
            try:
                made, billed = await self._ask(part)
            except EmbeddingError as error:
                error.tokens = _sum(tokens, error.tokens)
                raise
            vectors += made
            tokens = _sum(tokens, billed)
        return Embeddings(self._space, tuple(vectors), batch.cut, tokens)

    async def close(self) -> None:
        await self._client.close()

    async def _ask(self, texts: list[str]) -> tuple[list[Vector], int | None]:
        try:
            async with asyncio.timeout(self._timeout):
                answer = await self._client.embeddings.with_raw_response.create(
                    model=self._space.model,
                    input=texts,
                    dimensions=self._dimensions,
                    encoding_format="base64",
                    timeout=self._timeout,
                )
        except TimeoutError as error:
            raise timed_out(self._timeout) from error
        except (OpenAIError, EgressError) as error:
            raise self._without_secret(failure_of(error, self._timeout)) from error
        # Up to 25 ms for 64 vectors of 1,536 numbers: in a thread, so that the loop goes on.
        return await asyncio.to_thread(read_answer, answer.content, len(texts), self._space.dimension)

    def _without_secret(self, error: EmbeddingError) -> EmbeddingError:
        """A host may repeat the key in its error; errors are recorded and shown."""
        if self._secret and self._secret in error.message:
            error.message = error.message.replace(self._secret, "[secret]")
            error.args = (error.message,)
        return error


def split(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in their order, in parts that one request may carry."""
    part: list[str] = []
    characters = 0
    for text in texts:
        if part and (len(part) == TEXTS_OF_ONE_REQUEST or characters + len(text) > CHARACTERS_OF_ONE_REQUEST):
            yield part
            part, characters = [], 0
        part.append(text)
        characters += len(text)
    if part:
        yield part


def _sum(known: int | None, more: int | None) -> int | None:
    """What is partly unknown is unknown: too small a number would pass for the bill."""
    return None if known is None or more is None else known + more
