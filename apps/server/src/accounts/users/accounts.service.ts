// Who may set which password, without telling who has an account.
import { emailPattern } from '@watchpost/domain/patterns';
import type { BreachedPasswords } from '../../platform/access/breached-passwords.ts';
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import { requireUnbreached, requireUncommon } from '../../platform/access/new-password.ts';
import { hashPassword, isPassword } from '../../platform/access/password.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import {
  forgetTries,
  releaseTry,
  reserveTry,
  type SignInSubject,
} from '../../platform/access/sign-in-limit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { languageTag } from '../../platform/mail/language-tag.ts';
import {
  changeOwnPassword,
  enqueueReset,
  findPasswordHash,
  findPasswordMaxLength,
  spendGrant,
} from './accounts.queries.ts';
import { hashEmail, isOtp } from './one-time-code.ts';
import { isGrant, takeTry, updateGranted } from './password-codes.queries.ts';

type Db = SiteScope['db'];

/** Tries of this kind are counted apart from sign-ins, by account and by address. */
const counted = (kind: string, subject: SignInSubject): SignInSubject => ({ ...subject, kind });

/** Has a code mailed, if there is an account: the same statements and the same answer if there is none (FORGOT-04). */
export async function requestCode(
  db: Db,
  subject: SignInSubject,
  language: string,
  origin: AuditOrigin,
): Promise<void> {
  await reserveTry(db, counted('reset', subject));
  const { tenantId, username: email, known = null } = subject;
  // What is no e-mail address names no account that could be mailed.
  if (!emailPattern.test(email)) return;
  const request = { tenantId, email, language: languageTag(language), isKnown: known !== null };
  await enqueueReset(db, request, origin);
}

/** Exchanges a right code for a secret that sets one password. Throws otpInvalid for all that is not right. */
export async function exchangeOtp(
  db: Db,
  secret: ServerSecret,
  subject: SignInSubject,
  otp: string,
): Promise<string> {
  const tries = counted('otp', subject);
  await reserveTry(db, tries);
  const { tenantId, username } = subject;
  const code = await takeTry(db, tenantId, hashEmail(username));
  const isRight = code !== null && isOtp(secret, code, otp);
  if (!isRight || code.userId === null) throw new AppError('otpInvalid');
  const grant = makeToken();
  if (!(await updateGranted(db, tenantId, code.id, hashToken(grant)))) throw new AppError('otpInvalid');
  await releaseTry(db, tries);
  return grant;
}

async function requireLength(db: Db, tenantId: string, field: string, password: string): Promise<void> {
  if (password.length > (await findPasswordMaxLength(db, tenantId))) {
    throw new InvalidInput({ [field]: 'exceed_max_length' });
  }
}

export interface Asked {
  readonly tenant: Tenant;
  readonly language: string;
  readonly timeZone: string;
  readonly address: string;
  readonly origin: AuditOrigin;
  /** None where the operator has no such list. */
  readonly breached: BreachedPasswords | undefined;
}

interface AskedByMail extends Asked {
  /** Lets the browser that is asking count as known to the account; its digest. */
  readonly knowBrowser: (userId: string) => Promise<Buffer>;
}

/** Throws grantEnded when the otpId is spent, expired or made up. */
export async function setForgottenPassword(
  db: Db,
  { tenantId, otpId, password }: { tenantId: string; otpId: string; password: string },
  asked: AskedByMail,
): Promise<void> {
  await requireLength(db, tenantId, 'password', password);
  await requireUncommon(asked.tenant, 'password', password);
  const grantHash = hashToken(otpId);
  // A made-up one costs us no password hash.
  if (!(await isGrant(db, tenantId, grantHash))) throw new AppError('grantEnded');
  await requireUnbreached(asked.breached, 'password', password);
  const { timeZone, origin } = asked;
  const language = languageTag(asked.language);
  const passwordHash = await hashPassword(password);
  const spent = await spendGrant(db, { tenantId, grantHash, passwordHash, language, timeZone, origin });
  if (spent === null) throw new AppError('grantEnded');
  // Who forgot the password has often guessed at it before; and strangers who guess on must not keep its owner out.
  const known = await asked.knowBrowser(spent.id);
  await forgetTries(db, tenantId, [{ username: spent.email, known }]);
}

/** Throws oldPasswordWrong, which is slowed like sign-ins: a session left open must not give the password away. */
export async function changePasswordOf(
  scope: SiteScope,
  who: { userId: string; tokenHash: Buffer },
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  asked: Asked,
): Promise<void> {
  const { db, tenantId } = scope;
  await requireLength(db, tenantId, 'newPassword', newPassword);
  await requireUncommon(asked.tenant, 'newPassword', newPassword);
  const { userId, tokenHash: known } = who;
  // Each session by itself: one that was left open uses up nothing of the others.
  const tries = counted('change', { tenantId, username: userId, address: asked.address, known });
  await reserveTry(db, tries);
  const formerHash = await findPasswordHash(scope, who.userId);
  if (!(await isPassword(formerHash, oldPassword)) || formerHash === null) {
    throw new AppError('oldPasswordWrong');
  }
  await releaseTry(db, tries);
  await requireUnbreached(asked.breached, 'newPassword', newPassword);
  const isChanged = await changeOwnPassword(scope, {
    userId: who.userId,
    currentSession: who.tokenHash,
    passwordHash: await hashPassword(newPassword),
    formerHash,
    language: languageTag(asked.language),
    timeZone: asked.timeZone,
    origin: asked.origin,
  });
  // Somebody else who knew it changed it in the meantime, and has ended this session.
  if (!isChanged) throw new AppError('oldPasswordWrong');
}
