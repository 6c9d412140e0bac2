// What of a record is not taken is reported with its collection, id and field; its former id is kept.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';
import { gate, guard, listed, round, rowsOf, startMs, takeRecords } from './imported-world.testing.ts';
import { testFolder, type Records, runImport } from './run-import.testing.ts';

const server = await testApp();
const folder = testFolder();
const take = (records: Records, ...more: string[]) => takeRecords(server, folder, records, ...more);

describe('a record', () => {
  it('[DATA-02] that is no object is reported with its collection and its id', async () => {
    const from = path.join(folder, 'no-objects');
    fs.mkdirSync(from);
    const lists = {
      guards: { g1: 'Asha', g2: null, g3: [1], g4: 7 },
      scannedHistory: { r1: { ...round, checkPoints: { c1: 'scanned', c2: { ...gate, checked: false } } } },
    };
    fs.writeFileSync(path.join(from, 'all.json'), JSON.stringify({ patrollingApp: { superAdmin: lists } }));
    fs.writeFileSync(path.join(from, 'shifts.ndjson'), '"night"\n');
    const imported = await runImport(server, await makeTenant(server.owner), from);
    expect(imported.sentences.slice(0, 6)).toEqual([
      'refused guards/g1 -: a text, not an object',
      'refused guards/g2 -: nothing, not an object',
      'refused guards/g3 -: a list, not an object',
      'refused guards/g4 -: a number, not an object',
      'refused scannedHistory/checkPoints/r1/c1 -: a text, not an object',
      'refused shifts/null -: a text, not an object',
    ]);
  });

  it('[DATA-02] with fields that have no place here has each of them reported; a dry run counts them by kind', async () => {
    const guards = [
      { ...guard, bloodGroup: 'B+', password: 'in-the-clear', activated: 'perhaps' },
      { ...guard, id: 'guard-8', employeeId: 'E8', bloodGroup: '0-', phoneNumber: 'none' },
    ];
    const records = { guards, checkPoints: [{ id: 'c', subAdminId: 'site-7', ...gate, radius: 'wide' }] };
    const dry = await take(records, '--dry-run');
    expect(dry.imported.sentences).toEqual([
      'notTaken guards/guard-7 activated: "perhaps" is neither yes nor no',
      'notTaken guards/guard-7 bloodGroup: has no place here',
      'notTaken guards/guard-7 password: is never taken over',
      'notTaken guards/guard-8 phoneNumber: none is no phone number',
      'notTaken guards/guard-8 bloodGroup: has no place here',
      'notTaken checkPoints/c radius: "wide" is no number',
    ]);
    expect(dry.imported.out).toMatch(/^fields not taken +6\n {2}guards.bloodGroup +2$/m);
    expect(dry.imported.out).not.toContain('in-the-clear');
    expect(await listed(dry.admin, 'guards')).toEqual([]);
    const run = await take(records);
    expect(run.imported.sentences).toEqual(dry.imported.sentences);
    const findings = (out: string) => out.slice(out.indexOf('findings'), out.indexOf(' records in '));
    expect(findings(run.imported.out).replace(/\d+$/, '')).toBe(
      findings(dry.imported.out).replace(/\d+$/, ''),
    );
    expect(await listed(run.admin, 'guards')).toMatchObject([{ activated: true }, { activated: true }]);
  });

  it('[DATA-02] is found by its former id, and files have it', async () => {
    const { admin } = await take({
      guards: [guard, { id: 'fW9x', employeeId: 'E8', firstName: 'Balu', subAdminId: 'site-7' }],
      checkPoints: [
        { id: 'Kq3TzR', subAdminId: 'site-7', ...gate },
        { id: 'Kq3TzS', subAdminId: 'site-7', ...gate, checkPointName: 'Door' },
      ],
      scannedHistory: [
        { ...round, id: 'Zt55', checkPoints: { Kq3TzR: { ...gate, checked: true, scannedTime: startMs } } },
        {
          ...round,
          id: 'Zt56',
          scannedStartTime: startMs + 1,
          checkPoints: { old9: { ...gate, checked: true, scannedTime: startMs + 2 } },
        },
      ],
    });
    const search = (noun: string, searchText: string) => listed(admin, noun, { searchText });
    expect(await search('scanned-checkpoints', 'Zt55')).toMatchObject([{ scannedStartTime: startMs }]);
    expect(await search('scanned-checkpoints', 'Zt5')).toEqual([]);
    expect(await search('scanned-checkpoints', 'Asha')).toHaveLength(2);
    expect(await search('checkpoints', 'Kq3TzS')).toMatchObject([{ name: 'Door', formerId: 'Kq3TzS' }]);
    expect((await search('guards', 'fW9x'))[0]).toMatchObject({ employeeId: 'E8', formerId: 'fW9x' });
    const [head = [], ...rows] = await rowsOf(admin, '/secure/checkpoints/export');
    expect([head.at(-1), rows.map((row) => row.at(-1)).toSorted()]).toEqual([
      'Former ID',
      ['Kq3TzR', 'Kq3TzS'],
    ]);
    const [, ...lines] = await rowsOf(admin, '/secure/scanned-checkpoints/export');
    expect(lines.map((line) => line.slice(18))).toEqual([
      ['Zt56', 'old9'],
      ['Zt55', 'Kq3TzR'],
    ]);
  });

  it('[DATA-02] an imported incident is shown with its former id, as it is named', async () => {
    const incident = {
      id: 'Jw81',
      subAdminId: 'site-7',
      type: 'Vandalism',
      description: 'Paint',
      createdAt: startMs,
    };
    const { admin } = await take({ guards: [guard], patrolIncidence: [incident] });
    const [found] = await listed(admin, 'incidents');
    const details = (await admin('GET', `/secure/incidents/${found?.['id']}`)).json();
    expect(details).toMatchObject({ formerId: 'Jw81', incident: { type: 'Vandalism' } });
  });

  it('[DATA-02] files of a company without imported records have the specified columns alone', async () => {
    const tenant = await makeTenant(server.owner);
    const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    const { body } = await admin('GET', '/secure/checkpoints/export', { query: { format: 'csv' } });
    expect(body).not.toContain('Former');
  });
});
