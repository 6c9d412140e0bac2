import { expect, test } from 'vitest';
import { type Message, writeMessage } from './messages.ts';

const rows: Message = [
  ['count', 'plural', { '=0': 'no row', one: [['count'], ' row'], other: [['count'], ' rows'] }],
];
const write = (message: Message, values: Record<string, string | number> = {}, locale = 'en-IN') =>
  writeMessage(message, values, locale);

test.each([
  ['Close', {}, 'Close'],
  [['Page ', ['page'], ' of ', ['all']], { page: 1, all: 123456 }, 'Page 1 of 1,23,456'],
  [['For ', ['name']], { name: '{name} & <b>' }, 'For {name} & <b>'],
  [['For ', ['name']], {}, 'For {name}'],
  [rows, { count: 0 }, 'no row'],
  [rows, { count: 1 }, '1 row'],
  [rows, { count: 1_234 }, '1,234 rows'],
  [rows, {}, '{count} rows'],
  [[['by', 'select', { guard: 'a guard', other: 'somebody' }]], { by: 'guard' }, 'a guard'],
  [[['by', 'select', { guard: 'a guard', other: 'somebody' }]], { by: 'constructor' }, 'somebody'],
] as const)('%j with %j reads %s', (message, values, text) => expect(write(message, values)).toBe(text));

test('a plural goes by the rules of its language', () => {
  const files: Message = [
    [
      'count',
      'plural',
      { one: 'plik', few: [['count'], ' pliki'], many: [['count'], ' plików'], other: 'pliku' },
    ],
  ];
  expect([1, 3, 5, 1.5].map((count) => write(files, { count }, 'pl-PL'))).toEqual([
    'plik',
    '3 pliki',
    '5 plików',
    'pliku',
  ]);
});
