// userInfo, subAdmin and guards: accounts, sites and guards. Passwords and tokens of the source are never read.
import tzLookup from '@photostructure/tz-lookup';
import {
  defaultCountryCode,
  employeeIdMaxLength,
  employeeIdMinLength,
  mapDefaultCentre,
} from '@watchpost/domain/limits';
import { alphanumericPattern, emailPattern, guardPhonePattern } from '@watchpost/domain/patterns';
import { type Fields, flag, ids, neededText, position, Refusal, text } from './source-values.ts';
import type { Row } from './staging.queries.ts';
import type { Known, Note, Take } from './taking.ts';

export const takeUser: Take = (id, fields, known, note) => {
  const row = accountRow(id, 'superAdmin', fields, known, note);
  return { main: { table: 'users', row } };
};

/** What ids of accounts are made of, by role; a sub admin's differs from that of the site, which is the same record. */
const idKinds = { superAdmin: 'userInfo', subAdmin: 'subAdminAccount' } as const;

/** Throws Refusal when the e-mail address is unfit or another account's. */
function accountRow(sourceId: string, role: keyof typeof idKinds, fields: Fields, known: Known, note: Note) {
  const id = known.id(idKinds[role], sourceId);
  const email = neededText(fields, 'email').toLowerCase();
  if (!emailPattern.test(email)) throw new Refusal(`email ${email} is not one that can sign in`);
  const bearer = known.emails.get(email);
  if (bearer !== undefined && bearer !== id) throw new Refusal(`email ${email} is another account's`);
  known.emails.set(email, id);
  return {
    id,
    email,
    password_hash: known.lockedPassword,
    role,
    activated: flag(fields, 'activated', true),
    first_name: text(fields, 'firstName') || text(fields, 'siteName'),
    last_name: text(fields, 'lastName'),
    ...phoneOf(fields, note),
  };
}

function phoneOf(fields: Fields, note: Note) {
  const both = /^\+?(\d{1,3})[ -]+(\d+)$/.exec(text(fields, 'countryCodePhoneNumber'));
  const digits = (text(fields, 'phoneNumber') || (both?.[2] ?? '')).replaceAll(/[ ()-]/g, '');
  const isPhone = guardPhonePattern.test(digits);
  if (!isPhone) note(`phone number ${digits} left out: not 7 to 13 digits`);
  const code = (text(fields, 'countryCode') || (both?.[1] ?? '')).replace(/^\+/, '');
  const isCode = /^\d{1,4}$/.test(code);
  return { phone_number: isPhone ? digits : '', country_code: isCode ? `+${code}` : defaultCountryCode };
}

export const takeSite: Take = (id, fields, known, note) => {
  const name = neededText(fields, 'siteName');
  const at = position(fields, '') ?? position(fields, 'site');
  if (at === null) note('has no position: put at the centre of the map');
  const { latitude, longitude } = at ?? mapDefaultCentre;
  const row = {
    id: known.id('subAdmin', id),
    name,
    address: text(fields, 'address', 'siteAddress'),
    latitude,
    longitude,
    time_zone: at === null ? known.timeZone : tzLookup(latitude, longitude),
    contact_name: [text(fields, 'firstName'), text(fields, 'lastName')].join(' ').trim(),
    contact_phone: phoneOf(fields, note).phone_number,
    activated: flag(fields, 'activated', true),
  };
  known.sites.set(id, { id: row.id, latitude, longitude });
  return { main: { table: 'sites', row }, others: subAdminRows(id, fields, known, note) };
};

/** A site is taken also when its account cannot be: the account's reason is told. */
function subAdminRows(
  id: string,
  fields: Fields,
  known: Known,
  note: Note,
): (readonly ['users' | 'sub_admins', Row])[] {
  try {
    const account = accountRow(id, 'subAdmin', fields, known, () => {});
    return [
      ['users', account],
      ['sub_admins', { user_id: account.id, site_id: known.id('subAdmin', id) }],
    ];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(`the site is taken without its account: ${error.message}`);
    return [];
  }
}

export const takeGuard: Take = (id, fields, known, note) => {
  const own = known.id('guards', id);
  const employeeId = checkedEmployeeId(fields);
  const bearer = known.employees.get(employeeId.toLowerCase());
  if (bearer !== undefined && bearer !== own) {
    // What the same person walked belongs to the one record that there is.
    known.guards.set(id, { id: bearer });
    throw new Refusal(`employeeId ${employeeId} is another guard's; its rounds go to that guard`);
  }
  known.employees.set(employeeId.toLowerCase(), own);
  known.guards.set(id, { id: own });
  const row = guardRow(own, employeeId, fields, flag(fields, 'activated', true), note);
  known.names.set(own, `${row.first_name} ${row.last_name}`.trim());
  const named = ids(fields, 'siteIds', 'sites', 'subAdminId', 'siteId');
  const others = named.flatMap((site) => {
    const found = known.sites.get(site);
    if (found === undefined) note(`its site ${site} is not in the export`);
    return found === undefined ? [] : [['guard_sites', { guard_id: own, site_id: found.id }] as const];
  });
  return { main: { table: 'guards', row }, others };
};

function checkedEmployeeId(fields: Fields): string {
  const employeeId = neededText(fields, 'employeeId');
  const { length } = employeeId;
  if (
    alphanumericPattern.test(employeeId) &&
    length >= employeeIdMinLength &&
    length <= employeeIdMaxLength
  ) {
    return employeeId;
  }
  throw new Refusal(`employeeId ${employeeId} is not 2 to 50 letters and digits`);
}

function guardRow(id: string, employeeId: string, fields: Fields, activated: boolean, note: Note) {
  return {
    id,
    employee_id: employeeId,
    first_name: text(fields, 'firstName', 'scannedBy') || employeeId,
    last_name: text(fields, 'lastName', 'scannedByLastName'),
    email: text(fields, 'email'),
    ...phoneOf(fields, note),
    activated,
  };
}

/**
 * The guard who walked a round; one who is in no collection any more is made from what the round tells, deactivated,
 * since the history names who walked. Throws Refusal when the round does not tell enough for that.
 */
export function walkerOf(fields: Fields, siteId: string, known: Known, note: Note) {
  const sourceId = neededText(fields, 'scannedById');
  const found = known.guards.get(sourceId);
  if (found !== undefined) return { id: found.id, rows: [] };
  const employeeId = checkedEmployeeId(fields);
  const own = known.id('guards', sourceId);
  const id = known.employees.get(employeeId.toLowerCase()) ?? own;
  known.guards.set(sourceId, { id });
  if (id !== own) {
    note(`its guard ${sourceId} is not in the export: taken for the guard with employeeId ${employeeId}`);
    return { id, rows: [] };
  }
  known.employees.set(employeeId.toLowerCase(), id);
  note(`its guard ${sourceId} is not in the export: made from the round, deactivated`);
  const rows = [
    ['guards', guardRow(id, employeeId, fields, false, () => {})] as const,
    ['guard_sites', { guard_id: id, site_id: siteId }] as const,
  ];
  return { id, rows };
}
