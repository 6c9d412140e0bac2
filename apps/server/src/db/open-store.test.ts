import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { testDatabase } from '../testing/test-database.ts';
import { connectionOf, openStore } from './open-store.ts';

it.each(['require', 'verify-ca', 'verify-full'])('sslmode=%s connects by TLS or not at all', (mode) => {
  const connection = connectionOf(`postgres://who:pass%2Fword@db.example:6432/patrol?sslmode=${mode}`);
  expect(connection).toEqual({
    host: 'db.example',
    port: 6432,
    user: 'who',
    password: 'pass/word',
    database: 'patrol',
    ssl: true,
  });
});

it('without one the connection is plain, as on the own machine', () => {
  expect(connectionOf('postgres://who@localhost/patrol')).not.toHaveProperty('ssl');
});

/** Opens a store on the test's database, which speaks no TLS, as who serves it; resolves with the name of that role. */
async function servedBy(mode: string): Promise<string | undefined> {
  const { connection } = await testDatabase();
  const { host = '', port, user = '', password, database } = connection;
  const who = `${encodeURIComponent(user)}:${encodeURIComponent(String(password ?? ''))}`;
  const address = `postgres://${who}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const env = readEnv({ DATABASE_URL: address, DATABASE_APP_URL: `${address}&sslmode=${mode}` });
  const store = await openStore(env, () => {});
  try {
    const { rows } = await sql<{ role: string }>`SELECT current_user AS role`.execute(store.database.shared);
    return rows[0]?.role;
  } finally {
    await store.close();
  }
}

it.each(['disable', 'allow', 'prefer'])(
  'DATABASE_APP_URL with sslmode=%s connects without TLS, as DATABASE_URL does',
  async (mode) => {
    expect(await servedBy(mode)).toBeTypeOf('string');
  },
);

it('DATABASE_APP_URL with sslmode=require connects by TLS or not at all, as DATABASE_URL does', async () => {
  await expect(servedBy('require')).rejects.toThrow(/SSL/);
});
