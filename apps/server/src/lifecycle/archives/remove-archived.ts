// Removes what a verified archive holds, as it is read from the archive itself.
import { readSubjects } from './check-archive.ts';
import { clearEmptySums, removeArchived } from './archive-rows.queries.ts';
import { type Archive, findArchiveFiles, markRemoved, renewTurn } from './archives.queries.ts';
import type { ArchiveWork } from './write-archive.ts';

/**
 * What changed since it was archived, or is looked into again, stays for a later archive. Each portion is one
 * transaction; what an interrupted run removed is simply not there any more.
 */
export async function removeOfArchive(work: ArchiveWork, archive: Archive): Promise<void> {
  const { db, tenantId, turn, leaving } = work;
  const { id } = archive;
  const files = await findArchiveFiles(db, tenantId, [id]);
  for (const file of files.filter(({ kind }) => kind === 'rows')) {
    for await (const subjects of readSubjects(work, file)) {
      if (leaving?.aborted) return;
      await removeArchived(db, id, subjects);
      await renewTurn(db, tenantId, id, turn());
    }
  }
  await clearEmptySums(db, archive);
  await renewTurn(db, tenantId, id, turn());
  await markRemoved(db, tenantId, id, turn());
}
