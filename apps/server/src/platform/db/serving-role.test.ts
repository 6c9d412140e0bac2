import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { openOwner, serveAs } from './database.ts';

it('servers that start together on a database with passwords agree on that of the serving role', async () => {
  const store = await testDatabase();
  const connection = { ...store.connection, password: store.connection.password || 'secret' };
  const owners = Array.from({ length: 8 }, () => openOwner(store.connection));
  const turns = Array.from({ length: 5 }, () => owners.map(({ db }) => serveAs(db, connection)));
  const found = await Promise.allSettled(turns.flat());
  for (const owner of owners) await owner.close();
  expect(found.filter(({ status }) => status === 'rejected')).toEqual([]);
  const passwords = found.map((one) => (one.status === 'fulfilled' ? one.value.password : null));
  expect(new Set(passwords).size).toBe(1);
});
