// A disk without room for what would be stored.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listSites } from '@watchpost/contract/sites';
import { makeTenant } from '../testing/factories.ts';
import { atFileEnd } from '../testing/file-end.ts';
import { browserOfNew } from '../testing/made-sessions.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';

describe('while the disk has no room', () => {
  it('what writes is answered 503 and when to come again, what reads goes on, and all goes on with room', async () => {
    const store = await testDatabase();
    let hasRoom = false;
    const app = await buildTestApp(store.database, { hasRoom: () => hasRoom });
    atFileEnd(() => app.close());
    const admin = await browserOfNew({ app, owner: store.owner }, await makeTenant(store.owner));
    expect((await admin('GET', listSites.path)).statusCode).toBe(200);
    const refused = await admin('DELETE', '/secure/signout');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30']);
    expect(refused.json().general[0].code).toBe('storageFull');
    hasRoom = true;
    expect((await admin('DELETE', '/secure/signout')).statusCode).toBe(200);
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
