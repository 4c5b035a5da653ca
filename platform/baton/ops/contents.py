"""What a database needs before anything runs on it: the schema of today and, unless unwanted, the demo."""

import json
import signal
from collections.abc import Mapping
from pathlib import Path

import psycopg

from baton.ops.checkout import Checkout
from baton.ops.child import python_module
from baton.ops.demo.model_choice import model_named_by
from baton.ops.embedded.leash import start_leashed
from baton.ops.errors import OpsError, disk_full, is_disk_full
from baton.ops.files import read_json, write_private_json
from baton.ops.reasons import reason_in
from baton.ops.stamp import read_stamp, source_stamp, write_stamp

# Two `baton up` against one database take turns: the number is nothing but a name for that turn.
MIGRATION_LOCK = 4_817_283_551
DEMO_KEYS = ("url", "email", "password", "api_key", "organization", "project")


def bring_up_to_date(
    checkout: Checkout, owner_url: str, env: Mapping[str, str], *, url: str, shop_url: str | None
) -> bool:
    """Migrate and, where there is a shop, seed the demo, unless both are known to be done. True if not."""
    demo = shop_url is not None
    stamp = source_stamp(checkout.root, shop_url or "", model_named_by(env))
    try:
        with psycopg.connect(owner_url, autocommit=True, connect_timeout=10) as owner:
            owner.execute("select pg_advisory_lock(%s)", [MIGRATION_LOCK])
            if read_stamp(owner) == stamp and (not demo or _demo_is_kept(checkout)):
                if demo:
                    _keep_demo(checkout, {}, url)
                return False
            _run(
                checkout, env, "migrate", python_module("django", "migrate", "--no-input", "--verbosity", "1")
            )
            if demo:
                said = _run(checkout, env, "seed", python_module("baton.ops.demo.seed"))
                _keep_demo(checkout, _last_object(said), url)
            write_stamp(owner, stamp)
    except psycopg.errors.DiskFull as error:
        raise disk_full("the database") from error
    except psycopg.OperationalError as error:
        words = str(error).strip().split("\n", 1)[0].rstrip(".")
        raise OpsError(f"The database cannot be used as its owner: {words}.") from error
    return True


def _run(checkout: Checkout, env: Mapping[str, str], name: str, command: list[str]) -> str:
    log = checkout.logs / f"{name}.log"
    worker = start_leashed(command, when_parent_dies=signal.SIGTERM, env=env, cwd=checkout.root)
    try:
        output = worker.communicate()[0].decode(errors="replace")
    finally:
        if worker.poll() is None:  # a person stops the start: what is half done is rolled back
            worker.terminate()
            worker.wait()
    log.write_text(output)
    if worker.returncode != 0:
        if is_disk_full(output):
            raise disk_full("the database")
        raise OpsError(f"{name} failed: {reason_in(output)} (all of it: {log}).")
    return output


def _last_object(output: str) -> dict[str, str]:
    """What the seed says of the demo: one JSON object on a line of its own."""
    for line in reversed(output.splitlines()):
        if line.startswith("{"):
            try:
                said = json.loads(line)
            except ValueError:
                continue
            return {name: value for name, value in said.items() if name in DEMO_KEYS and value}
    return {}


def _demo_is_kept(checkout: Checkout) -> bool:
    kept = read_json(checkout.demo) or {}
    return all(kept.get(name) for name in DEMO_KEYS)


def _keep_demo(checkout: Checkout, said: Mapping[str, str], url: str) -> None:
    """Secrets are told once, when they are made; what is kept from then stays."""
    kept = read_json(checkout.demo) or {}
    wanted = {**kept, **said, "url": url}
    if wanted != kept or _mode(checkout.demo) != 0o600:
        write_private_json(checkout.demo, wanted)


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777 if path.exists() else 0
