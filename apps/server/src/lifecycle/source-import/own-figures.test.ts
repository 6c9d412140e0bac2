// What an imported round says of itself is kept and shown.
import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import {
  gate,
  guard,
  listed,
  round,
  rowsOf,
  startMs,
  takeRecords,
  verify,
} from './imported-world.testing.ts';
import { testFolder, type Records } from './run-import.testing.ts';

const server = await testApp();
const folder = testFolder();
const take = (records: Records, ...more: string[]) => takeRecords(server, folder, records, ...more);

describe('an imported round', () => {
  it('[DATA-02] [REP-12] keeps what its checkpoints say of being activated, whatever the checkpoints are now', async () => {
    const scan = { ...gate, checked: true, scannedTime: startMs + 1000 };
    const { admin, imported } = await take({
      checkPoints: [
        { id: 'a', subAdminId: 'site-7', ...gate, activated: false },
        { id: 'b', subAdminId: 'site-7', ...gate, activated: true },
      ],
      scannedHistory: [
        {
          ...round,
          id: 'r',
          checkPoints: {
            a: { ...scan, activated: true },
            b: { ...scan, activated: 'No' },
            gone: { ...scan, activated: 'TRUE ' },
            silent: { ...scan },
          },
        },
      ],
    });
    expect(imported.sentences).toEqual([]);
    const [head = [], ...rows] = await rowsOf(admin, '/secure/scanned-checkpoints/export');
    expect([head[17], head.slice(18)]).toEqual([
      'Activated',
      ['Former Patrolling ID', 'Former Checkpoint ID'],
    ]);
    expect(rows.map((row) => [row[19], row[17], row[18]]).toSorted()).toEqual([
      ['a', 'Yes', 'r'],
      ['b', 'No', 'r'],
      ['gone', 'Yes', 'r'],
      ['silent', 'No', 'r'],
    ]);
  });

  it('[DATA-02] [REP-08] keeps an unknown status code, which reads blank and is of no status that can be asked for', async () => {
    const codes = [9999, '9999', 0, 99_999, 'DONE', 1010, '1005', 1001];
    const { admin, imported, tenant } = await take({
      scannedHistory: codes.map((statusCode, at) => ({
        ...round,
        id: `r${at}`,
        statusCode,
        scannedStartTime: startMs + at,
        checkPoints: { a: { ...gate, checked: false } },
      })),
    });
    const rounds = await listed(admin, 'scanned-checkpoints', { sortType: 'asc' });
    expect(rounds.map((row) => [row['statusCode'], row['status']])).toEqual([
      [9999, ''],
      [9999, ''],
      [0, ''],
      [0, ''],
      [0, ''],
      [1010, 'Completed'],
      [1005, 'Incompleted'],
      [1001, 'Inprogress'],
    ]);
    const counted = async (status: string) =>
      (await admin('GET', '/secure/scanned-checkpoints', { query: { status } })).json().count;
    expect([
      await counted('incompleted'),
      await counted('completed'),
      await counted('ended'),
      await counted('inProgress'),
    ]).toEqual([1, 1, 2, 1]);
    expect(imported.sentences.filter((one) => one.includes('unknown'))).toHaveLength(5);
    const { rows } = await server.owner.executeQuery<{ text: string | null }>({
      ...server.owner
        .selectFrom('imported_rounds')
        .select('status_text as text')
        .where('tenant_id', '=', tenant.id)
        .where('status_text', 'is not', null)
        .orderBy('status_text')
        .compile(),
    });
    expect(rows.map(({ text }) => text)).toEqual(['99999', 'DONE']);
    expect((await verify(server)).out).toContain('Everything agrees.');
  });

  it('[DATA-02] [REP-12] whose checkpoints were not exported stays as it was, with its own counts, and says so', async () => {
    const figures = { totalCheckPoints: '12', scannedCheckPoints: 12, percentage: 100 };
    const { admin, imported, tenant } = await take({
      scannedHistory: [{ ...round, id: 'r', ...figures }],
    });
    expect(imported.sentences).toEqual([
      'differs scannedHistory/r -: its checkpoints are not in the export: its own status and counts are kept',
    ]);
    const [row] = await listed(admin, 'scanned-checkpoints');
    expect(row).toMatchObject({
      status: 'Completed',
      totalCheckPoints: 12,
      scannedCheckPoints: 12,
      percentage: 100,
    });
    const details = (await admin('GET', `/secure/scanned-checkpoints/${String(row?.['id'])}`)).json();
    expect(details.imported).toEqual({ formerId: 'r', hasScans: false });
    expect((await rowsOf(admin, '/secure/scanned-checkpoints/export'))[1]?.slice(3, 6)).toEqual([
      '12',
      '12',
      '100',
    ]);
    const { rows: audited } = await server.owner.executeQuery<{ rows: number }>(
      CompiledQuery.raw(
        `SELECT (after ->> 'rows')::int AS rows FROM audit_entries WHERE tenant_id = $1 AND after ? 'rows'`,
        [tenant.id],
      ),
    );
    expect(audited).toEqual([{ rows: 1 }]);
    expect((await verify(server)).out).toContain('Everything agrees.');
    await server.owner
      .updateTable('rounds')
      .set({ scanned_check_points: 11 })
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect((await verify(server)).out).toContain('scannedCheckPoints is 11, its record says 12');
    await server.owner
      .updateTable('rounds')
      .set({ scanned_check_points: 12 })
      .where('tenant_id', '=', tenant.id)
      .execute();
    await server.owner
      .updateTable('imported_rounds')
      .set({ former_id: 'other' })
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect((await verify(server)).out).toContain('is said to be imported as other, and is not');
    await server.owner
      .updateTable('imported_rounds')
      .set({ former_id: 'r' })
      .where('tenant_id', '=', tenant.id)
      .execute();
  });

  it('[DATA-02] keeps its own status and counts where its checkpoints say otherwise, which is reported', async () => {
    const { admin, imported } = await take({
      scannedHistory: [
        {
          ...round,
          id: 'r',
          totalCheckPoints: 3,
          scannedCheckPoints: 3,
          checkPoints: { a: { ...gate, checked: false } },
        },
      ],
    });
    expect(imported.sentences).toEqual([
      'differs scannedHistory/r statusCode: 1010 is kept; its checkpoints say Incompleted',
      'differs scannedHistory/r totalCheckPoints: 3 is kept; its checkpoints say 1',
      'differs scannedHistory/r scannedCheckPoints: 3 is kept; its checkpoints say 0',
    ]);
    expect(await listed(admin, 'scanned-checkpoints')).toMatchObject([
      { status: 'Completed', totalCheckPoints: 3 },
    ]);
    expect((await verify(server)).out).toContain('Everything agrees.');
  });

  it('[DATA-02] [REP-12] bears the names of its own record, and is found by them and by those of the guard', async () => {
    const walked = {
      scannedBy: 'Asha',
      scannedByLastName: 'D\u2019Souza',
      scannedByName: "Asha D'Souza",
      siteName: 'Old Mill',
    };
    const { admin, imported } = await take({
      guards: [{ ...guard, lastName: 'Kale' }],
      scannedHistory: [
        {
          ...round,
          ...walked,
          id: 'r1',
          employeeId: 'OLD-7',
          checkPoints: { a: { ...gate, checked: true, scannedTime: startMs } },
        },
        {
          ...round,
          id: 'r2',
          scannedStartTime: startMs - 1,
          checkPoints: { a: { ...gate, checked: true, scannedTime: startMs } },
        },
      ],
    });
    expect(imported.sentences).toEqual(['changed scannedHistory/r1 employeeId: OLD-7 is taken as OLD7']);
    const shown = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => [row['employeeId'], row['scannedBy'], row['scannedByLastName'], row['siteName']]);
    const rounds = [
      ['OLD7', 'Asha', 'D\u2019Souza', 'Old Mill'],
      ['E7', 'Asha', 'Kale', 'Mall'],
    ];
    for (const searchText of ['souza', 'kale', 'old7'])
      expect(shown(await listed(admin, 'scanned-checkpoints', { searchText }))).toEqual(rounds);
    expect((await rowsOf(admin, '/secure/scanned-checkpoints/export'))[1]?.slice(1, 3)).toEqual([
      'OLD7',
      'Asha D\u2019Souza',
    ]);
    expect((await verify(server)).out).toContain('Everything agrees.');
  });

  it('[DATA-02] with a latitude that is none names that field, and the longitude that goes with it', async () => {
    const { imported } = await take({
      scannedHistory: [
        {
          ...round,
          id: 'r',
          checkPoints: {
            a: {
              ...gate,
              checked: true,
              scannedTime: startMs,
              scannedPointLatitude: 'north',
              scannedPointLongitude: 73.8,
            },
            b: {
              ...gate,
              checked: true,
              scannedTime: startMs,
              scannedPointLatitude: 18.5,
              scannedPointLongitude: 273.8,
            },
            c: { ...gate, checked: true, scannedTime: startMs, scannedPointLongitude: '73,8' },
            d: { ...gate, checkPointLatitude: 91, checked: false },
          },
        },
      ],
    });
    expect(imported.sentences).toEqual([
      'notTaken scannedHistory/checkPoints/r/a scannedPointLatitude: "north" is no latitude (-90 to 90)',
      'notTaken scannedHistory/checkPoints/r/a scannedPointLongitude: a position needs scannedPointLatitude too, which is not readable',
      'notTaken scannedHistory/checkPoints/r/b scannedPointLongitude: 273.8 is no longitude (-180 to 180)',
      'notTaken scannedHistory/checkPoints/r/b scannedPointLatitude: a position needs scannedPointLongitude too, which is not readable',
      'notTaken scannedHistory/checkPoints/r/c scannedPointLongitude: a position needs scannedPointLatitude too, which is missing',
      'notTaken scannedHistory/checkPoints/r/d checkPointLatitude: 91 is no latitude (-90 to 90)',
      'notTaken scannedHistory/checkPoints/r/d checkPointLongitude: a position needs checkPointLatitude too, which is not readable',
      'refused scannedHistory/checkPoints/r/d -: the checkpoint has no position',
    ]);
  });
});
