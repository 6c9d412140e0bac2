import {
  getCheckpointQuestions,
  saveCheckpointQuestions,
  writtenQuestions,
} from '@watchpost/contract/checkpoint-questions';
import type { Question } from '@watchpost/domain/checkpoint-questions';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { checkpointArea } from './checkpoints.api.ts';

const explainedBy = 'caller';

export const loadQuestions = (id: string) => call(getCheckpointQuestions, { params: { id }, explainedBy });

export function useQuestions(id: string) {
  return useQuery({
    queryKey: [checkpointArea, 'questions', id],
    queryFn: ({ signal }) => call(getCheckpointQuestions, { params: { id }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

const fieldsTold = ['choices', 'unit', 'min', 'max'] as const;

export interface QuestionProblem {
  /** Whatever has no field of its own is told at the text. */
  readonly field: 'text' | (typeof fieldsTold)[number];
  /** A label key. */
  readonly message: string;
}

/** The first thing that is wrong with a question, by its id; nothing for a form that may be saved. */
export function problemsOf(questions: readonly Question[]): ReadonlyMap<string, QuestionProblem> {
  const checked = writtenQuestions.safeParse(questions);
  if (checked.success) return new Map();
  const found = new Map<string, QuestionProblem>();
  for (const { path, message } of checked.error.issues) {
    const id = questions[Number(path[0])]?.id ?? '';
    const field = fieldsTold.find((each) => each === path[1]) ?? 'text';
    if (!found.has(id)) found.set(id, { field, message });
  }
  return found;
}

export const saveQuestions = (id: string, questions: readonly Question[], version: number) =>
  call(saveCheckpointQuestions, {
    params: { id },
    body: {
      version,
      questions: questions.map((question) => ({
        ...question,
        choices: [...question.choices],
        incidentOn: [...question.incidentOn],
      })),
    },
    explainedBy,
  });
