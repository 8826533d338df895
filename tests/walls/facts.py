"""The same facts for the companion and for the slow way round."""

from companion.walls import Drop, Either, Way


def neighbours(edges, edge):
    """The edges that share a field with this one."""
    ends = set(edge.split("-"))
    return [other for other in edges if other != edge and ends & set(other.split("-"))]


def path(edges, length, chance):
    """Edges one after another, as somebody might walk them, now and then back again."""
    walked = [chance.choice(edges)]
    while len(walked) < length:
        walked.append(chance.choice([*neighbours(edges, walked[-1]), walked[-1]]))
    return tuple(walked)


def play(edges, chance, crossings, drops, eithers):
    """A plain list of facts, each the name of what to call with its arguments."""
    facts = [("cross", chance.choice(edges), chance.randint(1, 3)) for _ in range(crossings)]
    for _ in range(drops):
        walked = path(edges, chance.randint(1, 4), chance)
        ways = [
            (walked[: length + 1], round(chance.uniform(0.05, 1), 3))
            for length in range(max(0, len(walked) - 3), len(walked))
        ]
        none = chance.choice([0.0, 0.003, 0.3])
        facts.append(("drop", ways, none, walked))
    for _ in range(eithers):
        paths = [path(edges, 2, chance), path(edges, 2, chance)]
        facts.append(("either", paths, [0.6, 0.4]))
    return facts


def dropped(ways, none=0.0, over=()):
    return Drop(tuple(Way(tuple(way), weight) for way, weight in ways), none, tuple(over))


def tell(walls, facts):
    """Tell the companion all of them."""
    for kind, *values in facts:
        if kind == "cross":
            walls.cross(*values)
        elif kind == "drop":
            walls.drop(dropped(*values))
        else:
            paths, weights = values
            walls.either(Either(tuple(map(tuple, paths)), tuple(weights)))


def tell_brute(brute, facts):
    for kind, *values in facts:
        getattr(brute, kind)(*values)
