import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { atFileEnd } from '../../testing/file-end.ts';
import { openBreachedPasswords } from './breached-passwords.ts';
import { breachedList, linesOf, writeList } from './breached-passwords.testing.ts';

const summary = (count: number, kind: string) =>
  Array.from({ length: count }, (_, at) => createHash('md5').update(`${kind} ${at}`).digest('base64'));

async function foundIn(list: string[], asked: readonly string[], end = '\n', last = end): Promise<boolean[]> {
  const breached = await openBreachedPasswords(writeList(list.join(end) + last));
  atFileEnd(() => breached.close());
  return Promise.all(asked.map((password) => breached.has(password)));
}

describe('a list of leaked passwords', () => {
  it.each([1, 2, 3, 2_000])('of %i is known in each of its lines, and nothing else is', async (count) => {
    const [leaked, others] = [summary(count, 'leaked'), summary(500, 'others')];
    const breached = await breachedList(leaked);
    const found = (asked: string[]) => Promise.all(asked.map((password) => breached.has(password)));
    expect((await found(leaked)).filter((isFound) => isFound)).toHaveLength(count);
    expect((await found(others)).filter((isFound) => isFound)).toEqual([]);
  });

  it.each([
    ['counts and a line for each', linesOf, '\n', '\n'],
    ['no counts', (list: string[]) => linesOf(list).map((line) => line.slice(0, 40)), '\n', ''],
    [
      'small letters and lines of Windows',
      (list: string[]) => linesOf(list).map((line) => line.toLowerCase()),
      '\r\n',
      '\r\n',
    ],
  ])('may have %s', async (_, lines, end, last) => {
    const leaked = summary(50, 'leaked');
    const found = await foundIn(lines(leaked), [...leaked, 'another'], end, last);
    expect(found).toEqual([...leaked.map(() => true), false]);
  });

  it.each([
    ['is empty', '', 'is empty'],
    ['is of another kind', 'password\n12345678\n', 'begins no line of a SHA-1'],
    ['has other digests', `${'a'.repeat(32)}:3\n${'b'.repeat(32)}:2\n`, 'begins no line of a SHA-1'],
    ['is sorted otherwise', linesOf(summary(50, 'leaked')).toReversed().join('\n'), 'not in the order'],
  ])('that %s is refused when it is opened', async (_, text, message) => {
    await expect(openBreachedPasswords(writeList(text))).rejects.toThrow(message);
  });

  it('that is not there is refused by its name', async () => {
    await expect(openBreachedPasswords('no-such-file.txt')).rejects.toThrow(
      'no-such-file.txt cannot be read',
    );
  });
});
