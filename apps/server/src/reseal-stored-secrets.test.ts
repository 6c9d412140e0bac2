// One server secret follows another: servers take both for a while, then the new one alone.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverSecret } from './platform/access/server-secret.ts';
import { InvalidInput } from './platform/http/app-error.ts';
import { logKeyOf, logSecretsOf } from './patrol/evidence/log-keys.ts';
import { isOtp, macOfOtp } from './accounts/users/one-time-code.ts';
import { ensurePushKeys, isSecretOfDatabase, openPushKeys } from './company/push/push-keys.queries.ts';
import { CursorSeal, type RoundCursor } from './reports/scanned-checkpoints/round-cursor.ts';
import {
  codeOf,
  halfSignedIn,
  secondStep,
  withAuthenticator,
} from './accounts/sign-in-factors/factors.testing.ts';
import { isLiveChallenge, makeChallenge } from './accounts/sign-in-factors/passkey-challenge.ts';
import {
  openProviderSecret,
  sealProviderSecret,
} from './accounts/sign-in-providers/provider-sign-in.service.ts';
import { findProvider } from './accounts/sign-in-providers/sign-in-providers.queries.ts';
import { resealStored } from './reseal-stored-secrets.ts';
import { type MadeTenant, makeTenant } from './testing/factories.ts';
import { atFileEnd } from './testing/file-end.ts';
import { buildTestApp } from './testing/test-app.ts';
import { testDatabase } from './testing/test-database.ts';

const [former, present] = [randomUUID(), randomUUID()];
const before = serverSecret(former);
const between = serverSecret(present, [former]);
const after = serverSecret(present);

type Store = Awaited<ReturnType<typeof testDatabase>>;

async function serverWith(store: Store, secret: typeof before) {
  const app = await buildTestApp(store.database, { secret });
  atFileEnd(() => app.close());
  return { ...store, app };
}

async function makeProvider({ owner }: Store, { id }: MadeTenant): Promise<void> {
  await owner
    .insertInto('sign_in_providers')
    .values({
      tenant_id: id,
      issuer: 'https://id.example.com',
      client_id: 'console',
      client_secret: sealProviderSecret(before, id, 'of the provider'),
      scopes: 'openid',
      label: 'Acme',
      is_on: true,
    })
    .execute();
}

describe('a server secret that follows another', () => {
  it('opens whatever was sealed with the former one, and has it sealed again, once, for the time after', async () => {
    const store = await testDatabase();
    const tenant = await makeTenant(store.owner);
    const [early, middle, late] = [
      await serverWith(store, before),
      await serverWith(store, between),
      await serverWith(store, after),
    ];
    const { email, secret, recoveryCodes } = await withAuthenticator(early, tenant);
    const [first = '', second = ''] = recoveryCodes;
    await makeProvider(store, tenant);
    const db = store.database.forTenant(tenant.id);
    const pushKeys = await ensurePushKeys(db, tenant.id, before);
    const privateKey = openPushKeys(before, tenant.id, pushKeys).privateKey;
    const enter = async (server: typeof early, code: string, method: string) =>
      (await secondStep(await halfSignedIn(server, tenant, email), code, method)).statusCode;

    expect(await isSecretOfDatabase(store.database, after)).toBe(false);
    expect(await isSecretOfDatabase(store.database, between)).toBe(true);
    expect(await enter(middle, codeOf(secret), 'authenticator')).toBe(200);
    expect(await enter(middle, first, 'recoveryCode')).toBe(200);

    expect(await resealStored(store.owner, between)).toBe(3);
    expect(await resealStored(store.owner, between)).toBe(0);

    expect(await isSecretOfDatabase(store.database, after)).toBe(true);
    expect(await enter(late, codeOf(secret, 1), 'authenticator')).toBe(200);
    expect(openPushKeys(after, tenant.id, await ensurePushKeys(db, tenant.id, after)).privateKey).toBe(
      privateKey,
    );
    const provider = await findProvider(db, tenant.id);
    expect(provider?.version).toBe(1);
    expect(provider && openProviderSecret(after, tenant.id, provider)).toBe('of the provider');
    // Kept as what cannot be undone, so it stays bound to the secret that it was made with.
    expect(await enter(late, second, 'recoveryCode')).toBe(422);
    expect(await enter(middle, second, 'recoveryCode')).toBe(200);
  });

  it('takes the codes, challenges and page links of the former one, and makes none like them', () => {
    const cursor: RoundCursor = { side: 'after', startedAtMs: 1, id: randomUUID(), offset: 0, asOf: 1 };
    const [challenge, link] = [
      makeChallenge(before, 'sign-in').toString('base64url'),
      new CursorSeal(before).encode(cursor, ''),
    ];
    const id = randomUUID();
    const code = { id, otpMac: macOfOtp(before, id, '123456') };
    expect(isLiveChallenge(between, 'sign-in', challenge)).toBe(true);
    expect(isLiveChallenge(after, 'sign-in', challenge)).toBe(false);
    expect(isLiveChallenge(before, 'sign-in', makeChallenge(between, 'sign-in').toString('base64url'))).toBe(
      false,
    );
    expect(isOtp(between, code, '123456')).toBe(true);
    expect(isOtp(between, code, '123457')).toBe(false);
    expect(isOtp(after, code, '123456')).toBe(false);
    expect(new CursorSeal(between).decode(link, '')).toEqual(cursor);
    expect(() => new CursorSeal(after).decode(link, '')).toThrow(InvalidInput);
    expect(() => new CursorSeal(before).decode(new CursorSeal(between).encode(cursor, ''), '')).toThrow(
      InvalidInput,
    );
  });

  it('signs the log of evidence from then on, and the key of before stays known', () => {
    const idsOf = (configured: readonly string[], own: typeof before) =>
      logSecretsOf(configured, own).map((secret) => logKeyOf(secret, 'tenant').id);
    const [old, now] = [before, after].map((secret) => logKeyOf(secret, 'tenant').id);
    expect(idsOf([], between)).toEqual([now, old]);
    expect(idsOf([present, former], after)).toEqual([now, old, now]);
  });
});
