"""The trust both carriers share: this machine's certificates, names always checked."""

import ssl

import httpcore2


def trusting_system() -> ssl.SSLContext:
    """A fresh client context; found also on systems whose OpenSSL looks in the wrong place."""
    return httpcore2.default_ssl_context()
