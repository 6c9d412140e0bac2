// Which of the codes before the camera the guard means: posters and labels of others hang beside ours (FIELD-01).

/** The lower, the likelier to be meant. Foreign: of another system, or of no system at all, which nothing tells apart. */
const ranks = { planned: 0, known: 1, ours: 2, foreign: 3 } as const;
export type CodeRank = keyof typeof ranks;

/** A code of no one's is taken only when it is looked at for so long, in which one of ours may come into view. */
const foreignAfterMs = 700;
/** A code that was not seen for so long has left the view; shorter ones are pictures in which it was not made out. */
const goneAfterMs = 2_000;

interface Sighting {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Counts between two pictures at most, so that a camera that is shut, or opens slowly, shows nothing to have left. */
const pictureGapMaxMs = 500;

/** What is passed over. */
interface Passed {
  readonly lastMs: number;
  /** For how long the pictures since then were without it. */
  readonly absentMs: number;
}

/**
 * Codes of the round are taken at once. Others are taken when they are seen again, and only with nothing better in view: what
 * is of no checkpoint would be recorded with a doubt. Once turned down, a label is passed over until it has left the view, or
 * another one was taken elsewhere. `labelOf` names what hangs there, whose code may change from picture to picture.
 */
export function makeCodeChoice(labelOf: (code: string) => string = (code) => code) {
  const sightings = new Map<string, Sighting>();
  const passedOver = new Map<string, Passed>();
  let lookedAtMs = Number.POSITIVE_INFINITY;

  /** What is passed over and not among these may have left the view. */
  function note(labels: ReadonlySet<string>, nowMs: number): void {
    const sinceMs = Math.min(Math.max(0, nowMs - lookedAtMs), pictureGapMaxMs);
    lookedAtMs = nowMs;
    for (const [label, { lastMs, absentMs }] of passedOver) {
      if (labels.has(label)) passedOver.set(label, { lastMs: nowMs, absentMs: 0 });
      else if (absentMs + sinceMs > goneAfterMs) passedOver.delete(label);
      else passedOver.set(label, { lastMs, absentMs: absentMs + sinceMs });
    }
  }

  function see(code: string, nowMs: number): Sighting {
    const before = sightings.get(code);
    const isGone = before === undefined || nowMs - before.lastMs > goneAfterMs;
    const sighting = { firstMs: isGone ? nowMs : before.firstMs, lastMs: nowMs };
    sightings.set(code, sighting);
    return sighting;
  }

  /** Where another one is taken, what hung elsewhere is out of view, however short the camera was open. */
  function take(code: string, nowMs: number): string {
    for (const [label, { lastMs }] of passedOver) if (nowMs - lastMs > goneAfterMs) passedOver.delete(label);
    return code;
  }

  return {
    /** The code to take of those in one picture, which come with the likeliest to be aimed at first; null for none yet. */
    choose(codes: readonly string[], rankOf: (code: string) => CodeRank, nowMs: number): string | null {
      note(new Set(codes.map(labelOf)), nowMs);
      const seen = codes
        .filter((code) => !passedOver.has(labelOf(code)))
        .map((code) => ({ code, rank: rankOf(code), ...see(code, nowMs) }))
        .toSorted((one, other) => ranks[one.rank] - ranks[other.rank]);
      const [best] = seen;
      if (best === undefined) return null;
      if (best.rank === 'planned') return take(best.code, nowMs);
      const waitMs = best.rank === 'foreign' ? foreignAfterMs : 1;
      return best.lastMs - best.firstMs >= waitMs ? take(best.code, nowMs) : null;
    },
    reject(code: string, nowMs: number): void {
      sightings.delete(code);
      passedOver.set(labelOf(code), { lastMs: nowMs, absentMs: 0 });
    },
    isTurnedDown: (code: string): boolean => passedOver.has(labelOf(code)),
    /** It is asked for once more. */
    takeBack(code: string): void {
      passedOver.delete(labelOf(code));
    },
  };
}
