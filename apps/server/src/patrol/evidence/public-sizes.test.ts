// What the log tells a stranger: nothing of when somebody is on patrol.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import { runAsReplica } from './sealed-world.testing.ts';
import { comparable, makeWorld, sampleOf, send } from '../../testing/endpoint-samples.ts';
import { testApp } from '../../testing/test-app.ts';
import { publishHeads } from './published-heads.jobs.ts';
import { makePublishedWorld, type PublishedWorld } from './published-heads.testing.ts';

const server = await testApp();
const { owner, database } = server;
let world: PublishedWorld;

beforeAll(async () => {
  world = await makePublishedWorld(server);
});

beforeEach(async () => {
  await runAsReplica(server, 'DELETE FROM published_heads');
  await world.sealing.days.replace(world.tenant.id, null, Date.now());
});

describe('a stranger', () => {
  /** Whatever anybody without a session is answered, growth between all sizes that the log may have included. */
  async function seen(sizeMax: number): Promise<string> {
    const samples = await makeWorld(owner, world.tenant);
    const replies: unknown[] = [];
    for (const endpoint of allEndpoints.filter(
      ({ access, method }) => access === 'public' && method === 'GET',
    )) {
      const { query, params } = sampleOf(endpoint, samples);
      // Paths of mailed links name nothing of the log.
      if (params !== undefined) continue;
      const reply = comparable(await send(world.stranger, endpoint, query === undefined ? {} : { query }));
      replies.push([endpoint.name, reply]);
    }
    for (let from = 0; from <= sizeMax; from += 1) {
      for (const to of [from, from + 1, sizeMax]) {
        const query = { from: String(from), to: String(to) };
        const { statusCode, body } = await world.stranger('GET', '/evidence/growth', { query });
        replies.push([from, to, statusCode, body.replace(/"requestId":"[^"]*"/, '')]);
      }
    }
    return JSON.stringify(replies);
  }

  test('[TRUTH-12] sees no difference between an hour with and an hour without scans', async () => {
    await world.publish();
    const size = await world.newestSize();
    const sizeMax = size + 20;
    const before = await seen(sizeMax);
    for (const phone of world.phones) await phone.walk(Date.now());
    await world.seal();
    await publishHeads(
      { sealing: world.sealing, consoleUrl: () => 'https://console.example/', onProblem: () => {} },
      database,
      world.midnightMs + 3_600_000,
    );
    expect(await world.newestSize()).toBeGreaterThan(size + 10);
    const after = await seen(sizeMax);
    expect(after).toBe(before);
  });

  test('[TRUTH-12] who holds a head is shown growth out of it, and who guesses its size is not', async () => {
    await world.publish();
    await world.phones[1].walk(Date.now());
    await world.seal();
    const { heads } = (await world.superAdmin('GET', '/secure/evidence-log')).json();
    const [newest]: SignedHead[] = heads;
    const { head: published } = (await world.stranger('GET', '/evidence/keys')).json();
    const growth = { from: String(published.size), to: String(newest?.size) };
    const ask = (query: Record<string, string>) => world.stranger('GET', '/evidence/growth', { query });
    const answered = await ask({ ...growth, toRoot: newest?.root ?? '' });
    expect(answered.json()).toMatchObject({ head: newest, earlier: { head: published } });
    const guessed = await ask(growth);
    const wrong = await ask({ ...growth, toRoot: 'ab'.repeat(32) });
    const absent = await ask({ from: growth.from, to: '999999' });
    for (const reply of [guessed, wrong, absent]) {
      expect(reply.statusCode).toBe(404);
      expect(reply.body.replace(/"requestId":"[^"]*"/, '')).toBe(
        absent.body.replace(/"requestId":"[^"]*"/, ''),
      );
    }
    expect(guessed.body).toContain('add its root');
  });
});
