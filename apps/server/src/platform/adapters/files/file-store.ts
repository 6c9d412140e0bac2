// Where contents of files lie: on this machine's disk, or in any service that speaks S3.

export interface FileStore {
  /** Stores under a key, in place of what was there. Durable when it resolves. */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** Null when nothing lies under the key. */
  get(key: string): Promise<Buffer | null>;
  /** Also resolves when nothing lies under the key. */
  delete(key: string): Promise<void>;
  /** Keys of all that is stored, in any order. */
  list(): AsyncIterable<string>;
}

const keyPattern = /^[a-z0-9-]{1,64}(?:\/[a-z0-9-]{1,64}){0,3}$/;

export const isKey = (text: string): boolean => keyPattern.test(text);

/** Keys are made by this program, never taken from outside: any other form is a bug and throws. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError('not a key of the file store');
  return key;
}
