// The file that a backup is: a line that says what it is, then frames, each compressed by itself and bearing a tag over
// its bytes and its number: of a seal where there is a passphrase, so that no one can change, drop, double or move one,
// else of a digest, so that no fault of a disk goes unseen.
import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';

const compress = promisify(gzip);
const expand = promisify(gunzip);

const format = 'watchpost-backup';
const cipher = 'aes-256-gcm';
const tagBytes = 16;
const headerBytesMax = 4_096;
/** Above what a frame can be: a file of the store in one piece. */
const frameBytesMax = 256 * 2 ** 20;

const headerSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  /** Null where the file is not sealed. */
  salt: z.string().nullable(),
});

const frameSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('about'),
    madeAt: z.string(),
    server: z.string(),
    /** All that its database had seen, in their order. */
    migrations: z.array(z.string()),
  }),
  z.object({ kind: z.literal('rows'), table: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('tableEnd'), table: z.string(), rows: z.number() }),
  z.object({ kind: z.literal('sequence'), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  z.object({ kind: z.literal('jobs'), count: z.number() }),
  z.object({ kind: z.literal('file'), key: z.string(), sha256: z.string() }),
  z.object({ kind: z.literal('secret') }),
  z.object({
    kind: z.literal('end'),
    sha256: z.string(),
    /** Names of files that records speak of and the store did not have; those of before do not say. */
    missingFiles: z.array(z.string()).default([]),
  }),
]);
export type FrameMeta = z.infer<typeof frameSchema>;

export interface Frame {
  readonly meta: FrameMeta;
  /** Of rows: lines of PostgreSQL's COPY, cut anywhere; of jobs: a JSON list; of a file or secret: its content. */
  readonly payload: Buffer;
}

/** Says what is wrong with the file, to the person who typed the command. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase.normalize(), salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });

/** A number is used once with a key, which is the file's alone. */
const ivOf = (number: number): Buffer => {
  const iv = Buffer.alloc(12);
  iv.writeUIntBE(number, 6, 6);
  return iv;
};

/** Of a frame that is not sealed. */
const tagOf = (number: number, bytes: Buffer): Buffer =>
  createHash('sha256').update(ivOf(number)).update(bytes).digest().subarray(0, tagBytes);

export class FrameWriter {
  readonly #handle: FileHandle;
  readonly #key: Buffer | null;
  readonly #hash = createHash('sha256');
  #count = 0;

  private constructor(handle: FileHandle, key: Buffer | null) {
    this.#handle = handle;
    this.#key = key;
  }

  /** Sealed with the passphrase, or readable by everybody for null. */
  static async begin(handle: FileHandle, passphrase: string | null): Promise<FrameWriter> {
    const salt = passphrase === null ? null : randomBytes(16);
    const header = JSON.stringify({ format, version: 1, salt: salt?.toString('base64') ?? null });
    await handle.write(`${header}\n`);
    return new FrameWriter(handle, passphrase === null || salt === null ? null : keyOf(passphrase, salt));
  }

  async write(meta: FrameMeta, payload: Uint8Array = Buffer.alloc(0)): Promise<void> {
    const plain = Buffer.concat([Buffer.from(`${JSON.stringify(meta)}\n`), payload]);
    this.#hash.update(plain);
    const body = this.#sealed(await compress(plain, { level: 3 }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    await this.#handle.write(Buffer.concat([length, body]));
    this.#count += 1;
  }

  /** Without this last frame the file is known to be cut short. */
  async end(missingFiles: string[]): Promise<void> {
    await this.write({ kind: 'end', sha256: this.#hash.copy().digest('hex'), missingFiles });
    await this.#handle.sync();
  }

  #sealed(bytes: Buffer): Buffer {
    if (this.#key === null) return Buffer.concat([bytes, tagOf(this.#count, bytes)]);
    const sealing = createCipheriv(cipher, this.#key, ivOf(this.#count), { authTagLength: tagBytes });
    return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
  }
}

const cutShort = 'The backup is cut short: copy or make it again.';

async function readExactly(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at);
    if (bytesRead === 0) throw new BackupError(cutShort);
    at += bytesRead;
  }
  return bytes;
}

async function readHeader(handle: FileHandle) {
  const bytes = Buffer.alloc(headerBytesMax);
  if ((await handle.stat()).isDirectory())
    throw new BackupError('This is a folder. Name the file of a backup.');
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
  const end = bytes.subarray(0, bytesRead).indexOf('\n');
  const parsed = end < 0 ? null : headerSchema.safeParse(jsonOf(bytes.subarray(0, end).toString()));
  if (parsed?.success !== true) {
    throw new BackupError('This is not a backup of Watchpost, or one of a newer version.');
  }
  return { salt: parsed.data.salt, length: end + 1 };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What tells readers of the same file apart from each other's place in it. */
class FrameReader {
  readonly #handle: FileHandle;
  readonly #key: Buffer | null;
  readonly #hash = createHash('sha256');
  #count = 0;

  constructor(handle: FileHandle, key: Buffer | null) {
    this.#handle = handle;
    this.#key = key;
  }

  async next(): Promise<Frame> {
    const length = (await readExactly(this.#handle, 4)).readUInt32BE();
    if (length > frameBytesMax) throw this.#damaged();
    const plain = await this.#opened(await readExactly(this.#handle, length));
    const end = plain.indexOf('\n');
    const meta = frameSchema.safeParse(jsonOf(plain.subarray(0, end).toString()));
    if (!meta.success) throw this.#damaged();
    if (meta.data.kind === 'end' && meta.data.sha256 !== this.#hash.copy().digest('hex'))
      throw this.#damaged();
    this.#hash.update(plain);
    this.#count += 1;
    return { meta: meta.data, payload: plain.subarray(end + 1) };
  }

  async #opened(body: Buffer): Promise<Buffer> {
    const [sealed, tag] = [body.subarray(0, -tagBytes), body.subarray(-tagBytes)];
    if (this.#key === null && !tagOf(this.#count, sealed).equals(tag)) throw this.#damaged();
    try {
      if (this.#key === null) return await expand(sealed);
      const opening = createDecipheriv(cipher, this.#key, ivOf(this.#count), { authTagLength: tagBytes });
      opening.setAuthTag(tag);
      const bytes = Buffer.concat([opening.update(sealed), opening.final()]);
      return await expand(bytes);
    } catch {
      // The first frame is the first that the key opens.
      throw this.#key !== null && this.#count === 0
        ? new BackupError('The key does not open this backup, or its beginning is damaged.')
        : this.#damaged();
    }
  }

  #damaged(): BackupError {
    return new BackupError(`The backup is damaged at its part ${this.#count + 1}: use another copy.`);
  }
}

/**
 * The frames of a file to its end. @throws BackupError at the first that is not as it was written, where frames are
 * missing or follow the end, or where the passphrase is wrong, missing or not needed.
 */
export async function* framesOf(handle: FileHandle, passphrase: string | null): AsyncGenerator<Frame> {
  const { salt, length } = await readHeader(handle);
  if (salt === null && passphrase !== null)
    throw new BackupError('This backup is not encrypted: leave the key out.');
  if (salt !== null && passphrase === null)
    throw new BackupError('This backup is encrypted: name its --key-file.');
  // The header was read by its place; what follows is read from where it ends.
  await readExactly(handle, length);
  const key = salt === null || passphrase === null ? null : keyOf(passphrase, Buffer.from(salt, 'base64'));
  const reader = new FrameReader(handle, key);
  for (;;) {
    const frame = await reader.next();
    if (frame.meta.kind === 'end') await requireEnd(handle);
    yield frame;
    if (frame.meta.kind === 'end') return;
  }
}

async function requireEnd(handle: FileHandle): Promise<void> {
  const { bytesRead } = await handle.read(Buffer.alloc(1), 0, 1);
  if (bytesRead > 0) throw new BackupError('Something follows the end of the backup: use another copy.');
}
