"""Nordlicht Outfitters, the shop of the demo: an outside service with orders and a ledger of refunds.

It knows nothing of Baton and is reached over HTTP like any other tool of a tenant. Its ledger is the witness
of every test that asks whether money was paid once.
"""
