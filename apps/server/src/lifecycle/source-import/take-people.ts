// userInfo, subAdmin and guards: accounts, sites and guards. Passwords and tokens of the source are never read.
import tzLookup from '@photostructure/tz-lookup';
import { defaultCountryCode, mapDefaultCentre } from '@watchpost/domain/limits';
import { emailPattern } from '@watchpost/domain/patterns';
import { withoutIdMarks } from '@watchpost/domain/readers/marked-ids';
import { readEmployeeId } from '@watchpost/domain/readers/employee-ids';
import { cleanName } from '@watchpost/domain/readers/names';
import { Refusal, type SourceRecord } from './source-record.ts';
import type { Row } from './staging.queries.ts';
import type { EmployeeId, Known, Take } from './taking.ts';
import { readPhone } from '@watchpost/domain/readers/phones';

/** As accounts and guards store them. What is no phone number is reported and left out. */
function phoneOf(record: SourceRecord): {
  readonly phone_number: string;
  readonly country_code: string;
} {
  const callingCode = callingCodeOf(record);
  const none = { phone_number: '', country_code: callingCode };
  const [apart, both] = [
    record.text('phoneNumber', 'phone', 'mobile'),
    record.text('countryCodePhoneNumber'),
  ];
  if (apart === '' && both === '') return none;
  const name = apart === '' ? 'countryCodePhoneNumber' : record.nameOf('phoneNumber', 'phone', 'mobile');
  const read = readPhone(apart || both, { callingCode });
  if (read === null) {
    record.report('notTaken', name, `${apart || both} is no phone number`);
    return none;
  }
  const other = apart === '' || both === '' ? null : readPhone(both, { callingCode });
  if (other !== null && (other.digits !== read.digits || other.callingCode !== read.callingCode))
    record.report(
      'notTaken',
      'countryCodePhoneNumber',
      `${both} is another number than ${name}, which is taken`,
    );
  return { phone_number: read.digits, country_code: read.callingCode };
}

function callingCodeOf(record: SourceRecord): string {
  const written = record.text('countryCode');
  if (written === '') return defaultCountryCode;
  const digits = /^\+?0{0,2}([1-9]\d{0,3})$/.exec(written)?.[1];
  if (digits !== undefined) return `+${digits}`;
  record.report('notTaken', 'countryCode', `${written} is no calling code: taken as ${defaultCountryCode}`);
  return defaultCountryCode;
}

export const takeUser: Take = (id, record, known) => {
  const row = accountRow(id, 'superAdmin', record, known, phoneOf(record));
  return { main: { table: 'users', row } };
};

/** What ids of accounts are made of, by role; a sub admin's differs from that of the site, which is the same record. */
const idKinds = { superAdmin: 'userInfo', subAdmin: 'subAdminAccount' } as const;

/** Throws Refusal when the e-mail address is unfit or another account's. */
function accountRow(
  sourceId: string,
  role: keyof typeof idKinds,
  record: SourceRecord,
  known: Known,
  phone: ReturnType<typeof phoneOf>,
) {
  const id = known.id(idKinds[role], sourceId);
  const email = record.neededText('email').toLowerCase();
  if (!emailPattern.test(email)) throw new Refusal(`email ${email} is not one that can sign in`);
  const bearer = known.emails.get(email);
  if (bearer !== undefined && bearer !== id) throw new Refusal(`email ${email} is another account's`);
  known.emails.set(email, id);
  return {
    id,
    email,
    password_hash: known.lockedPassword,
    role,
    activated: record.flag('activated', true),
    first_name: nameOf(record, 'firstName') || nameOf(record, 'siteName'),
    last_name: nameOf(record, 'lastName'),
    ...phone,
  };
}

/** As the form stores names. */
const nameOf = (record: SourceRecord, ...names: string[]): string => cleanName(record.text(...names));

export const takeSite: Take = (id, record, known) => {
  const name = record.neededText('siteName');
  const at = record.position('') ?? record.position('site');
  if (at === null) record.report('assumed', null, 'has no position: put at the centre of the map');
  const { latitude, longitude } = at ?? mapDefaultCentre;
  const phone = phoneOf(record);
  const row = {
    id: known.id('subAdmin', id),
    name,
    address: record.text('address', 'siteAddress'),
    latitude,
    longitude,
    time_zone: at === null ? known.timeZone : tzLookup(latitude, longitude),
    contact_name: [nameOf(record, 'firstName'), nameOf(record, 'lastName')].join(' ').trim(),
    contact_phone: dialled(phone),
    activated: record.flag('activated', true),
  };
  known.sites.set(id, { id: row.id, latitude, longitude });
  return { main: { table: 'sites', row }, others: subAdminRows(id, record, known, phone) };
};

/** As it is dialled in the country that numbers are of unless they say another one. */
function dialled({ phone_number: digits, country_code: code }: ReturnType<typeof phoneOf>): string {
  return digits === '' || code === defaultCountryCode ? digits : code + digits;
}

/** A site is taken also when its account cannot be: the account's reason is reported. */
function subAdminRows(
  id: string,
  record: SourceRecord,
  known: Known,
  phone: ReturnType<typeof phoneOf>,
): (readonly ['users' | 'sub_admins', Row])[] {
  try {
    const account = accountRow(id, 'subAdmin', record, known, phone);
    return [
      ['users', account],
      ['sub_admins', { user_id: account.id, site_id: known.id('subAdmin', id) }],
    ];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const kind = record.text('email') === '' ? 'assumed' : 'notTaken';
    record.report(kind, 'email', `the site is taken without its account: ${error.message}`);
    return [];
  }
}

export const takeGuard: Take = (id, record, known) => {
  const own = known.id('guards', id);
  const employeeId = employeeIdOf(record);
  const bearer = known.employee(employeeId, own);
  // What the same person walked belongs to the one record that there is.
  known.guards.set(id, { id: bearer });
  if (bearer !== own) {
    throw new Refusal(`employeeId ${employeeId.written} is another guard's; its rounds go to that guard`);
  }
  const row = guardRow(own, employeeId, record, record.flag('activated', true));
  known.names.set(own, `${row.first_name} ${row.last_name}`.trim());
  const named = record.ids('siteIds', 'sites', 'subAdminId', 'siteId');
  const others = named.flatMap((site) => {
    const found = known.sites.get(site);
    if (found === undefined) {
      record.report(
        'notTaken',
        record.nameOf('siteIds', 'sites', 'subAdminId', 'siteId'),
        `its site ${site} is not in the export`,
      );
      return [];
    }
    return [['guard_sites', { guard_id: own, site_id: found.id }] as const];
  });
  return { main: { table: 'guards', row }, others };
};

/** Cards have marks on them that employee ids here have not (INPUT-02). Throws Refusal for what is none without them either. */
export function employeeIdOf(record: SourceRecord): EmployeeId {
  const written = record.neededText('employeeId');
  const plain = readEmployeeId(written);
  if (plain !== null) return { employeeId: plain, written: plain };
  const employeeId = readEmployeeId(withoutIdMarks(written));
  if (employeeId === null) throw new Refusal(`employeeId ${written} is not 2 to 50 letters and digits`);
  record.report('changed', 'employeeId', `${written} is taken as ${employeeId}`);
  return { employeeId, written };
}

/** Of a round whose guard is known; null where the record has none, or one that is none without its marks either. */
export function plainEmployeeId(record: SourceRecord): string | null {
  if (record.text('employeeId') === '') return null;
  try {
    return employeeIdOf(record).employeeId;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    record.report('notTaken', 'employeeId', error.message.replace(/^employeeId /, ''));
    return null;
  }
}

function guardRow(id: string, { employeeId }: EmployeeId, record: SourceRecord, activated: boolean) {
  return {
    id,
    employee_id: employeeId,
    first_name: nameOf(record, 'firstName', 'scannedBy') || employeeId,
    last_name: nameOf(record, 'lastName', 'scannedByLastName'),
    email: record.text('email'),
    ...phoneOf(record),
    activated,
  };
}

/**
 * The guard who walked a round; one who is in no collection any more is made from what the round tells, deactivated,
 * since the history names who walked. Throws Refusal when the round does not tell enough for that.
 */
export function walkerOf(record: SourceRecord, siteId: string, known: Known) {
  const sourceId = record.neededText('scannedById');
  const found = known.guards.get(sourceId);
  if (found !== undefined) {
    record.skip('scannedById');
    return { id: found.id, rows: [] };
  }
  const employeeId = employeeIdOf(record.withoutFindings());
  const own = known.id('guards', sourceId);
  const id = known.employee(employeeId, own);
  known.guards.set(sourceId, { id });
  if (id !== own) {
    const { written } = employeeId;
    record.report(
      'assumed',
      'scannedById',
      `its guard ${sourceId} is not in the export: taken for the guard with employeeId ${written}`,
    );
    return { id, rows: [] };
  }
  record.report(
    'assumed',
    'scannedById',
    `its guard ${sourceId} is not in the export: made from the round, deactivated`,
  );
  const rows = [
    ['guards', guardRow(id, employeeId, record, false)] as const,
    ['guard_sites', { guard_id: id, site_id: siteId }] as const,
  ];
  return { id, rows };
}
