"""What the tags in the owner's box are on, and what is printed there.

Rule: pure. One tag is never two pieces; what cannot be taken over comes back as a Refusal and
leaves all as it was. Tags come in the one spelling that the senses give them.
"""

from __future__ import annotations

from companion.registry.catalogue import Catalogue, Registry
from companion.registry.teaching import adopt, export, sound, teach, unteach

__all__ = ["Catalogue", "Registry", "adopt", "export", "sound", "teach", "unteach"]
