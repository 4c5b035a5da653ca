"""E-mail addresses as accounts know them: one mailbox is one person, however somebody writes it. Pure."""

from baton.core.errors import Unprocessable

LONGEST = 254


def canonical_address(written: str) -> str:
    """The address in lower case. Raises Unprocessable for one with letters that have no single small form.

    `İ` alone becomes two characters when it is lowered, and the database would lower it otherwise than we do:
    one mailbox could have two accounts. Where such an address is needed, its `xn--` form is the same mailbox.
    """
    address = written.strip()
    if not address.isascii() or not address.isprintable() or len(address) > LONGEST:
        message = "An address is written in ASCII letters; a domain with others has an xn-- form."
        raise Unprocessable("invalid_value", message, field="email")
    return address.lower()
