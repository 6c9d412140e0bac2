import { createHash } from 'node:crypto';
import type { UploadPurpose } from '@watchpost/contract/files';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller } from '../../access/caller.ts';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { partKey, pictureParts } from '../../adapters/files/picture-parts.ts';
import { deleteUnusedLogos, deleteUnusedPhotos, insertFile } from './files.queries.ts';
import type { Picture } from './pictures.service.ts';

interface NewPicture {
  readonly name: string;
  readonly purpose: UploadPurpose;
  readonly picture: Picture;
}

/** Stores a picture and answers its file's id. A record never names what is not in the store yet. */
export async function storePicture(
  files: FileStore,
  { scope, userId }: ConsoleCaller,
  { name, purpose, picture }: NewPicture,
): Promise<string> {
  const { mediaType, width, height, main, thumbnails } = picture;
  const id = uuidv7();
  const storageKey = `${scope.tenantId}/${id}`;
  const contents = [['main', main] as const, ...thumbnails];
  await Promise.all(contents.map(([part, bytes]) => files.put(partKey(storageKey, part), bytes, mediaType)));
  await insertFile(scope, {
    id,
    ownerId: userId,
    purpose,
    name: displayName(name, mediaType),
    mediaType,
    bytes: main.length,
    sha256: createHash('sha256').update(main).digest(),
    width,
    height,
    storageKey,
  });
  return id;
}

/** What the sender calls it, to be shown and nothing else: no folders, no control characters, the true ending. */
function displayName(sent: string, mediaType: Picture['mediaType']): string {
  const last = sent.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const stem = last.replaceAll(/[\p{C}]/gu, '').replace(/\.[^.]*$/, '');
  const short = Array.from(stem).slice(0, 100).join('').trim() || 'picture';
  return `${short}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;
}

/** Removes what the caller once uploaded and never saved, or replaced since. */
export async function removeUnusedPhotos(files: FileStore, { scope, userId }: ConsoleCaller): Promise<void> {
  await deleteContents(files, await deleteUnusedPhotos(scope, userId));
}

/** Removes logos that were never saved, or replaced since. */
export async function removeUnusedLogos(files: FileStore, { scope }: ConsoleCaller): Promise<void> {
  await deleteContents(files, await deleteUnusedLogos(scope));
}

async function deleteContents(files: FileStore, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.flatMap((key) => pictureParts.map((part) => files.delete(partKey(key, part)))));
}
