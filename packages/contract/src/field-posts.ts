// What a guard's device sends and gets beside scans: answers at a checkpoint, post orders, handover notes (FIELD-01).
// Texts are taken as they are written: what was signed must be what is stored.
import {
  answerNumberMax,
  answerTextMaxLength,
  questionKinds,
  questionsMax,
  scanNoteMaxLength,
} from '@watchpost/domain/checkpoint-questions';
import { handoverTextMaxLength } from '@watchpost/domain/handover-notes';
import { wholeTextPattern } from '@watchpost/domain/patterns';
import * as z from 'zod/mini';
import { deviceMs, id } from './values.ts';

const sentText = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(wholeTextPattern, { error: 'text_unstorable' }));

/** A question as it is stored and asked; see domain/checkpoint-questions.ts. */
export const askedQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  text: z.string(),
  isRequired: z.boolean(),
  choices: z.readonly(z.array(z.string())),
  unit: z.string(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  incidentOn: z.readonly(z.array(z.string())),
});

/** The questions of a checkpoint in one version of theirs. */
export const askedQuestions = z.object({ id: z.string(), questions: z.array(askedQuestion) });
export type AskedQuestions = z.output<typeof askedQuestions>;

export const fieldPost = z.object({
  siteId: z.string(),
  siteName: z.string(),
  siteTimeZone: z.string(),
  /** Those in force and those to come; see domain/post-orders.ts. */
  orders: z.array(
    z.object({
      id: z.string(),
      no: z.int(),
      effectiveFromMs: z.int(),
      text: z.string(),
      /** Whether this guard has acknowledged them. */
      isAcknowledged: z.boolean(),
    }),
  ),
  /** Of other guards, that this one has not acknowledged, newest first. */
  handovers: z.array(
    z.object({
      id: z.string(),
      guardName: z.string(),
      /** By which everything goes; an older server tells it by the phone, whose clock may have been wrong. */
      deviceAtMs: z.int(),
      /** By the server's clock, as well as that is known; a plan of before has none. */
      atMs: z.optional(z.int()),
      isUrgent: z.boolean(),
      text: z.string(),
    }),
  ),
});
export type FieldPost = z.output<typeof fieldPost>;

const answer = z.strictObject({
  questionId: id,
  value: z.union([
    sentText(answerTextMaxLength),
    z.number().check(z.minimum(-answerNumberMax), z.maximum(answerNumberMax)),
  ]),
});

/** What was answered and noted after a scan; the scan may arrive before it or after. */
export const checkpointAnsweredShape = {
  kind: z.literal('checkpointAnswered'),
  id,
  scanId: id,
  checkpointId: id,
  /** The version of the questions that was asked; null for a note alone. */
  questionsId: z.nullable(id),
  answers: z.array(answer).check(z.maxLength(questionsMax)),
  note: sentText(scanNoteMaxLength),
  deviceAtMs: deviceMs,
};

export const ordersAcknowledgedShape = {
  kind: z.literal('ordersAcknowledged'),
  id,
  /** The version of the post orders that was read. */
  ordersId: id,
  deviceAtMs: deviceMs,
};

export const handoverNotedShape = {
  kind: z.literal('handoverNoted'),
  /** Also the id of the note. */
  id,
  siteId: id,
  text: sentText(handoverTextMaxLength),
  isUrgent: z.boolean(),
  deviceAtMs: deviceMs,
};

export const handoverReadShape = {
  kind: z.literal('handoverRead'),
  id,
  noteId: id,
  deviceAtMs: deviceMs,
};
