"""The key of this instance and the signers it knows, as the settings say."""

from dataclasses import dataclass

from django.conf import settings

from agents_app.bundle.signature import Signer, read_known_signers, read_signature

OWN_NAME = "this installation"


@dataclass(frozen=True, slots=True)
class WhoSigned:
    """Who stands behind a file, and by which name it is known here; None by none."""

    key: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A file's signature: who signed it, where that is right, and otherwise what is to be said of it."""

    signer: WhoSigned | None
    warning: tuple[str, str] | None
    """Code and message."""


def own_signer() -> Signer | None:
    """None where the installation has no key."""
    written = settings.BATON.baton_signing_key.get_secret_value()
    return Signer.of(written) if written else None


def judge_signature(text: str) -> Judged:
    """Whose file it is."""
    signed = read_signature(text)
    if signed is None:
        return Judged(None, ("unsigned", "Nobody signed this file: anybody may have written or changed it."))
    if not signed.is_right:
        message = "The signature does not belong to this text: it was changed after it was signed."
        return Judged(None, ("signature_wrong", message))
    who = WhoSigned(signed.signer, _known().get(signed.signer))
    if who.name is None:
        message = f"It was signed by {who.key}, whom this installation does not know."
        return Judged(who, ("signer_unknown", message))
    return Judged(who, None)


def _known() -> dict[str, str]:
    own = own_signer()
    known = dict(read_known_signers(settings.BATON.baton_known_signers))
    return {**known, own.name: OWN_NAME} if own else known
