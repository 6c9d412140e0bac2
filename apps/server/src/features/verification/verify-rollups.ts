// Compares what the dashboard adds up with the rows that it stands for (DASH-02).
import {
  findBegunDifferences,
  findDueCountDifferences,
  findMissedCountDifferences,
  findMissedDifferences,
  type RollupDifference,
} from './rollups.queries.ts';

type Db = Parameters<typeof findMissedDifferences>[0];

const grainNames: Readonly<Record<number, string>> = {
  0: 'all time',
  1: 'the day of',
  2: 'the quarter of an hour from',
  3: 'the 14 days from',
};

function sentence(what: string, { whose, grain, bucketMs, kept, recounted }: RollupDifference): string {
  const name = grainNames[grain] ?? `grain ${grain} from`;
  const when = grain === 0 ? name : `${name} ${new Date(bucketMs).toISOString()}`;
  return `${what} of ${whose}, ${when}: kept ${kept ?? 'nothing'}, rows say ${recounted ?? 'nothing'}`;
}

const dueCounter = 'counter of due rounds (on time, late, incomplete, missed, excused, under way)';

/** A sentence for each rollup and each row of one that differs from what it was made from. */
export async function rollupDifferences(db: Db, tenantId: string): Promise<string[]> {
  const missed = await findMissedDifferences(db, tenantId);
  const missedCounts = await findMissedCountDifferences(db, tenantId);
  const begun = await findBegunDifferences(db, tenantId);
  const due = await findDueCountDifferences(db, tenantId);
  return [
    ...missed.map(({ roundId, checkpointId, isKept }) =>
      isKept
        ? `checkpoint ${checkpointId} is kept as missed in round ${roundId}, which does not say so`
        : `checkpoint ${checkpointId} was missed in round ${roundId}, which is not kept`,
    ),
    ...missedCounts.map((difference) => sentence('counter of missed checkpoints', difference)),
    ...begun.map(({ id }) => `due round ${id} does not tell who began it, and when, as its round does`),
    ...due.map((difference) => sentence(dueCounter, difference)),
  ];
}
