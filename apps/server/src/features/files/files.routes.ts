import { getFile, getThumbnail, uploadFile } from '@watchpost/contract/files';
import { profileImageMaxBytes, uploadMaxBytes } from '@watchpost/domain/limits';
import type { FileStore } from '../../adapters/files/file-store.ts';
import type { ConsoleCaller } from '../../access/caller.ts';
import { AppError } from '../../http/app-error.ts';
import { type FileReply, type Route, route } from '../../http/route.ts';
import { findFile } from './files.queries.ts';
import { partKey, removeUnusedPhotos, storePicture } from './files.service.ts';
import { drawPicture } from './pictures.service.ts';

export interface FileSettings {
  readonly files: FileStore;
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
      const limit = purpose === 'profileImage' ? profileImageMaxBytes : uploadMaxBytes;
      const { name, bytes } = await readFile(limit);
      const picture = await drawPicture(bytes, purpose);
      const fileId = await storePicture(files, caller, { name, purpose, picture });
      if (purpose === 'profileImage') {
        const onProblem = (error: unknown) => log.warn({ err: error }, 'old pictures were not removed');
        await removeUnusedPhotos(files, caller).catch(onProblem);
      }
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
