// The demo tenant with a past: seeded whole or not at all, and once.
import { hashPassword } from '../platform/access/password.ts';
import type { FileStore } from '../platform/adapters/files/file-store.ts';
import type { Db } from '../platform/db/database.ts';
import type { Company } from './patrol-model/company.ts';
import type { PatrolRecord } from './patrol-model/duty.ts';
import { patrolHistory } from './patrol-model/history.ts';
import { incidentOn, type ModelIncident } from './patrol-model/incidents.ts';
import { makeCompany } from './patrol-model/make-company.ts';
import { demoSeed, demoShape } from './patrol-model/shapes.ts';
import { insertCompany } from './demo-company.queries.ts';
import { insertDevices } from './demo-devices.queries.ts';
import { insertFlags } from './demo-flags.queries.ts';
import { insertEvidence } from './demo-evidence.ts';
import { insertFloorPlan } from './demo-floor-plans.queries.ts';
import { insertIncidents } from './demo-incidents.queries.ts';
import { insertPosts } from './demo-posts.queries.ts';
import { insertReports } from './demo-reports.queries.ts';
import { insertTours } from './demo-tours.queries.ts';
import { demoPassword, demoSlug } from '../accounts/sign-in/demo-sign-ins.ts';
import {
  hasTenant,
  insertAccounts,
  insertSettings,
  insertTenant,
  lockSeeding,
} from './demo-tenant.queries.ts';
import { type HistoryCounts, insertHistory } from './patrol-history.queries.ts';

export interface SeedOptions {
  /** Where photos of incidents and floor plans go. */
  readonly files: FileStore;
  /** The history ends here; default now. */
  readonly nowMs?: number;
  readonly seed?: number;
  /** Length of the history; default 120. */
  readonly days?: number;
}

export interface SeededDemo extends HistoryCounts {
  readonly tenantId: string;
}

/**
 * Makes the demo tenant with 120 days of rounds and incidents up to now, as the database's owner. One transaction: killed half way
 * it leaves nothing and the next start begins again; servers starting at once seed once. Null when it exists already.
 */
export async function seedDemo(owner: Db, options: SeedOptions): Promise<SeededDemo | null> {
  if (await hasTenant(owner, demoSlug)) return null;
  const nowMs = options.nowMs ?? Date.now();
  const company = makeCompany(options.seed ?? demoSeed, demoShape(nowMs, options.days));
  const secretHash = await hashPassword(demoPassword);
  return owner.transaction().execute(async (transaction) => {
    await lockSeeding(transaction);
    if (await hasTenant(transaction, demoSlug)) return null;
    await insertTenant(transaction, demoSlug, company);
    await insertCompany(transaction, company.id, company, secretHash);
    await insertFloorPlan(transaction, options.files, company);
    await insertTours(transaction, company.id, company);
    await insertAccounts(transaction, company, secretHash);
    await insertSettings(transaction, company);
    await insertReports(transaction, company, nowMs);
    const incidents: ModelIncident[] = [];
    const history = reporting(company, nowMs, incidents);
    const counts = await insertHistory(transaction, company.id, history, nowMs);
    await insertFlags(transaction, company.id, nowMs);
    await insertDevices(transaction, company.id, nowMs);
    await insertPosts(transaction, company, nowMs);
    const reported = incidents.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
    await insertIncidents(transaction, reported, { company, nowMs, files: options.files });
    await insertEvidence(transaction, company.id, nowMs);
    return { ...counts, tenantId: company.id };
  });
}

/** The company's past as it is read, with the incidents of its rounds put aside. */
function* reporting(company: Company, nowMs: number, incidents: ModelIncident[]): Generator<PatrolRecord> {
  for (const record of patrolHistory(company, { fromMs: company.shape.openedAtMs, toMs: nowMs })) {
    const incident = record.kind === 'round' ? incidentOn(company, record, nowMs) : null;
    if (incident !== null) incidents.push(incident);
    yield record;
  }
}
