// A phone number is found however it is written: as the list shows it, as it is typed, or by its digits.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';

let admin: Caller;

beforeAll(async () => {
  const { owner, ...server } = await testApp();
  const tenant = await makeTenant(owner);
  const guard = (employee_id: string, country_code: string, phone_number: string) =>
    makeGuard(owner, tenant, { employee_id, country_code, phone_number, first_name: `Guard ${employee_id}` });
  await guard('E1', '+91', '9497012677');
  await guard('E2', '+91', '9497012688');
  await guard('E3', '+44', '7700900123');
  await guard('E4', '+91', '');
  await guard('0012345', '+33', '612345678');
  await makeSite(owner, tenant, { name: 'Harbour', contact_phone: '912025719125' });
  await makeSite(owner, tenant, { name: 'Block 12 34 56', contact_phone: '' });
  admin = await browserOfNew({ owner, ...server }, tenant);
});

async function found(path: string, searchText: string, shown: string): Promise<string[]> {
  const { data } = (await admin('GET', `/secure/${path}`, { query: { searchText } })).json();
  return data.map((row: Record<string, string>) => row[shown]);
}

describe('the search of guards', () => {
  it.each([
    '+91 9497012677',
    '+919497012677',
    '919497012677',
    '9497012677',
    '94970 12677',
    '94970-12677',
    '+91-94970-12677',
    '+91 (94970) 12677',
    '+91 94 97 01 26 77',
    '94 97 01 26 77',
    '0091 9497012677',
    '09497012677',
    '+91 (0) 94970 12677',
    '+91\u00A094970\u201112677',
    '\u200E+91 9497012677',
    '+९१ ९४९७०१२६७७',
    '12677',
    'tel:+919497012677',
    'TEL: 94970-12677',
    'callto:+919497012677',
    'sms:+91 94970 12677',
  ])('[INPUT-01] [INPUT-03] finds the phone number that is written %s', async (text) => {
    expect(await found('guards', text, 'employeeId')).toEqual(['E1']);
  });

  it('[INPUT-01] finds a number with a name beside it, and no other guard of the code', async () => {
    expect(await found('guards', 'Guard E3 +44 7700 900123', 'employeeId')).toEqual(['E3']);
    expect(await found('guards', '+44', 'employeeId')).toEqual(['E3']);
    expect((await found('guards', '+91 94970126', 'employeeId')).toSorted()).toEqual(['E1', 'E2']);
  });

  it('finds an employee id that looks like a number', async () => {
    expect(await found('guards', '0012345', 'employeeId')).toEqual(['0012345']);
    expect(await found('guards', '+33 6 12 34 56 78', 'employeeId')).toEqual(['0012345']);
  });
});

describe('the search of sites', () => {
  it.each(['+91 20 2571 9125', '020-25719125', '(020) 2571 9125', '2571 9125', '912025719125'])(
    '[INPUT-01] finds the contact whose number is written %s',
    async (text) => {
      expect(await found('sites', text, 'name')).toEqual(['Harbour']);
    },
  );

  it('finds a name with numbers in it', async () => {
    expect(await found('sites', '12 34 56', 'name')).toEqual(['Block 12 34 56']);
  });
});
