import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { openOwner, serveAs } from './database.ts';
import { scramVerifier } from './scram-verifier.ts';

it('a verifier is the one that PostgreSQL makes of the same password and salt', async () => {
  const { owner } = await testDatabase();
  const role = `scram_${randomUUID().slice(0, 8)}`;
  await sql.raw(`SET password_encryption = 'scram-sha-256'`).execute(owner);
  await sql.raw(`CREATE ROLE ${role} PASSWORD 'a plain Password 1'`).execute(owner);
  const { rows } = await sql<{
    stored: string;
  }>`SELECT rolpassword AS stored FROM pg_authid WHERE rolname = ${role}`.execute(owner);
  await sql.raw(`DROP ROLE ${role}`).execute(owner);
  const stored = rows[0]?.stored ?? '';
  const salt = Buffer.from(/:([^$]+)\$/.exec(stored)?.[1] ?? '', 'base64');
  expect(scramVerifier('a plain Password 1', salt)).toBe(stored);
});

it('[TRUTH-12] no statement carries the password of the serving role', async () => {
  const { connection } = await testDatabase();
  const owner = openOwner(connection);
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const { password } = await serveAs(owner.db, { ...connection, password: 'secret' });
  const sent = spy.mock.calls.map((given) => JSON.stringify(given[0]));
  spy.mockRestore();
  await owner.close();
  expect(sent.join('\n')).toMatch(/ALTER ROLE watchpost_app PASSWORD 'SCRAM-SHA-256\$/);
  expect(sent.join('\n')).not.toContain(password);
});
