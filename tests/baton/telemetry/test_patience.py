"""A process that ends does not wait for a collector that is away."""

import os
import subprocess
import sys
import time

PROGRAM = """
import logging, time
from baton.telemetry.choice import Choice
from baton.telemetry.start import start_for_good
start_for_good(Choice("baton-web", (), ("otlp_proto_http",)), str)
for n in range(2000):
    logging.getLogger("x").warning("line %s", n)
print(time.time())
"""


def test_a_process_ends_within_seconds_though_nobody_takes_its_lines() -> None:
    environment = os.environ | {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "PYTHONPATH": "platform"}

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=60
    )

    assert done.returncode == 0, done.stderr
    assert time.time() - float(done.stdout) < 15
