// Lists of leaked passwords for tests.
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { atFileEnd } from '../../testing/file-end.ts';
import { type BreachedPasswords, openBreachedPasswords } from './breached-passwords.ts';

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

/** Lines of a list that has these; each with a count of another length. */
export const linesOf = (passwords: readonly string[]): string[] =>
  passwords
    .map(digestOf)
    .toSorted()
    .map((digest, at) => `${digest}:${7 ** (at % 11)}`);

export function writeList(text: string): string {
  const file = path.join(inject('testRun').folder, `${randomUUID()}.txt`);
  writeFileSync(file, text);
  return file;
}

export async function breachedList(passwords: readonly string[]): Promise<BreachedPasswords> {
  const list = await openBreachedPasswords(writeList(linesOf(passwords).join('\r\n')));
  atFileEnd(() => list.close());
  return list;
}
