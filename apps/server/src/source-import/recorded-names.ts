// The names that a round's own record bears: who walked it and where, as they were called then (REP-12).
import { comparable } from '@watchpost/domain/readers/fold';
import { cleanName } from '@watchpost/domain/readers/names';
import type { SourceRecord } from './source-record.ts';
import { plainEmployeeId } from './take-people.ts';
import type { Known } from './taking.ts';

/** The id of the row of these names, null for a round that bears none, and the row where this run did not give it before. */
export function recordedNames(record: SourceRecord, guardId: string, known: Known) {
  const names = {
    employee_id: plainEmployeeId(record),
    ...personOf(record),
    site_name: record.text('siteName') || null,
  };
  if (Object.values(names).every((name) => name === null)) return { id: null, rows: [] };
  const id = known.id('recordedNames', JSON.stringify([guardId, ...Object.values(names)]));
  const rows = known.isNew(id) ? [['recorded_names', { id, guard_id: guardId, ...names }] as const] : [];
  return { id, rows };
}

/** First and last name, or the whole name where the record has that alone; both null where it has none. */
function personOf(record: SourceRecord) {
  const [first, last] = [cleanName(record.text('scannedBy')), cleanName(record.text('scannedByLastName'))];
  const whole = cleanName(record.text('scannedByName'));
  if (first === '') {
    const name = whole === '' ? last : whole;
    return name === '' ? { first_name: null, last_name: null } : { first_name: name, last_name: '' };
  }
  const isSame = [first, `${first} ${last}`].some((name) => comparable(name) === comparable(whole));
  if (whole !== '' && !isSame)
    record.tell(
      'notTaken',
      'scannedByName',
      `${whole} is another name than ${first} ${last}, which is taken`,
    );
  return { first_name: first, last_name: last };
}
