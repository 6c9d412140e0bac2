// The log itself: what an entry holds, and that no one changes or removes one.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../db/database.ts';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { insertAuditEntry, timeOf } from './audit.queries.ts';
import type { AuditOrigin } from './audit-origin.ts';
import { changedFields } from './changed-fields.ts';

let store: TestDatabase;
let tenant: MadeTenant;
let userId: string;
let origin: AuditOrigin;

beforeAll(async () => {
  store = await testDatabase();
  tenant = await makeTenant(store.owner);
  userId = (await makeUser(store.owner, tenant, { first_name: 'Asha', last_name: 'Rao' })).id;
  const actor = { id: userId, role: 'superAdmin' } as const;
  origin = { tenantId: tenant.id, actor, address: '10.0.0.7', agent: 'Browser', requestId: 'r-1' };
});

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text));
const entries = (requestId: string) =>
  store.owner
    .selectFrom('audit_entries')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('request_id', '=', requestId)
    .execute();

describe('an entry', () => {
  it('says who did what to which record, when, from where, before and after', async () => {
    const db = store.database.forTenant(tenant.id);
    const before = Date.now();
    const subject = { id: tenant.id, label: 'Acme' };
    await insertAuditEntry(db, origin, {
      action: 'settings.changed',
      subject,
      before: { name: 'Old' },
      after: { name: 'New \ud800\u0000' },
    });
    const [entry, ...others] = await entries('r-1');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor_id: userId,
      actor_name: 'Asha Rao',
      actor_role: 'superAdmin',
      action: 'settings.changed',
      subject_type: 'tenant',
      subject_id: tenant.id,
      subject_label: 'Acme',
      before: { name: 'Old' },
      after: { name: 'New \ufffd' },
      address: '10.0.0.7',
      agent: 'Browser',
    });
    expect(entry?.at_ms).toBeGreaterThanOrEqual(before);
    expect(entry?.at_ms).toBeLessThanOrEqual(Date.now());
    expect(timeOf(entry?.id ?? '')).toBe(entry?.at_ms);
  });

  it("keeps the actor's name as it was, and is about the actor when it names no other subject", async () => {
    const db = store.database.forTenant(tenant.id);
    const { id } = await makeUser(store.owner, tenant, { first_name: 'Before', last_name: '' });
    const own = { ...origin, actor: { id, role: 'superAdmin' } as const, requestId: 'r-2' };
    await insertAuditEntry(db, own, { action: 'password.changed' });
    await store.owner.updateTable('users').set({ first_name: 'After' }).where('id', '=', id).execute();
    expect(await entries('r-2')).toMatchObject([
      { actor_name: 'Before', subject_id: id, subject_label: 'Before', before: null, after: null },
    ]);
  });

  it('stands exactly when the transaction of its change does', async () => {
    const db = store.database.forTenant(tenant.id);
    const undone = db.transaction().execute(async (transaction) => {
      await insertAuditEntry(transaction, { ...origin, requestId: 'r-3' }, { action: 'profile.changed' });
      throw new RangeError('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await entries('r-3')).toEqual([]);
  });

  it('needs somebody or something that it is about', async () => {
    const anonymous = insertAuditEntry(
      store.database.forTenant(tenant.id),
      { ...origin, actor: null },
      { action: 'password.reset' },
    );
    await expect(anonymous).rejects.toThrow('needs a subject');
  });

  it('cannot be written into the log of another tenant', async () => {
    const other = await makeTenant(store.owner);
    const foreign = insertAuditEntry(
      store.database.forTenant(other.id),
      { ...origin, requestId: 'r-4' },
      { action: 'profile.changed' },
    );
    await expect(foreign).rejects.toThrow('row-level security');
    expect(await entries('r-4')).toEqual([]);
  });
});

describe('changed fields', () => {
  const row = { name: 'A', place: { latitude: 1 }, secret: 's', note: null };
  it('are those of the list whose values differ, and nothing else of the records', () => {
    const next = { name: 'B', place: { latitude: 1 }, secret: 't', note: null };
    expect(changedFields(row, next, ['name', 'place', 'note'])).toEqual({
      before: { name: 'A' },
      after: { name: 'B' },
    });
    expect(changedFields(row, { ...row, secret: 't' }, ['name', 'place'])).toEqual({
      before: null,
      after: null,
    });
  });
});

describe.each(['audit_entries', 'audit_names'])('the rows of %s', (table) => {
  const changes = [`UPDATE ${table} SET tenant_id = tenant_id`, `DELETE FROM ${table}`, `TRUNCATE ${table}`];

  it.each(changes)('are not touched by the serving role: %s', async (statement) => {
    await expect(run(store.database.forTenant(tenant.id), statement)).rejects.toThrow('permission denied');
  });

  it.each(changes)('are not touched by the owner of the tables: %s', async (statement) => {
    const text = `SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`;
    const rows = (await run(store.owner, text)).rows;
    expect(rows.length).toBeGreaterThan(0);
    await expect(run(store.owner, statement)).rejects.toThrow('append-only');
    expect((await run(store.owner, text)).rows).toEqual(rows);
  });

  it('go with their tenant alone', async () => {
    const gone = { id: randomUUID(), slug: `gone-${randomUUID().slice(0, 8)}`, name: 'Gone' };
    await store.owner
      .insertInto('tenants')
      .values({ tenant_id: gone.id, slug: gone.slug, name: gone.name })
      .execute();
    await insertAuditEntry(
      store.owner,
      { ...origin, tenantId: gone.id, actor: null },
      { action: 'tenant.created', subject: { id: gone.id, label: 'Gone' } },
    );
    const count = async (id: string) =>
      (await run(store.owner, `SELECT 1 FROM ${table} WHERE tenant_id = '${id}'`)).rows.length;
    expect(await count(gone.id)).toBe(1);
    const stored = await count(tenant.id);
    await run(store.owner, `DELETE FROM tenants WHERE tenant_id = '${gone.id}'`);
    expect([await count(gone.id), await count(tenant.id)]).toEqual([0, stored]);
  });
});
