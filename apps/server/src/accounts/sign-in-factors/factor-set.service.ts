// What holds for all factors of an account together.
import { randomBytes } from 'node:crypto';
import type { FactorChange } from '@watchpost/domain/sign-in-factors';
import type { SiteScope } from '../../platform/access/caller.ts';
import { lockAccount } from '../../platform/access/lock-account.queries.ts';
import { isPassword } from '../../platform/access/password.ts';
import { type ServerSecret, takenSecrets } from '../../platform/access/server-secret.ts';
import { releaseTry, reserveTry, type SignInSubject } from '../../platform/access/sign-in-limit.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { updateConfirmedSession } from '../sign-in/fresh-session.queries.ts';
import { deletePending, findSecondSteps } from '../sign-in/second-step.queries.ts';
import { type FactorOwner, recordFactorChange } from './factor-changes.queries.ts';
import { countCodes, deleteCodes, findSalts, replaceCodes, spendCode } from './recovery-codes.queries.ts';
import { bareCode, storedCode, makeRecoveryCodes } from './recovery-codes.ts';
import { findPasswordHash, removeAllFactors } from './sign-in-factors.queries.ts';

type Db = SiteScope['db'];

const saltBytes = 16;

/** Tries of each kind are counted apart from passwords, by account and by address. Throws slowDown. */
export async function counted<T>(
  db: Db,
  kind: string,
  tried: SignInSubject,
  work: () => Promise<T>,
): Promise<T> {
  const subject = { ...tried, kind };
  await reserveTry(db, subject);
  const result = await work();
  await releaseTry(db, subject);
  return result;
}

async function storeCodes(trx: Db, owner: FactorOwner, secret: ServerSecret): Promise<string[]> {
  const { bare, shown } = makeRecoveryCodes();
  const salt = randomBytes(saltBytes);
  const stored = await Promise.all(bare.map((code) => storedCode(secret, owner.userId, code, salt)));
  await replaceCodes(trx, owner, salt, stored);
  return shown;
}

/** Anyone who adds a factor: a session of the account, or a sign-in that waits for the first one. */
export type Adding = { readonly session: true } | { readonly pendingHash: Buffer };

/**
 * Begins the transaction that adds a factor, one of an account after the other. Throws signInExpired for a sign-in that
 * has ended, or whose account has a factor by now: a password alone must not put another beside it.
 */
export async function beginAdding(trx: Db, owner: FactorOwner, adding: Adding): Promise<void> {
  const { tenantId, userId } = owner;
  await lockAccount(trx, owner);
  if ('session' in adding) return;
  const { methods } = await findSecondSteps(trx, tenantId, userId);
  const isFirst = methods.length === 0 && (await deletePending(trx, tenantId, adding.pendingHash));
  if (!isFirst) throw new AppError('signInExpired');
}

/** Codes for an account, which is held, that has none yet; null for one that has. */
export async function issueFirstCodes(
  trx: Db,
  owner: FactorOwner,
  secret: ServerSecret,
): Promise<string[] | null> {
  return (await countCodes(trx, owner)) === 0 ? storeCodes(trx, owner, secret) : null;
}

/** New codes in place of all others. Throws notFound for an account without a factor, which needs none. */
export async function makeNewCodes(owner: FactorOwner, secret: ServerSecret): Promise<string[]> {
  return owner.db.transaction().execute(async (trx) => {
    await lockAccount(trx, owner);
    if ((await findSecondSteps(trx, owner.tenantId, owner.userId)).methods.length === 0) {
      throw new AppError('notFound');
    }
    const codes = await storeCodes(trx, owner, secret);
    await recordFactorChange(trx, owner, 'codesMade');
    return codes;
  });
}

async function spend(trx: Db, owner: FactorOwner, secret: ServerSecret, bare: string): Promise<boolean> {
  for (const salt of await findSalts(trx, owner)) {
    for (const taken of takenSecrets(secret)) {
      if (await spendCode(trx, owner, await storedCode(taken, owner.userId, bare, salt))) return true;
    }
  }
  return false;
}

/** Uses up one of the account's recovery codes and mails its owner; false when it is none of them. */
export async function useRecoveryCode(
  owner: FactorOwner,
  secret: ServerSecret,
  typed: string,
): Promise<boolean> {
  return owner.db.transaction().execute(async (trx) => {
    const isRight = await spend(trx, owner, secret, bareCode(typed));
    if (isRight) {
      await recordFactorChange(
        trx,
        owner,
        'codeUsed' satisfies FactorChange,
        String(await countCodes(trx, owner)),
      );
    }
    return isRight;
  });
}

/** For an account that is held. Throws factorRequired when the tenant requires a second step and it is left without. */
export async function requireAnother(trx: Db, owner: FactorOwner): Promise<void> {
  const { tenantId, userId } = owner;
  const { methods, isRequired } = await findSecondSteps(trx, tenantId, userId);
  if (isRequired && methods.length === 0) throw new AppError('factorRequired');
}

/** Recovery codes go with the last factor. */
export async function dropCodesOfLast(trx: Db, owner: FactorOwner): Promise<void> {
  const { methods } = await findSecondSteps(trx, owner.tenantId, owner.userId);
  if (methods.length === 0) await deleteCodes(trx, owner);
}

interface Session {
  readonly db: Db;
  readonly tenantId: string;
  readonly userId: string;
  readonly tokenHash: Buffer;
}

/** Throws passwordWrong, which is slowed like sign-ins, each session by itself. */
export async function confirmSession(session: Session, address: string, password: string): Promise<void> {
  const { db, tenantId, userId, tokenHash } = session;
  const tries = { tenantId, username: userId, address, known: tokenHash };
  await counted(db, 'confirm', tries, async () => {
    if (!(await isPassword(await findPasswordHash(db, tenantId, userId), password))) {
      throw new AppError('passwordWrong');
    }
  });
  await updateConfirmedSession(db, tenantId, tokenHash);
}

/** Removes every factor of somebody else's account, and whatever it opened. */
export async function resetFactors(owner: FactorOwner): Promise<void> {
  await owner.db.transaction().execute(async (trx) => {
    await lockAccount(trx, owner);
    await removeAllFactors(trx, owner);
    await recordFactorChange(trx, owner, 'reset');
  });
}
