// Removes pictures that nothing shows: anyone who was erased is not to live on in a photo that was replaced, nor anybody in one
// of an incident that was never reported.
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey, pictureParts } from '../../platform/adapters/files/picture-parts.ts';
import {
  deleteUnusedPhoto,
  findUnusedPhotos,
  type PhotoPurpose,
  unusedPhotosAtOnce,
} from './unused-photos.queries.ts';

interface PhotoStore {
  readonly db: Parameters<typeof deleteUnusedPhoto>[0];
  readonly tenantId: string;
  readonly files: FileStore;
}

/** Leaves one that something shows. */
export function removeUnusedPhoto(
  { db, tenantId, files }: PhotoStore,
  id: string,
  purpose: PhotoPurpose = 'profileImage',
): Promise<void> {
  return deleteUnusedPhoto(db, tenantId, { purpose, id }, async (key) => {
    await Promise.all(pictureParts.map((part) => files.delete(partKey(key, part))));
  });
}

interface CleanUp {
  readonly purpose: PhotoPurpose;
  /** Who uploaded them; all where it is left out. */
  readonly ownerId?: string;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * All that are not new, portion by portion until `leaving`. One that cannot be deleted holds up no other; its error is thrown
 * after them.
 */
export async function removeUnusedPhotos(
  store: PhotoStore,
  { purpose, ownerId, stopping }: CleanUp,
): Promise<void> {
  const errors: unknown[] = [];
  for (let afterId: string | null = null; ; ) {
    const which = { purpose, ownerId: ownerId ?? null, afterId };
    const ids: string[] = await findUnusedPhotos(store.db, store.tenantId, which);
    for (const id of ids) {
      if (stopping?.aborted) return;
      await removeUnusedPhoto(store, id, purpose).catch((error: unknown) => errors.push(error));
    }
    afterId = ids.at(-1) ?? null;
    if (ids.length < unusedPhotosAtOnce) break;
  }
  if (errors.length > 0) throw errors[0];
}
