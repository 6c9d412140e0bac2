// The questions of a checkpoint, in versions: history keeps the one that was asked (FIELD-01).
import {
  answersToReport,
  choiceMaxLength,
  choicesMax,
  choicesMin,
  limitNumberMax,
  questionKinds,
  questionsMax,
  questionTextMaxLength,
  unitMaxLength,
} from '@watchpost/domain/checkpoint-questions';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { askedQuestion } from './field-posts.ts';
import { editedVersion, recordParams, savedReply } from './managed-records.ts';
import { id, neededText, writtenText } from './values.ts';

const limitError = { error: 'question_limit_range' };
const limit = z.nullable(
  z.number(limitError).check(z.minimum(-limitNumberMax, limitError), z.maximum(limitNumberMax, limitError)),
);

/** As a form has it; its errors are label keys. */
const writtenQuestion = z
  .strictObject({
    id,
    kind: z.enum(questionKinds),
    text: neededText(questionTextMaxLength, 'question_text_required'),
    isRequired: z.boolean(),
    choices: z.array(neededText(choiceMaxLength, 'question_choice_required')).check(z.maxLength(choicesMax)),
    unit: writtenText(unitMaxLength),
    min: limit,
    max: limit,
    incidentOn: z.array(z.string()),
  })
  .check(
    z.refine(({ kind, choices }) => choices.length >= (kind === 'choice' ? choicesMin : 0), {
      error: 'question_choices_few',
      path: ['choices'],
    }),
    z.refine(({ choices }) => new Set(choices).size === choices.length, {
      error: 'question_choices_same',
      path: ['choices'],
    }),
    z.refine(({ kind, choices }) => kind === 'choice' || choices.length === 0, {
      error: 'question_not_of_kind',
      path: ['choices'],
    }),
    z.refine(({ min, max }) => min === null || max === null || min <= max, {
      error: 'question_limits_crossed',
      path: ['max'],
    }),
    z.refine(
      ({ kind, unit, min, max }) => kind === 'number' || (unit === '' && min === null && max === null),
      {
        error: 'question_not_of_kind',
        path: ['min'],
      },
    ),
    z.refine((question) => question.incidentOn.every((named) => answersToReport(question).includes(named)), {
      error: 'question_not_of_kind',
      path: ['incidentOn'],
    }),
  );

export const writtenQuestions = z.array(writtenQuestion).check(
  z.maxLength(questionsMax, { error: 'questions_many' }),
  z.refine((questions) => new Set(questions.map((each) => each.id)).size === questions.length, {
    error: 'question_not_of_kind',
  }),
);

export const getCheckpointQuestions = defineEndpoint({
  name: 'getCheckpointQuestions',
  method: 'GET',
  path: '/secure/checkpoints/:id/questions',
  access: 'CHECKPOINTS:view',
  summary: 'What guards are asked at a checkpoint now, and when that was changed.',
  params: recordParams,
  reply: z.object({
    /** Of the newest; 0 where nothing was ever asked. */
    version: z.int(),
    questions: z.array(askedQuestion),
    /** Newest first. */
    versions: z.array(
      z.object({ no: z.int(), createdAtMs: z.int(), createdBy: z.string(), questions: z.int() }),
    ),
  }),
});
export type CheckpointQuestions = z.output<typeof getCheckpointQuestions.reply>;

export const saveCheckpointQuestions = defineEndpoint({
  name: 'saveCheckpointQuestions',
  method: 'PUT',
  path: '/secure/checkpoints/:id/questions',
  access: 'CHECKPOINTS:edit',
  summary:
    'Stores a new version of the questions, none to ask nothing; 409 when somebody else saved since. Answers keep the version that they were given to.',
  params: recordParams,
  body: z.strictObject({ ...editedVersion, questions: writtenQuestions }),
  reply: savedReply,
});
