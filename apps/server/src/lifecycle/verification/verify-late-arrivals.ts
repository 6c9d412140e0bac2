// No due round is what it is by something that was sent late for it and that no one accepted (TRUTH-04), or that lay in the future
// (TRUTH-02).
import { dueStatusOf } from '@watchpost/domain/late-arrivals';
import { countArrived } from '../../patrol/trust/late-arrivals.queries.ts';
import { findAwaited } from './exceptions.queries.ts';
import { findLateTied, findStrayAcceptances, type LateTied } from './late-arrivals.queries.ts';

type Db = Parameters<typeof findLateTied>[0];

/** A sentence for each due round that is otherwise. What a job has still to look at is passed over. */
export async function lateArrivalDifferences(db: Db, tenantId: string): Promise<string[]> {
  const awaited = await findAwaited(db, tenantId);
  const tied = (await findLateTied(db, tenantId)).filter(({ id }) => !awaited.has(id));
  const counted = await countArrived(db, tenantId, tied);
  const stray = await findStrayAcceptances(db, tenantId);
  return [
    ...tied.flatMap((round) => sentencesOf(round, counted.get(round.id)?.statusCode)),
    ...stray.map(
      ({ dueRoundId, roundId }) =>
        `round ${roundId} was accepted for due round ${dueRoundId}, which is another's`,
    ),
  ];
}

function sentencesOf(tied: LateTied, statusCode: number | undefined): string[] {
  const { id, dueRoundId, status, missedAtMs, lateStartAtMs, acceptedUntilMs } = tied;
  const isLate = lateStartAtMs !== null && lateStartAtMs >= missedAtMs;
  if (isLate && acceptedUntilMs === null)
    return [`due round ${dueRoundId} was missed when round ${id} was sent, which no one accepted`];
  if (tied.hasFutureStart) return [`due round ${dueRoundId} is round ${id}, which was started in the future`];
  const found = dueStatusOf(statusCode ?? 0);
  return found === status
    ? []
    : [
        `due round ${dueRoundId} is ${status}, should be ${found ?? 'nothing'} by what was sent in time or was accepted`,
      ];
}
