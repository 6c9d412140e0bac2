/**
 * Fills a migrated, empty database with the measured data. Threads make the rows out of the patrol model, COPY takes
 * them into tables without indexes and triggers, what triggers would have kept is added up from the rows, and then
 * indexes and keys are built as the catalogue had them.
 */
import type pg from 'pg';
import { hashPassword } from '../../apps/server/src/platform/access/password.ts';
import { type Db, openOwner } from '../../apps/server/src/platform/db/database.ts';
import { insertCompany } from '../../apps/server/src/demo/demo-company.queries.ts';
import { demoPassword } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import {
  insertAccounts,
  insertSettings,
  insertTenant,
} from '../../apps/server/src/demo/demo-tenant.queries.ts';
import { findCodesAndTags, finishHistory } from '../../apps/server/src/demo/patrol-history.queries.ts';
import { companyOf, period, type TenantShape } from '../dataset-shape.ts';
import { type Definitions, takeOff } from './bare-tables.ts';
import { atOnce, type Connect, connector, inTransaction } from './connections.ts';
import { copyHistory, type RowCounts } from './copy-history.ts';
import { dueRoundsOf, tourStatement } from './due-rounds.ts';
import type { HistoryOrder } from './history-order.ts';
import { historyTables } from './history-tables.ts';
import { type Log, secondsSince } from './progress.ts';
import { type Rollup, rollupSteps } from './rollups.ts';

export interface GenerationOptions {
  /** The first is the measured one, whose rounds were due. */
  readonly tenants: readonly TenantShape[];
  readonly seed: number;
  readonly hasScans: boolean;
  /** What a query may lay aside on disk. */
  readonly temporaryBytes: number;
  readonly log: Log;
}

/** A table of the product's may come and go with its migrations. */
async function existingSteps(client: pg.Client): Promise<Rollup[][]> {
  const text = 'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL';
  const named = rollupSteps.flat().map(({ table }) => table);
  const { rows } = await client.query<{ name: string }>(text, [named]);
  const existing = new Set(rows.map(({ name }) => name));
  return rollupSteps.map((step) => step.filter(({ table }) => existing.has(table)));
}

export async function generate(
  connection: pg.ClientConfig,
  { tenants, seed, hasScans, temporaryBytes, log }: GenerationOptions,
): Promise<RowCounts> {
  const connect = connector(connection, temporaryBytes);
  const owner = openOwner(connection);
  try {
    const steps = await connect(existingSteps);
    const orders = await insertCompanies(owner.db, seed, tenants, hasScans);
    const bareHistory = await takenOff(connect, historyTables);
    // References between the two went with the first.
    const bareRollups = await takenOff(connect, ['due_rounds', ...steps.flat().map(({ table }) => table)]);
    const counts = await copyHistory(connect, orders, log);
    log(`  ${counts.rounds} rounds and ${counts.scans} scans are copied`);
    await putIndexesBack(connect, bareHistory, log);
    await connect((client) => client.query(`ANALYZE ${historyTables.join(', ')}`));
    await addUp(connect, seed, tenants, steps, log);
    await putIndexesBack(connect, bareRollups, log);
    await atOnce(
      [...bareHistory.references, ...bareRollups.references].map(
        (statement) => () => timed(connect, statement, log),
      ),
    );
    for (const { tenant } of orders) {
      await finishHistory(owner.db, companyOf(seed, tenant).id, period.toMs);
    }
    return counts;
  } finally {
    await owner.close();
  }
}

const takenOff = (connect: Connect, tables: readonly string[]): Promise<Definitions> =>
  connect((client) => inTransaction(client, () => takeOff(client, tables)));

/** Tenants with their companies and accounts, by the product's own statements. */
async function insertCompanies(
  db: Db,
  seed: number,
  tenants: readonly TenantShape[],
  hasScans: boolean,
): Promise<HistoryOrder[]> {
  const secretHash = await hashPassword(demoPassword);
  const orders: HistoryOrder[] = [];
  for (const tenant of tenants) {
    const company = companyOf(seed, tenant);
    await insertTenant(db, tenant.slug, company);
    await insertCompany(db, company.id, company, secretHash);
    await insertAccounts(db, company, secretHash);
    await insertSettings(db, company);
    orders.push({ seed, tenant, hasScans, ...(await findCodesAndTags(db, company.id)) });
  }
  // As in data taken over: no exceptions are made of the past.
  await db.updateTable('tenants').set({ exceptions_from_ms: period.toMs }).execute();
  return orders;
}

/** Due rounds come first: rollups count them, too. */
async function addUp(
  connect: Connect,
  seed: number,
  [measured]: readonly TenantShape[],
  [first = [], ...later]: readonly (readonly Rollup[])[],
  log: Log,
): Promise<void> {
  if (measured === undefined) return;
  const { id } = companyOf(seed, measured);
  await connect((client) => client.query(tourStatement, [id]));
  await atOnce([dueRoundsOf(id), ...first].map((rollup) => () => fill(connect, rollup, log)));
  await connect((client) => client.query('ANALYZE due_rounds, missed_checkpoints'));
  for (const step of later) await atOnce(step.map((rollup) => () => fill(connect, rollup, log)));
}

const fill = (connect: Connect, { table, statement }: Rollup, log: Log): Promise<void> =>
  connect((client) =>
    inTransaction(client, async () => {
      const startedAt = performance.now();
      await client.query(`TRUNCATE ${table}`);
      const { rowCount } = await client.query(statement);
      log(`  ${table}: ${rowCount} rows in ${secondsSince(startedAt)}`);
    }),
  );

async function putIndexesBack(connect: Connect, { indexes, keys }: Definitions, log: Log): Promise<void> {
  await atOnce(
    indexes.map(
      ({ statement }) =>
        () =>
          timed(connect, statement, log),
    ),
  );
  for (const statement of keys) await timed(connect, statement, log);
}

const reportedFromMs = 1_000;

const timed = (connect: Connect, statement: string, log: Log): Promise<void> =>
  connect(async (client) => {
    const startedAt = performance.now();
    await client.query(statement);
    if (performance.now() - startedAt >= reportedFromMs) log(`  ${secondsSince(startedAt)} for ${statement}`);
  });
