// Incidents that answers at checkpoints open (FIELD-01).
import { type AnswerValue, marksOf, type Question } from '@watchpost/domain/checkpoint-questions';
import { incidentDescriptionMaxLength } from '@watchpost/domain/incidents';
import type { TrustFlag } from '@watchpost/domain/trust';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { insertReported } from './reported-incidents.queries.ts';

interface Answered {
  readonly id: string;
  readonly guardId: string;
  readonly siteId: string;
  readonly checkpointName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly receivedAtMs: number;
  readonly deviceAtMs: number;
  readonly phoneAtMs: number | null;
  readonly clockSkewMs: number | null;
  readonly answers: readonly { readonly questionId: string; readonly value: AnswerValue }[];
  readonly note: string;
  readonly flags: TrustFlag[];
  readonly questions: readonly Question[];
}

async function findAnswered(db: Db, tenantId: string, eventIds: readonly string[]): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    SELECT e.id, e.guard_id AS "guardId", c.site_id AS "siteId", c.name AS "checkpointName", c.latitude, c.longitude,
      e.received_at_ms AS "receivedAtMs", e.device_at_ms AS "deviceAtMs", e.phone_at_ms AS "phoneAtMs", e.clock_skew_ms AS "clockSkewMs",
      e.details -> 'answers' AS answers, e.details ->> 'note' AS note, q.questions,
      ARRAY(SELECT unnest(e.flags) INTERSECT SELECT unnest('{lostPhone,formerSite,fromFuture,sentLate}'::text[])) AS flags
    FROM field_events e
    JOIN question_versions q ON q.tenant_id = e.tenant_id AND q.id = (e.details ->> 'questionsId')::uuid
    JOIN checkpoints c ON c.tenant_id = e.tenant_id AND c.id = q.checkpoint_id
    WHERE e.tenant_id = ${tenantId} AND e.id = ANY(${eventIds}::uuid[]) AND e.kind = 'checkpointAnswered'`.execute(
    db,
  );
  return rows;
}

/** One for each of the events, under the event's id: however often this runs there is one. */
export async function openAnsweredIncidents(
  db: Db,
  { tenantId, eventIds }: { readonly tenantId: string; readonly eventIds: readonly string[] },
): Promise<void> {
  for (const answered of await findAnswered(db, tenantId, eventIds)) {
    if (reportedOf(answered).length === 0) continue;
    await db.transaction().execute((transaction) => openIncident(transaction, tenantId, answered));
  }
}

function openIncident(db: Db, tenantId: string, answered: Answered): Promise<boolean> {
  const { receivedAtMs, flags } = answered;
  return insertReported(
    { db, tenantId },
    { receivedAtMs, flags },
    {
      id: answered.id,
      site_id: answered.siteId,
      guard_id: answered.guardId,
      type: 'other',
      severity: 'medium',
      description: textOf(answered),
      latitude: answered.latitude,
      longitude: answered.longitude,
      device_at_ms: answered.deviceAtMs,
      phone_at_ms: answered.phoneAtMs,
      clock_skew_ms: answered.clockSkewMs,
    },
  );
}

function reportedOf({ answers, questions }: Answered): string[] {
  return answers.flatMap(({ questionId, value }) => {
    const question = questions.find((each) => each.id === questionId);
    if (question === undefined || !marksOf(question, value).includes('reported')) return [];
    return [`${question.text} ${valueText(question, value)}`];
  });
}

/** The checkpoint, the answers to be reported and the note: in the words of who asked and who answered. */
function textOf(answered: Answered): string {
  const { checkpointName, note } = answered;
  const text = [
    `${checkpointName}:`,
    ...reportedOf(answered),
    ...(note.trim() === '' ? [] : [note.trim()]),
  ].join('\n');
  return Array.from(text).slice(0, incidentDescriptionMaxLength).join('');
}

function valueText({ kind, unit, min, max }: Question, value: AnswerValue): string {
  if (kind === 'yesNo') return value === 'yes' ? 'Yes' : 'No';
  if (kind !== 'number') return String(value);
  const number = unit === '' ? String(value) : `${value} ${unit}`;
  return `${number} (${min ?? '…'} – ${max ?? '…'})`;
}
