// What guards answered and noted at the checkpoints of a round (FIELD-01, RDET-03).
import { questionKinds } from '@watchpost/domain/checkpoint-questions';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { bothDates, datesInOrder } from './date-range.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { roundFilterShape } from './scanned-checkpoints.ts';
import { id } from './values.ts';

const answerMarks = ['outOfLimits', 'reported', 'unfit'] as const;

const answer = z.object({
  questionId: z.string(),
  /** As it was asked then; empty for a question that the version does not have. */
  question: z.string(),
  kind: z.enum(questionKinds),
  unit: z.string(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  value: z.union([z.string(), z.number()]),
  /** None for an answer that is in order. */
  marks: z.array(z.enum(answerMarks)),
});
export type RemarkAnswer = z.output<typeof answer>;

const remark = z.object({
  id: z.string(),
  scanId: z.string(),
  checkpointId: z.string(),
  checkpointName: z.string(),
  /** Epoch milliseconds by the phone. */
  deviceAtMs: z.int(),
  /** Of the questions; null for a note alone. */
  questionsNo: z.nullable(z.int()),
  answers: z.array(answer),
  note: z.string(),
  /** The incident that it opened; null for none. */
  incidentId: z.nullable(z.string()),
});
export type RoundRemark = z.output<typeof remark>;

export const listRoundRemarks = defineEndpoint({
  name: 'listRoundRemarks',
  method: 'GET',
  path: '/secure/scanned-checkpoints/:roundId/remarks',
  access: 'SCANNED_CHECKPOINTS:details',
  summary: 'Answers and notes at the checkpoints of a round, in the order in which they were given.',
  params: z.strictObject({ roundId: id }),
  reply: z.object({ data: z.array(remark) }),
});

export const exportRoundRemarks = defineEndpoint({
  name: 'exportRoundRemarks',
  method: 'GET',
  path: '/secure/scanned-checkpoints/remarks/export',
  access: 'SCANNED_CHECKPOINTS:export',
  summary:
    'Every answer and note at the checkpoints of the rounds of a filter of the report, a row each, streamed.',
  query: z.strictObject({ ...roundFilterShape, ...exportFormat }).check(bothDates, datesInOrder),
  reply: z.unknown(),
  files: exportMediaTypes,
});
