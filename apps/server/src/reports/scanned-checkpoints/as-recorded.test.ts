// An imported round reads as its record says (REP-12).
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeRoute } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { listPath, walkedAtMs, walkedWorld, type WalkedWorld } from './as-walked.testing.ts';

let server: TestApp;
let w: WalkedWorld;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  w = await walkedWorld(server);
});

describe('an imported round', () => {
  async function imported(names: object): Promise<string> {
    const id = randomUUID();
    const expected = { employee_id: null, first_name: null, last_name: null, site_name: null, ...names };
    await server.owner
      .insertInto('recorded_names')
      .values({ tenant_id: w.tenant.id, id, guard_id: w.guardId, ...expected })
      .execute();
    return w.walk({ started_at_ms: walkedAtMs - 86_400_000, recorded_names_id: id });
  }

  it('[REP-12] keeps the names that its record bears, and is found by them', async () => {
    const id = await imported({
      employee_id: '0007-A',
      first_name: 'A.',
      last_name: 'Kale-Joshi',
      site_name: 'Old Mill',
    });
    await w.changeAll();
    const found = await w.listed({ searchText: 'kale-joshi' });
    const row = found.find((one) => one.id === id);
    expect(row).toMatchObject({
      employeeId: '0007-A',
      scannedBy: 'A.',
      scannedByLastName: 'Kale-Joshi',
      siteName: 'Old Mill',
    });
    expect((await w.details(id)).round).toMatchObject({ employeeId: '0007-A', siteName: 'Old Mill' });
    const lines = (await w.csvOf(`${listPath}/export`)).filter(([cell]) => cell === id);
    expect(lines[0]?.slice(1, 3)).toEqual(['0007-A', 'A. Kale-Joshi']);
  });

  it('[REP-12] takes from the records of its time what its own record does not say', async () => {
    const id = await imported({ site_name: 'Old Mill' });
    await w.changeAll();
    const row = (await w.listed()).find((one) => one.id === id);
    expect(row).toMatchObject({
      employeeId: 'EMP7',
      scannedBy: 'Asha',
      scannedByLastName: 'Kale',
      siteName: 'Old Mill',
    });
  });

  it('[REP-12] keeps which of its checkpoints were activated', async () => {
    const { versionId } = await makeRoute(server.owner, w.tenant, w.siteId, [
      { ...w.planned, isActivated: false },
    ]);
    const id = await w.walk({ route_version_id: versionId, total_check_points: 1 });
    expect((await w.rowsOf(id))[0].activated).toBe(false);
    const line = (await w.csvOf(`${listPath}/export`)).find(([cell]) => cell === id);
    expect(line?.at(-1)).toBe('No');
  });
});
