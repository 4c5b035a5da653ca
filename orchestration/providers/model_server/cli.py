"""The command `baton model-server`."""

import asyncio
import signal

import click

from orchestration.providers.model_server.scenario import PLAIN, Scenario
from orchestration.providers.model_server.server import ModelServer


@click.command("model-server", short_help="Serve the scripted model over HTTP.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8765, show_default=True, help="0 takes a free one.")
@click.option(
    "--scenario", "scenario_text", default="", help='For example "latency_ms=200&chunks=8&gap_ms=20".'
)
def command(host: str, port: int, scenario_text: str) -> None:
    """Serve the scripted model over HTTP: chat completions, responses, Anthropic messages, embeddings.

    The model's name is the script: refund_desk or echo; of embeddings it is hash. It is deterministic and
    says that it is scripted.
    """
    try:
        scenario = Scenario.read(scenario_text, PLAIN)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--scenario") from error
    try:
        asyncio.run(_serve(ModelServer(scenario=scenario, host=host, port=port)))
    except OSError as error:
        raise click.ClickException(f"Cannot listen on {host}:{port}: {error.strerror or error}.") from error


async def _serve(server: ModelServer) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with server:
        click.echo(f"Scripted model at {server.base_url} (models: {', '.join(server.scripts)})")
        await stopped.wait()
