// Files of any size in a store that takes a few megabytes at once: pieces under numbered keys, read one after the other.
import { createHash } from 'node:crypto';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';

export interface WrittenPieces {
  readonly pieces: number;
  readonly bytes: number;
  /** Of all pieces in their order; in hexadecimal. */
  readonly sha256: string;
}

const pieceBytes = 4_000_000;

/** A piece that is missing, or a file that is not what was written. */
export class ArchiveFault extends Error {}

export function fileKey(tenantId: string, archiveId: string, no: number): string {
  return `archives/${tenantId}/${archiveId}/${no}`;
}

/** Puts each part as a piece of its own, in place of what an interrupted writing left there. */
export async function writePieces(
  files: FileStore,
  key: string,
  parts: AsyncIterable<Uint8Array>,
  mediaType: string,
): Promise<WrittenPieces> {
  const hash = createHash('sha256');
  let pieces = 0;
  let bytes = 0;
  for await (const part of parts) {
    await files.put(`${key}-${pieces}`, part, mediaType);
    hash.update(part);
    pieces += 1;
    bytes += part.length;
  }
  return { pieces, bytes, sha256: hash.digest('hex') };
}

/** Throws ArchiveFault where a piece is missing. */
export async function* readPieces(files: FileStore, key: string, pieces: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const bytes = await files.get(`${key}-${piece}`);
    if (bytes === null) throw new ArchiveFault(`piece ${piece} of ${key} is missing`);
    yield bytes;
  }
}

/** As readPieces(); throws ArchiveFault at the end where they are not those that were written. */
export async function* readChecked(
  files: FileStore,
  key: string,
  written: WrittenPieces,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(files, key, written.pieces)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== written.sha256) throw new ArchiveFault(`${key} is not what was written`);
}

/** What was left under higher numbers by an earlier, longer writing; the last ones first, so that no gap hides any. */
export async function deletePiecesFrom(files: FileStore, key: string, first: number): Promise<void> {
  let end = first;
  while ((await files.get(`${key}-${end}`)) !== null) end += 1;
  for (let piece = end - 1; piece >= first; piece -= 1) await files.delete(`${key}-${piece}`);
}

/**
 * Files of an archive under this number and higher ones, listed or not: an interrupted writing listed no more than it had
 * finished. Each is there from its first piece on, and none before all with lower numbers; the last ones go first.
 */
export async function deleteFilesFrom(
  files: FileStore,
  tenantId: string,
  archiveId: string,
  first: number,
): Promise<void> {
  const keyOf = (no: number) => fileKey(tenantId, archiveId, no);
  let end = first;
  while ((await files.get(`${keyOf(end)}-0`)) !== null) end += 1;
  for (let no = end - 1; no >= first; no -= 1) await deletePiecesFrom(files, keyOf(no), 0);
}

/** The same bytes, cut again. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    buffered.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(buffered);
    buffered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(buffered);
}
