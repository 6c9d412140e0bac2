import { expect, test } from 'vitest';
import { dateText, sheetDateFormat } from './date-pattern.ts';

const afternoon = Date.UTC(2025, 2, 7, 13, 5, 9);

test.each([
  ['DD/MM/YY hh:mm A', '07/03/25 01:05 PM', 'dd\\/mm\\/yy hh:mm AM/PM'],
  ['MMM DD, YYYY hh:mm A', 'Mar 07, 2025 01:05 PM', 'mmm dd, yyyy hh:mm AM/PM'],
  ['MMM DD, YYYY', 'Mar 07, 2025', 'mmm dd, yyyy'],
  ['dd/MM/yy', '07/03/25', 'dd\\/mm\\/yy'],
  ['YYYY-MM-DD HH:mm:ss', '2025-03-07 13:05:09', 'yyyy-mm-dd hh:mm:ss'],
  ['D.M.YYYY H:mm A', '7.3.2025 13:05 ', 'd.m.yyyy h:mm '],
  ['D [of] MMMM', '7 of March', 'd \\o\\f mmmm'],
])('%s shows as "%s" and is %s in a sheet', (pattern, text, sheetFormat) => {
  expect(dateText(pattern)(afternoon)).toBe(text);
  expect(sheetDateFormat(pattern)).toBe(sheetFormat);
});

test('midnight and noon are twelve on a twelve-hour clock', () => {
  expect(dateText('hh:mm A')(Date.UTC(2025, 0, 1, 0, 30))).toBe('12:30 AM');
  expect(dateText('hh:mm A')(Date.UTC(2025, 0, 1, 12, 30))).toBe('12:30 PM');
});
