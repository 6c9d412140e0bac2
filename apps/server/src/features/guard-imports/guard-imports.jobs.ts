// Works imports off: batch by batch, each batch done once, however often the server ends in between.
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import { isDuplicate, isRaced, retryRaces } from '../../db/database-errors.ts';
import { enqueueJob } from '../../jobs/enqueue-job.queries.ts';
import { handleJob, handleRegularly, type JobHandler } from '../../jobs/job.ts';
import {
  claimStalled,
  countOutcomes,
  findImportToRun,
  findRows,
  type FoundImport,
  moveImport,
  updateProgress,
  updateRows,
} from './guard-imports.queries.ts';
import { alone, batchRows, contextOf, judgeRows } from './guard-imports.service.ts';
import { importGuardsJob } from './import-guards-job.ts';
import { storeGuards } from './import-guards.queries.ts';
import { type Judged, readRow } from './import-row.ts';

type Db = SiteScope['db'];

const isRace = (error: unknown): boolean => isRaced(error) || isDuplicate(error, 'guards_by_employee_id');

export function guardImportJobs(): JobHandler[] {
  return [
    handleJob(importGuardsJob, async ({ tenantId, importId }, db) => {
      const found = await findImportToRun(db, tenantId, importId);
      if (found === null) return;
      await moveImport(db, found, ['queued'], { state: 'running' });
      if (found.mode === 'allOrNothing') await retryRaces(() => runWhole(db, found), isRace);
      else await runValid(db, found);
    }),

    // A server that ended without a word leaves its job locked; another takes the import up.
    handleRegularly('resumeGuardImports', '* * * * *', async (database) => {
      for (const { tenantId, id } of await claimStalled(database)) {
        await enqueueJob(
          database.forTenant(tenantId),
          importGuardsJob,
          { tenantId, importId: id },
          { key: id },
        );
      }
    }),
  ];
}

const scopeOf = (db: Db, { tenantId, siteId }: FoundImport): SiteScope => ({ db, tenantId, siteId });

/** Every batch is a transaction of its own. */
async function runValid(db: Db, found: FoundImport): Promise<void> {
  let rowsDone: number | null = found.rowsDone;
  while (rowsDone !== null) {
    const before: number = rowsDone;
    rowsDone = await retryRaces(
      () =>
        alone(db, found.id, async (transaction) => {
          const judged = await workOff(transaction, found, 0);
          if (judged.length === 0) {
            await finish(transaction, found);
            return null;
          }
          await updateProgress(transaction, found, before + judged.length);
          return before + judged.length;
        }),
      isRace,
    );
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

/** One transaction for all; its progress is told beside it. */
async function runWhole(db: Db, found: FoundImport): Promise<void> {
  try {
    await alone(db, found.id, async (transaction) => {
      let rowsDone = 0;
      let afterRow = 0;
      for (;;) {
        const judged = await workOff(transaction, found, afterRow);
        const last = judged.at(-1);
        if (last === undefined) break;
        const wrong = judged.filter(({ outcome }) => outcome === 'wrong');
        if (wrong.length > 0) throw new NoLongerFits(wrong);
        afterRow = last.row.rowNo;
        rowsDone += judged.length;
        await updateProgress(db, found, rowsDone);
      }
      await finish(transaction, found);
    });
  } catch (error) {
    if (!(error instanceof NoLongerFits)) throw error;
    await db.transaction().execute(async (transaction) => {
      await updateRows(transaction, found, error.judged, false);
      await moveImport(transaction, found, ['running'], { state: 'refused' });
    });
  }
}

/** The next batch, as the guards are now; empty when none is left. */
async function workOff(db: Db, found: FoundImport, afterRow: number): Promise<Judged[]> {
  const scope = scopeOf(db, found);
  const rows = await findRows(db, found, { afterRow, limit: batchRows, isLeft: true });
  if (rows.length === 0) return [];
  const context = await contextOf(scope, found);
  const read = rows.map(({ rowNo, cells }) => readRow(rowNo, cells, context));
  const judged = await judgeRows(scope, found, read, true);
  await storeGuards(db, found.tenantId, judged);
  await updateRows(db, found, judged, true);
  return judged;
}

/** One entry for the whole import. */
async function finish(db: Db, found: FoundImport): Promise<void> {
  if (!(await moveImport(db, found, ['running'], { state: 'done' }))) return;
  await updateProgress(db, found, found.rowCount);
  const { wrong, ...counts } = await countOutcomes(db, found);
  await insertAuditEntry(db, found.origin, {
    action: 'guard.imported',
    subject: { id: found.id, label: found.fileName },
    before: null,
    after: { rows: found.rowCount, ...counts, withErrors: wrong, mode: found.mode },
  });
}
