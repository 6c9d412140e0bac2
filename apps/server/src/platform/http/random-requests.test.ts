// The short form of trials/fuzz: thousands of requests made from the endpoints' own schemas.
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { inProcess } from '../../testing/asked-server.ts';
import { askAtRandom, reachOf } from '../../testing/random-requests.ts';
import { testApp } from '../../testing/test-app.ts';

const seed = 20_261_128;
/** Of each endpoint, on an average. */
const requestsEach = 16;

describe('random requests', () => {
  it('[API-04] are all answered in the shapes of the contract, and none with a 500', async () => {
    const server = inProcess(await testApp());
    const answers = await askAtRandom(server, { seed, count: allEndpoints.length * requestsEach });
    // The requests were not all nonsense: most endpoints served some, and nearly each answered in several ways.
    const { served, monotonous } = reachOf(answers);
    expect(served.length).toBeGreaterThan(allEndpoints.length * 0.6);
    expect(monotonous.length).toBeLessThan(allEndpoints.length * 0.05);
  }, 300_000);
});
