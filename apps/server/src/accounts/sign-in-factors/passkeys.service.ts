// Passkeys: bound to this console's host and this tenant, and usable by anyone who can unlock the device.
import { createHash } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@watchpost/contract/passkey-ceremonies';
import { passkeyChallengeMinutes, passkeysMax } from '@watchpost/domain/sign-in-factors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { lockAccount } from '../../platform/access/lock-account.queries.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type FactorOwner, recordFactorChange } from './factor-changes.queries.ts';
import {
  type Adding,
  beginAdding,
  dropCodesOfLast,
  issueFirstCodes,
  requireAnother,
} from './factor-set.service.ts';
import { isLiveChallenge, makeChallenge } from './passkey-challenge.ts';
import {
  deletePasskey,
  findPasskeyByCredential,
  findPasskeys,
  insertPasskey,
  insertSpentChallenge,
  type StoredPasskey,
  updateCounter,
  updatePasskeyName,
} from './passkeys.queries.ts';

type Db = SiteScope['db'];

/** Takes a third of a second to load, which most processes never need. */
const webAuthn = () => import('@simplewebauthn/server');

const timeout = passkeyChallengeMinutes * 60_000;
/** Ed25519, ECDSA and RSA, the better first. */
const algorithms = [-8, -7, -257];

/** Where the console is, as the browser sees it. */
const hostOf = (origin: string) => new URL(origin).hostname;
const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

type Signed<T> = Omit<T, 'clientExtensionResults'>;

/** Who a challenge is for: an account that adds a passkey, or a browser that no one has signed in with yet. */
export interface Ceremony {
  readonly secret: ServerSecret;
  readonly origin: string;
  /** The session, pending sign-in or browser that asked. */
  readonly binding: string;
}

const addingBy = (tenantId: string, userId: string, binding: string) =>
  `add ${tenantId} ${userId} ${binding}`;
const signingBy = (tenantId: string, binding: string) => `sign ${tenantId} ${binding}`;

const credentialsOf = (passkeys: readonly StoredPasskey[], rpId: string) =>
  passkeys
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }));

/** Throws passkeysFull for anyone who has as many as anybody may. */
export async function creationOptions(
  owner: Pick<FactorOwner, 'db' | 'tenantId' | 'userId' | 'email'>,
  { secret, origin, binding }: Ceremony,
  tenantName: string,
): Promise<PasskeyCreationOptions> {
  const { tenantId, userId, email } = owner;
  const passkeys = await findPasskeys(owner.db, owner);
  if (passkeys.length >= passkeysMax) throw new AppError('passkeysFull');
  const rpId = hostOf(origin);
  return {
    rp: { name: tenantName, id: rpId },
    // One browser may know several tenants of this host.
    user: { id: handleOf(userId), name: `${email} (${tenantName})`, displayName: email },
    challenge: makeChallenge(secret, addingBy(tenantId, userId, binding)).toString('base64url'),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout,
    attestation: 'none',
    excludeCredentials: credentialsOf(passkeys, rpId),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** Keeps a passkey; recovery codes when they are the first. Throws passkeyRefused, passkeysFull, and as beginAdding(). */
export async function savePasskey(
  owner: FactorOwner,
  { secret, origin, binding }: Ceremony,
  { name, response }: { name: string; response: Signed<RegistrationResponseJSON> },
  adding: Adding,
): Promise<string[] | null> {
  const { db, tenantId, userId } = owner;
  const purpose = addingBy(tenantId, userId, binding);
  const signed: string[] = [];
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) =>
      signed.push(challenge) > 0 && isLiveChallenge(secret, purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse);
  if (registrationInfo === undefined) throw new AppError('passkeyRefused');
  const { credential, credentialBackedUp } = registrationInfo;
  return db.transaction().execute(async (trx) => {
    await beginAdding(trx, owner, adding);
    await spend(trx, tenantId, signed);
    const passkey = {
      id: uuidv7(),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      rpId: hostOf(origin),
      name,
      isBackedUp: credentialBackedUp,
    };
    if (!(await insertPasskey(trx, owner, passkey))) throw new AppError('passkeyRefused');
    if ((await findPasskeys(trx, owner)).length > passkeysMax) throw new AppError('passkeysFull');
    await recordFactorChange(trx, owner, 'passkeyAdded', name);
    return issueFirstCodes(trx, owner, secret);
  });
}

/** With an account, its own passkeys; without, whichever the browser knows. */
export async function requestOptions(
  { db, tenantId, userId }: { db: Db; tenantId: string; userId: string | null },
  { secret, origin, binding }: Ceremony,
): Promise<PasskeyRequestOptions> {
  const rpId = hostOf(origin);
  const passkeys = userId === null ? [] : await findPasskeys(db, { tenantId, userId });
  return {
    rpId,
    challenge: makeChallenge(secret, signingBy(tenantId, binding)).toString('base64url'),
    timeout,
    userVerification: 'required',
    allowCredentials: credentialsOf(passkeys, rpId),
  };
}

/** The account whose passkey signed the challenge. Throws passkeyRefused. */
export async function checkPasskey(
  { db, tenantId }: { db: Db; tenantId: string },
  { secret, origin, binding }: Ceremony,
  response: Signed<AuthenticationResponseJSON>,
): Promise<{ userId: string }> {
  const stored = await findPasskeyByCredential(db, tenantId, response.id);
  const handle = response.response.userHandle;
  if (stored === null || (handle !== undefined && handle !== handleOf(stored.userId))) {
    throw new AppError('passkeyRefused');
  }
  const purpose = signingBy(tenantId, binding);
  const signed: string[] = [];
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) =>
      signed.push(challenge) > 0 && isLiveChallenge(secret, purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    // The counter is compared where it is written, so that two at once cannot both pass.
    credential: { id: stored.credentialId, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
  }).catch(refuse);
  if (!verified) throw new AppError('passkeyRefused');
  await spend(db, tenantId, signed);
  if (!(await updateCounter(db, tenantId, stored.id, authenticationInfo.newCounter))) {
    throw new AppError('passkeyRefused');
  }
  return { userId: stored.userId };
}

/** The library throws a plain error for everything that does not fit. */
function refuse(): never {
  throw new AppError('passkeyRefused');
}

async function spend(db: Db, tenantId: string, [challenge = '']: readonly string[]): Promise<void> {
  const hash = createHash('sha256').update(challenge).digest();
  if (!(await insertSpentChallenge(db, tenantId, hash))) throw new AppError('passkeyRefused');
}

export async function renamePasskeyOf(owner: FactorOwner, id: string, name: string): Promise<void> {
  await owner.db.transaction().execute(async (trx) => {
    await lockAccount(trx, owner);
    const formerly = (await findPasskeys(trx, owner)).find((passkey) => passkey.id === id)?.name;
    if (formerly === undefined) throw new AppError('notFound');
    await updatePasskeyName(trx, owner, id, name);
    await recordFactorChange(trx, owner, 'passkeyRenamed', name, formerly);
  });
}

/** Throws notFound, and factorRequired when the tenant requires a second step and it is the last. */
export async function dropPasskey(owner: FactorOwner, id: string): Promise<void> {
  await owner.db.transaction().execute(async (trx) => {
    await lockAccount(trx, owner);
    const name = await deletePasskey(trx, owner, id);
    if (name === null) throw new AppError('notFound');
    await requireAnother(trx, owner);
    await recordFactorChange(trx, owner, 'passkeyRemoved', name);
    await dropCodesOfLast(trx, owner);
  });
}
