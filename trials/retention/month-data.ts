// A company with one month of rounds that was sealed as it came, and another company beside it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { serverSecret } from '../../apps/server/src/platform/access/server-secret.ts';
import { openDatabase, serveAs } from '../../apps/server/src/platform/db/database.ts';
import { makeSealing } from '../../apps/server/src/patrol/evidence/sealing.ts';
import { companyOf, denseTenantShape } from '../../bench/dataset-shape.ts';
import { generate } from '../../bench/generation/generate.ts';
import { sealHistory } from '../../bench/generation/seal-history.ts';
import type { TrialDatabase } from '../started-product.ts';
import type { TrialRun } from '../trial.ts';

export interface MonthData {
  /** What the server has to be started with. */
  readonly secret: string;
  readonly rounds: number;
  readonly scans: number;
  readonly leaves: number;
  /** Of the company whose month goes, then of the one that keeps everything. */
  readonly siteIds: readonly (readonly string[])[];
}

/** The first is the one that bench/product.ts speaks to. */
export const slugs = ['bench-1', 'bench-2'] as const;
const days = 31;
const temporaryBytes = 4_000_000_000;

export async function makeMonth(
  { count, seed, log }: TrialRun,
  { owner, connection }: TrialDatabase,
): Promise<MonthData> {
  const shapes = [
    denseTenantShape(slugs[0], count, 60, days),
    denseTenantShape(slugs[1], Math.ceil(count / 6), 10, days),
  ];
  const companies = shapes.map((shape) => companyOf(seed, shape));
  const { rounds, scans } = await generate(connection, {
    tenants: shapes,
    seed,
    hasScans: true,
    temporaryBytes,
    log,
  });
  await owner.executeQuery(CompiledQuery.raw('VACUUM (ANALYZE)'));
  const secret = randomBytes(32).toString('hex');
  const serving = await serveAs(owner, connection);
  const database = openDatabase({
    connection: serving,
    poolSize: 2,
    onError: (error) => log(error.message),
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-heads-'));
  const sealing = makeSealing({ secrets: [serverSecret(secret)], folder, onProblem: log });
  let leaves = 0;
  try {
    for (const { id: tenantId } of companies) {
      const own = database.forTenant(tenantId);
      leaves += await sealHistory({ tenantId, owner, own }, sealing, Date.now());
      log(`${leaves} leaves are sealed`);
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
  await owner.executeQuery(CompiledQuery.raw('VACUUM (ANALYZE)'));
  await setThreeMonths(owner, companies[0]?.id ?? '');
  const siteIds = companies.map(({ sites }) => sites.map(({ id }) => id));
  return { secret, rounds, scans, leaves, siteIds };
}

const setThreeMonths = (owner: TrialDatabase['owner'], tenantId: string) =>
  owner.executeQuery(
    CompiledQuery.raw('INSERT INTO retention_settings VALUES ($1::uuid, 1, 3, 0)', [tenantId]),
  );
