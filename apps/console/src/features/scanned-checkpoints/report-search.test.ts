import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  emptySearch,
  listQuery,
  readSearch,
  type ReportSearch,
  withFilters,
  withoutFilters,
  withPage,
  withSort,
  writeSearch,
} from './report-search.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';

const site = '018f3a5e-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
const deepPage: ReportSearch = { ...emptySearch, page: 4, cursor: 'abc' };

describe('the URL', () => {
  it('holds nothing for the plain report', () => {
    expect(writeSearch(emptySearch)).toEqual({});
  });

  it('gives back every state that was written to it', () => {
    const date = fc
      .integer({ min: 0, max: 12_000 })
      .map((day) => new Date(Date.UTC(2000, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));
    const states = fc.record({
      site: fc.constantFrom('', site),
      from: fc.oneof(fc.constant(''), date),
      to: fc.oneof(fc.constant(''), date),
      searchText: fc.string({ maxLength: 100 }).map((text) => text.replaceAll('\0', '').trim()),
      page: fc.integer({ min: 1, max: 9_999_999 }),
      cursor: fc.string({ maxLength: 300 }),
      sort: fc.constantFrom('asc' as const, 'desc' as const),
      doubt: fc.constantFrom('', 'any', 'burst'),
      status: fc.constantFrom('', 'ended', 'completed'),
      guard: fc.constantFrom('', site),
      missed: fc.constantFrom('', site),
      weekday: fc.constantFrom('', '1', '7'),
      hour: fc.constantFrom('', '0', '23'),
      fromMs: fc.constantFrom('', '1763712000000'),
      toMs: fc.constantFrom('', '1763715600000'),
      named: fc.constantFrom('', 'Gate 3'),
      zone: fc.constantFrom('site', 'Asia/Kolkata'),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(readSearch(writeSearch(state))).toEqual(state);
      }),
    );
  });

  it('[REP-13] carries the zone of its days, so that any browser reads the same', () => {
    const days = { from: '2026-03-05', to: '2026-03-05' };
    expect(writeSearch({ ...emptySearch, ...days })).toEqual({ ...days, zone: viewerZone() });
    expect(writeSearch({ ...emptySearch, ...days, zone: 'Pacific/Auckland' })).toEqual({
      ...days,
      zone: 'Pacific/Auckland',
    });
    const shared = readSearch({ ...days, zone: 'America/New_York' });
    expect(listQuery(shared)).toMatchObject({ ...days, zone: 'America/New_York' });
    expect(readSearch({ ...days, zone: 'Mars/Olympus' }).zone).toBe('');
    expect(writeSearch({ ...emptySearch, from: '2026-03-05' })).toEqual({ from: '2026-03-05' });
  });

  it.each([
    ['a site that is no id', { site: '1 or 1=1' }],
    ['a date that the calendar lacks', { from: '2026-02-30', to: 'yesterday' }],
    ['a page that is no number', { page: '-3' }],
    ['page zero', { page: '0' }],
    ['a search for what no name can hold', { searchText: 'a\0b' }],
    ['an unknown order', { sort: 'sideways' }],
    ['hours and days that no week has', { hour: '24', weekday: '0', fromMs: 'now', status: 'lost' }],
  ])('leaves out %s', (_, raw) => {
    expect(readSearch(raw)).toEqual(emptySearch);
  });
});

describe('changing the report', () => {
  it('starts again at the live first page when the site changes', () => {
    expect(withFilters(deepPage, { site })).toEqual({ ...emptySearch, site });
  });

  it('stays on its page while only one date is set, because nothing is filtered yet', () => {
    const half = withFilters(deepPage, { from: '2026-11-01' });
    expect(half).toEqual({ ...deepPage, from: '2026-11-01' });
    expect(withFilters(half, { to: '2026-11-02' })).toMatchObject({ page: 1, cursor: '' });
  });

  it('starts again when the order changes', () => {
    expect(withSort(deepPage, 'asc')).toEqual({ ...emptySearch, sort: 'asc' });
  });

  it('[REP-06] clears every filter and the place, and keeps the order', () => {
    const busy = {
      ...deepPage,
      site,
      from: '2026-11-01',
      to: '2026-11-02',
      searchText: 'x',
      doubt: 'any',
      sort: 'asc' as const,
    };
    expect(withoutFilters(busy)).toEqual({ ...emptySearch, sort: 'asc' });
  });
});

describe('the query', () => {
  it('asks for thirty rows from the start, newest first', () => {
    expect(listQuery(emptySearch)).toEqual({
      sortColumn: 'scannedStartTime',
      sortType: 'desc',
      limit: 30,
      offset: 0,
    });
  });

  it('counts rows for a page without a cursor', () => {
    expect(listQuery(withPage(emptySearch, 5, null))).toMatchObject({ offset: 120 });
  });

  it('follows the cursor when there is one', () => {
    const query = listQuery(withPage(emptySearch, 5, 'abc'));
    expect(query).toMatchObject({ cursor: 'abc' });
    expect(query).not.toHaveProperty('offset');
  });

  it('sends both dates or none', () => {
    expect(listQuery({ ...emptySearch, from: '2026-11-01' })).not.toHaveProperty('from');
    expect(listQuery({ ...emptySearch, from: '2026-11-01', to: '2026-11-02' })).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-02',
    });
  });
});
