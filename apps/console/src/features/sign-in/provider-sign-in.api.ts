import { beginProviderSignIn, finishProviderSignIn } from '@watchpost/contract/sign-in-providers';
import { getUserMetadata, type SessionView } from '@watchpost/contract/session';
import { call } from '../../lib/api-client.ts';

const explained = { explainedBy: 'caller' } as const;

/** Where the provider's own page lies, to which the browser then goes. */
export async function beginAtProvider(next: string | undefined): Promise<string> {
  return (await call(beginProviderSignIn, { body: { next: next ?? null }, ...explained })).address;
}

export interface Arrival {
  /** Null where a second step comes before the session. */
  readonly view: SessionView | null;
  /** Page first asked for. */
  readonly next: string | null;
}

/** Opens the session, or its second step, with the query that the provider sent the browser back with. */
export async function arriveFromProvider(sent: string): Promise<Arrival> {
  const query = new URLSearchParams(sent);
  const given = (name: string) => query.get(name) ?? undefined;
  const body = {
    state: given('state') ?? '',
    code: given('code'),
    iss: given('iss'),
    error: given('error'),
  };
  const { next, needsSecondStep } = await call(finishProviderSignIn, { body, ...explained });
  return { view: needsSecondStep ? null : await call(getUserMetadata, explained), next };
}
