// Which of the codes before the camera the guard means: posters and labels of others hang beside ours (FIELD-01).

/** The lower, the likelier to be meant. Foreign: of another system, or of no system at all, which nothing tells apart. */
const ranks = { planned: 0, known: 1, ours: 2, foreign: 3 } as const;
export type CodeRank = keyof typeof ranks;

/** A code of nobody's is taken only when it is looked at for so long, in which one of ours may come into view. */
const foreignAfterMs = 700;
/** A code that was not seen for so long has left the view; shorter ones are pictures in which it was not made out. */
const goneAfterMs = 2_000;

interface Sighting {
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Codes of the round are taken at once. Others are taken when they are seen again, and only with nothing better in view: what
 * is of no checkpoint would be recorded with a doubt. Once turned down, a code is passed over until it has left the view.
 */
export function makeCodeChoice() {
  const sightings = new Map<string, Sighting>();
  const turnedDown = new Map<string, number>();

  function isTurnedDown(code: string, nowMs: number): boolean {
    const lastMs = turnedDown.get(code);
    if (lastMs === undefined) return false;
    if (nowMs - lastMs > goneAfterMs) {
      turnedDown.delete(code);
      return false;
    }
    turnedDown.set(code, nowMs);
    return true;
  }

  function see(code: string, nowMs: number): Sighting {
    const before = sightings.get(code);
    const isGone = before === undefined || nowMs - before.lastMs > goneAfterMs;
    const sighting = { firstMs: isGone ? nowMs : before.firstMs, lastMs: nowMs };
    sightings.set(code, sighting);
    return sighting;
  }

  return {
    /** The code to take of those in one picture, which come with the likeliest to be aimed at first; null for none yet. */
    choose(codes: readonly string[], rankOf: (code: string) => CodeRank, nowMs: number): string | null {
      const seen = codes
        .filter((code) => !isTurnedDown(code, nowMs))
        .map((code) => ({ code, rank: rankOf(code), ...see(code, nowMs) }))
        .toSorted((one, other) => ranks[one.rank] - ranks[other.rank]);
      const [best] = seen;
      if (best === undefined) return null;
      if (best.rank === 'planned') return best.code;
      const waitMs = best.rank === 'foreign' ? foreignAfterMs : 1;
      return best.lastMs - best.firstMs >= waitMs ? best.code : null;
    },
    turnDown(code: string, nowMs: number): void {
      sightings.delete(code);
      turnedDown.set(code, nowMs);
    },
  };
}
