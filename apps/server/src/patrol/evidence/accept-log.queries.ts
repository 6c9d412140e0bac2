// An operator goes on with a log that did not grow out of the head stored outside the database. The log says so for good.
import { CompiledQuery } from 'kysely';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { findGrowthFault, findLogFault, isWhole, type LogEnd, readLogEnd } from './find-log-fault.ts';
import type { FoundFault } from './log-fault.ts';
import { lockLog } from './log.queries.ts';
import { insertNote } from './log-notes.queries.ts';
import { dayOf, findPublished } from './published-heads.queries.ts';
import { appendPortion } from './seal-log.queries.ts';
import type { Sealing } from './sealing.ts';
import type { StoredDays } from './stored-days.ts';

export interface Acceptance {
  readonly reason: string;
  readonly atMs: number;
  /** Deletes what is left of the log and begins another one. */
  readonly isRestart: boolean;
}

export interface AcceptedLog {
  readonly fault: FoundFault;
  readonly head: SignedHead;
  /** Under which name the stored head of before stays beside it; null where there was none. */
  readonly aside: string | null;
}

/** What is left cannot be grown further: nodes or leaves of it are gone or altered. */
export class DamagedLog extends Error {}

/**
 * As the owner. Null where the log has grown out of the stored head, so that there is nothing to accept.
 * @throws DamagedLog unless it is to be started again
 */
export async function acceptLog(
  owner: Db,
  tenantId: string,
  sealing: Sealing,
  acceptance: Acceptance,
): Promise<AcceptedLog | null> {
  const { reason, atMs, isRestart } = acceptance;
  const sealed = await owner.transaction().execute(async (db) => {
    await lockLog(db, tenantId);
    let end: LogEnd = await readLogEnd(db, tenantId);
    const fault = await findLogFault(db, tenantId, end, sealing);
    if (fault === null) return null;
    if (isRestart) {
      for (const table of ['log_heads', 'log_nodes', 'log_leaves'])
        await db.executeQuery(
          CompiledQuery.raw(`DELETE FROM ${table} WHERE tenant_id = $1::uuid`, [tenantId]),
        );
      end = { head: null, frontier: [] };
    } else if (!isWhole(end)) throw new DamagedLog();
    const { kind, stored: from } = fault;
    const details = { fault: kind, reason, from, to: end.head };
    await insertNote(db, tenantId, { kind: 'accepted', atMs, details });
    const subject = { id: tenantId, label: '' };
    await insertAuditEntry(db, operatorOrigin(tenantId), {
      action: 'evidenceLog.accepted',
      subject,
      after: { fault: kind, reason },
    });
    const { head } = await appendPortion(db, tenantId, sealing, { end, now: () => atMs });
    // Behind the beginning of the new log, which says since when what is sealed.
    if (isRestart) await queueFormerNotes(db, tenantId);
    return head && { fault, head };
  });
  if (sealed === null) return null;
  await storeNewestDay(owner, tenantId, sealing.days, atMs);
  return { ...sealed, aside: await sealing.heads.replace(tenantId, sealed.head, atMs) };
}

/** Published heads that a database of before lacks are not missed from then on: a sealed note says that it was put back. */
async function storeNewestDay(owner: Db, tenantId: string, days: StoredDays, atMs: number): Promise<void> {
  const newest = await findPublished(owner, tenantId);
  await days.replace(tenantId, newest && dayOf(newest), atMs);
}

/** Notes of a log that was started again stay in the log. */
async function queueFormerNotes(db: Db, tenantId: string): Promise<void> {
  const text = `INSERT INTO log_pending (tenant_id, source, ids)
    SELECT n.tenant_id, 'log_notes', array_agg(n.id ORDER BY n.at_ms, n.id) FROM log_notes n
    WHERE n.tenant_id = $1::uuid AND NOT EXISTS (SELECT FROM log_leaves l
      WHERE l.tenant_id = $1::uuid AND l.source = 'log_notes' AND l.record_id = n.id)
    GROUP BY n.tenant_id`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId]));
}

/** What a restored database holds, as its log says from then on; the stored head follows where it was ahead. As the owner. */
export async function noteRestore(
  owner: Db,
  tenantId: string,
  { heads, days }: Pick<Sealing, 'heads' | 'days'>,
  { madeAt, atMs }: { readonly madeAt: string; readonly atMs: number },
): Promise<FoundFault | null> {
  const known = await heads.find(tenantId);
  const from = known.kind === 'stored' ? known.head : null;
  const { fault, to } = await owner.transaction().execute(async (db) => {
    await lockLog(db, tenantId);
    const end = await readLogEnd(db, tenantId);
    await insertNote(db, tenantId, { kind: 'restored', atMs, details: { madeAt, from, to: end.head } });
    return { fault: await findGrowthFault(db, end, known), to: end.head };
  });
  if (fault !== null) await heads.replace(tenantId, to, atMs);
  await storeNewestDay(owner, tenantId, days, atMs);
  return fault;
}
