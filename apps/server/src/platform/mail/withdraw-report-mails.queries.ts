import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';

/** Gives up what still waits for the mail server of reports that are sent on behalf of the user; what it said is not kept. */
export async function withdrawReportMails(db: Db, tenantId: string, userId: string): Promise<void> {
  const text = `UPDATE mail_messages m SET state = 'failed', text_part = NULL, html_part = NULL,
      reason = 'The account on whose behalf it was sent was deactivated or taken off its site.'
    FROM scheduled_report_links l
    JOIN scheduled_report_runs n ON n.tenant_id = l.tenant_id AND n.id = l.run_id
    JOIN scheduled_reports r ON r.tenant_id = n.tenant_id AND r.id = n.report_id
    WHERE m.tenant_id = $1::uuid AND l.tenant_id = m.tenant_id AND l.message_id = m.id AND r.owner_id = $2::uuid
      AND m.state = 'queued'`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, userId]));
}
