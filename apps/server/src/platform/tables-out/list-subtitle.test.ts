import { expect, it } from 'vitest';
import { listSubtitle } from './list-subtitle.ts';

const columns = [{ header: 'Scanned', kind: 'date' as const }];
const clocks = { columns, timeZone: 'Asia/Kolkata', dateFormat: 'DD/MM/YY hh:mm A' };

it('names the zone of its times always, and the days as the table writes dates', () => {
  expect(listSubtitle({ format: 'pdf', sortType: 'asc' }, clocks)).toEqual(['Times of Asia/Kolkata']);
  const days = { from: '2026-11-24', to: '2026-11-25' };
  expect(listSubtitle(days, clocks)).toEqual(['24/11/26 to 25/11/26, Times of Asia/Kolkata']);
  expect(listSubtitle(days, { ...clocks, dateFormat: 'MM/DD/YY hh:mm A' })).toEqual([
    '11/24/26 to 11/25/26, Times of Asia/Kolkata',
  ]);
  expect(listSubtitle({ from: '2026-11-24', to: '2026-11-24' }, clocks)).toEqual([
    '24/11/26, Times of Asia/Kolkata',
  ]);
});

it('names no zone where no time goes by it', () => {
  const text = [{ header: 'From', kind: 'text' as const }];
  expect(listSubtitle({}, { ...clocks, columns: text })).toEqual([]);
});

it('says what the list was narrowed to, so that it is not taken for the whole', () => {
  const query = {
    site: '019fa9fd-a440-70e6-8c52-e8d7d6b7dda0',
    apartFrom: ['one', 'two'],
    status: 'completed',
    searchText: 'ravi',
    weekday: 2,
    hour: 3,
  };
  expect(listSubtitle(query, clocks)[1]).toBe(
    'Not the whole list. Only: one site, apart from 2, status completed, search “ravi”, weekday Mon, hour 03:00',
  );
  expect(listSubtitle({ status: 'all', searchText: '' }, clocks)).toHaveLength(1);
});
