// A sign-in under way, kept by the browser alone: sealed, for this tenant, for some minutes, used once.
import { randomBytes } from 'node:crypto';
import { providerFlowMinutes } from '@watchpost/domain/sign-in-providers';
import * as z from 'zod/mini';
import type { Tenant } from '../../platform/access/caller.ts';
import { openText, sealText } from '../../platform/access/sealed-text.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import {
  type CookieKind,
  type CookieSite,
  readOwnCookie,
  writeOwnCookie,
} from '../../platform/http/own-cookies.ts';
import { isSameToken } from '../../platform/access/session-token.ts';

/** For the two calls of the sign-in alone: the console makes them, wherever the browser was in between. */
const flowKind: CookieKind = {
  name: 'watchpost_provider_flow',
  path: '/sign-in-provider',
  sameSite: 'Strict',
};

const shape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The provider's stored version: a flow does not outlive a change of it. */
  version: z.number(),
  next: z.nullable(z.string()),
  untilMs: z.number(),
});
export type ProviderFlow = z.output<typeof shape>;

const random = () => randomBytes(32).toString('base64url');

export function newFlow(redirectUri: string, version: number, next: string | null): ProviderFlow {
  const untilMs = Date.now() + providerFlowMinutes * 60_000;
  return { state: random(), nonce: random(), verifier: random(), redirectUri, version, next, untilMs };
}

const purposeOf = (tenant: Tenant) => `provider flow ${tenant.id}`;

type FlowCookiePath = CookieSite & { readonly tenant: Tenant };

export function flowCookie(secret: ServerSecret, flow: ProviderFlow, path: FlowCookiePath): string {
  const sealed = sealText(secret, purposeOf(path.tenant), JSON.stringify(flow));
  return writeOwnCookie(flowKind, sealed, providerFlowMinutes * 60, path);
}

export const endedFlowCookie = (path: FlowCookiePath): string => writeOwnCookie(flowKind, '', 0, path);

/** The flow that this very browser began with this tenant and the state that came back; null when there is none. */
export function readFlow(
  secret: ServerSecret,
  cookies: string | undefined,
  path: FlowCookiePath,
  state: string,
): ProviderFlow | null {
  const text = openText(secret, purposeOf(path.tenant), readOwnCookie(cookies, flowKind, path) ?? '');
  if (text === null) return null;
  const flow = z.safeParse(shape, JSON.parse(text));
  if (!flow.success || flow.data.untilMs < Date.now()) return null;
  return isSameToken(flow.data.state, state) ? flow.data : null;
}
