"""How a device is known again: a cookie that only this table can have written.

Rule: a cookie carries chance and a signature, nothing else; what it is good for stands in
the register. The id of a device is a hash of its cookie, so it may be shown and logged.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

CHANCE = 16  # bytes: nobody meets another's cookie by trying
SIGNED = 32  # hex digits of the signature: 128 bits


def fresh(key: bytes) -> str:
    """A cookie for a device that has none."""
    chance = secrets.token_hex(CHANCE)
    return f"{chance}.{_signature(key, chance)}"


def device(key: bytes, cookie: str) -> str:
    """The id of the device; empty where this table did not write the cookie."""
    chance, _, signature = cookie.partition(".")
    if not cookie.isascii() or len(cookie) != 2 * CHANCE + 1 + SIGNED:
        return ""
    if not hmac.compare_digest(_signature(key, chance), signature):
        return ""
    return hashlib.sha256(cookie.encode()).hexdigest()[:32]


def _signature(key: bytes, chance: str) -> str:
    return hmac.digest(key, b"cookie " + chance.encode(), "sha256").hex()[:SIGNED]
