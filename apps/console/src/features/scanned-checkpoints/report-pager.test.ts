import { describe, expect, it } from 'vitest';
import { pagerOf, wayOutOfEmptyPage } from './report-pager.ts';
import { emptySearch, withPage } from './report-search.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);
const reply = (count: number, page: number) => ({
  count,
  data: rows(Math.max(0, Math.min(30, count - (page - 1) * 30))),
  offset: (page - 1) * 30,
  next: `after ${page}`,
  previous: `before ${page}`,
});

describe('pager', () => {
  it.each([
    [0, false, 1],
    [30, false, 1],
    [31, true, 2],
    [60, true, 2],
    [61, true, 3],
  ])('of %i rounds: shown %s, %i pages', (count, isShown, pageCount) => {
    expect(pagerOf(emptySearch, reply(count, 1))).toMatchObject({ isShown, pageCount });
  });

  it('has no previous on the first page and no next on the last', () => {
    expect(pagerOf(emptySearch, reply(61, 1))).toMatchObject({ page: 1, previous: null });
    expect(pagerOf(withPage(emptySearch, 3, 'x'), reply(61, 3))).toMatchObject({ page: 3, next: null });
  });

  it('carries the cursor of the reply in both directions, back to the first page too', () => {
    const pager = pagerOf(withPage(emptySearch, 2, 'x'), reply(90, 2));
    expect(pager.next).toEqual({ ...emptySearch, page: 3, cursor: 'after 2' });
    expect(pager.previous).toEqual({ ...emptySearch, page: 1, cursor: 'before 2' });
  });

  it('counts rows where a reply gives no cursor', () => {
    const pager = pagerOf(emptySearch, { ...reply(90, 1), next: null });
    expect(pager.next).toEqual({ ...emptySearch, page: 2, cursor: '' });
  });

  it('tells the page from the rows before it, not from the address', () => {
    expect(pagerOf(withPage(emptySearch, 9, 'x'), reply(90, 2)).page).toBe(2);
  });
});

describe('an empty page', () => {
  const asked = withPage(emptySearch, 9, null);

  it('goes back to what was on screen', () => {
    const onScreen = withPage(emptySearch, 2, 'x');
    expect(wayOutOfEmptyPage(asked, reply(61, 9), onScreen)).toBe(onScreen);
  });

  it('goes to the last page when nothing was on screen', () => {
    expect(wayOutOfEmptyPage(asked, reply(61, 9), null)).toEqual(withPage(emptySearch, 3, null));
    expect(wayOutOfEmptyPage(asked, reply(0, 9), null)).toEqual(emptySearch);
  });

  it('is shown as such when it is the first of the live report, or has rows', () => {
    expect(wayOutOfEmptyPage(emptySearch, reply(0, 1), asked)).toBeNull();
    expect(wayOutOfEmptyPage(withPage(emptySearch, 2, 'x'), reply(31, 2), null)).toBeNull();
  });
});

it('[MNG-09] pages are as long as the tenant has them', () => {
  const shown = withPage(emptySearch, 2, 'x');
  const pager = pagerOf(shown, { ...reply(61, 1), offset: 5 }, 5);
  expect(pager).toMatchObject({ page: 2, pageCount: 13, isShown: true });
});
