// One transaction: lock, load, judge, write.
import { byRound } from '@watchpost/domain/by-round';
import { readTrustSettings } from '@watchpost/domain/trust-thresholds';
import { findPastPostings } from '../../platform/access/past-postings.queries.ts';
import { removableAgeMs } from '@watchpost/domain/retention';
import { findRemoved } from './removed-records.queries.ts';
import { codeLookups } from '../../records/checkpoint-codes/judge-code.ts';
import { isDuplicate, isRaced, retryRaces } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { signalBoard } from '../../company/notifications/board-signals.queries.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { subjectOf } from './event-body.ts';
import { findElsewhere } from './elsewhere.queries.ts';
import { insertFieldEvents, insertScans } from './event-rows.queries.ts';
import { decide, type Decision, isRefusal, type Verdict } from './field.service.ts';
import type { FieldState, SentEvent, StoredRecord } from './field-state.ts';
import {
  type FieldScope,
  findRouteVersions,
  findWaitingEnds,
  findWaitingScans,
  insertRounds,
  lockGuards,
  updateRounds,
  upsertDuties,
  upsertSigns,
} from './field.queries.ts';
import { findState, type FoundState, type Named } from './field-state.queries.ts';
import { signsOf } from './guard-signs.ts';
import { answersReportedJob } from '../../platform/jobs/answers-reported-job.ts';
import { answersToReport, isPostEvent } from './post-events.ts';
import { findPostState } from './post-state.queries.ts';
import { roundsMovedJob } from '../../platform/jobs/rounds-moved-job.ts';
import { isRecent, roundsFellShortJob } from './round-notice-jobs.ts';
import type { RouteVersionCache } from './route-version-cache.ts';

/**
 * Stores events of one tenant's guards, or nothing at all. Resolves after the commit with one verdict for each, in
 * their order. Rejects with the database's error.
 */
export async function writeEvents(
  db: Db,
  tenantId: string,
  cache: RouteVersionCache,
  sent: readonly SentEvent[],
): Promise<readonly Verdict[]> {
  const run = () =>
    db.transaction().execute(async (transaction) => {
      const scope = { db: transaction, tenantId };
      const state = await loadState(scope, cache, sent);
      const decision = await judge(scope, state, sent);
      await write(scope, decision);
      const eventIds = answersToReport(decision.others, state.posts);
      if (eventIds.length > 0) await enqueueJob(transaction, answersReportedJob, { tenantId, eventIds });
      return decision.verdicts;
    });
  return retryRaces(run, (error) => isRaced(error) || isIdTaken(error));
}

/** Another guard took one of the ids since it was looked for; a second look finds it. */
function isIdTaken(error: unknown): boolean {
  return idKeys.some((key) => isDuplicate(error, key));
}
const idKeys = ['scans_pkey', 'field_events_pkey', 'rounds_pkey'];

/**
 * What seems to have a code of elsewhere is judged once more, by whose code it is; what would be refused, by where its guard
 * was posted before. Nothing is looked for else.
 */
async function judge(scope: FieldScope, loaded: FieldState, sent: readonly SentEvent[]): Promise<Decision> {
  const { db, tenantId } = scope;
  const first = decide(loaded, sent);
  const wider = await findElsewhere(scope, loaded, first.scans);
  const state = wider ?? loaded;
  const decision = wider === null ? first : decide(wider, sent);
  const strange = sent.filter((_, at) => isNotFound(decision.verdicts[at]));
  if (strange.length === 0) return decision;
  const guardIds = [...new Set(strange.map(({ guardId }) => guardId))];
  const found = await findPastPostings(db, tenantId, guardIds);
  if (found.length === 0) return decision;
  const pastPostings = new Map(guardIds.map((id) => [id, found.filter(({ guardId }) => guardId === id)]));
  return decide({ ...state, pastPostings }, sent);
}

const isNotFound = (verdict: Verdict | undefined) =>
  verdict !== undefined && isRefusal(verdict) && verdict.code === 'notFound';

async function write(scope: FieldScope, decision: Decision): Promise<void> {
  const { db, tenantId } = scope;
  const { scans, others, duties, newRounds, changedRounds, fallenShort, moved } = decision;
  const signs = signsOf([...scans.map(({ sent }) => sent), ...others]);
  if (others.length > 0) await insertFieldEvents(scope, others);
  if (duties.length > 0) await upsertDuties(scope, duties);
  if (scans.length > 0) await insertScans(scope, scans);
  if (signs.length > 0) await upsertSigns(scope, signs);
  if (newRounds.length > 0) await insertRounds(scope, newRounds);
  // After the inserts: see insertRounds on the order of locks.
  if (changedRounds.length > 0) await updateRounds(scope, changedRounds);
  const shortIds = fallenShort.filter((round) => isRecent(round, Date.now())).map(({ id }) => id);
  if (shortIds.length > 0) await enqueueJob(db, roundsFellShortJob, { tenantId, roundIds: shortIds });
  const movedIds = moved.map(({ id }) => id);
  if (movedIds.length > 0) await enqueueJob(db, roundsMovedJob, { tenantId, roundIds: movedIds });
  const sites = [...scans, ...newRounds, ...changedRounds, ...duties].flatMap(({ siteId }) => siteId ?? []);
  if (sites.length > 0) await signalBoard(db, tenantId, sites);
}

async function loadState(
  scope: FieldScope,
  cache: RouteVersionCache,
  sent: readonly SentEvent[],
): Promise<FieldState> {
  const guards = await lockGuards(scope, [...new Set(sent.map(({ guardId }) => guardId))].toSorted());
  const found = await findState(scope, namedBy(sent));
  const posts = await findPostState(scope, sent);
  const rounds = byId(found.rounds);
  const records = [...found.records, ...(await archivedRecords(scope, sent, found.records))];
  const versions = await cache.get(versionIds(sent, found), (ids) => findRouteVersions(scope, ids));
  const unstarted = unstartedRounds(sent, rounds);
  const scans = unstarted.length === 0 ? [] : await findWaitingScans(scope, unstarted);
  const ends = unstarted.length === 0 ? [] : await findWaitingEnds(scope, unstarted);
  return {
    sitesOf: new Map(guards.map(({ id, siteIds }) => [id, new Set(siteIds)])),
    records: byId(records),
    rounds,
    duties: byId(found.duties),
    checkpoints: byId(found.checkpoints),
    codes: {
      tenantId: scope.tenantId,
      keys: found.keys.map(({ key }) => Buffer.from(key, 'hex')),
      issued: [...found.codes, ...found.typed],
      screens: found.screens.map((screen) => ({ ...screen, secret: Buffer.from(screen.secret, 'hex') })),
    },
    posts,
    trust: readTrustSettings(found.trust[0]?.settings),
    versions,
    scanned: checkpointsByRound(found.scanned),
    waitingScans: byRound(scans),
    waitingEnds: byRound(ends),
  };
}

/**
 * What came so late that it may have been removed since it was first taken, or no one knows how late: the log still knows its
 * id, and the phone hears that it is there. Nothing younger is asked about.
 */
async function archivedRecords(
  { db, tenantId }: FieldScope,
  sent: readonly SentEvent[],
  found: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  const known = new Set(found.map(({ id }) => id));
  const old = sent.filter(({ event, atMs, isDatedByArrival, receivedAtMs }) => {
    return (isDatedByArrival || atMs < receivedAtMs - removableAgeMs) && !known.has(event.id);
  });
  if (old.length === 0) return [];
  const ids = old.map(({ event }) => event.id);
  const removed = await findRemoved(db, tenantId, ids);
  return old
    .filter(({ event }) => removed.has(event.id))
    .map(({ event: { id }, guardId, bodyHash, receivedAtMs }) => {
      return { id, guardId, bodyHash, receivedAtMs, flags: [], elsewhere: null };
    });
}

function namedBy(sent: readonly SentEvent[]): Named {
  const rounds = new Set<string>();
  const duties = new Set<string>();
  const checkpoints = new Set<string>();
  const pairs = new Map<string, { roundId: string; checkpointId: string }>();
  for (const { event } of sent) {
    if (event.kind === 'checkpointAnswered') checkpoints.add(event.checkpointId);
    if (isPostEvent(event)) continue;
    const isDuty = event.kind === 'dutyStarted' || event.kind === 'dutyEnded';
    (isDuty ? duties : rounds).add(subjectOf(event));
    if (event.kind !== 'checkpointScanned') continue;
    checkpoints.add(event.checkpointId);
    pairs.set(`${event.roundId}${event.checkpointId}`, event);
  }
  const scans = sent.flatMap(({ event }) => (event.kind === 'checkpointScanned' ? [event] : []));
  const codes = codeLookups(scans);
  for (const { scan, checkpointId } of codes.named) {
    if (checkpointId === scan.checkpointId) continue;
    checkpoints.add(checkpointId);
    pairs.set(`${scan.roundId}${checkpointId}`, { roundId: scan.roundId, checkpointId });
  }
  return {
    // A scan that was answered belongs to the person who made it.
    events: [
      ...new Set(
        sent.flatMap(({ event }) => (isPostEvent(event) ? [event.id, subjectOf(event)] : [event.id])),
      ),
    ],
    // In one order, in which they are locked.
    rounds: [...rounds].toSorted(),
    duties: [...duties].toSorted(),
    checkpoints: [...checkpoints],
    scannedRounds: [...pairs.values()].map((pair) => pair.roundId),
    scannedCheckpoints: [...pairs.values()].map((pair) => pair.checkpointId),
    codeTexts: codes.texts,
    typedEnds: codes.ends.map(({ end }) => end),
    typedFor: codes.ends.map(({ checkpointId }) => checkpointId),
  };
}

function versionIds(sent: readonly SentEvent[], found: FoundState): string[] {
  const started = sent.flatMap(({ event }) => (event.kind === 'roundStarted' ? [event.routeVersionId] : []));
  const walked = found.rounds.flatMap((round) => round.routeVersionId ?? []);
  return [...new Set([...started, ...walked])];
}

/** Rounds that a start or scan concerns and whose start is not stored; an end alone makes no round. */
function unstartedRounds(sent: readonly SentEvent[], rounds: FieldState['rounds']): string[] {
  const concerned = sent.flatMap(({ event }) => {
    const round = rounds.get(subjectOf(event));
    const isWaiting = round !== undefined && round.routeVersionId === null;
    const makesRound = event.kind === 'roundStarted' || event.kind === 'checkpointScanned';
    return isWaiting || (round === undefined && makesRound) ? [subjectOf(event)] : [];
  });
  return [...new Set(concerned)];
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function checkpointsByRound(pairs: FoundState['scanned']): Map<string, Set<string>> {
  return new Map(
    [...byRound(pairs)].map(([id, group]) => [id, new Set(group.map((pair) => pair.checkpointId))]),
  );
}
