// Reads an archive back: it must be what was written, say what the log has sealed, and prove its rounds by itself.
import type { LogEntry } from '@watchpost/domain/evidence/log-entry';
import type { Fault } from '@watchpost/domain/evidence/faults';
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { leafForm } from '../../patrol/evidence/concealed-entries.ts';
import { findConcealer } from '../../patrol/evidence/log-salts.queries.ts';
import { nativeSha256 } from '../../patrol/evidence/native-sha256.ts';
import { entryOfRecord, unpackLines } from './archive-lines.ts';
import { ArchiveFault, fileKey, readChecked } from './archive-pieces.ts';
import { type ArchivedSubject, findLeavesOfRecords, type SealedLeaf } from './archive-rows.queries.ts';
import { type ArchiveFile, findArchiveFiles } from './archives.queries.ts';

type Db = Parameters<typeof findLeavesOfRecords>[0];

export interface ArchiveStore {
  readonly db: Db;
  readonly tenantId: string;
  readonly files: FileStore;
}

/** What is read of an archive at once. */
const subjectsAtOnce = 100;

/** The subjects of a file of rows, some at a time. Throws ArchiveFault; that of its end only after the last ones. */
export async function* readSubjects(
  { tenantId, files }: ArchiveStore,
  file: ArchiveFile,
): AsyncGenerator<ArchivedSubject[]> {
  const key = fileKey(tenantId, file.archiveId, file.no);
  let pending: ArchivedSubject[] = [];
  for await (const subject of unpackLines(readChecked(files, key, file))) {
    pending.push(subject);
    if (pending.length < subjectsAtOnce) continue;
    yield pending;
    pending = [];
  }
  if (pending.length > 0) yield pending;
}

/** The leaves of the records; none of those that are in no log. Throws ArchiveFault where one says otherwise than the record. */
export async function leavesOf(
  { db, tenantId }: ArchiveStore,
  subjects: readonly ArchivedSubject[],
): Promise<SealedLeaf[]> {
  const entries = new Map<string, LogEntry>();
  const ids = new Map<string, string[]>();
  for (const record of subjects.flatMap(({ records }) => records)) {
    const entry = entryOfRecord(record);
    if (entry === null) continue;
    entries.set(`${entry.table} ${entry.id}`, entry);
    ids.set(entry.table, [...(ids.get(entry.table) ?? []), entry.id]);
  }
  const leaves: SealedLeaf[] = [];
  const concealer = await findConcealer(db, tenantId);
  for (const [table, named] of ids) {
    for (const leaf of await findLeavesOfRecords(db, tenantId, table, named)) {
      const { no, source, id, hash } = leaf;
      const entry = entries.get(`${source} ${id}`);
      if (entry === undefined || leafForm(entry, hash, concealer) === 'other') {
        throw new ArchiveFault(`${source} ${id} is not what leaf ${no} of the log says`);
      }
      leaves.push(leaf);
    }
  }
  return leaves;
}

/** Throws ArchiveFault where anything is missing or not as it should be. */
export async function checkArchive(store: ArchiveStore, archiveId: string): Promise<void> {
  const { db, tenantId, files } = store;
  for (const file of await findArchiveFiles(db, tenantId, [archiveId])) {
    if (file.kind === 'rows') await checkRows(store, file);
    else await checkEvidence(files, tenantId, file);
  }
}

async function checkRows(store: ArchiveStore, file: ArchiveFile): Promise<void> {
  let subjects = 0;
  for await (const some of readSubjects(store, file)) {
    subjects += some.length;
    await leavesOf(store, some);
  }
  if (subjects !== file.rounds) throw new ArchiveFault(`file ${file.no} holds ${subjects} of ${file.rounds}`);
}

/**
 * What a phone's clock claims, and which numbers it gave, is a matter of the record: it was so before, and a check of the
 * file goes on to say it. Else a phone that gives a number twice would keep its company's rounds for good.
 */
const isClaimOfPhone = ({ kind, subject }: Fault): boolean =>
  kind === 'backdated' || kind === 'reordered' || (kind === 'inserted' && signedTables.has(subject));
const signedTables: ReadonlySet<string> = new Set(['scans', 'field_events']);

async function checkEvidence(files: FileStore, tenantId: string, file: ArchiveFile): Promise<void> {
  const pieces = readChecked(files, fileKey(tenantId, file.archiveId, file.no), file);
  const verdict = await checkFile(pieces, { sha256: nativeSha256, isIgnored: isClaimOfPhone });
  if (verdict === null || verdict.faultCount > 0) {
    const [fault] = verdict?.faults ?? [];
    throw new ArchiveFault(`evidence file ${file.no} does not hold: ${JSON.stringify(fault ?? null)}`);
  }
  if (verdict.rounds !== file.rounds) {
    throw new ArchiveFault(`evidence file ${file.no} proves ${verdict.rounds} of ${file.rounds} rounds`);
  }
}
