// What leaves of the log: keys and heads of days for anybody, and any head as a note for who may see the log.
import {
  getEvidenceGrowth,
  getEvidenceKeys,
  getHeadNote,
  getSealedHeadNote,
  getTimeStamp,
} from '@watchpost/contract/evidence';
import { findLogKeys } from './check-log.queries.ts';
import { growthBetween } from './evidence-file.ts';
import { noteKeysOf, noteOfHead } from './head-notes.ts';
import type { LogSecrets } from './log-keys.ts';
import { findPublished, findTimeStamp } from './published-heads.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type FileReply, type Route, route } from '../../platform/http/route.ts';
import { findHeadOf, findShownHead } from './evidence-log.queries.ts';

/** The same for every size that no published head has, so that no one learns by trying which sizes the log ever had. */
const notPublished =
  'No published head has this size. If you hold the head, add its root: fromRoot=… or toRoot=…, 64 hexadecimal digits.';
const notOwn = 'This head is signed by no key of this installation, so it is not signed again as a note.';

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const noteFile = (note: string, name: string): FileReply => ({
  fileName: `Head of ${name}.txt`,
  mediaType: 'text/plain; charset=utf-8',
  chunks: only(Buffer.from(note)),
});

export function publishedHeadRoutes(logSecrets: LogSecrets): Route[] {
  return [
    route(getEvidenceKeys, async ({ tenant, db }) => ({
      keys: await findLogKeys(db, tenant.id),
      noteKeys: await noteKeysOf(db, tenant.id, logSecrets),
      head: (await findPublished(db, tenant.id))?.head ?? null,
    })),
    route(getHeadNote, async ({ tenant, db, query: { day } }) => {
      const published = await findPublished(db, tenant.id, day ?? null);
      if (published === null) throw new AppError('notFound');
      return noteFile(published.note, published.day);
    }),
    route(getTimeStamp, async ({ tenant, db, query: { day } }) => {
      const published = await findPublished(db, tenant.id, day ?? null);
      const token = published === null ? null : await findTimeStamp(db, tenant.id, published.day);
      if (published === null || token === null) throw new AppError('notFound');
      const fileName = `Head of ${published.day}.tsr`;
      return { fileName, mediaType: 'application/timestamp-reply', chunks: only(token) };
    }),
    route(getEvidenceGrowth, async ({ tenant, db, query }) => {
      const [earlier, head] = [
        await findShownHead(db, tenant.id, query.from, query.fromRoot),
        await findShownHead(db, tenant.id, query.to, query.toRoot),
      ];
      if (earlier === null || head === null) throw new AppError('notFound', { message: notPublished });
      if (earlier.size > head.size)
        throw new AppError('notFound', { message: 'Name the smaller size first.' });
      const growth = await growthBetween(db, earlier, head);
      return { head, earlier: { head: growth.head, path: [...growth.path] } };
    }),
    route(getSealedHeadNote, async ({ caller: { scope }, params: { size } }) => {
      const head = await findHeadOf(scope.db, scope.tenantId, size);
      if (head === null) throw new AppError('notFound');
      const noted = await noteOfHead(scope.db, logSecrets, head);
      if (noted === null) throw new AppError('notFound', { message: notOwn });
      return noteFile(noted.note, String(size));
    }),
  ];
}
