"""`python -m baton.ops.demo.shop`: open the shop until told to stop."""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

from baton.ops.demo.shop.counter import Counter
from baton.ops.demo.shop.ledger import Ledger, LedgerInUse
from baton.ops.demo.shop.server import NAME, Faults, ShopServer


def main() -> int:
    arguments = _arguments()
    try:
        ledger = Ledger(arguments.data / "refunds.jsonl")
        faults = Faults(arguments.delay, arguments.drop_answers)
        server = ShopServer(arguments.port, Counter(ledger), faults)
    except (OSError, LedgerInUse, ValueError) as error:
        sys.stderr.write(f"The shop cannot open: {error}\n")
        return 1
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        # shutdown() waits for the loop that runs in this very thread.
        signal.signal(signal_number, lambda *_: threading.Thread(target=server.shutdown).start())
    sys.stdout.write(f"{NAME} at {server.url}, ledger in {arguments.data}\n")
    sys.stdout.flush()
    server.serve_forever(poll_interval=0.1)
    server.server_close()
    ledger.close()
    return 0


def _arguments() -> argparse.Namespace:
    url = urlsplit(os.environ.get("SHOP_URL", ""))
    data = Path(os.environ.get("BATON_DATA", ".baton")) / "shop"
    parser = argparse.ArgumentParser(prog="shop", description="The shop of the demo.")
    parser.add_argument("--port", type=int, default=url.port or 0, help="else that of SHOP_URL, or free")
    parser.add_argument("--data", type=Path, default=data, help="folder of the ledger")
    parser.add_argument("--delay", type=float, default=float(os.environ.get("SHOP_DELAY", "0")), metavar="S")
    parser.add_argument(
        "--drop-answers", type=int, default=int(os.environ.get("SHOP_DROP_ANSWERS", "0")), metavar="N"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
