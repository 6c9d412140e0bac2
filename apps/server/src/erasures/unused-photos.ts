// Removes pictures of people that nothing shows any more: whoever was erased is not to live on in a photo that was replaced.
import type { FileStore } from '../adapters/files/file-store.ts';
import { partKey, pictureParts } from '../adapters/files/picture-parts.ts';
import { deleteUnusedPhoto, findUnusedPhotos, unusedPhotosAtOnce } from './unused-photos.queries.ts';

interface PhotoPlace {
  readonly db: Parameters<typeof deleteUnusedPhoto>[0];
  readonly tenantId: string;
  readonly files: FileStore;
}

/** Leaves one that something shows. */
export function removeUnusedPhoto({ db, tenantId, files }: PhotoPlace, id: string): Promise<void> {
  return deleteUnusedPhoto(db, tenantId, id, async (key) => {
    await Promise.all(pictureParts.map((part) => files.delete(partKey(key, part))));
  });
}

/**
 * Those that `ownerId` uploaded, or all, portion by portion until `leaving`. One that cannot be deleted holds up no other; its
 * error is thrown after them.
 */
export async function removeUnusedPhotos(
  place: PhotoPlace,
  { ownerId = null, leaving }: { readonly ownerId?: string | null; readonly leaving?: AbortSignal } = {},
): Promise<void> {
  const errors: unknown[] = [];
  for (let afterId: string | null = null; ; ) {
    const ids: string[] = await findUnusedPhotos(place.db, place.tenantId, { ownerId, afterId });
    for (const id of ids) {
      if (leaving?.aborted) return;
      await removeUnusedPhoto(place, id).catch((error: unknown) => errors.push(error));
    }
    afterId = ids.at(-1) ?? null;
    if (ids.length < unusedPhotosAtOnce) break;
  }
  if (errors.length > 0) throw errors[0];
}
