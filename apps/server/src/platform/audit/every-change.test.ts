// Whatever endpoint changes something leaves an entry, and no entry holds a secret.
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { makeWorld, sampleOf, type SampleWorld, send } from '../../testing/endpoint-samples.ts';
import { makeTenant, makeUser, testPassword } from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { makeMailedLink } from '../../testing/make-mailed-link.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

/** Addresses below which something is changed without an entry, each with its reason. */
const exempt: readonly (readonly [string, string])[] = [
  ['/field/', 'What a device does is its own record: its events and the log of duty.'],
  ['/secure/notification/seen', "Marks on the caller's own notifications are no record of others."],
  ['/secure/notification/read', "Marks on the caller's own notifications are no record of others."],
  ['/secure/notification/push', "A browser's subscription is a part of its session, which left an entry."],
  ['/secure/list-preferences', 'How somebody sees the own lists is no record of others.'],
  ['/secure/files', 'A file belongs to nothing until a record names it, which leaves the entry.'],
  ['/user-signin/passkey/options', 'Makes up a challenge; signing in with it leaves the entry.'],
  ['/secure/sign-in-factors/password', 'Says once more who is there, which changes nothing that lasts.'],
  ['/secure/sign-in-factors/passkeys/options', 'Makes up a challenge; keeping a passkey leaves the entry.'],
  ['/secure/sign-in-factors/authenticator', 'Begins what is nothing until a code confirms it.'],
  ['/secure/app-settings/sign-in-provider/test', 'Only asks another server what it offers.'],
  ['/secure/guards/imports', 'An import leaves its one entry when it is done (guard-imports.test.ts).'],
  ['/secure/checkpoints/imports', 'As one of guards does (checkpoint-imports.test.ts).'],
  ['/screens/check', 'Tells the server nothing but that a screen is still there.'],
  ['/users/password-link', 'Only says whether a link still works.'],
  ['/users/verify-otp', 'Changes nothing that lasts; the password that is then set leaves the entry.'],
];

/** Those need a code or a passkey; that each leaves its entry is shown beside the slice. */
const ofFactors = [
  'finishSignIn',
  'signInWithPasskey',
  'beginFirstAuthenticator',
  'confirmFirstAuthenticator',
  'askFirstPasskey',
  'addFirstPasskey',
  'confirmAuthenticator',
  'removeAuthenticator',
  'makeRecoveryCodes',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'resetSignInFactors',
] as const;

/**
 * Those that refuse their sample, since what they need is in a mail (see the tests below) or at a provider, where the
 * session that comes of it leaves the entry (provider-sign-in.test.ts).
 */
const refusingSamples: ReadonlySet<string> = new Set([
  'beginProviderSignIn',
  // Those need a run that was made, or a mailed link (scheduled-reports: the tests beside the slice).
  'retryReportRun',
  'revokeReportLinks',
  'unsubscribe',
  'inviteReportRecipient',
  'answerMailConsent',
  'finishProviderSignIn',
  // Those need an import that the caller made before.
  'checkGuardImport',
  'runGuardImport',
  'checkCheckpointImport',
  'runCheckpointImport',
  // Those need a call for help of the device that asks.
  'sendFieldSosPositions',
  'sendFieldSosSafe',
  // Those need a screen, or its pairing code (checkpoint-screens.test.ts).
  'revokeCheckpointScreen',
  'pairScreen',
  ...ofFactors,
  // Asks somebody, too, which is an entry of its own; the others need a witness (head-witnesses.test.ts).
  'addHeadWitness',
  'inviteHeadWitness',
  'removeHeadWitness',
  'addIncidentPhotos',
  'sendFieldIncidentPhoto',
  'verifyOtp',
  'setPassword',
]);

let server: TestApp;
let world: SampleWorld;
beforeAll(async () => {
  server = await testApp();
  world = await makeWorld(server.owner);
});

function callerOf({ access }: Endpoint, at: SampleWorld): Promise<Caller> {
  if (access === 'public') return Promise.resolve(anyone(server.app, at.tenant));
  if (access === 'field') return deviceOf(server, at.tenant, at.guardId);
  return browserOf(server, at.tenant, at.superAdminId);
}

const entriesOf = (requestId: unknown) =>
  server.owner
    .selectFrom('audit_entries')
    .select(['action', 'subject_id'])
    .where('tenant_id', '=', world.tenant.id)
    .where('request_id', '=', String(requestId))
    .execute();

const changing = allEndpoints.filter(({ method, name }) => method !== 'GET' && !refusingSamples.has(name));
const exporting = allEndpoints.filter(({ name }) => name.startsWith('export'));

const isExempt = ({ name, path }: Endpoint): boolean =>
  name !== 'fieldSignIn' && exempt.some(([address]) => path.startsWith(address));

/** GET endpoints that hand out rows or files and leave no `export.made`, each with its reason. */
const handedOut: Readonly<Record<string, string>> = {
  getGuardData: 'Leaves guard.exported (erased-guard.test.ts).',
  getArchiveFile: 'Leaves export.made; its sample has no archive (retention.test.ts).',
  getExceptionEvidence: 'One picture or page of one exception, shown with it as photos are.',
  getReportFile: "Stands in the history of the report's run, with who and from where.",
  getSharedFile: "Stands in the history of the report's run, with who and from where.",
  getGuardImportErrors: 'Holds what the caller sent.',
  getCheckpointImportErrors: 'Holds what the caller sent.',
  getMapArchive: 'Holds streets and borders, and no row of anybody.',
  getHeadNote: 'Holds three lines that anybody may have: a name, a size and a hash.',
  getSealedHeadNote: 'Holds three lines that the log shows as well: a name, a size and a hash.',
  getTimeStamp: 'Holds a hash and a time, for anybody.',
};
const isPicture = (type: string) => type.startsWith('image/') || type === 'text/html';

// An address that begins like an exempt one would let a new endpoint through unseen.
it('no other endpoint than these is exempt', () => {
  expect(
    changing
      .filter(isExempt)
      .map(({ name }) => name)
      .toSorted(),
  ).toMatchInlineSnapshot(`
    [
      "askPasskey",
      "askPasskeySignIn",
      "beginAuthenticator",
      "checkPasswordLink",
      "checkScreen",
      "confirmPassword",
      "deletePushSubscription",
      "fieldSignOut",
      "markNotificationsRead",
      "markNotificationsSeen",
      "saveListPreferences",
      "savePushSubscription",
      "sendFieldEvent",
      "sendFieldEvents",
      "sendFieldIncident",
      "sendFieldSos",
      "tellOffice",
      "testSignInProvider",
      "uploadCheckpointImport",
      "uploadFile",
      "uploadGuardImport",
    ]
  `);
});

it('every endpoint by which rows leave is called an export, or has its reason', () => {
  const endingSessions = allEndpoints.filter(
    ({ method, files = [] }) => method === 'GET' && files.length > 0 && !files.every(isPicture),
  );
  const others = endingSessions.map(({ name }) => name).filter((name) => !name.startsWith('export'));
  expect(others.toSorted()).toEqual(Object.keys(handedOut).toSorted());
});

describe('an endpoint that changes something', () => {
  it.each(changing.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    '%s leaves one entry in the audit log, unless it is exempt for a reason',
    async (_name, endpoint) => {
      const reply = await send(await callerOf(endpoint, world), endpoint, sampleOf(endpoint, world));
      expect(reply.statusCode).toBe(200);
      const entries = await entriesOf(reply.headers['x-request-id']);
      expect(entries.length).toBe(isExempt(endpoint) ? 0 : 1);
    },
  );

  it.each(exporting.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    'so does %s, by which data leaves',
    async (_name, endpoint) => {
      const sample = sampleOf(endpoint, world);
      const reply = await send(await callerOf(endpoint, world), endpoint, sample);
      const status = sample.answers ?? 200;
      expect(reply.statusCode).toBe(status);
      const entries = await entriesOf(reply.headers['x-request-id']);
      // Where there is nothing to export, nothing leaves.
      expect(entries.map(({ action }) => action)).toEqual(status === 200 ? ['export.made'] : []);
    },
  );
});

describe('secrets', () => {
  it('stand in no entry and under no name, whatever was done with them', async () => {
    const tenant = await makeTenant(server.owner);
    const user = await makeUser(server.owner, tenant);
    const guest = anyone(server.app, tenant);
    const signIn = (password: string) =>
      guest('POST', '/user-signin', { body: { username: user.email, password, wantsToken: true } });
    const guessed = 'Guessed-word-77';
    expect((await signIn(guessed)).statusCode).toBe(401);
    const token: string = (await signIn(testPassword)).json().accessToken;
    const caller = anyone(server.app, tenant, { authorization: `Bearer ${token}` });
    const chosen = 'Chosen-word-88';
    const change = { body: { oldPassword: testPassword, newPassword: chosen } };
    expect((await caller('PUT', '/secure/users/profile/password', change)).statusCode).toBe(200);
    expect((await caller('DELETE', '/secure/sessions')).statusCode).toBe(200);
    const asked = { body: { username: user.email } };
    expect((await guest('POST', '/users/forgot-password', asked)).statusCode).toBe(200);
    const link = await makeMailedLink(server.owner, tenant, user);
    const reset = { body: { otpId: link, password: 'Mailed-word-99' } };
    expect((await guest('POST', '/users/set-password', reset)).statusCode).toBe(200);
    expect((await signIn('Mailed-word-99')).statusCode).toBe(200);

    const run = async (text: string) =>
      (await server.owner.executeQuery<{ text: string }>(CompiledQuery.raw(text, [tenant.id]))).rows;
    const log = (
      await run(`SELECT e::text AS text FROM audit_entries e WHERE tenant_id = $1::uuid
        UNION ALL SELECT n::text FROM audit_names n WHERE tenant_id = $1::uuid`)
    ).map(({ text }) => text);
    expect(log.filter((text) => text.includes('session.signedIn')).length).toBe(2);
    for (const action of ['password.changed', 'password.reset,', 'password.resetAsked', 'session.refused']) {
      expect([action, log.filter((text) => text.includes(action)).length]).toEqual([action, 1]);
    }
    const [hash] = await run('SELECT password_hash AS text FROM users WHERE tenant_id = $1::uuid');
    const secrets = [
      guessed,
      testPassword,
      chosen,
      'Mailed-word-99',
      link,
      token,
      hash?.text ?? '',
      '$argon2',
    ];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(6);
      expect(log.filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});
