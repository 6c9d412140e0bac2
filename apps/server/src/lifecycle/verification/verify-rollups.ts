// Compares what the dashboard adds up with the rows that it stands for (DASH-02).
import {
  findDueCountDifferences,
  findDueSumDifferences,
  findMissedDifferences,
  findMissedSumDifferences,
  findRoundSumDifferences,
  type RollupDifference,
} from './rollups.queries.ts';

type Db = Parameters<typeof findMissedDifferences>[0];

const grainNames: Readonly<Record<number, string>> = {
  0: 'all time',
  1: 'the day of',
  2: 'the quarter of an hour from',
  4: 'the six hours from',
};

function sentence(what: string, { whose, grain, bucketMs, kept, recounted }: RollupDifference): string {
  const name = grainNames[grain] ?? `grain ${grain} from`;
  const when = grain === 0 ? name : `${name} ${new Date(bucketMs).toISOString()}`;
  return `${what} of ${whose}, ${when}: kept ${kept ?? 'nothing'}, rows say ${recounted ?? 'nothing'}`;
}

const outcomes = '(on time, late, incomplete, missed, excused, under way)';
const ofRounds = 'sums of rounds (begun, incompleted, completed, planned of both, scanned of both)';

/** A sentence for each rollup and each row of one that differs from what it was made from. */
export async function rollupDifferences(db: Db, tenantId: string): Promise<string[]> {
  const missed = await findMissedDifferences(db, tenantId);
  const kept = [
    [ofRounds, await findRoundSumDifferences(db, tenantId)],
    ['sums of missed checkpoints', await findMissedSumDifferences(db, tenantId)],
    [`sums of due rounds ${outcomes}`, await findDueSumDifferences(db, tenantId)],
    [`counter of due rounds ${outcomes}`, await findDueCountDifferences(db, tenantId)],
  ] as const;
  return [
    ...missed.map(({ roundId, checkpointId, isKept }) =>
      isKept
        ? `checkpoint ${checkpointId} is kept as missed in round ${roundId}, which does not say so`
        : `checkpoint ${checkpointId} was missed in round ${roundId}, which is not kept`,
    ),
    ...kept.flatMap(([what, differences]) => differences.map((difference) => sentence(what, difference))),
  ];
}
