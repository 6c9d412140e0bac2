// Whatever is changed by hand behind the product's back after it was sealed is found and named.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { serverSecret } from './access/server-secret.ts';
import { findHeads } from './evidence/check-log.queries.ts';
import { logKeyOf, type LogSecrets, signHead } from './evidence/log-keys.ts';
import { sealLog } from './evidence/seal-log.queries.ts';
import { verifyAll } from './features/verification/verification.service.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
  testPassword,
} from './testing/factories.ts';
import { anyone, testApp } from './testing/test-app.ts';

const server = await testApp();
const { app, owner, database } = server;
const secrets: LogSecrets = [serverSecret('of these tests')];
const trust = { secrets, anchors: [] };
let tenant: MadeTenant;

const run = async <Row>(text: string, ...values: unknown[]) =>
  (await owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

async function differences(with_: Parameters<typeof verifyAll>[1] = trust): Promise<string[]> {
  const found: string[] = [];
  for await (const verdict of verifyAll(owner, with_)) found.push(...verdict.differences);
  return found;
}

const tables = {
  scans: 'id',
  field_events: 'id',
  device_keys: 'id',
  rounds: 'id',
  duty_sessions: 'id',
  log_leaves: 'leaf_no',
  log_nodes: 'node_no',
  log_heads: 'size',
  log_keys: 'key',
} as const;

/** A signed round of two scans, sealed in three heads with one more after the first. */
beforeAll(async () => {
  tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const places = [await makeCheckpoint(owner, tenant, siteId), await makeCheckpoint(owner, tenant, siteId)];
  const { versionId: routeVersionId } = await makeRoute(owner, tenant, siteId, places);
  const seal = () => sealLog(database.forTenant(tenant.id), tenant.id, secrets);
  await seal();
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = await publicKeyOf(keys.publicKey);
  const body = { employeeId: guard.employeeId, secret: testPassword, deviceId: randomUUID(), publicKey };
  const token = (await anyone(app, tenant)('POST', '/field/signin', { body })).json().accessToken;
  const device = anyone(app, tenant, { authorization: `Bearer ${token}` });
  const deviceAtMs = Date.now();
  const [dutyId, roundId] = [randomUUID(), randomUUID()];
  const events = [
    { kind: 'dutyStarted', id: dutyId, siteId, deviceAtMs },
    { kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs },
    ...places.map(({ checkpointId, latitude, longitude }, at) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId,
      deviceAtMs: deviceAtMs + at * 60_000,
      method: 'qr',
      position: { latitude, longitude, accuracyMetres: 6.1 },
      code: `code ${at}`,
    })),
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: deviceAtMs + 120_000 },
    { kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: deviceAtMs + 180_000 },
  ];
  let end = emptyChain;
  for (const event of events) {
    const signed = await signEvent(keys, event, end);
    end = signed.end;
    const reply = await device('POST', '/field/event', {
      body: { sentAtMs: Date.now(), event: { ...event, proof: signed.proof } },
    });
    expect(reply.statusCode).toBe(200);
    if (event.kind === 'checkpointScanned') await seal();
  }
  await seal();
  for (const table of Object.keys(tables)) await run(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
});

/** As it was. */
async function restore(table: string): Promise<void> {
  const names = ['tenant_id', ...(await columnsOf(table)).map(({ name }) => name)].join(', ');
  await asReplica(`DELETE FROM ${table}; INSERT INTO ${table} (${names}) SELECT ${names} FROM kept_${table}`);
}

/** With triggers asleep. */
async function asReplica(statements: string): Promise<void> {
  await run(
    `DO $$ BEGIN PERFORM set_config('session_replication_role', 'replica', true); ${statements}; END $$`,
  );
}

afterEach(async () => {
  for (const table of Object.keys(tables)) await restore(table);
});

async function columnsOf(table: string) {
  return run<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'
       AND column_name NOT IN ('tenant_id') ORDER BY ordinal_position`,
    table,
  );
}

/** Another value of the same type, whichever it was. */
const others: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || '0'`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `NOT ${column}`,
  bytea: (column) =>
    `set_byte(coalesce(${column}, '\\x00'), 0, (get_byte(coalesce(${column}, '\\x00'), 0) + 1) % 256)`,
  real: (column) => `coalesce(${column}, 0) + 0.5`,
  'double precision': (column) => `coalesce(${column}, 0) + 0.000001`,
  ARRAY: (column) => `${column} || '{typedCode}'::text[]`,
};

/** Figures of duties that only tell of the system's own closing. */
const untold = new Set([
  'duty_sessions.system_closed_at_ms',
  'duty_sessions.is_closed_by_system',
  'log_keys.first_used_ms',
]);

describe('the check of a log', () => {
  it('finds nothing where nothing was touched', async () => {
    expect(await differences()).toEqual([]);
  });

  it.each(Object.keys(tables))('finds any column of %s that was altered, and names it', async (table) => {
    const columns = await columnsOf(table);
    expect(columns.length).toBeGreaterThan(2);
    for (const { name, type } of columns) {
      if (untold.has(`${table}.${name}`)) continue;
      const other = others[type];
      if (other === undefined) throw new Error(`no other value of ${type}`);
      const key = tables[table as keyof typeof tables];
      await asReplica(`UPDATE ${table} SET ${name} = ${other(name)} WHERE (tenant_id, ${key}) =
        (SELECT tenant_id, ${key} FROM ${table} ORDER BY ${key} DESC LIMIT 1)`);
      const found = await differences();
      expect([table, name, found.length > 0]).toEqual([table, name, true]);
      // Of the tables that are sealed the column is named, too.
      const isSealed = table === 'scans' || table === 'field_events' || table === 'device_keys';
      const what = name === 'id' ? /removed|inserted/ : new RegExp(`^${table} .*\\b${name}\\b`);
      expect([name, !isSealed || found.some((sentence) => what.test(sentence))]).toEqual([name, true]);
      await restore(table);
    }
  });

  it.each(['scans', 'field_events', 'device_keys', 'log_leaves', 'log_nodes', 'log_keys'])(
    'finds a row of %s that was deleted',
    async (table) => {
      await run(`DELETE FROM ${table} WHERE ctid = (SELECT ctid FROM ${table} LIMIT 1)`);
      expect((await differences()).join('\n')).toMatch(/removed|does not hold/);
    },
  );

  it('finds a row that was put in, now or under an old date', async () => {
    const names = (await columnsOf('scans')).map(({ name }) => name).filter((name) => name !== 'id');
    const copy = `INSERT INTO scans (tenant_id, id, ${names.join(', ')})
      SELECT tenant_id, gen_random_uuid(), ${names.join(', ')} FROM scans LIMIT 1`;
    await run(copy);
    expect((await differences()).join('\n')).toMatch(
      /^scans \S+: inserted; it never went through the product$/m,
    );
  });

  it('finds a row that was put in through the product’s own role and backdated', async () => {
    const [first] = await run<{ at_ms: number }>('SELECT at_ms FROM kept_log_heads ORDER BY size LIMIT 1');
    const names = (await columnsOf('field_events'))
      .map(({ name }) => name)
      .filter((name) => !['id', 'received_at_ms', 'proof_signature'].includes(name));
    const text = `INSERT INTO field_events (tenant_id, id, received_at_ms, ${names.join(', ')})
      SELECT tenant_id, gen_random_uuid(), $1::bigint, ${names.join(', ')} FROM field_events LIMIT 1`;
    const db = database.forTenant(tenant.id);
    await db.executeQuery(CompiledQuery.raw(text, [(first?.at_ms ?? 0) - 600_000]));
    await sealLog(db, tenant.id, secrets);
    expect((await differences()).join('\n')).toMatch(/^field_events \S+: backdated; it says /m);
  });

  it('finds rows that changed places', async () => {
    await run(`UPDATE scans s SET device_at_ms = o.device_at_ms, checkpoint_id = o.checkpoint_id
      FROM scans o WHERE o.id <> s.id`);
    expect(
      (await differences()).filter((sentence) => /^scans .*altered/.test(sentence)).length,
    ).toBeGreaterThan(1);
  });

  it('finds a leaf that was rewritten together with its row', async () => {
    await run(`UPDATE scans SET device_at_ms = device_at_ms + 1000`);
    await run(`DELETE FROM log_nodes`);
    const rewritten = await run<{ record_id: string }>(
      `UPDATE log_leaves SET hash = sha256(hash) WHERE source = 'scans' RETURNING record_id`,
    );
    expect(rewritten).toHaveLength(2);
    const found = (await differences()).join('\n');
    expect(found).toMatch(/log_heads \d+ of .*: its root is not that of the leaves/);
  });

  it('finds heads that somebody else signed, with a key that was put in', async () => {
    const stranger = logKeyOf(serverSecret('of a stranger'), tenant.id);
    for (const head of await findHeads(owner, tenant.id)) {
      const signed = signHead(stranger, head);
      await run(
        `UPDATE log_heads SET key = decode($1, 'hex'), signature = decode($2, 'hex') WHERE size = $3`,
        signed.key,
        signed.signature,
        head.size,
      );
    }
    await run(
      `UPDATE log_keys SET key = decode($1, 'hex'), public_key = $2`,
      stranger.id,
      stranger.publicKey,
    );
    expect(await differences()).toEqual([expect.stringMatching(/not drawn from this installation's secret/)]);
  });

  it('finds what the holder of the log’s key made up, by the phone’s own signature', async () => {
    await run(`UPDATE scans SET device_at_ms = device_at_ms + 1000`);
    await run('DELETE FROM log_nodes');
    await run('DELETE FROM log_heads');
    await run('DELETE FROM log_leaves');
    await run(
      `INSERT INTO log_pending (tenant_id, source, ids) SELECT tenant_id, 'scans', array_agg(id) FROM scans GROUP BY 1`,
    );
    await sealLog(database.forTenant(tenant.id), tenant.id, secrets);
    const found = await differences();
    expect(found.filter((sentence) => sentence.includes('is not what its phone signed'))).toHaveLength(2);
  });

  it('finds a log that was rolled back or rewritten, if a later head was exported', async () => {
    const heads = await findHeads(owner, tenant.id);
    const [newest] = heads.slice(-1);
    if (newest === undefined) throw new Error('no head');
    const anchored = { secrets, anchors: [newest] };
    expect(await differences(anchored)).toEqual([]);
    const size = heads.at(-2)?.size ?? 0;
    await run('DELETE FROM log_heads WHERE size > $1', size);
    await run('DELETE FROM log_leaves WHERE leaf_no >= $1', size);
    expect((await differences(anchored)).join('\n')).toContain('the log was rolled back');
    const forged = signHead(logKeyOf(secrets[0], tenant.id), { ...newest, root: '00'.repeat(32) });
    expect((await differences({ secrets, anchors: [{ ...forged, size }] })).join('\n')).toContain(
      'the log was rewritten',
    );
  });
});
