// Works imports off: batch by batch, each batch done once, however often the server ends in between, while their senders may import.
import type { ImportStopReason } from '@watchpost/domain/record-import';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findStopReason } from '../../platform/access/senders.queries.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { isRaced, retryRaces } from '../../platform/db/database-errors.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { handleJob, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import type { FoundImport, ImportKind, ImportWork, Judged } from './import-kind.ts';
import { importBatchRows, importRecordsJob } from './import-records-job.ts';
import {
  claimStalled,
  countOutcomes,
  findImportToRun,
  findRows,
  isAlone,
  moveImport,
  updateProgress,
  updateRows,
} from './record-imports.queries.ts';

type Db = SiteScope['db'];

/** The work on the imports of these kinds. */
export function importJobs(kinds: readonly ImportKind[]): JobHandler[] {
  return [
    handleJob(importRecordsJob, async ({ tenantId, importId }, db) => {
      const found = await findImportToRun(db, tenantId, importId);
      const kind = kinds.find(({ name }) => name === found?.kind);
      if (found === null || kind === undefined) return;
      const isRace = (error: unknown) => isRaced(error) || kind.isRace(error);
      await moveImport(db, found, ['queued'], { state: 'running' });
      try {
        if (found.mode === 'allOrNothing') await retryRaces(() => runWhole(kind, db, found), isRace);
        else await runValid(kind, db, found, isRace);
      } catch (error) {
        if (!(error instanceof SenderStopped)) throw error;
        await stop(kind, db, found, error.reason);
      }
    }),

    // A server that ended without a word leaves its job locked; another takes the import up.
    handleRegularly('resumeImports', '* * * * *', async (database) => {
      for (const { tenantId, id } of await claimStalled(database)) {
        await enqueueJob(
          database.forTenant(tenantId),
          importRecordsJob,
          { tenantId, importId: id },
          { key: id },
        );
      }
    }),
  ];
}

/** Thrown to take back what a transaction did on behalf of somebody who may not import any more. */
class SenderStopped extends Error {
  readonly reason: ImportStopReason;

  constructor(reason: ImportStopReason) {
    super('the sender may not import any more');
    this.reason = reason;
  }
}

/**
 * Asked at the end of each transaction, which holds the account for that moment alone: what it did counts only while its
 * sender may import.
 */
async function needSender(db: Db, { endpoints }: ImportKind, found: FoundImport): Promise<void> {
  const { tenantId, userId, siteId } = found;
  const permission = endpoints.run.access;
  const reason = await findStopReason(db, { tenantId, userId, siteId, permission });
  if (reason !== '') throw new SenderStopped(reason);
}

/** One entry for what was done until then. */
async function stop(kind: ImportKind, db: Db, found: FoundImport, reason: ImportStopReason): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const to = { state: 'stopped', stopReason: reason } as const;
    if (!(await moveImport(transaction, found, ['queued', 'running'], to))) return;
    const { wrong, ...counts } = await countOutcomes(transaction, { ...found, state: 'stopped' });
    await insertAuditEntry(transaction, found.origin, {
      action: kind.stopAction,
      subject: { id: found.id, label: found.fileName },
      before: null,
      after: { rows: found.rowCount, ...counts, withErrors: wrong, mode: found.mode, reason },
    });
  });
}

/** The work within one transaction, which has the import to itself; null when somebody else is at it. */
async function alone<T>(
  kind: ImportKind,
  db: Db,
  found: FoundImport,
  run: (transaction: Db, work: ImportWork) => Promise<T>,
): Promise<T | null> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isAlone(transaction, found.id))) return null;
    const { tenantId, siteId } = found;
    return run(transaction, await kind.open({ db: transaction, tenantId, siteId }, found));
  });
}

/** Every batch is a transaction of its own. */
async function runValid(
  kind: ImportKind,
  db: Db,
  found: FoundImport,
  isRace: (error: unknown) => boolean,
): Promise<void> {
  let rowsDone: number | null = found.rowsDone;
  while (rowsDone !== null) {
    const before: number = rowsDone;
    const batch = () =>
      alone(kind, db, found, async (transaction, work) => {
        const judged = await workOff(transaction, work, found, 0);
        if (judged.length === 0) {
          await complete(transaction, kind, found);
          return null;
        }
        await work.finish();
        await updateProgress(transaction, found, before + judged.length);
        await needSender(transaction, kind, found);
        return before + judged.length;
      });
    rowsDone = await retryRaces(batch, isRace);
  }
}

/** Thrown to take everything back: these rows fitted when they were checked and no longer do. */
class NoLongerFits extends Error {
  readonly judged: readonly Judged[];

  constructor(judged: readonly Judged[]) {
    super('rows no longer fit');
    this.judged = judged;
  }
}

/** Imports all rows in one transaction; writes the progress outside of it. */
async function runWhole(kind: ImportKind, db: Db, found: FoundImport): Promise<void> {
  try {
    await alone(kind, db, found, async (transaction, work) => {
      let rowsDone = 0;
      let afterRow = 0;
      for (;;) {
        const judged = await workOff(transaction, work, found, afterRow);
        const last = judged.at(-1);
        if (last === undefined) break;
        const wrong = judged.filter(({ outcome }) => outcome === 'wrong');
        if (wrong.length > 0) throw new NoLongerFits(wrong);
        afterRow = last.rowNo;
        rowsDone += judged.length;
        await updateProgress(db, found, rowsDone);
        // Beside the transaction, which is long: it would hold the account up.
        await needSender(db, kind, found);
      }
      await work.finish();
      await needSender(transaction, kind, found);
      await complete(transaction, kind, found);
    });
  } catch (error) {
    if (!(error instanceof NoLongerFits)) throw error;
    await db.transaction().execute(async (transaction) => {
      await updateRows(transaction, found, error.judged, false);
      await moveImport(transaction, found, ['running'], { state: 'refused' });
    });
  }
}

/** The next batch, as the records are now; empty when none is left. */
async function workOff(
  db: Db,
  work: ImportWork,
  found: FoundImport,
  afterRow: number,
): Promise<readonly Judged[]> {
  const rows = await findRows(db, found, { afterRow, limit: importBatchRows, isLeft: true });
  if (rows.length === 0) return [];
  const judged = await work.apply(rows);
  await updateRows(db, found, judged, true);
  return judged;
}

/** One entry for the whole import. */
async function complete(db: Db, { action }: ImportKind, found: FoundImport): Promise<void> {
  if (!(await moveImport(db, found, ['running'], { state: 'done' }))) return;
  await updateProgress(db, found, found.rowCount);
  const { wrong, ...counts } = await countOutcomes(db, found);
  await insertAuditEntry(db, found.origin, {
    action,
    subject: { id: found.id, label: found.fileName },
    before: null,
    after: { rows: found.rowCount, ...counts, withErrors: wrong, mode: found.mode },
  });
}
