// The names that a round's own record bears: who walked it and where, as they were called then (REP-12).
import { comparable } from '@watchpost/domain/readers/fold';
import { cleanName } from '@watchpost/domain/readers/names';
import type { SourceRecord } from './source-record.ts';
import { plainEmployeeId } from './take-people.ts';
import type { Known } from './taking.ts';

/** The id of the row of these names, null for a round that bears none, and the row where this run did not give it before. */
export function recordedNames(record: SourceRecord, guardId: string, known: Known) {
  const employeeId = plainEmployeeId(record);
  const [first, last] = [record.text('scannedBy'), record.text('scannedByLastName')];
  const [whole, siteName] = [record.text('scannedByName'), record.text('siteName')];
  if (first !== '' && whole !== '' && !isOneOf(whole, [first, `${first} ${last}`]))
    record.tell(
      'notTaken',
      'scannedByName',
      `${whole} is another name than ${first} ${last}, which is taken`,
    );
  const said = [employeeId ?? '', first, last, first === '' ? whole : '', siteName];
  if (said.every((name) => name === '')) return { id: null, rows: [] };
  const key = JSON.stringify([guardId, ...said]);
  const given = known.recordedNames.get(key);
  if (given !== undefined) return { id: given, rows: [] };
  const id = known.id('recordedNames', key);
  known.recordedNames.set(key, id);
  const names = { employee_id: employeeId, ...personOf(first, last, whole), site_name: siteName || null };
  return { id, rows: [['recorded_names', { id, guard_id: guardId, ...names }] as const] };
}

const isOneOf = (name: string, others: readonly string[]): boolean =>
  others.some((other) => comparable(cleanName(other)) === comparable(cleanName(name)));

/** The whole name where the record has that alone; both null where it has none. */
function personOf(first: string, last: string, whole: string) {
  if (first !== '') return { first_name: cleanName(first), last_name: cleanName(last) };
  const name = cleanName(whole || last);
  return name === '' ? { first_name: null, last_name: null } : { first_name: name, last_name: '' };
}
