// The importer reads words, numbers and ids as forms and spreadsheets do.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { gate, guard, listed, round, site, startMs, takeRecords } from './imported-world.testing.ts';
import { testFolder, type Records, runImport } from './run-import.testing.ts';

const server = await testApp();
const folder = testFolder();
const take = (records: Records, ...more: string[]) => takeRecords(server, folder, records, ...more);

describe('words of people and programs', () => {
  it('[DATA-02] [INPUT-03] yes and no are read as people say them', async () => {
    const values: readonly (readonly [unknown, boolean])[] = [
      ['yes', true],
      ['Y', true],
      ['Active', true],
      ['TRUE ', true],
      ['हाँ', true],
      [1, true],
      ['no', false],
      ['Deactive', false],
      ['0', false],
      [false, false],
    ];
    const ids = values.map((_, at) => `Y${at}`);
    const guards = values.map(([activated], at) => ({
      ...guard,
      id: `g${at}`,
      employeeId: ids[at],
      activated,
    }));
    const { admin, imported } = await take({ guards });
    expect(imported.sentences).toEqual([]);
    const found = await listed(admin, 'guards', { sortColumn: 'employeeId' });
    expect(found.map((one) => one['activated'])).toEqual(values.map(([, is]) => is));
  });

  it('[DATA-02] [INPUT-01] phone numbers come as they are dialled, or are reported', async () => {
    const numbers: readonly Record<string, string | number>[] = [
      { countryCodePhoneNumber: '+919876500001' },
      { countryCodePhoneNumber: '+91 9876500001' },
      { phoneNumber: '09876500001' },
      { phoneNumber: '919876500001' },
      { phoneNumber: '9876500001.0' },
      { phoneNumber: 9_876_500_001 },
      { phoneNumber: '+91 (0) 98765 00001', countryCode: '91' },
      { phoneNumber: '९८७६५००००१' },
      { phoneNumber: '\u202A98765\u201100001\u202C' },
    ];
    const guards = numbers.map((number, at) => ({ ...guard, ...number, id: `g${at}`, employeeId: `P${at}` }));
    const { admin, imported } = await take({ guards });
    expect(imported.sentences).toEqual([]);
    const phones = (await listed(admin, 'guards')).map(
      (one) => `${String(one['countryCode'])} ${String(one['phoneNumber'])}`,
    );
    expect(new Set(phones)).toEqual(new Set(['+91 9876500001']));
  });

  it('[DATA-02] [INPUT-01] positions with a decimal comma, with degrees and in one field are read', async () => {
    const { admin, imported } = await take({
      subAdmin: [{ ...site, latitude: '18,5204', longitude: '73,8567' }],
      checkPoints: [
        {
          ...gate,
          id: 'a',
          subAdminId: 'site-7',
          checkPointLatitude: '18,5204',
          checkPointLongitude: '73,8567',
        },
        {
          ...gate,
          id: 'b',
          subAdminId: 'site-7',
          checkPointLatitude: '18.5204° N',
          checkPointLongitude: '73.8567° E',
        },
        {
          checkPointName: 'C',
          id: 'c',
          subAdminId: 'site-7',
          location: { latitude: '१८.५२०४', longitude: 73.8567 },
        },
        { checkPointName: 'D', id: 'd', subAdminId: 'site-7', position: '18.5204, 73.8567' },
      ],
    });
    expect(imported.sentences).toEqual([]);
    const listedPlaces = [...(await listed(admin, 'sites')), ...(await listed(admin, 'checkpoints'))];
    expect(listedPlaces.map(({ latitude, longitude }) => [latitude, longitude])).toEqual(
      Array.from({ length: 5 }, () => [18.5204, 73.8567]),
    );
  });

  it('[DATA-02] [INPUT-02] ids of cards with marks come without them, with their rounds; two that would be one are not', async () => {
    const guards = [
      { ...guard, id: 'g1', employeeId: 'EMP-001' },
      { ...guard, id: 'g2', employeeId: 'SG/17' },
      { ...guard, id: 'g3', employeeId: 'EMP 003' },
      { ...guard, id: 'g4', employeeId: 'EMP.001', firstName: 'Balu' },
      { ...guard, id: 'g5', employeeId: '\u200BE\u200B55' },
    ];
    const rounds = ['g1', 'g2', 'g3', 'g4', 'g5', 'gone'].map((scannedById, at) => {
      const employeeId = guards.find(({ id }) => id === scannedById)?.employeeId ?? 'OLD_9';
      return {
        ...round,
        id: `r${at}`,
        scannedById,
        employeeId,
        checkPoints: { a: { ...gate, checked: true, scannedTime: startMs } },
      };
    });
    const { admin, imported, tenant } = await take({ guards, scannedHistory: rounds });
    const walked = await listed(admin, 'scanned-checkpoints');
    expect(walked.map((row) => row['employeeId']).toSorted()).toEqual([
      'E55',
      'EMP001',
      'EMP003',
      'OLD9',
      'SG17',
    ]);
    expect(imported.sentences).toContain('changed guards/g1 employeeId: EMP-001 is taken as EMP001');
    const clash =
      "would be EMP001 here, which is another guard's (EMP-001); give one of the two another id in the export";
    expect(imported.sentences).toContain(`refused guards/g4 -: employeeId EMP.001 ${clash}`);
    expect(imported.sentences).toContain(`refused scannedHistory/r3 -: employeeId EMP.001 ${clash}`);
    expect(imported.sentences).toContain('changed scannedHistory/r5 employeeId: OLD_9 is taken as OLD9');
    const again = await runImport(server, tenant, path.join(folder, tenant.slug));
    expect(again.out).toMatch(/^scannedHistory +6 +0 +5 +1$/m);
  });
});
