import type { RoundRemark } from '@watchpost/contract/round-remarks';
import { type AnswerValue, marksOf, type Question } from '@watchpost/domain/checkpoint-questions';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { nameAt } from '../../records/past-names/past-names.ts';

interface FoundRemark extends Omit<RoundRemark, 'answers'> {
  readonly roundId: string;
  readonly answers: readonly { readonly questionId: string; readonly value: AnswerValue }[];
  readonly questions: readonly Question[] | null;
}

export interface RemarkOfRound extends RoundRemark {
  readonly roundId: string;
}

/** What was said after a scan of the rounds, by the guard who scanned. */
const saidOnRounds = `FROM scans s
    JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id AND e.kind = 'checkpointAnswered'
      AND e.guard_id = s.guard_id`;
const ofRounds = 'WHERE s.tenant_id = $1::uuid AND s.round_id = ANY($2::uuid[])';

/** How many answers and notes findRemarks() finds. */
export async function countRemarkRows(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  roundIds: readonly string[],
): Promise<number> {
  const text = `SELECT coalesce(sum(jsonb_array_length(e.details -> 'answers')
      + CASE WHEN e.details ->> 'note' = '' THEN 0 ELSE 1 END), 0)::float8 AS count ${saidOnRounds} ${ofRounds}`;
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return rows[0]?.count ?? 0;
}

/** Of rounds that were found within the scope, by round and time; each scan has one at most. */
export async function findRemarks(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  roundIds: readonly string[],
): Promise<RemarkOfRound[]> {
  const text = `SELECT s.round_id AS "roundId", e.id, s.id AS "scanId", c.id AS "checkpointId",
      ${nameAt('c', 's.device_at_ms')} AS "checkpointName", e.device_at_ms AS "deviceAtMs", q.no AS "questionsNo", e.details -> 'answers' AS answers,
      e.details ->> 'note' AS note, i.id AS "incidentId", q.questions
    ${saidOnRounds}
    JOIN checkpoints c ON c.tenant_id = $1::uuid AND c.id = coalesce(s.checkpoint_id, s.claimed_checkpoint_id)
    LEFT JOIN question_versions q ON q.tenant_id = $1::uuid AND q.id = (e.details ->> 'questionsId')::uuid
    LEFT JOIN incidents i ON i.tenant_id = $1::uuid AND i.id = e.id
    ${ofRounds}
    ORDER BY s.round_id, e.device_at_ms, e.id`;
  const { rows } = await db.executeQuery<FoundRemark>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return rows.map(({ questions, answers, ...remark }) => ({
    ...remark,
    answers: answers.map(({ questionId, value }) => {
      const question = questions?.find(({ id }) => id === questionId);
      return question === undefined ? unasked(questionId, value) : told(question, value);
    }),
  }));
}

function told(question: Question, value: AnswerValue): RoundRemark['answers'][number] {
  const { id, text, kind, unit, min, max } = question;
  return { questionId: id, question: text, kind, unit, min, max, value, marks: marksOf(question, value) };
}

const unasked = (questionId: string, value: AnswerValue): RoundRemark['answers'][number] => ({
  questionId,
  question: '',
  kind: 'text',
  unit: '',
  min: null,
  max: null,
  value,
  marks: ['unfit'],
});
