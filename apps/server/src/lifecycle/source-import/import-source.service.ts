// The import itself: everything is read once into a temporary table, then taken collection by collection in batches.
import { randomUUID } from 'node:crypto';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { hashPassword } from '../../platform/access/password.ts';
import type { ImportReport } from './import-report.ts';
import { aboutOf, countedAs, prepare, type Prepared } from './prepare-records.ts';
import { documentsOf, ExportRefused, type Listener } from './read-export.ts';
import { collections, type Document } from './source-layout.ts';
import {
  addRows,
  type Db,
  dropStaging,
  findBearers,
  findCodes,
  findPresent,
  findTenantId,
  holdTenant,
  indexStaging,
  makeStaging,
  nextStaged,
  releaseTenant,
  type Row,
  stage,
  type TableName,
  tables,
  takeArrivals,
  takeDuplicates,
  takeOrphans,
} from './staging.queries.ts';
import { Known, type Taken } from './taking.ts';

export interface ImportOptions {
  readonly slug: string;
  readonly from: string;
  readonly isDryRun: boolean;
  /** Of sites without a position. */
  readonly timeZone: string;
  readonly cleanHtml: (html: string) => string;
  readonly onProgress: (what: string) => void;
}

const stagedAtOnce = 1_000;
const takenAtOnce = 400;

/**
 * Imports an export into a tenant, or only reports what that would do. Every batch is one transaction of rows with
 * ids that the source's own ids give, so that a run can be killed at any point and be started again, and a second one
 * changes nothing (DATA-02). Throws ExportRefused when nothing can be done at all.
 */
export async function importSource(owner: Db, options: ImportOptions, report: ImportReport): Promise<void> {
  const tenantId = await findTenantId(owner, options.slug);
  if (tenantId === null) {
    throw new ExportRefused(
      `--tenant ${options.slug}: there is no such tenant. npm run tenant:create makes one.`,
    );
  }
  // The temporary table and the lock are those of one connection.
  await owner.connection().execute(async (db) => {
    if (!(await holdTenant(db, tenantId))) {
      throw new ExportRefused(`Another import into ${options.slug} is under way. Wait for its end.`);
    }
    try {
      await makeStaging(db);
      await stageAll(db, options, report);
      await takeAll(db, tenantId, options, report);
    } finally {
      await dropStaging(db);
      await releaseTenant(db, tenantId);
    }
  });
}

const lostLetters = 'has letters that cannot be read (\uFFFD): is the file UTF-8?';

async function stageAll(db: Db, options: ImportOptions, report: ImportReport): Promise<void> {
  let batch: Document[] = [];
  let read = 0;
  const listener: Listener = {
    refuse: (location, about, reason) => report.refuse(location, about, reason, null),
    onLostLetters: (document) => report.report(document, aboutOf(document), 'changed', null, lostLetters),
  };
  for await (const document of documentsOf(options.from, listener)) {
    report.counts[countedAs(document)].read += 1;
    batch.push(document);
    if (batch.length < stagedAtOnce) continue;
    await stage(db, batch);
    read += batch.length;
    batch = [];
    if (read % 50_000 === 0) options.onProgress(`${read} records read`);
  }
  await stage(db, batch);
  if (read + batch.length + report.unreadable === 0) {
    throw new ExportRefused(`--from ${options.from}: the files are empty.`);
  }
  await indexStaging(db);
  for await (const duplicate of takeDuplicates(db)) {
    report.refuse(
      duplicate,
      aboutOf(duplicate),
      'the same id is earlier in the export',
      countedAs(duplicate),
    );
  }
  for await (const orphan of takeOrphans(db)) {
    report.refuse(
      orphan,
      aboutOf(orphan),
      `its round ${orphan.parent} is not in the export`,
      countedAs(orphan),
    );
  }
}

async function takeAll(
  db: Db,
  tenantId: string,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const known = new Known({
    tenantId,
    timeZone: options.timeZone,
    lockedPassword: await hashPassword(randomUUID()),
    emails: await findBearers(db, tenantId, 'users'),
    employees: await findBearers(db, tenantId, 'guards'),
    codes: await findCodes(db, tenantId),
  });
  for (const collection of collections) {
    let after = 0;
    for (let done = 0; ; ) {
      const batch = await nextStaged(db, collection, after, takenAtOnce);
      const last = batch.at(-1);
      if (last === undefined) break;
      after = last.seq;
      const prepared = await prepare({ db, known, cleanHtml: options.cleanHtml, report }, collection, batch);
      await store(db, tenantId, prepared, options.isDryRun, report);
      done += batch.length;
      if (done % 10_000 === 0) options.onProgress(`${collection}: ${done} records taken`);
    }
  }
  if (options.isDryRun || !Object.values(report.counts).some(({ made }) => made > 0)) return;
  const added = Object.entries(report.counts).map(([name, { made }]) => [name, made] as const);
  await insertAuditEntry(db, operatorOrigin(tenantId), {
    action: 'tenant.imported',
    subject: { id: tenantId, label: options.slug },
    after: { ...Object.fromEntries(added), refused: report.refused },
  });
}

async function store(
  db: Db,
  tenantId: string,
  prepared: readonly Prepared[],
  isDryRun: boolean,
  report: ImportReport,
): Promise<void> {
  const [first] = prepared;
  if (first === undefined) return;
  const ids = prepared.map(({ main }) => main.row.id);
  const present = await findPresent(db, tenantId, first.main.table, ids);
  const fresh = prepared.filter(({ main }) => !present.has(main.row.id));
  const former = prepared.filter(({ main }) => present.has(main.row.id));
  if (!isDryRun)
    await db.transaction().execute((transaction) => addAll(transaction, tenantId, fresh, former));
  for (const one of prepared) {
    const outcome = present.has(one.main.row.id) ? 'present' : 'made';
    for (const [counted, number] of one.counts) report.counts[counted][outcome] += number;
  }
}

async function addAll(
  db: Db,
  tenantId: string,
  fresh: readonly Taken[],
  former: readonly Taken[],
): Promise<void> {
  const rows = new Map<TableName, Row[]>(tables.map((table) => [table, []]));
  // Numbers of arrival first: devices that report at the same time take their locks in this order, too.
  const rounds = fresh.filter(({ main }) => main.table === 'rounds').length;
  let arrival = rounds === 0 ? 0 : await takeArrivals(db, tenantId, rounds);
  for (const { whenPresent = [], always = [] } of former)
    for (const [table, row] of [...whenPresent, ...always]) rows.get(table)?.push(row);
  for (const { main, others = [], always = [] } of fresh) {
    if (main.table === 'rounds') arrival += 1;
    rows.get(main.table)?.push(main.table === 'rounds' ? { ...main.row, arrival_no: arrival } : main.row);
    for (const [table, row] of [...others, ...always]) rows.get(table)?.push(row);
  }
  for (const table of tables) await addRows(db, tenantId, table, rows.get(table) ?? []);
}
