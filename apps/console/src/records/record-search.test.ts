import { describe, expect, it } from 'vitest';
import { viewerZone } from '../lib/viewer-zone.ts';
import { changed, filterQuery, isNarrowed, readSearch, without, writeSearch } from './record-search.ts';

const names = ['site'];

describe('the state of a list in its address', () => {
  it('[GRID-06] begins at page 1, unfiltered, in the order of the server', () => {
    const search = readSearch({}, names);
    expect(search).toEqual({
      searchText: '',
      status: 'all',
      sortColumn: '',
      sortType: 'asc',
      page: 1,
      filters: {},
    });
    expect(isNarrowed(search)).toBe(false);
    expect(filterQuery(search, ['name'])).toEqual({});
  });

  it('survives being written and read', () => {
    const search = readSearch(
      { searchText: 'gate', status: 'active', sortColumn: 'name', sortType: 'desc', page: '3', site: 'a' },
      names,
    );
    expect(readSearch(writeSearch(search, names), names)).toEqual(search);
    expect(filterQuery(search, ['name'])).toEqual({
      searchText: 'gate',
      status: 'active',
      sortColumn: 'name',
      sortType: 'desc',
    });
  });

  it.each(['0', '-1', 'x', '1.5', '1e9'])('reads the page %s as the first', (page) => {
    expect(readSearch({ page }, names).page).toBe(1);
  });

  it('leaves out what it does not know: statuses, columns and filters', () => {
    const search = readSearch({ status: 'maybe', sortColumn: 'secret', planet: 'x' }, names);
    expect([search.status, search.filters]).toEqual(['all', {}]);
    expect(filterQuery(search, ['name'])).toEqual({});
  });

  it('[GRID-05] starts again at its first page when anything else changes', () => {
    const search = readSearch({ page: '7', site: 'a' }, names);
    expect(changed(search, { searchText: 'x' }).page).toBe(1);
    expect(changed(search, { filters: {} })).toMatchObject({ page: 1, filters: {} });
  });

  it('loses what is taken away of it, and nothing else', () => {
    const search = readSearch({ searchText: 'gate', status: 'active', site: 'a' }, names);
    expect(changed(search, without(search, ['site']))).toEqual({ ...search, filters: {} });
    expect(changed(search, without(search, ['status']))).toEqual({ ...search, status: 'all' });
    expect(changed(search, without(search, ['searchText']))).toEqual({ ...search, searchText: '' });
  });
});

describe('the zone of a list that is filtered by days', () => {
  const zoned = ['site', 'from', 'to', 'closedFrom', 'closedTo', 'zone'];
  const read = (raw: Record<string, string>) => readSearch(raw, zoned);
  const zoneIn = (raw: Record<string, string>) => writeSearch(read(raw), zoned)['zone'];

  it.each(['from', 'to', 'closedFrom', 'closedTo'])('[REP-13] is in the link with %s alone', (name) => {
    expect(zoneIn({ [name]: '2026-03-05' })).toBe(viewerZone());
  });

  it.each(['site', 'America/New_York'])('[REP-13] stays %s, with days and without', (zone) => {
    expect(zoneIn({ zone, from: '2026-03-05' })).toBe(zone);
    expect(zoneIn({ zone })).toBe(zone);
  });

  it.each(['Mars/Olympus', 'sites', ' site'])('[REP-13] is the viewer’s in place of %j', (zone) => {
    expect(zoneIn({ zone, to: '2026-03-05' })).toBe(viewerZone());
    expect(zoneIn({ zone })).toBeUndefined();
  });

  it('[REP-13] narrows nothing by itself, and is none of a list without one', () => {
    expect(isNarrowed(read({ zone: 'site' }))).toBe(false);
    expect(isNarrowed(read({ zone: 'site', from: '2026-03-05' }))).toBe(true);
    expect(writeSearch(readSearch({ from: '2026-03-05' }, ['from']), ['from'])).not.toHaveProperty('zone');
  });
});
