"""The search for secrets: plays with planted words, and every byte that leaves the service.

Rule: the search knows nothing of how secrets are kept. It plants words that occur nowhere
else, plays by chance through the real service, and looks for them in everything that each
kind of viewer is sent. A game with secrets says in ``planted.py`` what to plant.
"""
