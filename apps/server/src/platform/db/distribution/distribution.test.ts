// That the database can be distributed by tenant_id: every table, key and function keeps to one tenant.
import path from 'node:path';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { foreignKeysOf, routinesOf, tablesOf, uniqueKeysOf } from './catalogue.testing.ts';
import { distributeScript } from './distribute-script.testing.ts';
import { statementsWithin } from './routine-statements.testing.ts';
import { unboundTables } from './unbound-tables.testing.ts';
import {
  localTables,
  nullingKeys,
  referenceTables,
  severalTenants,
  surroundingsOf,
} from './known-tables.testing.ts';
import type { Surroundings } from './statement-scope.testing.ts';

let store: TestDatabase;
let known: Surroundings;

beforeAll(async () => {
  await loadModule();
  store = await testDatabase();
  known = await surroundingsOf(store.owner);
});

describe('the catalogue', () => {
  it('has a tenant_id and a primary key in every table but those named with their reason', async () => {
    const tables = await tablesOf(store.owner);
    expect(tables.length).toBeGreaterThan(80);
    expect(tables.filter(({ hasPrimaryKey }) => !hasPrimaryKey)).toEqual([]);
    const without = tables.filter(({ hasTenant }) => !hasTenant).map(({ name }) => name);
    expect(without).toEqual(Object.keys(localTables));
  });

  it('has tenant_id in every key but those of reference and local tables', async () => {
    const keys = await uniqueKeysOf(store.owner);
    const apart = new Set([...Object.keys(localTables), ...Object.keys(referenceTables)]);
    expect(keys.filter(({ holdsTenant, table }) => !holdsTenant && !apart.has(table))).toEqual([]);
    expect(keys.filter(({ holdsTenant }) => holdsTenant).length).toBeGreaterThan(80);
  });

  it('has tenant_id at the same place on both sides of every foreign key', async () => {
    const keys = await foreignKeysOf(store.owner);
    expect(keys.length).toBeGreaterThan(80);
    expect(keys.filter(({ holdsTenant }) => !holdsTenant)).toEqual([]);
    const nulling = keys.filter(({ setsNull }) => setsNull).map(({ name }) => name);
    expect(nulling).toEqual(nullingKeys);
  });

  it('has no function that reads or writes a table of a tenant without naming the tenant', async () => {
    const routines = await routinesOf(store.owner);
    expect(routines.length).toBeGreaterThan(30);
    const open = routines.flatMap((routine) => {
      const { statements, names, hasDynamic } = statementsWithin(routine);
      const within = { ...known, given: names, handedIn: new Set(routine.transitions) };
      const found = statements.flatMap((text) => unboundTables(text, within));
      if (hasDynamic) found.push('a statement put together while running');
      return found.length === 0 ? [] : [routine.name];
    });
    expect(open).toEqual(Object.keys(severalTenants));
  });
});

it('the script that distributes it says what the catalogue says', async () => {
  const { owner } = store;
  const script = distributeScript(await tablesOf(owner), await foreignKeysOf(owner));
  await expect(script).toMatchFileSnapshot(
    path.resolve(import.meta.dirname, '../../../../../../deploy/citus/distribute.sql'),
  );
});

describe('a statement', () => {
  it.each([
    ['SELECT * FROM sites WHERE id = $1', ['sites']],
    ['SELECT * FROM sites WHERE tenant_id = $1 OR id = $2', ['sites']],
    ['SELECT * FROM sites WHERE tenant_id = ANY ($1)', ['sites']],
    ['SELECT * FROM sites s JOIN guards g ON g.id = s.id WHERE s.tenant_id = $1', ['guards']],
    ['SELECT * FROM sites s LEFT JOIN guards g ON s.tenant_id = $1 AND g.tenant_id = $1', ['sites']],
    ['SELECT * FROM sites s FULL JOIN guards g USING (tenant_id) WHERE s.tenant_id = $1', ['guards']],
    ['SELECT (SELECT count(*) FROM rounds) FROM sites WHERE tenant_id = $1', ['rounds']],
    [
      'SELECT * FROM sites s WHERE EXISTS (SELECT FROM guards g WHERE g.tenant_id = s.tenant_id)',
      ['sites', 'guards'],
    ],
    [
      'SELECT * FROM sites s WHERE NOT EXISTS (SELECT FROM guards g WHERE g.tenant_id = $1 AND s.tenant_id = $1)',
      ['sites'],
    ],
    ['WITH g AS (SELECT * FROM guards) SELECT * FROM g WHERE g.tenant_id = $1', ['guards']],
    ['SELECT tenant_id FROM sites WHERE tenant_id = $1 UNION ALL SELECT tenant_id FROM guards', ['guards']],
    ['UPDATE sites SET name = $1 WHERE id = $2', ['sites']],
    ['UPDATE sites s SET name = g.name FROM guards g WHERE s.tenant_id = $1 AND g.id = s.id', ['guards']],
    ['DELETE FROM sites USING guards g WHERE g.tenant_id = $1', ['sites']],
    ['INSERT INTO sites (tenant_id, id) SELECT t, $1 FROM unnest($2::uuid[]) AS t', ['sites']],
    ['INSERT INTO sites (id, name) VALUES ($1, $2)', ['sites']],
    ['INSERT INTO sites (tenant_id, id) SELECT tenant_id, id FROM guards', ['sites', 'guards']],
    ['SELECT * FROM nowhere', ['unknown: nowhere']],
  ])('that leaves the tenant open is found: %s', (text, tables) => {
    expect(unboundTables(text, known).toSorted()).toEqual(tables.toSorted());
  });

  it.each([
    'SELECT * FROM sites WHERE tenant_id = $1::uuid AND (id = $2 OR id = $3)',
    `SELECT * FROM sites WHERE tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid`,
    'SELECT * FROM rounds r JOIN sites s ON (s.tenant_id, s.id) = (r.tenant_id, r.site_id) WHERE r.tenant_id = $1',
    'SELECT * FROM sites s LEFT JOIN guards g USING (tenant_id) WHERE s.tenant_id = $1',
    'SELECT * FROM sites s WHERE tenant_id = $1 AND EXISTS (SELECT FROM guards g WHERE g.tenant_id = s.tenant_id)',
    'SELECT * FROM sites s, LATERAL (SELECT * FROM guards g WHERE g.tenant_id = s.tenant_id) AS g WHERE s.tenant_id = $1',
    'WITH g AS (SELECT tenant_id AS t, id FROM guards WHERE tenant_id = $1) SELECT * FROM sites JOIN g ON g.t = tenant_id',
    'DELETE FROM sites WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM guards WHERE tenant_id = $1)',
    'INSERT INTO sites (id, tenant_id) SELECT i, $2 FROM unnest($1::uuid[]) AS i',
    'WITH gone AS (DELETE FROM sites WHERE tenant_id = $1 RETURNING *) INSERT INTO guards (tenant_id) SELECT tenant_id FROM gone',
  ])('that names the tenant is let be: %s', (text) => {
    expect(unboundTables(text, known)).toEqual([]);
  });
});
