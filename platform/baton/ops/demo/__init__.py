"""The demo: a small outdoor shop with a ledger, the refund desk that works for it, and the seed of both."""
