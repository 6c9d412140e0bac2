// Lists and scores use a round's flags, which must be those of its sealed scans, start and end.
import { byRound } from '@watchpost/domain/by-round';
import type { FlagCounts } from '@watchpost/domain/trust-score';
import { type TrustFlag, trustFlags } from '@watchpost/domain/trust';
import { findSealedSince } from '../../patrol/evidence/log-notes.queries.ts';
import { findSuspectRounds, findSuspectScans } from '../../patrol/exceptions/raise-exceptions.queries.ts';
import { flagsOfRound } from '../../patrol/exceptions/round-suspicions.ts';
import { findAwaited } from './exceptions.queries.ts';
import { findFlagsOfRounds, type RoundFlags } from './flags.queries.ts';

type Db = Parameters<typeof findFlagsOfRounds>[0];

const roundsAtOnce = 2_000;

/** Flags that a scan has beside others: what arrives later, or is removed to an archive, may take them away. */
const passing: ReadonlySet<TrustFlag> = new Set([
  'unplanned',
  'outOfOrder',
  'tooFast',
  'burst',
  'teleport',
  'sharedDevice',
  'sharedCode',
]);

/**
 * A sentence for each flag that more or fewer scans bear than the round is said to have. Rounds that began since
 * exceptions are opened for the tenant, and sealed; what a job has still to look at is passed over.
 */
export async function flagDifferences(db: Db, tenantId: string, exceptionsFromMs: number): Promise<string[]> {
  const sinceMs = (await findSealedSince(db, tenantId)).get('exceptions');
  if (sinceMs === undefined) return [];
  const fromMs = Math.max(sinceMs, exceptionsFromMs);
  const awaited = await findAwaited(db, tenantId);
  const differences: string[] = [];
  for (let last: string | null = null; ; ) {
    const batch: RoundFlags[] = await findFlagsOfRounds(db, tenantId, fromMs, last, roundsAtOnce);
    last = batch.at(-1)?.id ?? null;
    if (last === null) return differences;
    const storedOf = new Map(batch.map((round) => [round.id, round]));
    const ids = batch.map(({ id }) => id).filter((id) => !awaited.has(id));
    const rounds = await findSuspectRounds(db, tenantId, ids);
    const scans = byRound(await findSuspectScans(db, tenantId, rounds));
    for (const round of rounds) {
      const found = flagsOfRound(round, scans.get(round.id) ?? []);
      differences.push(...sentencesOf(round.id, storedOf.get(round.id)?.flags ?? {}, found));
    }
  }
}

function sentencesOf(id: string, stored: RoundFlags['flags'], found: FlagCounts): string[] {
  const unknown = Object.keys(stored).filter((name) => !trustFlags.some((flag) => flag === name));
  const unlike = trustFlags.filter((flag) => {
    const [storedCount, is] = [stored[flag] ?? 0, found.get(flag) ?? 0];
    return storedCount < is || (storedCount > is && !passing.has(flag));
  });
  return [
    ...unknown.map((name) => `round_doubts ${id}: flag ${name} was inserted; there is none of that name`),
    ...unlike.map(
      (flag) =>
        `round_doubts ${id}: ${flag} was altered; ${stored[flag] ?? 0} scans are said to bear it, ${found.get(flag) ?? 0} do`,
    ),
  ];
}
