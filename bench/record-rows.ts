// A company of the size that its lists are measured at: 1,000 sites, 10,000 guards, 50,000 checkpoints.
import { CompiledQuery } from 'kysely';
import { hashPassword } from '../apps/server/src/platform/access/password.ts';
import { type Db, openOwner } from '../apps/server/src/platform/db/database.ts';
import { insertCompany } from '../apps/server/src/demo/demo-company.queries.ts';
import { demoPassword } from '../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import {
  hasTenant,
  insertAccounts,
  insertSettings,
  insertTenant,
} from '../apps/server/src/demo/demo-tenant.queries.ts';
import type { DatasetServer } from './dataset.ts';
import { smallCompany } from './dataset-shape.ts';

export const recordsSlug = 'bench-records';
const sites = 1_000;
const guards = 10_000;
const checkpoints = 50_000;

const choice = (values: readonly string[]) => `(ARRAY['${values.join("','")}'])[1 + g % ${values.length}]`;
const firstNames = [
  'Asha',
  'Ramesh',
  'Kumar',
  'Sunita',
  'Vijay',
  'Meera',
  'Imran',
  'Joseph',
  'Lakshmi',
  'Farida',
  'Noor',
];
const lastNames = ['Kale', 'Patil', 'Sharma', 'Khan', 'Joshi', 'Nair', 'Das'];
const names = ['North', 'South', 'East', 'West', 'Central', 'Harbour', 'Airport', 'Market', 'Old'];
const buildings = ['Depot', 'Tower', 'Plaza', 'Yard', 'Mill', 'Works', 'Hospital'];
const points = [
  'Gate',
  'Door',
  'Stairwell',
  'Pump room',
  'Server room',
  'Loading bay',
  'Roof',
  'Car park',
  'Lobby',
  'Fence',
  'Vault',
];
const siteOf = `('00000001-0000-7000-8000-' || lpad((1 + g % ${sites})::text, 12, '0'))::uuid`;
const idOf = (kind: number) => `('0000000${kind}-0000-7000-8000-' || lpad(g::text, 12, '0'))::uuid`;

const statements = [
  `INSERT INTO sites (tenant_id, id, name, address, latitude, longitude, time_zone, contact_name)
    SELECT $1::uuid, ${idOf(1)}, ${choice(names)} || ' ' || ${choice(buildings)} || ' ' || g, g || ' Station Road, Pune',
      18.5 + g * 0.0005, 73.8, 'Asia/Kolkata', ${choice(firstNames)} || ' ' || ${choice(lastNames)}
    FROM generate_series(1, ${sites}) AS g`,
  `INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, email, phone_number)
    SELECT $1::uuid, ${idOf(2)}, 'R' || lpad(g::text, 5, '0'), ${choice(firstNames)}, ${choice(lastNames)},
      'r' || g || '@guards.example', '98' || lpad(g::text, 8, '0') FROM generate_series(1, ${guards}) AS g`,
  `INSERT INTO guard_sites (tenant_id, guard_id, site_id)
    SELECT $1::uuid, ${idOf(2)}, ${siteOf} FROM generate_series(1, ${guards}) AS g`,
  `INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT $1::uuid, ${idOf(3)}, ${siteOf}, ${choice(points)} || ' ' || g / ${sites} || ' of wing ' || chr(65 + g % 26),
      18.5 + g % ${sites} * 0.0005, 73.8 FROM generate_series(1, ${checkpoints}) AS g`,
  'VACUUM (ANALYZE) sites, guards, guard_sites, checkpoints',
];

/** Makes the company unless it is there. */
export async function ensureRecords(server: DatasetServer): Promise<void> {
  const owner = openOwner(server.connection);
  try {
    if (!(await hasTenant(owner.db, recordsSlug))) await makeRecords(owner.db);
  } finally {
    await owner.close();
  }
}

async function makeRecords(db: Db): Promise<void> {
  const company = smallCompany(recordsSlug);
  const secretHash = await hashPassword(demoPassword);
  await insertTenant(db, recordsSlug, company);
  await insertCompany(db, company.id, company, secretHash);
  await insertAccounts(db, company, secretHash);
  await insertSettings(db, company);
  for (const text of statements) {
    await db.executeQuery(CompiledQuery.raw(text, text.includes('$1') ? [company.id] : []));
  }
}
