import { describe, expect, it } from 'vitest';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { emptySearch, isFiltered, listQuery, readSearch, withFilters, withZone } from './audit-search.ts';

const entryId = '01900000-0000-7000-8000-000000000001';

describe('the state in the address', () => {
  it('is read whole', () => {
    const raw = {
      actor: entryId,
      action: 'settings.changed',
      subjectType: 'tenant',
      subjectId: 'faqs',
      from: '2026-05-01',
      to: '2026-05-02',
      searchText: ' rao ',
      before: entryId,
    };
    expect(readSearch(raw)).toEqual({ ...raw, searchText: 'rao', after: '', zone: '' });
  });

  it('leaves out what makes no sense', () => {
    const raw = {
      actor: 'me',
      action: '__proto__',
      subjectType: 'toString',
      from: '2026-02-30',
      before: '1',
    };
    expect(readSearch(raw)).toEqual(emptySearch);
  });
});

describe('the query', () => {
  it('asks for nothing but the page when nothing is filtered', () => {
    expect(listQuery(emptySearch)).toEqual({ limit: 30 });
    expect(isFiltered(emptySearch)).toBe(false);
  });

  it('leaves out half a date range', () => {
    expect(listQuery({ ...emptySearch, from: '2026-05-01' })).toEqual({ limit: 30 });
  });

  it('starts again at the newest page when a filter changes', () => {
    const deep = { ...emptySearch, before: entryId };
    expect(listQuery(deep)).toEqual({ before: entryId, limit: 30 });
    expect(listQuery(withFilters(deep, { action: 'export.made' }))).toEqual({
      action: 'export.made',
      limit: 30,
    });
  });
});

describe('the zone', () => {
  const days = { ...emptySearch, from: '2026-05-01', to: '2026-05-02' };

  it('[REP-13] is in the address of days, and in the query', () => {
    expect(withZone(days).zone).toBe(viewerZone());
    expect(listQuery({ ...days, zone: 'America/Lima' })).toMatchObject({ zone: 'America/Lima' });
    expect(withZone({ ...days, zone: 'America/Lima' }).zone).toBe('America/Lima');
  });

  it('[REP-13] is left out without days, with half of them, and where it is none', () => {
    expect(withZone(emptySearch).zone).toBe('');
    expect(withZone({ ...emptySearch, from: '2026-05-01' }).zone).toBe('');
    expect([readSearch({ zone: 'site' }).zone, readSearch({ zone: 'Mars/Olympus' }).zone]).toEqual(['', '']);
  });

  it('[REP-13] is no filter', () => {
    expect(isFiltered({ ...emptySearch, zone: 'America/Lima' })).toBe(false);
  });
});
