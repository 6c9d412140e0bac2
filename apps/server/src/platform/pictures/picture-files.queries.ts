import type { ConsoleCaller } from '../access/caller.ts';
import type { Db } from '../db/database.ts';
import type { PicturePurpose } from './draw-picture.ts';

export interface FileScope {
  readonly db: Db;
  readonly tenantId: string;
}

export interface NewFile {
  readonly id: string;
  readonly ownerId: string | null;
  readonly purpose: PicturePurpose;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly width: number;
  readonly height: number;
  readonly storageKey: string;
}

export async function insertFile({ db, tenantId }: FileScope, file: NewFile): Promise<void> {
  await db
    .insertInto('files')
    .values({
      tenant_id: tenantId,
      id: file.id,
      owner_id: file.ownerId,
      purpose: file.purpose,
      name: file.name,
      media_type: file.mediaType,
      bytes: file.bytes,
      sha256: file.sha256,
      width: file.width,
      height: file.height,
      storage_key: file.storageKey,
    })
    .execute();
}

/** Whether the caller uploaded the file, for that purpose. */
export async function isOwnPicture(
  { scope: { db, tenantId }, userId }: Pick<ConsoleCaller, 'scope' | 'userId'>,
  fileId: string,
  purpose: PicturePurpose,
): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', fileId)
    .where('owner_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row !== undefined;
}
