import type { FileStore } from '../adapters/files/file-store.ts';
import { partKey } from '../adapters/files/picture-parts.ts';
import type { Db } from '../db/database.ts';
import { findLogo } from './tenant-logo.queries.ts';

export interface LogoPicture {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** The tenant's logo as it is now; null where there is none, or its file is gone. */
export async function readLogo(files: FileStore, db: Db, tenantId: string): Promise<LogoPicture | null> {
  const logo = await findLogo(db, tenantId);
  const bytes = logo === null ? null : await files.get(partKey(logo.storageKey, 'main'));
  return logo === null || bytes === null ? null : { bytes, mediaType: logo.mediaType };
}
