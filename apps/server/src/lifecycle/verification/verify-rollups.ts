// Compares what the dashboard adds up with the rows that it counts (DASH-02).
import {
  findDueDifferences,
  findGuardDueDifferences,
  findMissedDifferences,
  findMissedRollupDifferences,
  findRoundDifferences,
  findRoundSumDifferences,
  type RollupDifference,
  type SumDifference,
} from './rollups.queries.ts';

type Db = Parameters<typeof findMissedDifferences>[0];

interface Compared {
  readonly stored: string | null;
  readonly recounted: string | null;
}

const sentence = (of: string, when: string, { stored, recounted }: Compared): string =>
  `${of}, ${when}: stored ${stored ?? 'nothing'}, rows say ${recounted ?? 'nothing'}`;

const rollupSentence = (what: string) => (difference: RollupDifference) => {
  const { whose, hours, fromMs } = difference;
  return sentence(`${what} of ${whose}`, `${hours} hours from ${new Date(fromMs).toISOString()}`, difference);
};

function sumSentence(difference: SumDifference): string {
  const { siteId, grain, bucketMs } = difference;
  const when = `${grain === 1 ? 'the day of' : 'the quarter of an hour from'} ${new Date(bucketMs).toISOString()}`;
  return sentence(`totals of rounds (started, incomplete, completed) of site ${siteId}`, when, difference);
}

const ofRounds = 'rollup of rounds (started, incomplete, completed, planned, scanned)';
const ofDue = 'rollup of due rounds (on time, late, incomplete, missed, excused, under way)';

/** A sentence for each rollup and each row of one that differs from what it was made from. */
export async function rollupDifferences(db: Db, tenantId: string): Promise<string[]> {
  const missed = await findMissedDifferences(db, tenantId);
  return [
    ...missed.map(({ roundId, checkpointId, isKept }) =>
      isKept
        ? `checkpoint ${checkpointId} is kept as missed in round ${roundId}, which does not say so`
        : `checkpoint ${checkpointId} was missed in round ${roundId}, which is not kept`,
    ),
    ...(await findRoundSumDifferences(db, tenantId)).map(sumSentence),
    ...(await findRoundDifferences(db, tenantId)).map(rollupSentence(ofRounds)),
    ...(await findMissedRollupDifferences(db, tenantId)).map(rollupSentence('rollup of missed checkpoints')),
    ...(await findDueDifferences(db, tenantId)).map(rollupSentence(ofDue)),
    ...(await findGuardDueDifferences(db, tenantId)).map(rollupSentence(ofDue)),
  ];
}
