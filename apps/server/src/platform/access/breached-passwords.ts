// Looks passwords up in a list of those that leaked elsewhere, which may be larger than memory.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

export interface BreachedPasswords {
  has(password: string): Promise<boolean>;
  close(): Promise<void>;
}

export class BreachedPasswordsError extends Error {
  override readonly name = 'BreachedPasswordsError';
}

/** Holds the end of one line and the digest of the next. */
const readBytes = 256;
const digestPattern = /^[0-9A-F]{40}(?=[:\r\n]|$)/;

/**
 * `file` has a line for each password: its SHA-1 in 40 hexadecimal digits, and perhaps a colon and how often it was seen,
 * in the order of the digests, as Have I Been Pwned offers it. Throws BreachedPasswordsError when it is no such file.
 */
export async function openBreachedPasswords(file: string): Promise<BreachedPasswords> {
  const unreadable = (error: unknown) =>
    new BreachedPasswordsError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(error);
  });
  const { size } = await handle.stat();
  try {
    await requireOrder(handle, file, size);
  } catch (error) {
    await handle.close();
    throw error instanceof BreachedPasswordsError ? error : unreadable(error);
  }
  return {
    has: async (password) => {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      return (await firstFrom(handle, size, hash)) === hash;
    },
    close: () => handle.close(),
  };
}

/** The first digest that is not before the wanted one; null when all are. */
async function firstFrom(handle: FileHandle, size: number, hash: string): Promise<string | null> {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const digest = await digestFrom(handle, middle);
    if (digest !== null && digest < hash) low = middle + 1;
    else high = middle;
  }
  return digestFrom(handle, low);
}

/** Of the first line that begins at this byte or later; null when none does. */
async function digestFrom(handle: FileHandle, at: number): Promise<string | null> {
  const from = Math.max(0, at - 1);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, from);
  const text = buffer.toString('latin1', 0, bytesRead).toUpperCase();
  const begins = at === 0 ? 0 : text.indexOf('\n') + 1;
  if ((at > 0 && begins === 0) || begins === text.length) return null;
  const [digest] = digestPattern.exec(text.slice(begins)) ?? [];
  if (digest === undefined)
    throw new BreachedPasswordsError(`byte ${from + begins} begins no line of a SHA-1`);
  return digest;
}

/** Looks at some lines: a list that is in another order, or of another kind, would find nothing and say so to no one. */
async function requireOrder(handle: FileHandle, file: string, size: number): Promise<void> {
  const looks = 64;
  let before = '';
  for (let look = 0; look < looks; look += 1) {
    const digest = await digestFrom(handle, Math.floor((size * look) / looks)).catch((error: unknown) => {
      throw error instanceof BreachedPasswordsError
        ? new BreachedPasswordsError(`${file}: ${error.message}`)
        : error;
    });
    if (digest === null && look === 0) throw new BreachedPasswordsError(`${file} is empty`);
    if (digest !== null && digest < before) {
      throw new BreachedPasswordsError(`${file} is not in the order of its digests`);
    }
    before = digest ?? before;
  }
}
