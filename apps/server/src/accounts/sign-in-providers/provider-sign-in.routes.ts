// The way to a tenant's provider and back.
import { finishProviderSignIn, beginProviderSignIn } from '@watchpost/contract/sign-in-providers';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { releaseTry, reserveTry } from '../../platform/access/sign-in-limit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type Route, route } from '../../platform/http/route.ts';
import { recordRefusal } from '../sign-in/admission.ts';
import { findKnownBrowser } from '../sign-in/known-device.ts';
import { openSession } from '../sign-in/open-session.ts';
import { needsOwnStep } from '../sign-in/second-step.ts';
import { signInCookies } from '../sign-in/session-cookies.ts';
import type { ProviderClient, RecognisedPerson } from './provider-client.ts';
import { causeText, providerFailure } from './provider-failure.ts';
import { endedFlowCookie, flowCookie, newFlow, readFlow, type ProviderFlow } from './provider-flow.ts';
import { callbackUrl, type SignInProviderSettings } from './provider-settings.ts';
import { accessOf, accountOf, keyOf } from './provider-sign-in.service.ts';
import { findProvider, type StoredProvider } from './sign-in-providers.queries.ts';

export function beginRoute(settings: SignInProviderSettings, client: ProviderClient): Route {
  const { secret } = settings;
  return route(beginProviderSignIn, async (context) => {
    const { tenant, db, body, log, setHeader } = context;
    const provider = await findProvider(db, tenant.id);
    if (provider === null || !provider.isOn) throw new AppError('notFound');
    const flow = newFlow(callbackUrl(settings, context), provider.version, body.next);
    const access = accessOf(secret, tenant, provider, (message) => log.error(message));
    try {
      const address = await client.begin(keyOf(tenant, provider), access, provider.scopes, flow);
      setHeader('Set-Cookie', flowCookie(secret, flow, context));
      return { address };
    } catch (error) {
      throw asFailure(error, context);
    }
  });
}

type CameBack = Context<typeof finishProviderSignIn>;

interface Admitted {
  readonly provider: StoredProvider;
  readonly flow: ProviderFlow;
}

export function finishRoute(settings: SignInProviderSettings, client: ProviderClient): Route {
  const { secret, defaultTenant } = settings;
  return route(finishProviderSignIn, async (context) => {
    const { tenant, isSecure, log, setHeader } = context;
    setHeader('Set-Cookie', endedFlowCookie(context));
    try {
      const { provider, flow } = await admit(secret, context);
      const access = accessOf(secret, tenant, provider, (message) => log.error(message));
      const person = await client.finish(keyOf(tenant, provider), access, flow, sentBack(context.body));
      const { user, isNewLink } = await enter(context, person);
      const way = { through: provider.label, ...(isNewLink ? { linked: person.subject.slice(0, 100) } : {}) };
      if (!person.hasTwoFactors && (await needsOwnStep(context, user.id, way)))
        return { next: flow.next, needsSecondStep: true };
      const token = await openSession(context, user, way);
      setHeader('Set-Cookie', signInCookies(token, { tenant, defaultTenant, isSecure }));
      return { next: flow.next, needsSecondStep: false };
    } catch (error) {
      throw asFailure(error, context);
    }
  });
}

/** Throws providerFlowLost, before anything is sent anywhere, unless this browser began exactly this sign-in. */
async function admit(secret: ServerSecret, context: CameBack): Promise<Admitted> {
  const { tenant, db, body, header } = context;
  const provider = await findProvider(db, tenant.id);
  const flow = readFlow(secret, header('cookie'), context, body.state);
  if (flow === null || provider === null || !provider.isOn || provider.version !== flow.version) {
    throw new AppError('providerFlowLost');
  }
  return { provider, flow };
}

function sentBack(body: CameBack['body']): URLSearchParams {
  const parts = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(parts);
}

/** What to answer; the log hears more of it. An error that is no provider's stays as it is. */
function asFailure(error: unknown, { tenant, log }: Pick<CameBack, 'tenant' | 'log'>): unknown {
  const failure = providerFailure(error);
  if (failure === null) return error;
  log.warn({ tenant: tenant.slug, code: failure.code, cause: causeText(error) }, 'sign-in provider');
  return failure;
}

/** As after a password: refusals are slowed and stand in the audit log. */
async function enter(context: CameBack, person: RecognisedPerson) {
  const { tenant, db, address, log } = context;
  const username = `${person.issuer} ${person.subject}`;
  // Whose account it is comes out below: a browser that opened any of the company is no stranger's.
  const known = await findKnownBrowser(context, 'any');
  const subject = { tenantId: tenant.id, username, address, kind: 'provider', known };
  await reserveTry(db, subject);
  const entering = await accountOf(db, tenant.id, person, (message) => log.warn(message)).catch(
    async (error: unknown) => {
      const name = await person.verifiedEmail().catch(() => null);
      return recordRefusal(db, auditOrigin(context), name ?? person.subject, error);
    },
  );
  await releaseTry(db, subject);
  return entering;
}
