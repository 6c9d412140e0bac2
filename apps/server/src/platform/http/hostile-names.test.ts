// The short form of trials/field-names: each endpoint's sample, spoilt in one name.
import { expect, it } from 'vitest';
import { inProcess } from '../../testing/asked-server.ts';
import { makeWorld } from '../../testing/endpoint-samples.ts';
import { tryHostileNames } from '../../testing/hostile-names.ts';
import { rawSender } from '../../testing/raw-requests.ts';
import { testApp } from '../../testing/test-app.ts';

it('[API-04] a name that is unknown, doubled, of a prototype or meant for the database is refused', async () => {
  const server = inProcess(await testApp());
  const world = await makeWorld(server.owner);
  const asked = { seed: 1, from: 0, count: 600 };
  const { faults, tries } = await tryHostileNames(rawSender(server, world), world, asked);
  expect(faults).toEqual([]);
  expect([...tries.keys()].toSorted()).toEqual(['column', 'doubled', 'twisted', 'unknown']);
});
