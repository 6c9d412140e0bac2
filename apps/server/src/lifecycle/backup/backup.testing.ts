// What the tests of backups share: an installation with everything in it, and new databases to restore into.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import * as z from 'zod/mini';
import { issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import { type Db, openOwner } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { deviceOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';
import { makePhoto } from '../../testing/test-files.ts';

const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

export function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-backup-'));
  fs.chmodSync(folder, 0o755);
  endings.push(async () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface EmptyDatabase {
  readonly owner: Db;
  readonly connection: pg.ClientConfig;
}

/** Without any table; dropped with the test file. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const admin: pg.ClientConfig = JSON.parse(inject('testCluster').connection);
  const database = `restored_${randomUUID().replaceAll('-', '')}`;
  const run = async (text: string) => {
    const { db, close } = openOwner(admin);
    await db.executeQuery(CompiledQuery.raw(text));
    await close();
  };
  await run(`CREATE DATABASE ${database}`);
  const connection = { ...admin, database };
  const owner = openOwner(connection);
  endings.push(async () => {
    await owner.close();
    await run(`DROP DATABASE ${database} WITH (FORCE)`);
  });
  return { owner: owner.db, connection };
}

export interface World {
  readonly tenant: MadeTenant;
  readonly admin: { readonly id: string; readonly email: string };
  readonly device: Caller;
  /** Sends one round of two checkpoints, started, scanned and ended; resolves with its id once it is acknowledged. */
  sendRound(): Promise<string>;
}

export async function makeWorld(server: TestApp): Promise<World> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const admin = await makeUser(owner, tenant, { first_name: "Tab\there, \\ 'quoted' \n line" });
  await makePhoto(owner, tenant, admin.id);
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const worlds = [await makeCheckpoint(owner, tenant, siteId), await makeCheckpoint(owner, tenant, siteId)];
  const { versionId } = await makeRoute(owner, tenant, siteId, worlds);
  await issueCodes(
    owner,
    tenant.id,
    worlds.map(({ checkpointId }) => checkpointId),
  );
  await enqueueJob(owner, defineJob('backed-up', z.object({ tenantId: z.string() })), {
    tenantId: tenant.id,
  });
  const device = await deviceOf(server, tenant, guard.id);
  let sent = 0;
  const sendRound = async () => {
    sent += 1;
    const roundId = randomUUID();
    const at = Date.now() - 86_400_000 + sent * 1_000;
    const scans = worlds.map(({ checkpointId }) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId,
      deviceAtMs: at,
      method: 'typed',
      position: null,
    }));
    const events = [
      { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: at },
      ...scans,
      { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: at },
    ];
    const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
    if (reply.json().accepted?.length !== events.length) throw new Error(`not accepted: ${reply.body}`);
    return roundId;
  };
  return { tenant, admin, device, sendRound };
}
