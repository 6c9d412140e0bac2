import type { Db } from '../../platform/db/database.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { FileReply } from '../../platform/http/route.ts';
import type { EvidenceFile } from './evidence-file.ts';

/** Hands out an evidence file, once the audit log tells of it. */
export async function replyWithEvidence(
  db: Db,
  origin: AuditOrigin,
  { rounds, chunks }: EvidenceFile,
  { name, filter }: { readonly name: string; readonly filter: Readonly<Record<string, unknown>> },
): Promise<FileReply> {
  await insertAuditEntry(db, origin, {
    action: 'export.made',
    subject: { id: 'evidence', label: 'Evidence' },
    after: { format: 'jsonl', rows: rounds, ...filter },
  });
  return { fileName: `Evidence ${name}.jsonl`, mediaType: 'application/jsonl', chunks };
}
