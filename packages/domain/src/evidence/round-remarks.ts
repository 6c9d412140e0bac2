// What was answered and noted at the checkpoints of a round, as the records of an evidence file tell it.
import {
  type AnswerMark,
  type AnswerValue,
  marksOf,
  type Question,
  questionKinds,
} from '../checkpoint-questions.ts';
import type { Canonical } from './canonical-json.ts';
import { type EntryRow, textOf } from './log-entry.ts';

export interface RemarkAnswer {
  /** As it was asked then; empty for a question that the version does not have. */
  readonly question: string;
  readonly kind: Question['kind'];
  readonly unit: string;
  readonly value: AnswerValue;
  /** None for an answer that is in order. */
  readonly marks: readonly AnswerMark[];
}

export interface RoundRemark {
  readonly id: string;
  /** By the plan of the round; empty for a checkpoint that was not planned. */
  readonly checkpointName: string;
  /** By the phone. */
  readonly atMs: number;
  readonly answers: readonly RemarkAnswer[];
  readonly note: string;
  readonly isSealed: boolean;
}

export interface SentRemark {
  readonly id: string;
  readonly scanId: string;
  readonly guardId: string;
  readonly atMs: number;
  /** The version that was asked; empty for a note alone. */
  readonly questionsId: string;
  readonly answers: readonly { readonly questionId: string; readonly value: AnswerValue }[];
  readonly note: string;
  /** Null for one that is not sealed. */
  readonly leaf: number | null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);
const limit = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const isValue = (value: unknown): value is AnswerValue =>
  typeof value === 'string' || typeof value === 'number';

/** The event of answers and a note as its row holds it. */
export function remarkOf(id: string, row: EntryRow, leaf: number | null): SentRemark {
  const details = isObject(row['details']) ? row['details'] : {};
  const answers = Array.isArray(details['answers']) ? details['answers'] : [];
  return {
    id,
    scanId: textOf(row, 'subject_id'),
    guardId: textOf(row, 'guard_id'),
    atMs: Number(row['device_at_ms']),
    questionsId: text(details['questionsId']),
    answers: answers.flatMap((answer: unknown) =>
      isObject(answer) && isValue(answer['value'])
        ? [{ questionId: text(answer['questionId']), value: answer['value'] }]
        : [],
    ),
    note: text(details['note']),
    leaf,
  };
}

/** What a version of a checkpoint's questions asked. */
export function questionsOf(stored: Canonical | undefined): Question[] {
  return Array.isArray(stored)
    ? stored.flatMap((each: unknown) => (isObject(each) ? [questionOf(each)] : []))
    : [];
}

function questionOf(stored: Readonly<Record<string, unknown>>): Question {
  return {
    id: text(stored['id']),
    kind: questionKinds.find((kind) => kind === stored['kind']) ?? 'text',
    text: text(stored['text']),
    isRequired: stored['isRequired'] === true,
    choices: texts(stored['choices']),
    unit: text(stored['unit']),
    min: limit(stored['min']),
    max: limit(stored['max']),
    incidentOn: texts(stored['incidentOn']),
  };
}

export function shownRemark(
  { id, atMs, answers, note, leaf }: SentRemark,
  questions: readonly Question[],
  checkpointName: string,
): RoundRemark {
  return {
    id,
    checkpointName,
    atMs,
    answers: answers.map(({ questionId, value }) => answerOf(questions, questionId, value)),
    note,
    isSealed: leaf !== null,
  };
}

function answerOf(questions: readonly Question[], questionId: string, value: AnswerValue): RemarkAnswer {
  const question = questions.find(({ id }) => id === questionId);
  if (question === undefined) return { question: '', kind: 'text', unit: '', value, marks: ['unfit'] };
  const { text: asked, kind, unit } = question;
  return { question: asked, kind, unit, value, marks: marksOf(question, value) };
}
