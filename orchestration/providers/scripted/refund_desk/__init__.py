"""The script of the demo's refund desk: looks the order up, refunds when the rules fit, and says what it did.

It behaves as an honest agent would: it asks for what it needs, proposes a refund only where the house rules
give one, and takes a reviewer's no for an answer.
"""

from orchestration.providers.scripted.refund_desk.desk import refund_desk

__all__ = ["refund_desk"]
