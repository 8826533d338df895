"""Where magnets were in many frames at once, and what never moved beneath them.

Rule: one least-squares problem. What stays (magicians who stand, sensors that are a little
off) and how strong a magnet is are the same in all frames; a way bends as hands do; how
much of a ball hangs under a magnet each frame says by itself. Nothing here knows how the
magnets were found at first.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from companion.senses.alone import product, solved
from companion.senses.hanging import HALF, Hung, open_question, until_it_fell
from companion.senses.response import BARE, Flags, Numbers, ball, magnet
from companion.senses.ways import bending

FLICKER = 0.009  # share; noise of a sensor in one frame, and the rounding to codes
SPREAD = 0.025  # of what a sensor tells: so much do sensors differ
STRENGTHS = 0.05  # sd of the strengths of magnets; a weak one may stand far out
GRAIN = 4.0  # mm; error of the spots to begin with
STRIDE = 10.0  # mm; no step of the fit should go much further
ROUNDS = (2, 2)  # before that is known, and after


class Scene(Struct, frozen=True):
    """Frames by sensors: shares of a full signal. By sensor: which of the plate they are, what
    is expected to stay, and how firmly (inverse of the covariance). Frames by magnets: seen
    or not, and first spots (right and down). Frames by knots: how much each knot says of a
    spot."""

    shares: Numbers
    count: Numbers
    sensors: Flags
    expected: Numbers
    tied: Numbers
    seen: Flags
    spots: Numbers
    strength: Numbers
    knots: Numbers


class Fit(Struct, frozen=True):
    """Right and down, by magnets and knots: the ways. By magnet its strength; by frames and
    magnets the strength of the ball; by sensor what stays."""

    ways: Numbers
    strength: Numbers
    ball: Numbers
    still: Numbers

    @property
    def share(self) -> Numbers:
        """Of a full signal, by frames and magnets."""
        share: Numbers = BARE * self.strength + (1 - BARE) * self.ball
        return share


class _Slopes(Struct, frozen=True):
    """Frames by unknowns by sensors: what each spot and strength changes; frames by magnets
    by sensors: what a ball adds; frames by sensors: what is told of all."""

    spots: Numbers
    balls: Numbers
    told: Numbers


def fitted(scene: Scene) -> Fit:
    """What explains all frames best."""
    fit = _begun(scene)
    hung = open_question(fit.ball.shape)
    for _ in range(ROUNDS[0]):
        fit = _nearer(scene, fit, hung)
    hung = until_it_fell(np.where(scene.seen, fit.ball / fit.strength, HALF), scene.count)
    for _ in range(ROUNDS[1]):
        fit = _nearer(scene, fit, hung)
    return fit


def places(knots: Numbers, fit: Fit) -> tuple[Numbers, Numbers]:
    """Right and down, each by moments and magnets."""
    right, down = knots @ fit.ways.transpose(0, 2, 1)
    return right, down


def unexplained(scene: Scene, fit: Fit) -> Numbers:
    """Shares by frames and sensors that nothing here explains."""
    left: Numbers = scene.shares - fit.still - _slopes(scene, fit).told
    return left


def _begun(scene: Scene) -> Fit:
    frames, magnets = scene.seen.shape
    cost = GRAIN**2 * bending(scene.knots.shape[1])
    ways = np.empty((2, magnets, len(cost)))
    for number, seen in enumerate(scene.seen.T):
        knots = scene.knots[seen]
        firm, pulls = product(knots, knots) + cost, scene.spots[:, seen, number] @ knots
        ways[:, number] = [solved(firm, pull) for pull in pulls]
    balls = np.full((frames, magnets), HALF)
    return Fit(ways, scene.strength, balls * scene.strength, scene.expected)


def _nearer(scene: Scene, fit: Fit, hung: Hung) -> Fit:
    """One step of Gauss and Newton. Of what a frame tells, only that is used which no ball
    could tell as well; at the end each frame says what ball there is."""
    slopes = _slopes(scene, fit)
    trust = 1 / (FLICKER**2 / scene.count[:, None] + (SPREAD * slopes.told) ** 2)
    pressed = slopes.balls * trust[:, None]
    tied = hung.sure[..., None] * np.eye(fit.strength.size)
    to_ball = np.linalg.solve(pressed @ slopes.balls.transpose(0, 2, 1) + tied, pressed)
    kept = trust[..., None] * np.eye(trust.shape[1]) - pressed.transpose(0, 2, 1) @ to_ball

    wanted = hung.much * fit.strength - fit.ball
    off = scene.shares - fit.still - slopes.told - (wanted[:, None] @ slopes.balls)[:, 0]
    step, raised = _solved(scene, fit, slopes.spots, kept, off)
    ways = step[: fit.ways.size].reshape(fit.ways.shape)
    stronger = step[fit.ways.size :]

    changed = _by_frame(scene, ways, stronger)[:, None] @ slopes.spots
    rest = off - raised - changed[:, 0]
    balls = fit.ball + wanted + (to_ball @ rest[..., None])[..., 0]
    return Fit(fit.ways + ways, fit.strength + stronger, balls, fit.still + raised)


def _by_frame(scene: Scene, ways: Numbers, strength: Numbers) -> Numbers:
    """Frames by unknowns, in the order of the slopes."""
    right, down = scene.knots @ ways.transpose(0, 2, 1)
    return np.hstack([right, down, np.tile(strength, (len(right), 1))])


def _solved(
    scene: Scene, fit: Fit, slopes: Numbers, kept: Numbers, off: Numbers
) -> tuple[Numbers, Numbers]:
    """The step of all knots and strengths, and of what stays."""
    magnets = fit.strength.size
    bases = [scene.knots] * (2 * magnets) + [np.ones((len(off), 1))] * magnets
    pushed = slopes @ kept
    pull = (pushed @ off[..., None])[..., 0]
    cost, back = _habits(scene, fit)

    ways = _over_knots(bases, pushed @ slopes.transpose(0, 2, 1)) + cost
    between = np.concatenate([product(base, pushed[:, p]) for p, base in enumerate(bases)])
    still = kept.sum(axis=0) + scene.tied
    whole = np.block([[ways, between], [between.T, still]])
    ways_pull = np.concatenate([base.T @ pull[:, p] for p, base in enumerate(bases)]) + back
    still_pull = (kept @ off[..., None]).sum(axis=0)[:, 0]
    still_pull -= scene.tied @ (fit.still - scene.expected)
    step = solved(whole, np.concatenate([ways_pull, still_pull]))
    return step[: len(ways)], step[len(ways) :]


def _over_knots(bases: list[Numbers], inner: Numbers) -> Numbers:
    """From a square form in each frame to one over all knots."""
    count = range(len(bases))
    half = {
        (p, q): product(bases[p], inner[:, p, q, None] * bases[q])
        for p in count
        for q in count[: p + 1]
    }
    return np.block([[half[p, q] if q <= p else half[q, p].T for q in count] for p in count])


def _habits(scene: Scene, fit: Fit) -> tuple[Numbers, Numbers]:
    """What bends and odd strengths cost, as a square form, and how it draws back."""
    ways, odd = fit.ways.size, fit.strength - 1
    cost = np.zeros((ways + odd.size, ways + odd.size))
    cost[:ways, :ways] = np.kron(np.eye(2 * odd.size), bending(scene.knots.shape[1]))
    cost[ways:, ways:] = np.diag(1 / (STRENGTHS**2 + odd**2))
    back = -cost @ np.concatenate([fit.ways.ravel(), odd])
    cost[:ways, :ways] += np.eye(ways) / STRIDE**2
    return cost, back


def _slopes(scene: Scene, fit: Fit) -> _Slopes:
    right, down = places(scene.knots, fit)
    alone, below = magnet(right, down), ball(right, down)
    strength, steel = fit.strength[:, None], fit.ball[..., None]
    seen = scene.seen[..., None]
    across, along, own, balls = (
        (seen * part)[..., scene.sensors]
        for part in (
            strength * alone.right + steel * below.right,
            strength * alone.down + steel * below.down,
            alone.share,
            below.share,
        )
    )
    told = (strength * own + steel * balls).sum(axis=1)
    return _Slopes(np.hstack([across, along, own]), balls, told)
