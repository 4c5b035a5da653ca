"""The stages of a start, in order, each said in one line."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from baton.ops.addresses import ROLES, given_addresses, role_url, uses_own_database
from baton.ops.broker import check_broker
from baton.ops.checkout import Checkout
from baton.ops.child import Child
from baton.ops.contents import bring_up_to_date
from baton.ops.database import DATABASE, init_database, keep_passwords
from baton.ops.embedded.ports import LOOPBACK, PortBook
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.embedded.valkey import EmbeddedValkey
from baton.ops.environment import EVERYWHERE, for_fronts, for_role, for_worker, shared_environment
from baton.ops.fleet import Fleet
from baton.ops.processes import Makings, accepts, answers, live, shop, supervisor, web, worker

PREFERRED_PORT = 8000
READY_SECONDS = 90.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person asked for."""

    host: str = LOOPBACK
    port: int | None = None
    demo: bool = True
    verbose: bool = False
    reload: bool = False
    split: bool = False
    """`web` on the port of the pages and `live` on one of its own, as behind a proxy."""


@dataclass(frozen=True, slots=True)
class Start:
    """One start of everything."""

    checkout: Checkout
    home: Path
    """Where the embedded servers live."""
    wishes: Wishes
    environ: dict[str, str]
    fleet: Fleet
    say: Callable[[str], None]

    def run(self) -> str:
        """Start all of it and answer the address of the pages."""
        database = self._database()
        broker = self._broker()
        host, port = self.wishes.host, self._port("web", PREFERRED_PORT, self.wishes.port)
        seen_host = LOOPBACK if host in EVERYWHERE else host
        url = f"http://{f'[{seen_host}]' if ':' in seen_host else seen_host}:{port}"
        self.fleet.url = url
        shop_port = self._port("shop") if self.wishes.demo else None
        shop_url = f"http://{LOOPBACK}:{shop_port}" if shop_port is not None else None
        env = shared_environment(
            self.checkout, self.environ, host=host, url=url, redis_url=broker, shop_url=shop_url
        )
        self._contents(database, env, url, shop_url)
        self._processes(database, env, seen_host, port, shop_port)
        return url

    def _port(self, name: str, preferred: int | None = None, wanted: int | None = None) -> int:
        host = self.wishes.host if name in ("web", "live") else LOOPBACK
        choice = PortBook(self.checkout.ports).choose(name, preferred=preferred, wanted=wanted, host=host)
        if choice.instead_of is not None:
            self.say(f"Port {choice.instead_of} ({name}) {choice.because}: using {choice.port} instead")
        return choice.port

    def _database(self) -> dict[str, str]:
        if uses_own_database(self.environ):
            addresses = given_addresses(self.environ, self.checkout.passwords)
            self.say("PostgreSQL: the one named in the environment")
            return addresses
        postgres = EmbeddedPostgres(
            self.home, port=self._port("postgres"), log=self.checkout.logs / "postgres.log"
        )
        self.fleet.start_server(postgres)
        if postgres.notice:
            self.say(postgres.notice)
        passwords = keep_passwords(self.checkout.passwords)
        init_database(postgres.url, passwords)
        self.say(f"PostgreSQL on port {postgres.port}, its data in {postgres.data}")
        return {role: role_url(postgres.url_of(DATABASE), role, passwords) for role in ROLES}

    def _broker(self) -> str:
        if given := self.environ.get("REDIS_URL"):
            check_broker(given)
            self.say("Valkey: the one named in the environment")
            return given
        valkey = EmbeddedValkey(self.home, port=self._port("valkey"), log=self.checkout.logs / "valkey.log")
        self.fleet.start_server(valkey)
        self.say(f"Valkey on port {valkey.port}")
        return valkey.url

    def _contents(
        self, database: dict[str, str], env: dict[str, str], url: str, shop_url: str | None
    ) -> None:
        self.say("Schema and demo organization" if self.wishes.demo else "Schema")
        changed = bring_up_to_date(
            self.checkout, database["owner"], for_role(env, "owner", database), url=url, shop_url=shop_url
        )
        self.say("  brought up to date" if changed else "  already up to date")

    def _processes(
        self, database: dict[str, str], env: dict[str, str], host: str, port: int, shop_port: int | None
    ) -> None:
        makings = Makings(self.checkout, self.say, self.wishes.verbose)
        fleet = self.fleet
        fronts = self._fronts(makings, for_fronts(env, database, self.checkout), port)
        the_worker = worker(
            makings, for_worker(env, database, self.checkout), env.get("BATON_QUEUE") or "baton"
        )
        the_supervisor = supervisor(makings, for_role(env, "super", database))
        if shop_port is not None:
            the_shop = shop(makings, env, shop_port)
            fleet.start_child(the_shop)
        *names, last = [child.name for child in (*fronts, the_worker, the_supervisor)]
        self.say(f"Starting {', '.join(names)} and {last}")
        for child in (*fronts, the_worker, the_supervisor):
            fleet.start_child(child)
        if shop_port is not None:
            fleet.wait_until_ready(the_shop, lambda: accepts(LOOPBACK, shop_port), READY_SECONDS)
        for child in fronts:
            ready = partial(answers, host, child.port or port, "/readyz")
            fleet.wait_until_ready(child, ready, READY_SECONDS)
        for child in (the_worker, the_supervisor):
            fleet.wait_until_ready(child, child.is_ready.is_set, READY_SECONDS)
        self.say("All processes answer")

    def _fronts(self, makings: Makings, env: dict[str, str], port: int) -> list[Child]:
        """What is spoken to from outside: `live` alone, or `web` with `live` beside it."""
        host = self.wishes.host
        if not self.wishes.split:
            return [live(makings, env, host, port)]
        return [web(makings, env, host, port), live(makings, env, host, self._port("live"))]
