// Who may only view checkpoints gets nothing that opens one to a scan.
import { beforeAll, describe, expect, test } from 'vitest';
import { type MadeTenant, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/checkpoints';
const tag = '04A23B1CDE5F80';

let server: TestApp;
let admin: Caller;
let tenant: MadeTenant;
let siteId: string;
let checkpointId: string;
/** All that a code is known by. */
let secrets: readonly string[];

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const made = await admin('POST', path, {
    body: {
      siteId,
      name: 'Gate 4',
      latitude: 18.5,
      longitude: 73.8,
      radiusMetres: 30,
      instructions: '',
      nfcTagId: tag,
    },
  });
  checkpointId = made.json().id;
  const { code, typed } = await server.owner
    .selectFrom('qr_codes')
    .select(['code', 'typed'])
    .where('checkpoint_id', '=', checkpointId)
    .executeTakeFirstOrThrow();
  secrets = [tag, code, typed ?? code];
});

/** A sub admin of the site whose tenant gives them these actions on checkpoints. */
async function holding(actions: readonly string[]): Promise<Caller> {
  const access = JSON.stringify({ CHECKPOINTS: actions });
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: access })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ sub_admin_access: access }))
    .execute();
  const { id } = await makeUser(server.owner, tenant, { siteId });
  return browserOf(server, tenant, id);
}

const labels = (caller: Caller) =>
  caller('POST', `${path}/labels`, {
    body: { ids: [checkpointId], sheet: 'a4x3x8', skip: 0, hasInstructions: false },
  });

async function everythingOf(caller: Caller): Promise<string> {
  const asked = [
    caller('GET', path),
    caller('GET', path, { query: { searchText: 'gate' } }),
    caller('GET', `${path}/${checkpointId}`),
    caller('GET', `${path}/${checkpointId}/details`),
    caller('GET', `${path}/${checkpointId}/screens`),
    caller('GET', `${path}/around`, { query: { site: siteId } }),
    caller('GET', `${path}/export`, { query: { format: 'csv' } }),
  ];
  const replies = await Promise.all(asked);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  return replies.map(({ body }) => body).join('\n');
}

describe.each([[['view']], [['view', 'add', 'status', 'delete', 'import']]])(
  'somebody who holds %j on checkpoints',
  (actions) => {
    test('[TRUTH-12] reads no code, no typed code and no tag in any reply or file', async () => {
      const caller = await holding(actions);
      const all = await everythingOf(caller);
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
      const { checkpoint, codes } = (await caller('GET', `${path}/${checkpointId}/details`)).json();
      expect(checkpoint).toMatchObject({ nfcTagId: '', hasNfcTag: true });
      expect(codes).toMatchObject([{ serial: 1, text: null }]);
    });

    test('[TRUTH-12] prints no labels', async () => {
      const reply = await labels(await holding(actions));
      expect([reply.statusCode, reply.json().general[0].code]).toEqual([403, 'notPermitted']);
    });

    test('[TRUTH-12] learns no tag by searching for parts of it', async () => {
      const caller = await holding(actions);
      const found = async (searchText: string) =>
        (await caller('GET', path, { query: { searchText } })).json().count;
      const parts = Array.from({ length: tag.length - 2 }, (_, at) => tag.slice(at, at + 3));
      expect(await Promise.all([tag, ...parts, 'gate 04A', 'zzz'].map(found))).toEqual(
        [tag, ...parts, 'gate 04A', 'zzz'].map(() => 0),
      );
      expect(await found('GATE 4')).toBe(1);
      const file = await caller('GET', `${path}/export`, { query: { format: 'csv', searchText: tag } });
      expect(file.json().general[0].code).toBe('nothingToExport');
    });
  },
);

test('[TRUTH-12] who may edit checkpoints reads and prints their codes', async () => {
  for (const caller of [admin, await holding(['view', 'edit'])]) {
    const all = await everythingOf(caller);
    expect([all.includes(tag), all.includes(secrets[1] ?? '')]).toEqual([true, true]);
    expect((await labels(caller)).headers['content-type']).toBe('application/pdf');
    expect((await caller('GET', path, { query: { searchText: tag } })).json().count).toBe(1);
  }
});
