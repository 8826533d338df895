"""Scanned pieces as people see them: asked about in play, taught, listed and handed on.

Rule: what a viewer may know of a shown piece is a ``Seen``; pages, streams and API are made
from it.
"""
