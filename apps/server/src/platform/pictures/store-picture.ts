// Checks and stores uploaded pictures, for every endpoint that takes one.
import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { FileStore } from '../adapters/files/file-store.ts';
import { partKey } from '../adapters/files/picture-parts.ts';
import type { Picture, PicturePurpose } from './draw-picture.ts';
import { type FileScope, insertFile } from './picture-files.queries.ts';

interface PictureOwner {
  readonly scope: FileScope;
  /** The user who sent it; null for a guard's device. */
  readonly ownerId: string | null;
}

interface NewPicture {
  /** A version 7 UUID; a new one when left out. */
  readonly id?: string;
  readonly name: string;
  readonly purpose: PicturePurpose;
  readonly picture: Picture;
}

/** Stores a picture and answers its file's id. A record never names what is not in the store yet. */
export async function storePicture(
  files: FileStore,
  { scope, ownerId }: PictureOwner,
  { id = uuidv7(), name, purpose, picture }: NewPicture,
): Promise<string> {
  const { mediaType, width, height, main, thumbnails } = picture;
  const storageKey = `${scope.tenantId}/${id}`;
  const contents = [['main', main] as const, ...thumbnails];
  await Promise.all(contents.map(([part, bytes]) => files.put(partKey(storageKey, part), bytes, mediaType)));
  await insertFile(scope, {
    id,
    ownerId,
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

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** What the sender calls it, to be shown and nothing else: no folders, no control characters, the true ending. */
function displayName(sent: string, mediaType: Picture['mediaType']): string {
  const last = sent.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const stem = last.replaceAll(/[\p{C}]/gu, '').replace(/\.[^.]*$/, '');
  const short = Array.from(stem).slice(0, 100).join('').trim() || 'picture';
  return `${short}.${endings[mediaType]}`;
}
