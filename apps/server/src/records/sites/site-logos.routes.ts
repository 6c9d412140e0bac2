import { getSiteLogo, saveSiteLogo } from '@watchpost/contract/site-logos';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey } from '../../platform/adapters/files/picture-parts.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type FileReply, type Route, route } from '../../platform/http/route.ts';
import { isOwnPicture } from '../../platform/pictures/picture-files.queries.ts';
import { findShownLogo, type StoredPicture, updateSiteLogo } from './site-logos.queries.ts';
import { viewSite } from './sites.service.ts';

export interface SitePictureSettings {
  readonly files: FileStore;
}

/** Throws notFound, also when the store has lost it. */
export async function pictureReply(
  files: FileStore,
  picture: StoredPicture | null,
  part: string,
): Promise<FileReply> {
  const content = picture === null ? null : await files.get(partKey(picture.storageKey, part));
  if (picture === null || content === null) throw new AppError('notFound');
  return { fileName: picture.name, mediaType: picture.mediaType, chunks: only(content) };
}

export function siteLogoRoutes({ files }: SitePictureSettings): Route[] {
  return [
    route(saveSiteLogo, async (context) => {
      const { caller, params, body } = context;
      const site = await viewSite(caller.scope, params.id);
      if (body.fileId !== null && !(await isOwnPicture(caller, body.fileId, 'siteLogo'))) {
        throw new InvalidInput({ fileId: 'logo_unknown' });
      }
      await updateSiteLogo(caller.scope, site, body.fileId, auditOrigin(context));
      return { fileId: body.fileId };
    }),

    route(getSiteLogo, async ({ caller: { scope }, params, query }) =>
      pictureReply(files, await findShownLogo(scope, params.fileId), query.size),
    ),
  ];
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
