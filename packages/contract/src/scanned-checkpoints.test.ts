import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exportFormats } from './exports.ts';
import { exportScannedCheckpoints, listScannedCheckpoints } from './scanned-checkpoints.ts';

const site = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
/** Null when taken, else the fields that were refused with their messages. */
function faults(schema: z.ZodMiniType, query: unknown): unknown {
  const parsed = z.safeParse(schema, query);
  return parsed.success ? null : parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]);
}
const bothMissing = [['to', 'Please select date range.']];

describe.each<[string, z.ZodMiniType, object]>([
  ['list', listScannedCheckpoints.query, {}],
  ['export', exportScannedCheckpoints.query, { format: 'csv' }],
])('filters of the %s', (_name, schema, always) => {
  it.each<[string, object, unknown]>([
    ['nothing', {}, null],
    ['a site', { site }, null],
    ['both dates', { from: '2026-01-01', to: '2026-01-31' }, null],
    ['one day', { from: '2026-01-01', to: '2026-01-01' }, null],
    [
      'everything',
      {
        site,
        from: '2026-01-01',
        to: '2026-12-31',
        searchText: 'EMP',
        sortColumn: 'scannedStartTime',
        sortType: 'asc',
      },
      null,
    ],
    ['only from', { from: '2026-01-01' }, bothMissing],
    ['only to', { to: '2026-01-01' }, bothMissing],
    ['from after to', { from: '2026-01-02', to: '2026-01-01' }, [['from', 'From must not be after To.']]],
    [
      'a date that is none',
      { from: '2026-02-30', to: '2026-03-01' },
      [['from', 'The calendar has no such date.']],
    ],
    [
      'a year beyond reach',
      { from: '2026-01-01', to: '9999-12-31' },
      [['to', 'Must be a date from 2000 to 2099.']],
    ],
    ['a site that is no id', { site: '1' }, [['site', 'Must be an id.']]],
  ])('%s', (_what, query, expected) => expect(faults(schema, { ...always, ...query })).toEqual(expected));

  it.each<[string, object]>([
    ['an unknown key', { order: 'asc' }],
    ['an unknown key whose name is known elsewhere', { tenantId: site }],
    ['another sort column', { sortColumn: 'employeeId' }],
    ['another direction', { sortType: 'DESC' }],
    ['a site twice', { site: [site, site] }],
    ['an empty date', { from: '', to: '' }],
    ['a null character', { searchText: 'a\0' }],
    ['an own __proto__ key', Object.fromEntries([['__proto__', 'x']])],
    ['constructor', { constructor: 'x' }],
  ])('%s is refused', (_what, query) => {
    const whole: unknown = Object.fromEntries([...Object.entries(always), ...Object.entries(query)]);
    expect(faults(schema, whole)).not.toBeNull();
  });

  it.each([null, undefined, 'site', 5, [], [site]])('%j instead of a query is refused', (query) => {
    expect(faults(schema, query)).not.toBeNull();
  });
});

describe('paging of the list', () => {
  it.each<[object, boolean]>([
    [{ offset: '0', limit: '30' }, true],
    [{ offset: '999999999', limit: '100' }, true],
    [{ offset: '1000000000' }, false],
    [{ offset: '-1' }, false],
    [{ offset: '1.5' }, false],
    [{ limit: '0' }, false],
    [{ limit: '101' }, false],
    [{ limit: '' }, false],
    [{ cursor: 'x'.repeat(300) }, true],
    [{ cursor: 'x'.repeat(301) }, false],
    [{ format: 'csv' }, false],
  ])('%j is taken: %s', (query, taken) => {
    expect(faults(listScannedCheckpoints.query, query) === null).toBe(taken);
  });

  it('gives numbers to the handler', () => {
    expect(z.parse(listScannedCheckpoints.query, { offset: '60', limit: '30' })).toEqual({
      offset: 60,
      limit: 30,
    });
  });
});

describe('format of the export', () => {
  it.each(exportFormats)('%s is one', (format) =>
    expect(faults(exportScannedCheckpoints.query, { format })).toBeNull(),
  );
  it.each([undefined, '', 'XLS', 'ods', 'csv ', ['csv']])('%j is none', (format) =>
    expect(faults(exportScannedCheckpoints.query, { format })).not.toBeNull(),
  );
});
