import { expect, it } from 'vitest';
import { atFileEnd } from '../../apps/server/src/testing/file-end.ts';
import { startServer } from '../../apps/server/src/testing/live-server.ts';
import { testDatabase } from '../../apps/server/src/testing/test-database.ts';
import { makeForgedWorld } from './forger.ts';
import { sendForgeries } from './forgery.ts';

it('[TRUTH-01, TRUTH-02, TRUTH-04, TRUTH-10, TRUTH-11] each kind of forged upload bears its flag or is refused', async () => {
  const store = await testDatabase();
  const server = await startServer(store, 60_000);
  atFileEnd(() => server.close());
  const verdicts = await sendForgeries(await makeForgedWorld(store.owner, server.url));
  expect(verdicts.length).toBeGreaterThanOrEqual(40);
  expect(verdicts.filter(({ fault }) => fault !== null)).toEqual([]);
});
