// Files that prove what became of a round: pictures, drawn again, and documents, kept as they are and never opened here.
import { createHash } from 'node:crypto';
import { exceptionFilesMax } from '@watchpost/domain/exceptions';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey } from '../../platform/adapters/files/picture-parts.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import type { UploadedFile } from '../../platform/http/uploads.ts';
import { drawPicture, type Picture } from '../../platform/pictures/draw-picture.ts';
import { storePicture } from '../../platform/pictures/store-picture.ts';
import { lockItems, insertDocument, insertEvidence, insertHistory } from './exception-changes.queries.ts';
import { recordChange, type Saved } from './exceptions.service.ts';

const pdfHead = '%PDF-1.';

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, pdfHead.length).toString('latin1').startsWith('%PDF-');
}

/** Complete as far as its end tells: a torn upload is no evidence. */
function checkPdf(bytes: Buffer): void {
  if (!bytes.subarray(-2_048).includes('%%EOF')) throw new InvalidInput({ file: 'evidence_broken' });
}

/** What the sender calls it, to be shown and nothing else. */
function documentName(sent: string): string {
  const last = sent.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const stem = last.replaceAll(/[\p{C}]/gu, '').replace(/\.[^.]*$/, '');
  return `${Array.from(stem).slice(0, 100).join('').trim() || 'document'}.pdf`;
}

async function storeDocument(
  files: FileStore,
  scope: SiteScope,
  userId: string,
  { name, bytes }: UploadedFile,
): Promise<string> {
  const id = uuidv7();
  const storageKey = `${scope.tenantId}/${id}`;
  await files.put(partKey(storageKey, 'main'), bytes, 'application/pdf');
  const sha256 = createHash('sha256').update(bytes).digest();
  await insertDocument(scope, {
    id,
    userId,
    name: documentName(name),
    bytes: bytes.length,
    sha256,
    storageKey,
  });
  return id;
}

/** Throws InvalidInput keyed `file` for what is neither, notFound, and filesFull. Closed items take evidence too. */
export async function addEvidence(
  files: FileStore,
  caller: ConsoleCaller,
  id: string,
  file: UploadedFile,
  origin: AuditOrigin,
): Promise<Saved> {
  const picture: Picture | null = isPdf(file.bytes) ? null : await drawPicture(file.bytes, 'image');
  if (picture === null) checkPdf(file.bytes);
  const { userId } = caller;
  return caller.scope.db.transaction().execute(async (db) => {
    const scope = { ...caller.scope, db };
    const [item] = await lockItems(scope, [id]);
    if (item === undefined) throw new AppError('notFound');
    if (item.files >= exceptionFilesMax) throw new AppError('filesFull');
    const nowMs = Date.now();
    const fileId =
      picture === null
        ? await storeDocument(files, scope, userId, file)
        : await storePicture(
            files,
            { scope, ownerId: userId },
            { name: file.name, purpose: 'image', picture },
          );
    await insertEvidence(scope, { exceptionId: id, fileId, userId }, nowMs);
    const fileName = file.name.slice(0, 200);
    await insertHistory(scope, { ids: [id], kind: 'evidence', userId, details: { fileName } }, nowMs);
    await recordChange(scope, item, 'exception.fileAdded', { after: { file: fileName } }, origin);
    return { id, version: item.version };
  });
}
