// The newest head of the log for a mail, so that the person who gets it holds one.
import type { Db } from '../../platform/db/database.ts';
import type { MailedHead } from '../../platform/mail/mail-content.ts';
import { noteOfHead } from './head-notes.ts';
import { findHead } from './log.queries.ts';
import { checkStoredHead } from './seal-logs.queries.ts';
import type { Sealing } from './sealing.ts';

/** Null while the log is empty, for one that was changed behind the product, and for a head that no key of ours signed. */
export async function findMailedHead(db: Db, tenantId: string, sealing: Sealing): Promise<MailedHead | null> {
  if ((await checkStoredHead(db, tenantId, sealing)) !== null) return null;
  const head = await findHead(db, tenantId);
  const note = head === null ? null : await noteOfHead(db, sealing.secrets, head);
  return head === null || note === null ? null : { size: head.size, ...note };
}
