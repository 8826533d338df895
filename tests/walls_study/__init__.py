"""How well the companion works out the walls, on tables whose truth we know."""
