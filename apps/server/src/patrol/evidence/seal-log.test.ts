// What the field API stores becomes leaves: each once, in order, under heads that prove it.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Bytes, fromHex, toHex } from '@watchpost/domain/evidence/byte-text';
import {
  consistencyRanges,
  foldNodes,
  fullNodeHash,
  fullNodesOf,
  provesConsistency,
} from '@watchpost/domain/evidence/merkle-tree';
import { isSignedHead, type SignedHead } from '@watchpost/domain/evidence/tree-head';
import { serverSecret } from '../../platform/access/server-secret.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { deviceOf } from '../../testing/made-sessions.ts';
import { statementsStayInOneTenant } from '../../testing/ran-statements.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import { findHead, findNodes, nodesOfRange } from './log.queries.ts';
import { logKeyOf, type LogSecrets } from './log-keys.ts';
import { nativeSha256 } from './native-sha256.ts';
import { sealLog, sealWithin } from './seal-log.queries.ts';
import { sealLogs } from './seal-logs.queries.ts';
import { testSealing } from '../../testing/test-sealing.ts';

const server = await testApp();
const { owner, database } = server;
const secrets: LogSecrets = [serverSecret('of these tests')];
const sealing = testSealing(secrets);

let tenant: MadeTenant;
let device: Caller;
let routeVersionId: string;
let checkpointId: string;

beforeEach(async () => {
  tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const checkpoint = await makeCheckpoint(owner, tenant, siteId);
  checkpointId = checkpoint.checkpointId;
  ({ versionId: routeVersionId } = await makeRoute(owner, tenant, siteId, [checkpoint]));
  device = await deviceOf(server, tenant, guard.id);
});

const rowsOf = async <Row>(text: string, ...values: unknown[]) =>
  (await owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
const seal = () => sealLog(database.forTenant(tenant.id), tenant.id, sealing);
const leaves = () =>
  rowsOf<{ leaf_no: number; source: string; record_id: string; hash: Buffer }>(
    'SELECT * FROM log_leaves WHERE tenant_id = $1 ORDER BY leaf_no',
    tenant.id,
  );
/** A note, and the states of the site and of its checkpoint. */
const first = ['log_notes', 'record_versions', 'record_versions'];
/** Without what a log begins with. */
const events = async () => (await leaves()).filter(({ source }) => !first.includes(source));

/** Ids of a round's events, in their order. */
async function walk(): Promise<string[]> {
  const roundId = randomUUID();
  const deviceAtMs = Date.now();
  const scan = { kind: 'checkpointScanned', roundId, checkpointId, deviceAtMs, method: 'qr', position: null };
  const events = [
    { kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs },
    { ...scan, id: randomUUID() },
    { ...scan, id: randomUUID() },
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs },
  ];
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  expect(reply.json().refused).toEqual([]);
  return events.map(({ id }) => id);
}

async function rootOf(size: number): Promise<Bytes> {
  const range = { from: 0, to: size };
  const found = await findNodes(database.forTenant(tenant.id), tenant.id, fullNodesOf(range));
  return foldNodes(nativeSha256, nodesOfRange(found, range));
}

describe('sealing a tenant’s log', () => {
  it('begins it with a note and with what judges, then appends every event once, under a head that the tenant’s key signed', async () => {
    expect(await seal()).toBe(first.length);
    const sent = [...(await walk()), ...(await walk())];
    expect(await seal()).toBe(8);
    expect(await seal()).toBe(0);
    const found = await leaves();
    expect(found.map(({ leaf_no }) => leaf_no)).toEqual([...Array.from({ length: 8 + first.length }).keys()]);
    expect(found.map(({ source }) => source)).toEqual([
      ...first,
      ...sent.map(() => expect.stringMatching('scans|events')),
    ]);
    expect((await events()).map(({ record_id }) => record_id).toSorted()).toEqual(sent.toSorted());
    const head = await findHead(database.forTenant(tenant.id), tenant.id);
    expect(head).toMatchObject({ logId: tenant.id, size: 11, root: toHex(await rootOf(11)) });
    const [key] = await rowsOf<{ public_key: string }>(
      'SELECT * FROM log_keys WHERE tenant_id = $1',
      tenant.id,
    );
    expect(key?.public_key).toBe(logKeyOf(secrets[0], tenant.id).publicKey);
    if (head === null) throw new Error('no head');
    expect(await isSignedHead(head, [key?.public_key ?? ''])).toBe(true);
    expect(await rowsOf('SELECT * FROM log_pending WHERE tenant_id = $1', tenant.id)).toEqual([]);
  });

  it('makes each head grow out of every one before it', async () => {
    const heads: SignedHead[] = [];
    for (let pass = 0; pass < 4; pass += 1) {
      await walk();
      await seal();
      const head = await findHead(database.forTenant(tenant.id), tenant.id);
      if (head !== null) heads.push(head);
    }
    expect(heads.map(({ size }) => size)).toEqual([7, 11, 15, 19]);
    for (const [at, later] of heads.entries()) {
      for (const earlier of heads.slice(0, at)) {
        const path = [];
        for (const range of consistencyRanges(earlier.size, later.size)) {
          const found = await findNodes(database.forTenant(tenant.id), tenant.id, fullNodesOf(range));
          path.push(foldNodes(nativeSha256, nodesOfRange(found, range)));
        }
        const claim = { earlier: earlier.size, later: later.size, path };
        const roots = { earlierRoot: fromHex(earlier.root), laterRoot: fromHex(later.root) };
        expect(provesConsistency(nativeSha256, { ...claim, ...roots })).toBe(true);
      }
    }
  });

  it('stores the nodes over sixteen leaves and more, and makes those below out of their leaves', async () => {
    for (let pass = 0; pass < 12; pass += 1) await walk();
    expect(await seal()).toBe(48 + first.length);
    const stored = await rowsOf<{ level: number; node_no: number }>(
      'SELECT level, node_no FROM log_nodes WHERE tenant_id = $1 ORDER BY level, node_no',
      tenant.id,
    );
    expect(stored.map(({ level, node_no }) => [level, node_no])).toEqual([
      [4, 0],
      [4, 1],
      [4, 2],
      [5, 0],
    ]);
    const hashes = (await leaves()).map(({ hash }) => new Uint8Array(hash));
    const nodes = [0, 1, 2, 3, 4, 5].flatMap((level) =>
      Array.from({ length: Math.floor(48 / 2 ** level) }, (_, index) => ({ level, index })),
    );
    const found = await findNodes(database.forTenant(tenant.id), tenant.id, nodes);
    expect(found.size).toBe(nodes.length);
    for (const { level, index } of nodes) {
      const below = hashes.slice(index * 2 ** level, (index + 1) * 2 ** level);
      expect(found.get(`${level} ${index}`)).toEqual(fullNodeHash(nativeSha256, below));
    }
    const beyond = await findNodes(database.forTenant(tenant.id), tenant.id, [
      { level: 3, index: 6 },
      { level: 4, index: 3 },
    ]);
    expect(beyond.size).toBe(0);
  });

  it('leaves out nothing and doubles nothing while devices send and two servers seal, one of which dies', async () => {
    const sent: string[] = [];
    const sealingOn = async () => {
      for (let pass = 0; pass < 6; pass += 1) await seal();
    };
    const dying = async () => {
      for (let pass = 0; pass < 3; pass += 1) {
        const killed = database
          .forTenant(tenant.id)
          .transaction()
          .execute(async (transaction) => {
            await sealWithin(transaction, tenant.id, sealing);
            throw new Error('killed before the commit');
          });
        await expect(killed).rejects.toThrow('killed');
      }
    };
    const sending = async () => {
      for (let pass = 0; pass < 8; pass += 1) sent.push(...(await walk()));
    };
    await Promise.all([sending(), sealingOn(), sealingOn(), dying()]);
    await seal();
    const found = await leaves();
    expect((await events()).map(({ record_id }) => record_id).toSorted()).toEqual(sent.toSorted());
    expect(found.map(({ leaf_no }) => leaf_no)).toEqual([
      ...Array.from({ length: sent.length + first.length }).keys(),
    ]);
    const heads = await rowsOf<{ size: number; root: Buffer }>(
      'SELECT size, root FROM log_heads WHERE tenant_id = $1 ORDER BY size',
      tenant.id,
    );
    for (const { size, root } of heads) expect(toHex(await rootOf(size))).toBe(root.toString('hex'));
  });

  it('is done for every tenant, whatever becomes of one of them', async () => {
    const other = await makeTenant(owner);
    await walk();
    await owner
      .insertInto('log_heads')
      .values({
        tenant_id: other.id,
        size: 5,
        root: Buffer.alloc(32),
        at_ms: 1,
        key: Buffer.alloc(32),
        signature: Buffer.alloc(64),
      })
      .execute();
    await rowsOf(`INSERT INTO log_pending (tenant_id, source, ids) VALUES ($1, 'scans', '{}')`, other.id);
    const own = testSealing(secrets);
    await sealLogs(database, own);
    expect(own.problems).toEqual([
      expect.stringContaining(`${other.id} is not sealed: its leaves and nodes do not give the root`),
    ]);
    expect(await events()).toHaveLength(4);
  });

  it('is refused to a process of a version before, which would take notes for records that are gone', async () => {
    await seal();
    const former = `INSERT INTO log_leaves (tenant_id, leaf_no, source, record_id, hash, marks)
      VALUES ($1::uuid, 1, 'log_notes', gen_random_uuid(), sha256(''), '')`;
    const db = database.forTenant(tenant.id);
    await expect(db.executeQuery(CompiledQuery.raw(former, [tenant.id]))).rejects.toThrow('newer version');
  });

  it('takes nothing for a leaf that was brought in from elsewhere', async () => {
    await makeRoute(owner, tenant, await makeSite(owner, tenant), []);
    await seal();
    expect(await events()).toEqual([]);
  });
});

statementsStayInOneTenant(() => owner, 10);
