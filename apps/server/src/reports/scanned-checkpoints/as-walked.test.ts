// A round reads as it was walked, also after guard, site or checkpoints change (REP-12).
import { randomUUID } from 'node:crypto';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { listPath, walkedWorld, type WalkedWorld } from './as-walked.testing.ts';

let server: TestApp;
let w: WalkedWorld;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  w = await walkedWorld(server);
});

describe('a round whose guard, site and checkpoints were changed since', () => {
  it('[REP-12] reads as it was walked in list, page, file, report, duty and evidence', async () => {
    const before = await w.histories();
    expect(JSON.stringify(before)).toContain('Asha');
    await w.changeAll();
    expect(await w.histories()).toEqual(before);
    const evidence = (await w.admin('GET', `${listPath}/${w.roundId}/evidence`)).body;
    const shown = evidence.split('\n').find((line) => line.startsWith('{"round"'));
    expect(shown).toContain('"siteName":"Mill"');
    expect(shown).toContain('"guardName":"Asha Kale"');
  });

  it('[REP-12] reads so once its guard, site and checkpoints are deleted', async () => {
    const { duty: _duty, duties: _duties, ...before } = await w.histories();
    await w.changeAll();
    await server.owner
      .updateTable('checkpoints')
      .set({ deleted_at: new Date(), activated: false })
      .where('tenant_id', '=', w.tenant.id)
      .execute();
    await server.owner
      .updateTable('guards')
      .set({ deleted_at: new Date() })
      .where('id', '=', w.guardId)
      .execute();
    await server.owner
      .updateTable('sites')
      .set({ deleted_at: new Date() })
      .where('id', '=', w.siteId)
      .execute();
    const { duty: _later, duties: _since, ...after } = await w.histories();
    expect(after).toEqual(before);
  });

  it('[REP-12] reads so after each of several changes, and a round of between reads as of between', async () => {
    await w.renameSite('Harbour');
    await w.renameGuard('EMP8', 'Asha', 'Pawar');
    const between = Date.now() + 1;
    const second = await w.walk({ started_at_ms: between, ended_at_ms: between + 60_000 });
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    await w.renameSite('Quay');
    await w.renameGuard('EMP9', 'Asha', 'Shinde');
    const now = await w.walk({ started_at_ms: Date.now() + 60_000, ended_at_ms: null });
    const names = new Map(
      (await w.listed()).map((row) => [row.id, [row.employeeId, row.scannedByLastName, row.siteName]]),
    );
    expect(names.get(w.roundId)).toEqual(['EMP7', 'Kale', 'Mill']);
    expect(names.get(second)).toEqual(['EMP8', 'Pawar', 'Harbour']);
    expect(names.get(now)).toEqual(['EMP9', 'Shinde', 'Quay']);
  });

  it('[REP-12] is found by the name and id of then and of now, and by no other', async () => {
    await w.changeAll();
    for (const searchText of ['kale', 'EMP7', 'asha k', 'Rao', 'emp99']) {
      expect([searchText, (await w.listed({ searchText })).map(({ id }) => id)]).toEqual([
        searchText,
        [w.roundId],
      ]);
      const duties = (await w.admin('GET', '/secure/login-logout', { query: { searchText } })).json();
      expect([searchText, duties.data.map(({ id }: { id: string }) => id)]).toEqual([searchText, [w.dutyId]]);
    }
    expect(await w.listed({ searchText: 'Patil' })).toEqual([]);
  });

  it('[REP-12] is found by the ids of guard and site', async () => {
    await w.changeAll();
    const filters: Record<string, string>[] = [{ guard: w.guardId }, { site: w.siteId }];
    for (const query of filters) {
      expect((await w.listed(query)).map(({ id, siteName }) => [id, siteName])).toEqual([
        [w.roundId, 'Mill'],
      ]);
    }
  });

  it('[REP-12] tells whether a checkpoint was activated then: neither more nor less', async () => {
    const { checkpointId } = w.planned;
    await w.send('POST', '/secure/checkpoints/status', { ids: [checkpointId], activated: false });
    const activated = async () => (await w.csvOf(`${listPath}/export`)).at(-1)?.at(-1);
    expect(await activated()).toBe('Yes');
    expect((await w.rowsOf())[0].activated).toBe(true);
    await w.send('POST', '/secure/checkpoints/status', { ids: [checkpointId], activated: true });
    expect(await activated()).toBe('Yes');
  });

  it('[REP-12] names what was scanned beside the plan as it was called and stood then', async () => {
    await w.changeAll();
    const { points } = await w.details();
    expect(
      points.map(({ name, latitude, radiusMetres }: PlannedCheckpoint) => [name, latitude, radiusMetres]),
    ).toEqual([
      ['Gate', 18.52, 30],
      ['Roof', 18.53, 30],
    ]);
    const unplanned = await w.walk({ total_check_points: 0, scanned_check_points: 0 });
    const names = (await w.rowsOf(unplanned)).map((row: { checkPointName: string }) => row.checkPointName);
    expect(names.toSorted()).toEqual(['Gate', 'Roof']);
  });
});

describe('names of before', () => {
  const stored = async () =>
    (await server.owner.selectFrom('guards').select('former').where('id', '=', w.guardId).executeTakeFirst())
      ?.former;

  it('[REP-12] are not kept for a change that names nothing else', async () => {
    await w.renameGuard('EMP7', 'Asha', 'Kale');
    expect(await stored()).toBeNull();
  });

  it('[REP-12] of an erased guard are gone from rounds, searches and storage, and the round says that it was erased', async () => {
    await server.owner
      .insertInto('recorded_names')
      .values({
        tenant_id: w.tenant.id,
        id: randomUUID(),
        guard_id: w.guardId,
        employee_id: 'OLD1',
        first_name: 'Asha',
        last_name: 'Joshi',
        site_name: 'Mill',
      })
      .execute();
    await w.changeAll();
    expect(await stored()).toHaveLength(1);
    const path = `/secure/guards/${w.guardId}`;
    await w.send('POST', `${path}/erasure`, { version: await w.versionOf(path) });
    expect(await stored()).toBeNull();
    const [row] = await w.listed();
    expect(row?.scannedBy).toMatch(/^Erased /);
    expect(row?.employeeId).toMatch(/^erased-/);
    expect(row?.siteName).toBe('Mill');
    expect(await w.listed({ searchText: 'Kale' })).toEqual([]);
    expect(await w.listed({ searchText: 'Joshi' })).toEqual([]);
    expect(JSON.stringify(await w.histories())).not.toMatch(/Asha|Kale|Anita|Rao|EMP7|EMP99/);
    // An import that knows the person still brings nothing back.
    const again = { tenant_id: w.tenant.id, id: randomUUID(), guard_id: w.guardId, site_name: 'Mill' };
    await server.owner
      .insertInto('recorded_names')
      .values({ ...again, employee_id: 'OLD1', first_name: 'Asha', last_name: 'Joshi' })
      .execute();
    const storedRows = await server.owner
      .selectFrom('recorded_names')
      .select(['first_name', 'employee_id'])
      .where('guard_id', '=', w.guardId)
      .execute();
    expect(storedRows).toEqual([
      { first_name: null, employee_id: null },
      { first_name: null, employee_id: null },
    ]);
  });
});
