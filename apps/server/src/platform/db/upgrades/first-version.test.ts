// A data folder that the first version wrote starts under this one, with everything in it. It was made by that version's
// own server: a site, a guard and forty rounds of four checkpoints that came in over its field API; one is under way,
// eight were ended early. The folder is a cluster of PostgreSQL 18, packed by tar and brotli.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnv } from '../../../env.ts';
import { verifyAll } from '../../../lifecycle/verification/verification.service.ts';
import { buildTestApp, type Caller, fieldDevice, signedIn } from '../../../testing/test-app.ts';
import { snapshotOf, textIn } from '../catalog/snapshot.ts';
import { findServerUser, isRoot } from '../embedded/server-user.ts';
import { openStore, type Store } from '../open-store.ts';

const run = promisify(execFile);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-first-'));
const tenant = { id: '', slug: 'first' };
let store: Store;

beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  const packed = fs.readFileSync(path.join(import.meta.dirname, 'first-version.tar.br'));
  const tar = path.join(folder, 'cluster.tar');
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  fs.writeFileSync(tar, await promisify(brotliDecompress)(packed, { params }));
  await run('tar', ['-xf', tar, '-C', folder]);
  fs.rmSync(tar);
  if (isRoot()) {
    const { uid, gid } = findServerUser();
    await run('chown', ['-R', `${uid}:${gid}`, path.join(folder, 'cluster')]);
  }
  store = await openStore(readEnv({ DATA_DIR: folder }), () => {});
});
afterAll(async () => {
  await store.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('is brought to the newest schema without a difference between counters and rows', async () => {
  const verdicts = [];
  for await (const verdict of verifyAll(store.owner)) verdicts.push(verdict);
  expect(verdicts).toMatchObject([{ slug: 'first', rounds: 40, differences: [] }]);
});

it('has the same schema as a new database, in its tables and in each function', async () => {
  const differing = [...(await snapshotOf(store.owner))].filter(([file, text]) => textIn(file) !== text);
  expect(differing.map(([file]) => file)).toEqual([]);
});

it('lets its people in, shows its rounds and takes new ones', async () => {
  const app = await buildTestApp(store.database);
  const admin = await signedIn(app, tenant, 'admin@first.example');
  const site = await signedIn(app, tenant, 'site@first.example');
  const path = '/secure/scanned-checkpoints';
  const count = async (caller: Caller) => (await caller('GET', path)).json().count;
  expect([await count(admin), await count(site)]).toEqual([40, 40]);
  const route = await store.owner.selectFrom('route_versions').select('id').executeTakeFirstOrThrow();
  const round = { kind: 'roundStarted', id: randomUUID(), routeVersionId: route.id, deviceAtMs: Date.now() };
  const device = await fieldDevice(app, tenant, 'G1');
  const body = { sentAtMs: Date.now(), events: [round] };
  expect((await device('POST', '/field/events', { body })).json()).toMatchObject({
    accepted: [{ id: round.id }],
    refused: [],
  });
  expect([await count(admin), await count(site)]).toEqual([41, 41]);
  await app.close();
});
