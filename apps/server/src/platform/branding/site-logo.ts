import type { FileStore } from '../adapters/files/file-store.ts';
import { partKey } from '../adapters/files/picture-parts.ts';
import type { Db } from '../db/database.ts';
import type { LogoPicture } from './logo-picture.ts';
import { findSiteLogo } from './site-logo.queries.ts';

/** The logo of a site as it is now; null where there is none, or its file is gone. */
export async function readSiteLogo(
  files: FileStore,
  db: Db,
  site: { readonly tenantId: string; readonly siteId: string },
): Promise<LogoPicture | null> {
  const logo = await findSiteLogo(db, site);
  const bytes = logo === null ? null : await files.get(partKey(logo.storageKey, 'main'));
  return logo === null || bytes === null ? null : { bytes, mediaType: logo.mediaType };
}
