import { expect, it } from 'vitest';
import { connectionOf } from './open-store.ts';

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
