"""Which tags lie on a reader: told as soon as one comes, and once it is gone for sure.

Rule: only clean answers of the reader come in here. What could not be read says nothing of
who lies there; a tag is gone when answer after answer does without it, half a second long.
"""

ANSWERS = 3  # without a tag, at least, before it is gone
GONE = 500  # ms that these answers span: a hand that slides a card across takes less
GAP = 1000  # ms between two clean answers; after more than that the counting begins anew
SWAPPED = 2  # answers without a tag that are enough where another one came
NOBODY = "-"


class Presence:
    """Numbers go in, and what is to be told comes out."""

    def __init__(self) -> None:
        self.told = ""  # nothing yet
        self._seen_at = 0
        # How often in a row a tag was missed, and since when. Until the first clean answers
        # have come somebody without a name may lie there.
        self._missed = {"": (0, 0)}

    def see(self, tags: list[str], ms: int) -> str:
        """A clean answer: these lie there. What to tell of it, or nothing."""
        fresh = [tag for tag in tags if tag not in self._missed]
        self._count(tags, ms)
        self._seen_at = ms
        if fresh and any(0 < times < SWAPPED for times, _ in self._missed.values()):
            return ""  # swapped, or one hides the other: the next answer shows it
        self._forget(ms)
        lying = " ".join(sorted(self._missed)) or NOBODY
        if "" in self._missed or lying == self.told:
            return ""
        self.told = lying
        return lying

    def _count(self, tags: list[str], ms: int) -> None:
        late = ms - self._seen_at > GAP
        for tag, (times, since) in list(self._missed.items()):
            begins = late or not times
            self._missed[tag] = (1 if begins else times + 1, ms if begins else since)
        for tag in tags:
            self._missed[tag] = (0, ms)
            self._missed.pop("", None)

    def _forget(self, ms: int) -> None:
        told = self.told.split(" ")
        swapped = any(tag not in told for tag in self._missed if tag)
        for tag, (times, since) in list(self._missed.items()):
            gone = times >= ANSWERS and ms - since >= GONE
            if gone or (swapped and times >= SWAPPED and tag in told):
                del self._missed[tag]
