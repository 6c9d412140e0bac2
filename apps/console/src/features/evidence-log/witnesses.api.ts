// Witnesses of the log: who is asked, and who has agreed.
import {
  addHeadWitness,
  inviteHeadWitness,
  listHeadWitnesses,
  removeHeadWitness,
} from '@watchpost/contract/head-witnesses';
import type { Language } from '@watchpost/domain/languages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

const queryKey = ['head-witnesses'];
const explainedBy = 'caller';

export function useWitnesses() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call(listHeadWitnesses, { signal, explainedBy }) });
}

export interface NewWitness {
  readonly email: string;
  readonly language: Language;
}

export function useWitnessChanges() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey });
  return {
    add: useMutation({
      mutationFn: (body: NewWitness) => call(addHeadWitness, { body, explainedBy }),
      onSettled,
    }),
    invite: useMutation({
      mutationFn: (id: string) => call(inviteHeadWitness, { params: { id }, explainedBy }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(removeHeadWitness, { params: { id }, explainedBy }),
      onSettled,
    }),
  };
}
