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

export function useQuestions(id: string) {
  return useQuery({
    queryKey: [checkpointArea, 'questions', id],
    queryFn: ({ signal }) => call(getCheckpointQuestions, { params: { id }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

/** The first thing that is wrong with a question, by its id; nothing for a form that may be saved. */
export function problemsOf(questions: readonly Question[]): ReadonlyMap<string, string> {
  const checked = writtenQuestions.safeParse(questions);
  if (checked.success) return new Map();
  const found = new Map<string, string>();
  for (const { path, message } of checked.error.issues) {
    const id = questions[Number(path[0])]?.id ?? '';
    if (!found.has(id)) found.set(id, message);
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
