import { expect, it } from 'vitest';
import { emptySearch, isFiltered, listQuery, readSearch } from './sent-mail-search.ts';

const mailId = '01900000-0000-7000-8000-000000000001';

it('the state in the address is read whole, and leaves out what makes no sense', () => {
  const raw = { state: 'failed', searchText: ' asha ', before: mailId };
  expect(readSearch(raw)).toEqual({ ...raw, searchText: 'asha', after: '' });
  expect(readSearch({ state: 'sending', before: '1', after: '__proto__' })).toEqual(emptySearch);
});

it('the query asks for what is filtered by and for one place alone', () => {
  expect(listQuery(emptySearch, 15)).toEqual({ limit: 15 });
  expect(isFiltered({ ...emptySearch, before: mailId })).toBe(false);
  const search = { state: 'sent', searchText: 'asha', before: mailId, after: mailId };
  expect(listQuery(search, 5)).toEqual({ state: 'sent', searchText: 'asha', before: mailId, limit: 5 });
});
