import {
  getSignInProvider,
  saveSignInProvider,
  testSignInProvider,
} from '@watchpost/contract/sign-in-providers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput } from '../../lib/api-client.ts';
import { publicTenantKey } from '../../lib/tenant.ts';

const key = ['app-settings', 'sign-in-provider'] as const;
const explained = { explainedBy: 'caller' } as const;

export const loadSignInProvider = () => call(getSignInProvider, explained);

export function useSignInProvider() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSignInProvider, { signal, ...explained }),
    // The form is filled once and then belongs to who edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export type NewProvider = CallInput<typeof saveSignInProvider>['body']['provider'];

export function useSaveSignInProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; provider: NewProvider }) =>
      call(saveSignInProvider, { body, ...explained }),
    onSuccess: (reply) => {
      client.setQueryData(key, reply);
      // The sign-in page offers it, or no longer.
      void client.invalidateQueries({ queryKey: [publicTenantKey] });
    },
  });
}

export function useTestSignInProvider() {
  return useMutation({
    mutationFn: (body: { issuer: string; scopes: string }) =>
      call(testSignInProvider, { body, ...explained }),
  });
}
