// The newest head of the log for a mail, so that whoever gets it holds one.
import type { Statements } from '../db/pipeline.ts';
import type { MailedHead } from '../mail/mail-content.ts';
import { noteOfHead } from './head-notes.ts';
import { findHead } from './log.queries.ts';
import type { LogSecrets } from './log-keys.ts';

/** Null before the log has begun, and for a head that no key of this installation signed. */
export async function findMailedHead(
  db: Statements,
  tenantId: string,
  secrets: LogSecrets,
): Promise<MailedHead | null> {
  const head = await findHead(db, tenantId);
  const noted = head === null ? null : await noteOfHead(db, secrets, head);
  return head === null || noted === null ? null : { size: head.size, ...noted };
}
