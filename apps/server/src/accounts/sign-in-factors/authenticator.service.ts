// Codes of an authenticator app (RFC 6238): each is taken once, and guesses are counted like those at passwords.
import { authenticatorDigits, authenticatorPeriodSeconds } from '@watchpost/domain/sign-in-factors';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { openText, reseal, sealText } from '../../platform/access/sealed-text.ts';
import { lockAccount } from '../../platform/access/lock-account.queries.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { AppError } from '../../platform/http/app-error.ts';
import {
  deleteAuthenticator,
  findAuthenticator,
  findSealedSecrets,
  insertPendingSecret,
  spendStep,
  updateConfirmed,
  updateSealedSecret,
} from './authenticators.queries.ts';
import { type FactorOwner, recordFactorChange } from './factor-changes.queries.ts';
import {
  type Adding,
  beginAdding,
  dropCodesOfLast,
  issueFirstCodes,
  requireAnother,
} from './factor-set.service.ts';

type Account = Pick<FactorOwner, 'db' | 'tenantId' | 'userId'>;

const purposeOf = ({ tenantId, userId }: Account) => `authenticator ${tenantId} ${userId}`;

/** The time step of a right code, the present one or a neighbour; null for a wrong one. */
function stepOf(secret: string, code: string): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!new RegExp(`^\\d{${authenticatorDigits}}$`).test(token)) return null;
  const found = verifySync({ secret, token, epochTolerance: authenticatorPeriodSeconds });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}

export async function beginAuthenticator(
  owner: Pick<FactorOwner, 'db' | 'tenantId' | 'userId' | 'email'>,
  serverSecret: ServerSecret,
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret();
  await insertPendingSecret(owner.db, owner, sealText(serverSecret, purposeOf(owner), secret));
  // A colon would end the issuer.
  const uri = generateURI({ issuer: issuer.replaceAll(':', ' '), label: owner.email, secret });
  return { secret, uri };
}

/**
 * Sets up the authenticator that was started; recovery codes when they are the first. Throws codeWrong when the code is
 * not one of its own, setupEnded when nothing was started or it took too long, and what beginAdding() does.
 */
export async function addAuthenticator(
  owner: FactorOwner,
  serverSecret: ServerSecret,
  code: string,
  adding: Adding,
): Promise<string[] | null> {
  const sealed = (await findAuthenticator(owner.db, owner))?.pendingSecret ?? null;
  const secret = sealed === null ? null : openText(serverSecret, purposeOf(owner), sealed);
  if (sealed === null || secret === null) throw new AppError('setupEnded');
  const step = stepOf(secret, code);
  if (step === null) throw new AppError('codeWrong');
  return owner.db.transaction().execute(async (trx) => {
    await beginAdding(trx, owner, adding);
    if (!(await updateConfirmed(trx, owner, { sealed, step }))) throw new AppError('setupEnded');
    await recordFactorChange(trx, owner, 'authenticatorAdded');
    return issueFirstCodes(trx, owner, serverSecret);
  });
}

/** Whether it is a code of the account's authenticator that was not used before; from now on it was. */
export async function isAuthenticatorCode(
  account: Account,
  serverSecret: ServerSecret,
  code: string,
): Promise<boolean> {
  const sealed = (await findAuthenticator(account.db, account))?.sealedSecret ?? null;
  const secret = sealed === null ? null : openText(serverSecret, purposeOf(account), sealed);
  const step = secret === null ? null : stepOf(secret, code);
  return step !== null && spendStep(account.db, account, step);
}

/** Seals the secrets of all authenticators in use with the server secret in use; resolves with how many that took. */
export async function resealAuthenticators(
  db: Account['db'],
  tenantId: string,
  serverSecret: ServerSecret,
): Promise<number> {
  let count = 0;
  for (const { userId, sealed } of await findSealedSecrets(db, tenantId)) {
    const account = { db, tenantId, userId };
    const resealed = reseal(serverSecret, purposeOf(account), sealed);
    if (resealed === null) continue;
    await updateSealedSecret(db, account, { from: sealed, to: resealed });
    count += 1;
  }
  return count;
}

/** Throws notFound when there is none, factorRequired when the tenant requires one and it is the last. */
export async function dropAuthenticator(owner: FactorOwner): Promise<void> {
  await owner.db.transaction().execute(async (trx) => {
    await lockAccount(trx, owner);
    if (!(await deleteAuthenticator(trx, owner))) throw new AppError('notFound');
    await requireAnother(trx, owner);
    await recordFactorChange(trx, owner, 'authenticatorRemoved');
    await dropCodesOfLast(trx, owner);
  });
}
