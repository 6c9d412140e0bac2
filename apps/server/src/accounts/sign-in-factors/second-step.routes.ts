// Signing in with more than a password, or with a passkey in its place; no one has a session here yet.
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { SessionView } from '@watchpost/contract/session';
import {
  addFirstPasskey,
  askFirstPasskey,
  askPasskeySignIn,
  beginFirstAuthenticator,
  confirmFirstAuthenticator,
  finishSignIn,
  getSecondStep,
  signInWithPasskey,
} from '@watchpost/contract/sign-in-factors';
import { passkeyChallengeMinutes } from '@watchpost/domain/sign-in-factors';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type Route, route } from '../../platform/http/route.ts';
import { admit, type ConsoleUser, recordRefusal } from '../sign-in/admission.ts';
import { findUserById } from '../sign-in/console-users.queries.ts';
import { findKnownBrowser } from '../sign-in/known-device.ts';
import { openSession } from '../sign-in/open-session.ts';
import { signInCookies } from '../sign-in/session-cookies.ts';
import {
  browserBinding,
  forgetPendingCookie,
  type KnownPending,
  readBrowserBinding,
  readPending,
  requirePending,
} from '../sign-in/second-step.ts';
import { deletePending, findSecondSteps } from '../sign-in/second-step.queries.ts';
import { addAuthenticator, beginAuthenticator, isAuthenticatorCode } from './authenticator.service.ts';
import type { FactorOwner } from './factor-changes.queries.ts';
import { counted, useRecoveryCode } from './factor-set.service.ts';
import { checkPasskey, creationOptions, savePasskey, requestOptions } from './passkeys.service.ts';

export interface PasskeySettings {
  /** Where people reach the console; null or left out for wherever they did. */
  readonly publicUrl?: string | null;
}

export interface SecondStepSettings extends PasskeySettings {
  readonly defaultTenant: string;
  readonly secret: ServerSecret;
  /** Everything the console keeps of a session but the credential. */
  readonly viewSession: (db: SiteScope['db'], tenantId: string, user: ConsoleUser) => Promise<SessionView>;
}

type Asked = Pick<
  Context<typeof finishSignIn>,
  | 'tenant'
  | 'db'
  | 'address'
  | 'agent'
  | 'requestId'
  | 'isSecure'
  | 'language'
  | 'timeZone'
  | 'origin'
  | 'log'
  | 'header'
  | 'setHeader'
> & { readonly caller: null };

/** What a browser calls the console's place, which passkeys are bound to. */
export function consoleOrigin({ publicUrl }: PasskeySettings, asked: { origin: string }): string {
  return new URL(publicUrl ?? asked.origin).origin;
}

type Way = 'authenticator' | 'recoveryCode' | 'passkey';

interface Entered {
  readonly way: Way;
  readonly wantsToken: boolean;
  /** What this step followed; null for a passkey in the place of a password. */
  readonly pending: KnownPending | null;
}

export function secondStepRoutes(settings: SecondStepSettings): Route[] {
  return [...codeRoutes(settings), ...passkeyRoutes(settings), ...enrolmentRoutes(settings)];
}

/** The account as one that may still enter: it may have been deactivated since its password was right. */
async function admitted({ db, tenant, log }: Asked, userId: string): Promise<ConsoleUser> {
  const user = await findUserById(db, tenant.id, userId);
  if (user === null) throw new AppError('signInExpired');
  return admit(db, tenant.id, user, (message) => log.warn(message));
}

function ownerOf(asked: Asked, user: ConsoleUser): FactorOwner {
  const { db, tenant, language, timeZone } = asked;
  const origin = auditOrigin(asked, { id: user.id, role: user.role });
  return { db, tenantId: tenant.id, userId: user.id, email: user.email, origin, language, timeZone };
}

async function enter(
  asked: Asked,
  settings: SecondStepSettings,
  user: ConsoleUser,
  { way, wantsToken, pending }: Entered,
): Promise<SessionView> {
  const { tenant, db, isSecure, setHeader } = asked;
  const details = { ...pending?.way, signedInWith: way };
  const token = await openSession(asked, user, details, wantsToken ? 'program' : 'browser');
  const view = await settings.viewSession(db, tenant.id, user);
  forgetPendingCookie(asked);
  if (wantsToken) return { ...view, accessToken: token };
  setHeader('Set-Cookie', signInCookies(token, { tenant, defaultTenant: settings.defaultTenant, isSecure }));
  return view;
}

function codeRoutes(settings: SecondStepSettings): Route[] {
  return [
    route(getSecondStep, async (context) => {
      const found = await readPending(context);
      if (found === null) return { pending: null };
      const { userId, email, mustEnrol, expiresAt } = found;
      const { methods } = await findSecondSteps(context.db, context.tenant.id, userId);
      return { pending: { email, mustEnrol, methods, expiresAtMs: expiresAt.getTime() } };
    }),

    route(finishSignIn, async (context) => {
      const { db, tenant, address, body } = context;
      const pending = await requirePending(context);
      const { method, code, wantsToken = false } = body;
      const user = await admitted(context, pending.userId);
      const owner = ownerOf(context, user);
      // One count for both kinds: who guesses at one guesses at the other.
      const known = await findKnownBrowser(context, { userId: user.id });
      const tries = { tenantId: tenant.id, username: user.id, address, known };
      await counted(db, 'code', tries, async () => {
        const isRight =
          method === 'authenticator'
            ? await isAuthenticatorCode(owner, settings.secret, code)
            : await useRecoveryCode(owner, settings.secret, code);
        if (!isRight) throw new AppError('codeWrong');
      }).catch((error: unknown) => recordRefusal(db, auditOrigin(context), user.email, error));
      if (!(await deletePending(db, tenant.id, pending.tokenHash))) throw new AppError('signInExpired');
      return enter(context, settings, user, { way: method, wantsToken, pending });
    }),
  ];
}

function passkeyRoutes(settings: SecondStepSettings): Route[] {
  const { secret } = settings;
  return [
    route(askPasskeySignIn, async (context) => {
      const { db, tenant } = context;
      const origin = consoleOrigin(settings, context);
      const pending = await readPending(context);
      const binding = browserBinding(context, passkeyChallengeMinutes * 60);
      const whose = { db, tenantId: tenant.id, userId: pending?.userId ?? null };
      return requestOptions(whose, { secret, origin, binding });
    }),

    route(signInWithPasskey, async (context) => {
      const { db, tenant, address, body } = context;
      const origin = consoleOrigin(settings, context);
      const { response, wantsToken = false } = body;
      const binding = readBrowserBinding(context);
      if (binding === null) throw new AppError('passkeyRefused');
      const known = await findKnownBrowser(context, 'any');
      const tries = { tenantId: tenant.id, username: response.id, address, known };
      const { userId } = await counted(db, 'passkey', tries, () =>
        checkPasskey({ db, tenantId: tenant.id }, { secret, origin, binding }, withoutNull(response)),
      );
      const user = await admitted(context, userId).catch((error: unknown) =>
        recordRefusal(db, auditOrigin(context), userId, error),
      );
      const pending = await readPending(context);
      if (pending !== null) await deletePending(db, tenant.id, pending.tokenHash);
      const started = pending?.userId === user.id ? pending : null;
      return enter(context, settings, user, { way: 'passkey', wantsToken, pending: started });
    }),
  ];
}

type Assertion = Context<typeof signInWithPasskey>['body']['response'];

/** Some browsers write a user handle that there is not as null. */
function withoutNull({ response, ...rest }: Assertion) {
  const { userHandle, ...others } = response;
  return { ...rest, response: { ...others, ...(userHandle ? { userHandle } : {}) } };
}

/** The account of a sign-in that goes no further without a first factor. Throws signInExpired for others. */
async function enrolling(context: Asked): Promise<{ pending: KnownPending; user: ConsoleUser }> {
  const pending = await requirePending(context);
  const { methods } = await findSecondSteps(context.db, context.tenant.id, pending.userId);
  // Anyone who has a factor by now shows it instead.
  if (!pending.mustEnrol || methods.length > 0) throw new AppError('signInExpired');
  return { pending, user: await admitted(context, pending.userId) };
}

const bindingOf = ({ tokenHash }: KnownPending) => `pending ${tokenHash.toString('hex')}`;
/** A factor that such a sign-in adds. */
const ofPending = ({ tokenHash }: KnownPending) => ({ pendingHash: tokenHash });

function enrolmentRoutes(settings: SecondStepSettings): Route[] {
  const { secret } = settings;
  const finish = async (
    context: Asked,
    { pending, user }: { pending: KnownPending; user: ConsoleUser },
    how: Omit<Entered, 'pending'>,
    recoveryCodes: string[] | null,
  ): Promise<ReplyOf<typeof addFirstPasskey>> => {
    return { session: await enter(context, settings, user, { ...how, pending }), recoveryCodes };
  };
  return [
    route(beginFirstAuthenticator, async (context) => {
      const { user } = await enrolling(context);
      return beginAuthenticator(ownerOf(context, user), secret, context.tenant.name);
    }),

    route(confirmFirstAuthenticator, async (context) => {
      const known = await enrolling(context);
      const { code, wantsToken = false } = context.body;
      const owner = ownerOf(context, known.user);
      const codes = await addAuthenticator(owner, secret, code, ofPending(known.pending));
      return finish(context, known, { way: 'authenticator', wantsToken }, codes);
    }),

    route(askFirstPasskey, async (context) => {
      const { pending, user } = await enrolling(context);
      const ceremony = { secret, origin: consoleOrigin(settings, context), binding: bindingOf(pending) };
      return creationOptions(ownerOf(context, user), ceremony, context.tenant.name);
    }),

    route(addFirstPasskey, async (context) => {
      const known = await enrolling(context);
      const { name, response, wantsToken = false } = context.body;
      const origin = consoleOrigin(settings, context);
      const ceremony = { secret, origin, binding: bindingOf(known.pending) };
      const owner = ownerOf(context, known.user);
      const codes = await savePasskey(owner, ceremony, { name, response }, ofPending(known.pending));
      return finish(context, known, { way: 'passkey', wantsToken }, codes);
    }),
  ];
}
