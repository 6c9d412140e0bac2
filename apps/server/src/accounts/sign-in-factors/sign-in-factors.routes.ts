import {
  addPasskey,
  askPasskey,
  beginAuthenticator,
  confirmAuthenticator,
  confirmPassword,
  getSignInFactors,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  resetSignInFactors,
} from '@watchpost/contract/sign-in-factors';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type Route, route } from '../../platform/http/route.ts';
import { needsPassword, requireFresh } from '../sign-in/fresh-session.ts';
import { findSecondSteps } from '../sign-in/second-step.queries.ts';
import * as authenticator from './authenticator.service.ts';
import { findAuthenticator } from './authenticators.queries.ts';
import type { FactorOwner } from './factor-changes.queries.ts';
import { confirmSession, makeNewCodes, resetFactors } from './factor-set.service.ts';
import { findPasskeys, type StoredPasskey } from './passkeys.queries.ts';
import { creationOptions, dropPasskey, savePasskey, renamePasskeyOf } from './passkeys.service.ts';
import { countCodes } from './recovery-codes.queries.ts';
import { consoleOrigin, secondStepRoutes, type SecondStepSettings } from './second-step.routes.ts';
import { findEmail, findSubAdminEmail } from './sign-in-factors.queries.ts';

/** A factor that the person who is in adds. */
const ofSession = { session: true } as const;

const replyOf = (message: string) => ({ general: [{ message }] });

type Asked = Pick<
  Context<typeof getSignInFactors>,
  'tenant' | 'caller' | 'address' | 'agent' | 'requestId' | 'language' | 'timeZone'
>;

const sessionOf = ({ scope, userId, tokenHash }: ConsoleCaller) => ({
  db: scope.db,
  tenantId: scope.tenantId,
  userId,
  tokenHash,
});

/** The caller as owner of factors. Throws confirmFirst unless who is there was asked a short while ago. */
async function ownerOf(asked: Asked): Promise<FactorOwner> {
  const { caller, tenant, language, timeZone } = asked;
  await requireFresh(caller);
  const { db } = caller.scope;
  const email = await findEmail(db, tenant.id, caller.userId);
  if (email === null) throw new AppError('sessionEnded');
  const origin = auditOrigin(asked);
  return { db, tenantId: tenant.id, userId: caller.userId, email, origin, language, timeZone };
}

export function signInFactorRoutes(settings: SecondStepSettings): Route[] {
  const { secret } = settings;
  return [
    ...secondStepRoutes(settings),
    ...overviewRoutes(),
    ...authenticatorRoutes(secret),
    ...ownPasskeyRoutes(settings),
    resetRoute(),
  ];
}

const viewPasskey = ({ id, name, createdAt, lastUsedAt, isBackedUp }: StoredPasskey) => ({
  id,
  name,
  createdAtMs: createdAt.getTime(),
  lastUsedAtMs: lastUsedAt?.getTime() ?? null,
  isBackedUp,
});

function overviewRoutes(): Route[] {
  return [
    route(getSignInFactors, async ({ tenant, caller }) => {
      const { db } = caller.scope;
      const owner = { tenantId: tenant.id, userId: caller.userId };
      const [found, codes, passkeys, { isRequired }, isStale] = await Promise.all([
        findAuthenticator(db, owner),
        countCodes(db, owner),
        findPasskeys(db, owner),
        findSecondSteps(db, tenant.id, caller.userId),
        needsPassword(caller),
      ]);
      return {
        authenticatorAddedAtMs: found?.addedAt?.getTime() ?? null,
        recoveryCodesLeft: codes,
        passkeys: passkeys.map(viewPasskey),
        isRequired,
        needsPassword: isStale,
      };
    }),

    route(confirmPassword, async ({ caller, address, body }) => {
      await confirmSession(sessionOf(caller), address, body.password);
      return replyOf('Thank you. You can change your sign-in now.');
    }),
  ];
}

function authenticatorRoutes(secret: ServerSecret): Route[] {
  return [
    route(beginAuthenticator, async (context) =>
      authenticator.beginAuthenticator(await ownerOf(context), secret, context.tenant.name),
    ),

    route(confirmAuthenticator, async (context) => {
      const owner = await ownerOf(context);
      return {
        recoveryCodes: await authenticator.addAuthenticator(owner, secret, context.body.code, ofSession),
      };
    }),

    route(removeAuthenticator, async (context) => {
      await authenticator.dropAuthenticator(await ownerOf(context));
      return replyOf('The authenticator app is removed.');
    }),

    route(makeRecoveryCodes, async (context) => ({
      recoveryCodes: await makeNewCodes(await ownerOf(context), secret),
    })),
  ];
}

function ownPasskeyRoutes(settings: SecondStepSettings): Route[] {
  const { secret } = settings;
  const bindingOf = ({ tokenHash }: ConsoleCaller) => `session ${tokenHash.toString('hex')}`;
  return [
    route(askPasskey, async (context) => {
      const { caller, tenant } = context;
      const ceremony = { secret, origin: consoleOrigin(settings, context), binding: bindingOf(caller) };
      return creationOptions(await ownerOf(context), ceremony, tenant.name);
    }),

    route(addPasskey, async (context) => {
      const { caller, body } = context;
      const ceremony = { secret, origin: consoleOrigin(settings, context), binding: bindingOf(caller) };
      return { recoveryCodes: await savePasskey(await ownerOf(context), ceremony, body, ofSession) };
    }),

    route(renamePasskey, async (context) => {
      await renamePasskeyOf(await ownerOf(context), context.params.passkeyId, context.body.name);
      return replyOf('The passkey has its new name.');
    }),

    route(removePasskey, async (context) => {
      await dropPasskey(await ownerOf(context), context.params.passkeyId);
      return replyOf('The passkey is removed.');
    }),
  ];
}

function resetRoute(): Route {
  return route(resetSignInFactors, async (context) => {
    const { tenant, caller, params, language, timeZone } = context;
    const { db } = caller.scope;
    await requireFresh(caller);
    const email = await findSubAdminEmail(db, tenant.id, params.userId);
    if (email === null) throw new AppError('notFound');
    const origin = auditOrigin(context);
    await resetFactors({ db, tenantId: tenant.id, userId: params.userId, email, origin, language, timeZone });
    return replyOf('The account signs in with its password alone now.');
  });
}
