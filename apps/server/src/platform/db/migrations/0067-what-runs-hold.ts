import { type Kysely, sql } from 'kysely';

/** Whose data each sending of a report holds, and which parts of it: the report itself may be moved or changed later (MNG-07). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Changes of the report that may have come after its run was made. A run is taken ten minutes before `next_try_at`; the rest
 * of the hour is for clocks that differ.
 */
const laterChanges = `audit_entries a WHERE a.tenant_id = n.tenant_id AND a.subject_id = n.report_id::text
  AND a.action = 'scheduledReport.changed'
  AND a.at_ms >= extract(epoch FROM n.next_try_at - interval '1 hour') * 1000`;

export const statements = [
  // site_id is null for all sites. A run of which neither is told holds everything: it is kept from more people, not from fewer.
  `ALTER TABLE scheduled_report_runs
    ADD COLUMN site_id uuid,
    ADD COLUMN contents text[] NOT NULL
      DEFAULT '{scannedCheckpoints,loginLogout,dueRounds,missedRounds,incidents,exceptions}'`,
  // Of a report that was moved after the run, only who sees all sites gets to see it; one that held other parts later on
  // counts as holding all of them.
  `UPDATE scheduled_report_runs n SET
      site_id = CASE WHEN EXISTS (SELECT FROM ${laterChanges} AND a.before ? 'siteId') THEN NULL ELSE r.site_id END,
      contents = ARRAY(SELECT unnest(r.contents)
        UNION SELECT jsonb_array_elements_text(a.before -> 'contents') FROM ${laterChanges} AND a.before ? 'contents')
    FROM scheduled_reports r WHERE r.tenant_id = n.tenant_id AND r.id = n.report_id`,
];
