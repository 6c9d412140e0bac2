// Compares what is kept with what it was made from: counters with rounds, rounds with their events, codes with keys.
import { byRound } from '@watchpost/domain/by-round';
import { foldRound, type PlannedCheckpoint, type RoundFacts } from '@watchpost/domain/round-facts';
import {
  type CountDifference,
  findArrivalFaults,
  findCountDifferences,
  findEvents,
  findLostScans,
  findPlans,
  findRounds,
  findTenants,
  type FoundTenant,
  inSnapshot,
  type StoredEvent,
  type StoredRound,
} from './verification.queries.ts';

import { readArchives } from '../archives/archived-records.ts';
import type { Anchor } from '../../patrol/evidence/anchors.ts';
import { checkLog } from '../../patrol/evidence/check-log.ts';
import { checkPublishedHeads } from '../../patrol/evidence/check-published-heads.ts';
import { logKeyOf } from '../../patrol/evidence/log-keys.ts';
import { importedRoundId } from '../../records/former-ids/source-ids.ts';
import type { FoundDay, StoredDays } from '../../patrol/evidence/stored-days.ts';
import type { StoredHead, StoredHeads } from '../../patrol/evidence/stored-heads.ts';
import { strayNameDifferences } from './recorded-names.queries.ts';
import { codeDifferences } from './verify-codes.ts';
import { exceptionDifferences } from './verify-exceptions.ts';
import { flagDifferences } from './verify-flags.ts';
import { lateArrivalDifferences } from './verify-late-arrivals.ts';
import { rollupDifferences } from './verify-rollups.ts';

type Db = Parameters<typeof findTenants>[0];
type Plans = ReadonlyMap<string, readonly PlannedCheckpoint[]>;

export interface TenantVerdict {
  readonly slug: string;
  readonly rounds: number;
  /** A sentence for each thing that differs. */
  readonly differences: readonly string[];
  /** A sentence for each thing that is worth knowing and that nothing is wrong about with what is stored. */
  readonly notes: readonly string[];
}

export interface LogTrust {
  /** What the log's keys are drawn from; none where that is not known here. */
  readonly secrets: readonly Parameters<typeof logKeyOf>[0][];
  /** Heads of logs that were exported earlier. */
  readonly anchors: readonly Anchor[];
  /** The last heads outside the database; without them they are not compared. */
  readonly storedHeads?: Pick<StoredHeads, 'find'>;
  /** The last published heads outside the database; without them none that was deleted at the end is missed. */
  readonly storedDays?: Pick<StoredDays, 'find'>;
  /** Where archives lie; without it what they should hold counts as missing. */
  readonly files?: Parameters<typeof readArchives>[2];
  /** The moment of the check, unless it is now; epoch milliseconds. */
  readonly nowMs?: number;
}

/** Every tenant in turn; each is read as of one moment. */
export async function* verifyAll(
  owner: Db,
  trust: LogTrust = { secrets: [], anchors: [] },
): AsyncGenerator<TenantVerdict> {
  for (const tenant of await findTenants(owner)) {
    // Before the snapshot: a head that is stored in between would be one that the snapshot lacks.
    const head = await trust.storedHeads?.find(tenant.id);
    const day = await trust.storedDays?.find(tenant.id);
    yield await inSnapshot(owner, (db) => verifyTenant(db, tenant, trust, { head, day }));
  }
}

interface ExternalStores {
  readonly head: StoredHead | undefined;
  readonly day: FoundDay | undefined;
}

async function verifyTenant(
  db: Db,
  { id, slug, exceptionsFromMs }: FoundTenant,
  trust: LogTrust,
  stored: ExternalStores,
): Promise<TenantVerdict> {
  const counts = await findCountDifferences(db, id);
  const arrivals = await findArrivalFaults(db, id);
  const lost = await findLostScans(db, id);
  const codes = await codeDifferences(db, id);
  const rollups = await rollupDifferences(db, id);
  const exceptions = await exceptionDifferences(db, id, exceptionsFromMs);
  const lateArrivals = await lateArrivalDifferences(db, id);
  const flags = await flagDifferences(db, id, exceptionsFromMs);
  const { rounds, differences } = await verifyRounds(db, id);
  const archived = await readArchives(db, id, trust.files);
  const anchors = trust.anchors.filter(({ logId }) => logId === id);
  const published = await checkPublishedHeads(db, id, trust.secrets, { saved: anchors, stored: stored.day });
  const log = await checkLog(db, id, {
    archived,
    ownPublicKeys:
      trust.secrets.length === 0 ? null : trust.secrets.map((each) => logKeyOf(each, id).publicKey),
    ...(stored.head === undefined ? {} : { stored: stored.head }),
    anchors: [...anchors, ...published.anchors],
    ...(trust.nowMs === undefined ? {} : { nowMs: trust.nowMs }),
  });
  return {
    slug,
    rounds,
    differences: [
      ...counts.map(countSentence),
      ...rollups,
      ...arrivals.map(arrivalSentence),
      ...lost.map(
        ({ scanId, roundId }) => `scan ${scanId} belongs to round ${roundId}, which does not exist`,
      ),
      ...codes,
      ...exceptions,
      ...lateArrivals,
      ...flags,
      ...differences,
      ...archived.differences,
      ...log.differences,
      ...published.differences,
    ],
    notes: log.notes,
  };
}

const arrivalSentence = ({
  arrivalNo,
  rounds,
}: {
  readonly arrivalNo: number;
  readonly rounds: number;
}): string =>
  rounds > 1
    ? `arrival number ${arrivalNo} is borne by ${rounds} rounds`
    : `arrival number ${arrivalNo} was never given out`;

const grainNames = ['all time', 'the day of', 'the quarter of an hour from'];

function countSentence(difference: CountDifference): string {
  const { guardId, siteId, grain, bucketMs, kept, recounted } = difference;
  const when = grain === 0 ? grainNames[0] : `${grainNames[grain]} ${new Date(bucketMs).toISOString()}`;
  return (
    `counter of site ${siteId}, guard ${guardId}, ${when}: kept ${kept ?? 'nothing'}, rounds say ` +
    `${recounted ?? 'nothing'} (rounds, in progress, incompleted, completed, checkpoints, of these incompleted, completed)`
  );
}

const roundsAtOnce = 2_000;

async function verifyRounds(db: Db, tenantId: string): Promise<{ rounds: number; differences: string[] }> {
  const plans: Plans = new Map((await findPlans(db, tenantId)).map((plan) => [plan.id, plan.checkpoints]));
  const differences = await strayNameDifferences(db, tenantId);
  let rounds = 0;
  for (let last: string | null = null; ; ) {
    const batch: StoredRound[] = await findRounds(db, tenantId, last, roundsAtOnce);
    if (batch.length === 0) return { rounds, differences };
    const ids = batch.map((round) => round.id);
    const events = byRound(await findEvents(db, tenantId, ids));
    for (const round of batch)
      differences.push(...roundDifferences(tenantId, round, events.get(round.id) ?? [], plans));
    rounds += batch.length;
    last = ids.at(-1) ?? null;
  }
}

/** What a round should show by its events; null when it has none at all. */
function factsOf(round: StoredRound, events: readonly StoredEvent[], plans: Plans): RoundFacts | null {
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  const planned = round.routeVersionId === null ? undefined : plans.get(round.routeVersionId);
  // Rounds taken over from elsewhere have a plan and times but no events of their own for them.
  const startedAtMs = of('roundStarted')[0]?.deviceAtMs ?? round.startedAtMs;
  const ends = of('roundEnded');
  if (ends.length === 0 && round.endedAtMs !== null) ends.push(endOf(round, round.endedAtMs));
  if (planned === undefined && events.length === 0 && ends.length === 0) return null;
  return foldRound({
    start: planned === undefined ? null : { deviceAtMs: startedAtMs, planned },
    scans: of('checkpointScanned'),
    ends,
  });
}

const endOf = ({ id }: StoredRound, deviceAtMs: number): StoredEvent => ({
  roundId: id,
  kind: 'roundEnded',
  id,
  checkpointId: id,
  deviceAtMs,
});

const shown = ['startedAtMs', 'endedAtMs', 'totalCheckPoints', 'scannedCheckPoints', 'statusCode'] as const;

function roundDifferences(
  tenantId: string,
  round: StoredRound,
  events: readonly StoredEvent[],
  plans: Plans,
): string[] {
  if (round.routeVersionId !== null && !plans.has(round.routeVersionId)) {
    return [`round ${round.id} was walked by route version ${round.routeVersionId}, which does not exist`];
  }
  const facts = factsOf(round, events, plans);
  if (facts === null) return [`round ${round.id} has neither a plan nor an event`];
  const { imported } = round;
  if (imported !== null && !isImportOf(tenantId, round, imported.formerId, events))
    return [`round ${round.id} is said to be imported as ${imported.formerId}, and is not`];
  return shown.flatMap((name) => {
    const own = name === 'startedAtMs' || name === 'endedAtMs' ? null : (imported?.[name] ?? null);
    const expected = own ?? facts[name];
    const whose = own === null ? 'its events say' : 'its record says';
    return round[name] === expected
      ? []
      : [`round ${round.id}: ${name} is ${round[name]}, ${whose} ${expected}`];
  });
}

/** The id of an imported round follows from its former one, and no phone reported its start or its end. */
function isImportOf(
  tenantId: string,
  { id }: StoredRound,
  formerId: string,
  events: readonly StoredEvent[],
): boolean {
  return (
    id === importedRoundId(tenantId, formerId) && events.every(({ kind }) => kind === 'checkpointScanned')
  );
}
