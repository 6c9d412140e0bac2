// Pictures that nothing shows: of people, whom neither a profile nor a guard has, and of incidents that were never reported.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export const unusedPhotosAtOnce = 100;

export type PhotoPurpose = 'profileImage' | 'image';

const isOf = 'f.tenant_id = $1::uuid AND f.purpose =';
const isUnused: Readonly<Record<PhotoPurpose, string>> = {
  profileImage: `${isOf} 'profileImage'
    AND NOT EXISTS (SELECT FROM users u WHERE u.tenant_id = $1::uuid AND u.profile_image = f.id::text)
    AND NOT EXISTS (SELECT FROM guards g WHERE g.tenant_id = $1::uuid AND g.photo = f.id::text)`,
  image: `${isOf} 'image'
    AND NOT EXISTS (SELECT FROM incident_photos p WHERE p.tenant_id = $1::uuid AND p.file_id = f.id)
    AND NOT EXISTS (SELECT FROM exception_files e WHERE e.tenant_id = $1::uuid AND e.file_id = f.id)`,
};

/** For so long what shows a new one may still be about to be saved: with incidents longer than any session lasts. */
const newFor: Readonly<Record<PhotoPurpose, string>> = {
  profileImage: `interval '1 hour'`,
  image: `interval '31 days'`,
};

interface WhichPhotos {
  readonly purpose: PhotoPurpose;
  /** Who uploaded them; null for all, also of those whose account is gone. */
  readonly ownerId: string | null;
  /** Those after this one, in the order of their ids; null for the first ones. */
  readonly afterId: string | null;
}

/** Ids of at most unusedPhotosAtOnce; of none that is new. */
export async function findUnusedPhotos(
  db: Db,
  tenantId: string,
  { purpose, ownerId, afterId }: WhichPhotos,
): Promise<string[]> {
  const text = `SELECT f.id FROM files f WHERE ${isUnused[purpose]} AND f.created_at < now() - ${newFor[purpose]}
    AND ($2::uuid IS NULL OR f.owner_id = $2::uuid) AND ($3::uuid IS NULL OR f.id > $3::uuid)
    ORDER BY f.id LIMIT ${unusedPhotosAtOnce}`;
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(text, [tenantId, ownerId, afterId]),
  );
  return rows.map(({ id }) => id);
}

/**
 * Forgets a picture unless something shows it; `deleteContents`, given its storage key, comes before it is committed: what
 * cannot be deleted stays known.
 */
export async function deleteUnusedPhoto(
  db: Db,
  tenantId: string,
  { purpose, id }: { readonly purpose: PhotoPurpose; readonly id: string },
  deleteContents: (storageKey: string) => Promise<void>,
): Promise<void> {
  const text = `DELETE FROM files f WHERE ${isUnused[purpose]} AND f.id = $2::uuid RETURNING f.storage_key AS key`;
  await db.transaction().execute(async (transaction) => {
    const { rows } = await transaction.executeQuery<{ key: string }>(CompiledQuery.raw(text, [tenantId, id]));
    for (const { key } of rows) await deleteContents(key);
  });
}
