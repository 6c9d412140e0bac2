import { getFile, getThumbnail, uploadFile, type UploadPurpose } from '@watchpost/contract/files';
import { profileImageMaxBytes, uploadMaxBytes } from '@watchpost/domain/limits';
import { isPermitted } from '@watchpost/domain/permissions';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey } from '../../platform/adapters/files/picture-parts.ts';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type FileReply, type Route, route } from '../../platform/http/route.ts';
import { drawPicture } from '../../platform/pictures/draw-picture.ts';
import { storePicture } from '../../platform/pictures/store-picture.ts';
import { findFile } from './files.queries.ts';
import { removeUnusedLogos, removeUnusedPhotos, removeUnusedSiteLogos } from './files.service.ts';

export interface FileSettings {
  readonly files: FileStore;
}

/** What an upload takes the opportunity to tidy away. */
const removeUnused: Readonly<
  Record<UploadPurpose, (files: FileStore, caller: ConsoleCaller) => Promise<void>>
> = {
  profileImage: removeUnusedPhotos,
  tenantLogo: removeUnusedLogos,
  siteLogo: removeUnusedSiteLogos,
  // Those of incidents go at night, when no draft can hold them any more.
  image: async () => {},
};

function mayUpload({ role, switches }: ConsoleCaller, purpose: UploadPurpose): boolean {
  if (purpose === 'tenantLogo') return role === 'superAdmin';
  return purpose !== 'siteLogo' || isPermitted(role, 'SITES:edit', switches);
}

export function fileRoutes({ files }: FileSettings): Route[] {
  async function replyWith(caller: ConsoleCaller, fileId: string, part: string): Promise<FileReply> {
    const file = await findFile(caller, fileId);
    const content = file === null ? null : await files.get(partKey(file.storageKey, part));
    if (file === null || content === null) throw new AppError('notFound');
    return { fileName: file.name, mediaType: file.mediaType, chunks: only(content) };
  }

  return [
    route(uploadFile, async ({ caller, query: { purpose }, readFile, log }) => {
      if (!mayUpload(caller, purpose)) throw new AppError('notPermitted');
      const { name, bytes } = await readFile(purpose === 'image' ? uploadMaxBytes : profileImageMaxBytes);
      const picture = await drawPicture(bytes, purpose);
      const fileId = await storePicture(
        files,
        { scope: caller.scope, ownerId: caller.userId },
        { name, purpose, picture },
      );
      const onProblem = (error: unknown) => log.warn({ err: error }, 'old pictures were not removed');
      await removeUnused[purpose](files, caller).catch(onProblem);
      return { fileId };
    }),

    route(getFile, async ({ caller, params: { fileId } }) => replyWith(caller, fileId, 'main')),

    route(getThumbnail, async ({ caller, params: { fileId }, query: { size } }) =>
      replyWith(caller, fileId, size),
    ),
  ];
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
