import { describe, expect, it } from 'vitest';
import { emptySearch, isFiltered, listQuery, readSearch, withFilters, writeSearch } from './login-search.ts';

const site = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

describe('the address of the login/logout report', () => {
  it('keeps filters, order and page', () => {
    const search = {
      site,
      apartFrom: `${site},${other}`,
      from: '2026-11-01',
      to: '2026-11-02',
      searchText: 'asha',
      status: 'closedBySystem',
      zone: 'site',
      sort: 'asc',
      page: 3,
    } as const;
    expect(readSearch(writeSearch(search))).toEqual(search);
    expect(writeSearch(emptySearch)).toMatchObject({ page: '', sort: '', status: '' });
  });

  it('leaves out what makes no sense', () => {
    const raw = {
      site: 'north',
      apartFrom: `${site},north`,
      from: '2026-02-30',
      status: 'gone',
      sort: 'up',
      page: '-1',
      searchText: ' ',
    };
    expect(readSearch(raw)).toEqual(emptySearch);
  });
});

describe('a change of the filters', () => {
  it('starts again at the first page, unless it filters nothing yet', () => {
    const third = { ...emptySearch, page: 3 };
    expect(withFilters(third, { status: 'onDuty' }).page).toBe(1);
    expect(withFilters(third, { from: '2026-11-01' }).page).toBe(3);
    expect(withFilters(third, { apartFrom: other }).page).toBe(1);
  });
});

it('half a date range is not asked for', () => {
  expect(
    listQuery({ ...emptySearch, apartFrom: other, from: '2026-11-01', status: 'onDuty', page: 2 }),
  ).toEqual({
    apartFrom: other,
    status: 'onDuty',
    sortColumn: 'loginTime',
    sortType: 'desc',
    offset: 30,
    limit: 30,
  });
  expect(isFiltered({ ...emptySearch, from: '2026-11-01' })).toBe(false);
});
