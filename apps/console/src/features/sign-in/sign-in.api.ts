import { getAdminMetadata, signIn, type SessionView } from '@watchpost/contract/session';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { publicTenantKey } from '../../lib/tenant.ts';
import type { SignInValues } from './sign-in-form.ts';

/** What the page needs to know of the tenant; in demo mode also the sign-ins to try. */
export function useAdminMetadata() {
  return useQuery({
    queryKey: [publicTenantKey],
    queryFn: ({ signal }) => call(getAdminMetadata, { signal, explainedBy: 'caller' }),
    staleTime: Infinity,
  });
}

/** Opens a session: the credential arrives as a cookie, the rest is returned. */
export const openSession = (values: SignInValues): Promise<SessionView> =>
  call(signIn, { body: values, explainedBy: 'caller' });
