import { getArchiveFile, getRetention, type Retention, saveRetention } from '@watchpost/contract/retention';
import { retentionGraceMs } from '@watchpost/domain/retention';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { fileKey, readPieces } from '../archives/archive-pieces.ts';
import { findArchiveFiles, findArchives } from '../archives/archives.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../platform/http/route.ts';
import { findOldestRoundMs, findRetention, saveRetention as save } from './retention.queries.ts';

/** More months than anybody keeps. */
const archivesMax = 1_000;

export function retentionRoutes({ files }: { readonly files: FileStore }): Route[] {
  return [
    route(getRetention, ({ caller: { scope } }) => view(scope)),

    route(saveRetention, async (context) => {
      const { scope } = context.caller;
      const { monthsToKeep, version } = context.body;
      const before = await findRetention(scope.db, scope.tenantId);
      const changes = changedFields(before, { ...before, monthsToKeep }, ['monthsToKeep']);
      const startsAtMs = Date.now() + retentionGraceMs;
      const next = { version, monthsToKeep, startsAtMs };
      if (!(await save(scope, next, changes, auditOrigin(context)))) throw new AppError('editedMeanwhile');
      return view(scope);
    }),

    route(getArchiveFile, (context) => sendFile(context, files)),
  ];
}

async function view({ db, tenantId }: SiteScope): Promise<Retention> {
  const { version, monthsToKeep, startsAtMs } = await findRetention(db, tenantId);
  const archives = await findArchives(db, tenantId, archivesMax);
  const files = await findArchiveFiles(
    db,
    tenantId,
    archives.map(({ id }) => id),
  );
  return {
    version,
    monthsToKeep,
    startsAtMs: monthsToKeep === null ? null : startsAtMs,
    oldestMs: await findOldestRoundMs(db, tenantId),
    archives: archives.map(({ id, monthMs, status, beganAtMs, removedAtMs, rounds, held }) => ({
      id,
      monthMs,
      status,
      beganAtMs,
      removedAtMs,
      rounds,
      held,
      files: files
        .filter((file) => file.archiveId === id && status !== 'writing')
        .map(({ no, kind, bytes, sha256, rounds: ofFile }) => ({ no, kind, bytes, sha256, rounds: ofFile })),
    })),
  };
}

async function sendFile(context: Context<typeof getArchiveFile>, files: FileStore): Promise<FileReply> {
  const { db, tenantId } = context.caller.scope;
  const { archiveId, no } = context.params;
  const archive = (await findArchives(db, tenantId, archivesMax)).find(({ id }) => id === archiveId);
  const file = (await findArchiveFiles(db, tenantId, [archiveId])).find((each) => each.no === Number(no));
  if (archive === undefined || archive.status === 'writing' || file === undefined)
    throw new AppError('notFound');
  const month = new Date(archive.monthMs).toISOString().slice(0, 7);
  await insertAuditEntry(db, auditOrigin(context), {
    action: 'export.made',
    subject: { id: 'archive', label: 'Archive' },
    after: { format: file.kind === 'rows' ? 'ndjson.gz' : 'jsonl', rows: file.rounds, month },
  });
  const name = file.kind === 'rows' ? `Archive ${month} ${no}.ndjson.gz` : `Evidence ${month} ${no}.jsonl`;
  return {
    fileName: name,
    mediaType: file.kind === 'rows' ? 'application/gzip' : 'application/jsonl',
    chunks: readPieces(files, fileKey(tenantId, archiveId, file.no), file.pieces),
  };
}
