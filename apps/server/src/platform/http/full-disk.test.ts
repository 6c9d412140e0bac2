// A disk without room for what would be stored.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { markNotificationsSeen } from '@watchpost/contract/notifications';
import { signIn, signOut } from '@watchpost/contract/session';
import { listSites } from '@watchpost/contract/sites';
import { makeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { anyone, buildTestApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

describe('while the disk has no room', () => {
  it('what writes is answered 503 and when to come again, what reads goes on, and all goes on with room', async () => {
    const store = await testDatabase();
    let hasDiskSpace = false;
    const app = await buildTestApp(store.database, { hasDiskSpace: () => hasDiskSpace });
    atFileEnd(() => app.close());
    const admin = await browserOfNew({ app, owner: store.owner }, await makeTenant(store.owner));
    expect((await admin('GET', listSites.path)).statusCode).toBe(200);
    const refused = await admin('PUT', markNotificationsSeen.path);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30']);
    expect(refused.json().general[0].code).toBe('storageFull');
    hasDiskSpace = true;
    expect((await admin('PUT', markNotificationsSeen.path)).statusCode).toBe(200);
  });

  it('the server lets no one in and says why; signing out works as long as the database can store it', async () => {
    const store = await testDatabase();
    const app = await buildTestApp(store.database, { hasDiskSpace: () => false });
    atFileEnd(() => app.close());
    const tenant = await makeTenant(store.owner);
    const server = { app, owner: store.owner };
    const [admin, other] = [await browserOfNew(server, tenant), await browserOfNew(server, tenant)];
    const entering = await anyone(app, tenant)('POST', signIn.path, {
      body: { username: 'a@b.example', password: 'x' },
    });
    expect([entering.statusCode, entering.json().general[0].code]).toEqual([503, 'storageFull']);
    expect((await admin('DELETE', signOut.path)).statusCode).toBe(200);
    expect((await admin('GET', listSites.path)).statusCode).toBe(401);
    await sql`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`.execute(store.owner);
    await sql`CREATE TRIGGER no_room BEFORE INSERT ON audit_entries EXECUTE FUNCTION refuse_entry()`.execute(
      store.owner,
    );
    const signedOut = await other('DELETE', signOut.path);
    expect([signedOut.statusCode, signedOut.headers['retry-after']]).toEqual([503, '30']);
    expect(signedOut.headers['set-cookie']).toBeUndefined();
    expect((await other('GET', listSites.path)).statusCode).toBe(200);
  });

  it('a session that was not used for a while reads on, though its use cannot be written down', async () => {
    const store = await testDatabase();
    const app = await buildTestApp(store.database);
    atFileEnd(() => app.close());
    const admin = await browserOfNew({ app, owner: store.owner }, await makeTenant(store.owner));
    await sql`UPDATE sessions SET last_seen_at = now() - interval '1 hour'`.execute(store.owner);
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`.execute(store.owner);
    await sql`CREATE TRIGGER no_room BEFORE UPDATE ON sessions EXECUTE FUNCTION refuse()`.execute(
      store.owner,
    );
    expect((await admin('GET', listSites.path)).statusCode).toBe(200);
  });
});
