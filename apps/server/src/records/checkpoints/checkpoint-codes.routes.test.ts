import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeCheckpoint, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/checkpoints';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
});

const fields = {
  name: 'Gate',
  latitude: 18.52,
  longitude: 73.85,
  radiusMetres: 30,
  instructions: '',
  nfcTagId: '',
};
const made = async (): Promise<string> =>
  (await admin('POST', path, { body: { siteId, ...fields } })).json().id;
const post = (to: string, body: object) => admin('POST', `${path}/${to}`, { body });
const codesOf = (checkpointId: string) =>
  server.owner
    .selectFrom('qr_codes')
    .selectAll()
    .where('checkpoint_id', '=', checkpointId)
    .orderBy('serial')
    .execute();

describe('the codes of a checkpoint', () => {
  it('[MNG-04] begin with one, and a reissue kills it', async () => {
    const id = await made();
    expect(await codesOf(id)).toMatchObject([{ serial: 1, key_version: 1, retired_at: null }]);
    expect((await post('codes', { ids: [id, randomUUID()] })).json()).toEqual({ ids: [id] });
    const [old, fresh, ...more] = await codesOf(id);
    expect(more).toEqual([]);
    expect(fresh).toMatchObject({ serial: 2, retired_at: null });
    expect(fresh?.code).not.toBe(old?.code);
    expect(old?.retired_at).toEqual(fresh?.issued_at);
  });

  it('[MNG-04] are reissued one after the other by those who do it at once', async () => {
    const ids = [await made(), await made(), await made()];
    const replies = await Promise.all(
      [ids, ids.toReversed(), ids].map((some) => post('codes', { ids: some })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    for (const id of ids) {
      const codes = await codesOf(id);
      expect(codes.map(({ serial }) => serial)).toEqual([1, 2, 3, 4]);
      expect(codes.map(({ retired_at }) => retired_at === null)).toEqual([false, false, false, true]);
    }
  });

  it('[MNG-04] replace one that came from another system', async () => {
    const { checkpointId } = await makeCheckpoint(server.owner, tenant, siteId);
    const old = { tenant_id: tenant.id, id: randomUUID(), checkpoint_id: checkpointId, code: 'QR-00017' };
    await server.owner.insertInto('qr_codes').values(old).execute();
    await post('codes', { ids: [checkpointId] });
    expect(await codesOf(checkpointId)).toMatchObject([
      { serial: 1, code: 'QR-00017', key_version: null },
      { serial: 2, key_version: 1, retired_at: null },
    ]);
  });

  it('are signed with a key of the tenant that no reply and no log entry holds', async () => {
    const id = await made();
    await post('codes', { ids: [id] });
    const keys = await server.owner
      .selectFrom('code_keys')
      .select('key')
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect(keys.map(({ key }) => key.length)).toEqual([32]);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .selectAll()
      .where('tenant_id', '=', tenant.id)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['checkpoint.created', 'checkpoint.codeReissued']);
    expect(JSON.stringify(entries)).not.toContain('WP1');
  });
});
