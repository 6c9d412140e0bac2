// Old rounds go into an archive that is read back, and only then out of the database.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { excuse } from '../../patrol/tours/due-rounds.queries.ts';
import { judgeByClock } from '../../patrol/tours/judge-rounds.queries.ts';
import { verifyAll } from '../verification/verification.service.ts';
import { secrets } from '../../patrol/evidence/sealed-world.testing.ts';
import { makeClosedException, makeException } from '../../testing/make-exception.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { removeArchived } from './archive-rows.queries.ts';
import { dayMs, keepingOf, makeOldWorld, type OldWorld, type TestFiles } from './archiving.testing.ts';

const server = await testApp();
const { owner, database } = server;
const files = testFiles();
let world: OldWorld;
let admin: Caller;
const { run, count, differences, walk, settings, keep, idsOfRounds, nowMs } = keepingOf(
  server,
  files,
  () => world,
);

beforeEach(async () => {
  await run('DELETE FROM retention_settings');
  world = await makeOldWorld(server);
  admin = await browserOfNew(server, world.tenant);
});

const versionsOfDue = async () =>
  (
    await run(
      `SELECT FROM record_versions WHERE tenant_id = $1 AND source IN ('due_rounds', 'exceptions')`,
      world.tenant.id,
    )
  ).length;

describe('keeping rounds for some months', () => {
  it('removes nothing that no one asked for, nothing before its day, and nothing younger', async () => {
    const { roundId } = await walk(nowMs - 200 * dayMs);
    expect(await keep()).toEqual([]);
    await settings(null);
    await keep();
    await settings(3, nowMs + 365 * dayMs);
    await keep();
    await settings(12);
    await keep();
    expect(await idsOfRounds()).toEqual([roundId]);
    expect(await count('archives')).toBe(0);
  });

  it('[TRUTH-06] removes old rounds with all that is theirs, and everything still agrees', async () => {
    const old = [await walk(nowMs - 220 * dayMs), await walk(nowMs - 160 * dayMs)];
    const [route] = await run<{ id: string }>(
      'SELECT route_id AS id FROM route_versions WHERE id = $1',
      world.routeVersionId,
    );
    const tourId = await makeTour(owner, world.tenant, world.siteId, { routeId: route?.id ?? '' });
    const dueAtMs = nowMs - 161 * dayMs;
    const db = database.forTenant(world.tenant.id);
    const due = await makeDueRound(db, world.tenant, world.siteId, { tourId, dueAtMs });
    await judgeByClock(db, world.tenant.id, nowMs);
    const excusing = { id: due, reason: 'Flood', nowMs };
    const scope = { db, tenantId: world.tenant.id, siteId: null };
    expect(await excuse(scope, excusing, operatorOrigin(world.tenant.id))).toBe('excused');
    const young = await walk(nowMs - 20 * dayMs);
    await world.seal();
    expect(await versionsOfDue()).toBeGreaterThan(2);
    const events = await count('field_events');
    await settings(3);
    expect(await differences()).toEqual([]);
    expect(await keep()).toEqual([]);
    expect(await idsOfRounds()).toEqual([young.roundId]);
    expect([await count('scans'), await count('due_rounds'), await count('missed_checkpoints')]).toEqual([
      2, 0, 1,
    ]);
    expect(events - (await count('field_events'))).toBe(old.length * 2);
    expect([await versionsOfDue(), await count('due_round_history'), await count('exceptions')]).toEqual([
      0, 0, 0,
    ]);
    expect(await differences()).toEqual([]);
    const sums = 'SELECT count(*) AS n FROM site_round_rollups WHERE tenant_id = $1 AND hours = 24';
    expect(await run(sums, world.tenant.id)).toEqual([{ n: 1 }]);
    // A second night finds nothing to do.
    expect(await keep()).toEqual([]);
    expect(await count('archives')).toBe(2);
    expect((await admin('GET', '/secure/scanned-checkpoints', { query: { limit: '30' } })).json().count).toBe(
      1,
    );
  });

  it('counts a round as old as its arrival, however old a phone of a wrong clock made it', async () => {
    const { routeVersionId, late } = world;
    const [id, deviceAtMs] = [randomUUID(), nowMs - 200 * dayMs];
    await walk(deviceAtMs - 600_000);
    await late({ kind: 'roundStarted', id, routeVersionId, deviceAtMs });
    await late({ kind: 'roundEnded', id: randomUUID(), roundId: id, deviceAtMs: deviceAtMs + 60_000 });
    await settings(3);
    expect(await keep()).toEqual([]);
    expect(await idsOfRounds()).toEqual([id]);
    expect(await keep(files, 130 * dayMs)).toEqual([]);
    expect(await idsOfRounds()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('leaves archives that can be downloaded, and evidence that holds by itself', async () => {
    const { roundId } = await walk(nowMs - 200 * dayMs);
    await settings(3);
    await keep();
    const { archives } = (await admin('GET', '/secure/app-settings/retention')).json();
    expect(archives).toMatchObject([
      { status: 'removed', rounds: 1, held: 0, files: [{ kind: 'rows' }, { kind: 'evidence' }] },
    ]);
    const path = `/secure/app-settings/retention/archives/${archives[0].id}/files`;
    const evidence = await admin('GET', `${path}/1`);
    async function* chunks() {
      yield evidence.rawPayload;
    }
    expect(await checkFile(chunks())).toMatchObject({
      rounds: 1,
      outside: 0,
      faults: [],
    });
    const rows = await admin('GET', `${path}/0`);
    expect(rows.statusCode).toBe(200);
    expect(new Uint8Array(rows.rawPayload.subarray(0, 2))).toEqual(new Uint8Array([0x1f, 0x8b]));
    expect((await admin('GET', `${path}/2`)).statusCode).toBe(404);
    expect(evidence.body).toContain(roundId);
  });

  it('keeps what somebody has still to look into, until that is done', async () => {
    const { roundId } = await walk(nowMs - 200 * dayMs);
    await walk(nowMs - 199 * dayMs);
    const values = {
      kind: 'flagged',
      subject_id: roundId,
      round_id: roundId,
      happened_at_ms: nowMs,
    } as const;
    const id = await makeException(owner, world.tenant, world.siteId, values);
    await settings(3);
    expect(await keep()).toEqual([]);
    expect(await idsOfRounds()).toEqual([roundId]);
    await run(`DELETE FROM exceptions WHERE id = $1`, id);
    await makeClosedException(owner, world.tenant, world.siteId, values);
    expect(await keep()).toEqual([]);
    expect([await idsOfRounds(), await count('exceptions')]).toEqual([[], 0]);
    expect(await differences()).toEqual([]);
  });

  it('goes on wherever it was interrupted, and nothing is lost or archived by half', async () => {
    await walk(nowMs - 220 * dayMs);
    await walk(nowMs - 160 * dayMs);
    await settings(3);
    let calls = 0;
    let fails = 1;
    // Every call of the file store is a place to be killed at, each time one later.
    const broken = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      calls += 1;
      if (calls === fails) throw new Error('killed');
      return call();
    };
    const store: TestFiles = {
      ...files,
      put: (key, bytes, type) => broken(() => files.put(key, bytes, type)),
      get: (key) => broken(() => files.get(key)),
      delete: (key) => broken(() => files.delete(key)),
    };
    const wrong: string[] = [];
    let nights = 0;
    for (; nights < 100; nights += 1) {
      calls = 0;
      const problems = await keep(store);
      // What a check reads is much; each third state tells enough.
      if (nights % 3 === 0) wrong.push(...(await differences()));
      if (problems.length === 0) break;
      fails += 1;
    }
    expect(nights).toBeGreaterThan(5);
    expect([await idsOfRounds(), await count('scans'), await differences(), wrong]).toEqual([[], 0, [], []]);
  });

  it('leaves a round alone that changed between archive and removal', async () => {
    const { roundId } = await walk(nowMs - 200 * dayMs);
    await settings(3);
    const store: TestFiles = {
      ...files,
      get: async (key) => {
        // The rows are read to be checked, and once more to be removed.
        const verified = await run(
          `SELECT 1 FROM archives WHERE tenant_id = $1 AND status = 'verified'`,
          world.tenant.id,
        );
        if (key.endsWith('/0-0') && verified.length > 0) {
          await world.send({
            kind: 'checkpointScanned',
            id: randomUUID(),
            roundId,
            checkpointId: world.checkpointId,
            method: 'typed',
            position: null,
            deviceAtMs: nowMs - 200 * dayMs + 300_000,
          });
        }
        return files.get(key);
      },
    };
    expect(await keep(store)).toEqual([]);
    expect([await idsOfRounds(), await count('scans')]).toEqual([[roundId], 3]);
    expect(await differences()).toEqual([]);
    expect(await keep()).toEqual([]);
    expect([await idsOfRounds(), await count('scans')]).toEqual([[], 0]);
    expect(await differences()).toEqual([]);
  });

  it('answers an event that was removed in the meantime as one that is there, and stores it no second time', async () => {
    const { events } = await walk(nowMs - 200 * dayMs);
    await settings(3);
    await keep();
    const again = events.filter(({ kind }) => !kind.startsWith('duty'));
    const sentAtMs = Date.now();
    const reply = await world.device('POST', '/field/events', { body: { sentAtMs, events: again } });
    expect(reply.json().refused).toEqual([]);
    expect([await count('rounds'), await count('scans')]).toEqual([0, 0]);
    expect(await differences()).toEqual([]);
  });
});

describe('a person who tampers with what was archived', () => {
  beforeEach(async () => {
    await walk(nowMs - 200 * dayMs);
    await walk(nowMs - 20 * dayMs);
    await settings(3);
    await keep();
  });

  it('is found where an archive is gone, altered, or not looked for', async () => {
    expect(await differences()).toEqual([]);
    const lost: TestFiles = { ...files, get: async () => null };
    expect((await differences(lost)).join('\n')).toMatch(/archive .* is missing/);
    const altered: TestFiles = {
      ...files,
      get: async (key) => {
        const bytes = await files.get(key);
        bytes?.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
        return bytes;
      },
    };
    expect((await differences(altered)).length).toBeGreaterThan(0);
    const replaced: TestFiles = { ...files, get: async () => gzipSync('{"id":\n') };
    expect((await differences(replaced)).join('\n')).toMatch(/archive .*: a line is no round/);
    const without: string[] = [];
    for await (const found of verifyAll(owner, { secrets, anchors: [] })) without.push(...found.differences);
    expect(without.join('\n')).toMatch(/archive .*: not read/);
  });

  it('is found where a scan is deleted that no archive holds', async () => {
    await run('DELETE FROM scans WHERE tenant_id = $1', world.tenant.id);
    const found = (await differences()).filter((sentence) => /^scans .*: removed; it is leaf/.test(sentence));
    expect(found).toHaveLength(2);
  });

  it('cannot remove anything by the role that serves, without a verified archive', async () => {
    const db = database.forTenant(world.tenant.id);
    const subjects = (await idsOfRounds()).map((id) => ({ id, digest: '' }));
    await expect(removeArchived(db, randomUUID(), subjects)).rejects.toThrow('no verified archive');
    await expect(db.deleteFrom('scans').execute()).rejects.toThrow('permission denied');
    const text = `UPDATE archives SET status = 'verified' WHERE tenant_id = $1 RETURNING id`;
    const [archive] = await run<{ id: string }>(text, world.tenant.id);
    expect(await removeArchived(db, archive?.id ?? '', subjects)).toBe(0);
  });
});
