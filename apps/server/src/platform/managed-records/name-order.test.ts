// Lists are in the order in which people look for names.
import { compareNames } from '@watchpost/domain/readers/name-order';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeShift,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const ordered = [
  'Ærø Havn',
  'Ångström Lab',
  'Gate 1',
  'Gate 2',
  'gate 2 annexe',
  'Gate 10',
  'Gate 11',
  'Gate 100',
  'Łódź Magazyn',
  'Lower Yard',
  'O’Connor Yard',
  'Octagon',
  'Zoo',
];

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  tenant = await makeTenant(owner);
  admin = await browserOfNew(server, tenant);
  for (const name of ordered.toSorted()) {
    const site = await makeSite(owner, tenant, { name });
    await makeCheckpoint(owner, tenant, site, { name });
    await makeShift(owner, tenant, site, { name });
  }
  for (const employee_id of ['G10', 'G9', 'g1', 'G100', 'G2'])
    await makeGuard(owner, tenant, {
      employee_id,
      first_name: `Floor ${employee_id.slice(1)}`,
      last_name: '',
    });
});

async function list(path: string, query: Record<string, string>): Promise<Record<string, string>[]> {
  return (await admin('GET', `/secure/${path}`, { query: { limit: '100', ...query } })).json().data;
}

describe('a list by name', () => {
  it.each(['sites', 'checkpoints', 'shifts'])(
    '[GRID-06] [INPUT-01] of %s has numbers by their value and strokes at their letter, both ways',
    async (path) => {
      const names = async (sortType: string) =>
        (await list(path, { sortColumn: 'name', sortType })).map(({ name }) => name);
      expect(await names('asc')).toEqual(ordered);
      expect(await names('desc')).toEqual(ordered.toReversed());
    },
  );

  it('[GRID-06] of guards is so by name and by employee id', async () => {
    const ids = async (sortColumn: string) =>
      (await list('guards', { sortColumn, sortType: 'asc' })).map(({ employeeId }) => employeeId);
    expect(await ids('employeeId')).toEqual(['g1', 'G2', 'G9', 'G10', 'G100']);
    expect(await ids('name')).toEqual(['g1', 'G2', 'G9', 'G10', 'G100']);
  });

  it('[GRID-06] is cut into pages that miss nothing and repeat nothing', async () => {
    for (const sortType of ['asc', 'desc']) {
      const names: (string | undefined)[] = [];
      for (let offset = 0; offset < ordered.length; offset += 4) {
        const page = await list('sites', {
          sortColumn: 'name',
          sortType,
          limit: '4',
          offset: String(offset),
        });
        names.push(...page.map(({ name }) => name));
      }
      expect(names).toEqual(sortType === 'asc' ? ordered : ordered.toReversed());
    }
  });

  it('[SIGN-10] is the order of the sites that are chosen from', async () => {
    const { sitesDropdown } = (await admin('GET', '/secure/user-metadata')).json();
    const labels = sitesDropdown.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(['Select Site', ...ordered]);
  });

  it('[GRID-06] is the same order in code', () => {
    const shuffled = fc.shuffledSubarray(ordered, { minLength: ordered.length });
    fc.assert(
      fc.property(shuffled, (names) => {
        expect(names.toSorted(compareNames)).toEqual(ordered);
      }),
    );
  });
});
