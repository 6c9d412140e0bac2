// A ranking that is asked for again is answered by its state, as long as that is the one in which it was found.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { planOf, rowsRead, statementsOf } from '../../testing/read-rows.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { changeRows, changes } from './dashboard-changes.testing.ts';
import { type DashboardWorld, makeDashboardWorld } from './dashboard.testing.ts';
import { findRanking } from './ranking.ts';
import { type Asked, askedOf, makeStandings, scopeIn } from './ranking.testing.ts';

let server: TestApp;
let world: DashboardWorld;
beforeAll(async () => {
  server = await testApp();
  world = await makeDashboardWorld(server, 23, 100);
  // As of days that are over: no due round waits any more.
  await sql`UPDATE due_rounds SET status = 'missed' WHERE status IN ('due', 'late')`.execute(server.owner);
});

const read = (asked: Asked) => findRanking(scopeIn(server, world), asked);

/** Twice: what is asked for a second time is kept. */
async function keep(asked: Asked) {
  await read(asked);
  return read(asked);
}

/** Tables of which rows are read for an answer, with how many. */
async function rowsOf(asked: Asked): Promise<Record<string, number>> {
  const { id } = world.tenant;
  const statements = await statementsOf(server, id, (scope) => findRanking(scope, asked));
  const read: Record<string, number> = {};
  for (const statement of statements) {
    const nodes = await planOf(server, id, statement);
    for (const table of new Set(nodes.flatMap((node) => node['Relation Name'] ?? [])))
      read[table] = (read[table] ?? 0) + rowsRead(nodes, table);
  }
  return read;
}

it('[DASH-02] what nothing has changed since is answered by a look at six standings and a version of names', async () => {
  await makeStandings(server, world);
  await changeRows(server.owner, {
    tenantId: world.tenant.id,
    text: changes['a guard has another name'] ?? '',
    salt: 'first',
  });
  const asked = askedOf(world, 60, null);
  const first = await keep(asked);
  expect(await rowsOf(asked)).toEqual({ standings: 6, names_versions: 1, due_rounds: 0 });
  expect(await read(asked)).toEqual(first);
});

it('[DASH-02] days that are over are one statement each, when asked for the first time as well', async () => {
  await makeStandings(server, world);
  const [first, later, site] = [askedOf(world, 60, null), askedOf(world, 2, null), askedOf(world, 60, 1)];
  // Whose days are over by then.
  const over = ({ span, ...asked }: Asked) => ({ ...asked, span, nowMs: span.toMs });
  const known = await read(over(site));
  const statements = await statementsOf(server, world.tenant.id, (scope) =>
    Promise.all([first, later, site].map((asked) => findRanking(scope, over(asked)))),
  );
  const texts = statements.map((statement) => statement.sql);
  expect(texts.filter((text) => text.includes('FROM standings'))).toHaveLength(3);
  expect(await read(over(site))).toEqual(known);
  for (const asked of [first, later, site]) {
    const found = await read(over(asked));
    await sql`DELETE FROM standings`.execute(server.owner);
    expect(found).toEqual(await read(over(asked)));
    await makeStandings(server, world);
  }
});

// Here no round waits, and each is tied to a due round.
const {
  'a due round nobody has begun is another guard’s': _waiting,
  'a round is taken away': _free,
  ...possible
} = changes;

it.each(Object.entries(possible))('[DASH-02] it is found again after %s', async (what, text) => {
  const every = [null, 1].map((site) => askedOf(world, 60, site));
  await makeStandings(server, world);
  for (const asked of every) await keep(asked);
  const changed = await changeRows(server.owner, { tenantId: world.tenant.id, text, salt: what });
  const found = [];
  for (const asked of every) found.push(await read(asked));
  await sql`DELETE FROM standings`.execute(server.owner);
  for (const [at, asked] of every.entries()) expect(found[at]).toEqual(await read(asked));
  expect(changed).toBeGreaterThan(0);
});

it('[DASH-02] with a due round that waits, what the clock makes of it counts', async () => {
  await makeStandings(server, world);
  const asked = askedOf(world, 60, null);
  const before = await keep(asked);
  const waiting = sql`UPDATE due_rounds SET status = 'due', missed_at_ms = ${asked.nowMs + 1_000}
    WHERE id = (SELECT id FROM due_rounds WHERE status = 'missed' AND due_at_ms BETWEEN ${asked.span.fromMs} AND ${asked.nowMs}
      ORDER BY id LIMIT 1)`;
  await waiting.execute(server.owner);
  await makeStandings(server, world);
  const missed = async (nowMs: number) =>
    (await read({ ...asked, nowMs })).sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
  const early = await missed(asked.nowMs);
  expect(await missed(asked.nowMs + 2_000)).toBe(early + 1);
  expect(before.sites.length).toBeGreaterThan(1);
});

it('[DASH-02] a transaction leaves one version of names, however many it changes, and one that is undone none', async () => {
  const version = async () => {
    const { rows } = await sql<{ version: string }>`SELECT version FROM names_versions
      WHERE tenant_id = ${world.tenant.id}`.execute(server.owner);
    return rows.map((row) => row.version);
  };
  const before = await version();
  expect(before).toHaveLength(1);
  const rename = sql`UPDATE guards SET last_name = last_name || 'x' WHERE tenant_id = ${world.tenant.id}`;
  await expect(
    server.owner.transaction().execute(async (transaction) => {
      await rename.execute(transaction);
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(transaction);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await version()).toEqual(before);
  await rename.execute(server.owner);
  const after = await version();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});
