// Questions that a guard is asked at a checkpoint, and what an answer means (FIELD-01).

export const questionKinds = ['yesNo', 'choice', 'number', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Asked at one checkpoint: more would keep a guard standing in the rain. */
export const questionsMax = 12;
export const questionTextMaxLength = 160;
export const choicesMin = 2;
export const choicesMax = 8;
export const choiceMaxLength = 60;
export const unitMaxLength = 12;
/** Limits of questions lie between this and its negative. */
export const limitNumberMax = 1_000_000_000;
/** Of numbers with more, the last ones would be lost. */
export const answerDigitsMax = 15;
/** Answers lie between this and its negative: guards are also asked for numbers of phones, meters and seals. */
export const answerNumberMax = 10 ** answerDigitsMax - 1;
export const answerTextMaxLength = 500;
export const scanNoteMaxLength = 1_000;

export interface Question {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly isRequired: boolean;
  /** Of a choice; none of other kinds. */
  readonly choices: readonly string[];
  /** Of a number, as the limits are; empty for none. */
  readonly unit: string;
  /** Outside of the limits, which are within, a number is taken and marked; null for no limit. */
  readonly min: number | null;
  readonly max: number | null;
  /** Answers that open an incident, of those that answersToReport() names. */
  readonly incidentOn: readonly string[];
}

/** Without words yet: what a new question begins as. */
export const emptyQuestion = (id: string): Question => ({
  id,
  kind: 'yesNo',
  text: '',
  isRequired: true,
  choices: [],
  unit: '',
  min: null,
  max: null,
  incidentOn: [],
});

export const yesNo = ['yes', 'no'] as const;
/** Stands for every number outside of the limits. */
export const outOfLimits = 'outOfLimits';

/** A number's is a number, all others are texts: `yes` or `no`, the choice itself, or what was written. */
export type AnswerValue = string | number;

export interface Answer {
  readonly questionId: string;
  readonly value: AnswerValue;
}

/** The answers that may open an incident. */
export function answersToReport(
  question: Pick<Question, 'kind' | 'choices' | 'min' | 'max'>,
): readonly string[] {
  switch (question.kind) {
    case 'yesNo':
      return yesNo;
    case 'choice':
      return question.choices;
    case 'number':
      return question.min === null && question.max === null ? [] : [outOfLimits];
    case 'text':
      return [];
  }
}

/** Whether the value can be an answer at all; limits are none of this. */
export function isAnswerOf({ kind, choices }: Question, value: AnswerValue): boolean {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string' || value.trim() === '') return false;
  if (kind === 'choice') return choices.includes(value);
  return kind === 'text' || yesNo.some((known) => known === value);
}

export type AnswerMark =
  /** A number outside of its limits. */
  | 'outOfLimits'
  /** The question says that an answer like this opens an incident. */
  | 'reported'
  /** Not an answer to the question as it was asked. */
  | 'unfit';

/** What is to be said of an answer; none for one that is in order. */
export function marksOf(question: Question, value: AnswerValue): AnswerMark[] {
  if (!isAnswerOf(question, value)) return ['unfit'];
  const isOutside =
    typeof value === 'number' &&
    ((question.min !== null && value < question.min) || (question.max !== null && value > question.max));
  const named = typeof value === 'string' ? value : isOutside ? outOfLimits : '';
  const isReported = question.incidentOn.includes(named);
  return [...(isOutside ? ['outOfLimits' as const] : []), ...(isReported ? ['reported' as const] : [])];
}

/** Questions that must be answered and are not. */
export function unanswered(questions: readonly Question[], answers: readonly Answer[]): Question[] {
  return questions.filter(
    (question) =>
      question.isRequired &&
      !answers.some(({ questionId, value }) => questionId === question.id && isAnswerOf(question, value)),
  );
}
