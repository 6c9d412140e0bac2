// What becomes of files that nothing shows any more.
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey, pictureParts } from '../../platform/adapters/files/picture-parts.ts';
import { removeUnusedPhotos as removePhotos } from './unused-photos.ts';
import { deleteUnusedLogos, deleteUnusedSiteLogos } from './files.queries.ts';

/** Removes what the caller once uploaded and never saved, or replaced since. */
export async function removeUnusedPhotos(files: FileStore, { scope, userId }: ConsoleCaller): Promise<void> {
  await removePhotos({ ...scope, files }, { purpose: 'profileImage', ownerId: userId });
}

/** Removes logos that were never saved, or replaced since. */
export async function removeUnusedLogos(files: FileStore, { scope }: ConsoleCaller): Promise<void> {
  await deleteContents(files, await deleteUnusedLogos(scope));
}

/** Removes logos of sites that were never saved, or replaced since. */
export async function removeUnusedSiteLogos(files: FileStore, { scope }: ConsoleCaller): Promise<void> {
  await deleteContents(files, await deleteUnusedSiteLogos(scope));
}

async function deleteContents(files: FileStore, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.flatMap((key) => pictureParts.map((part) => files.delete(partKey(key, part)))));
}
