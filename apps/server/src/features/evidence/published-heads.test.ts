// The head of a day: published once, of the log as it was, and not of one that was tampered with.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverSecret } from '../../access/server-secret.ts';
import { runAsOwner, runAsReplica } from '../../evidence/sealed-world.testing.ts';
import { testApp, testSecret } from '../../testing/test-app.ts';
import { publishHeads } from './published-heads.jobs.ts';
import { dayMs, makePublishedWorld, type PublishedWorld } from './published-heads.testing.ts';

const server = await testApp();
const { database } = server;
const run = <Row>(text: string) => runAsOwner<Row>(server, text);
let world: PublishedWorld;

beforeAll(async () => {
  world = await makePublishedWorld(server);
});

beforeEach(async () => {
  await runAsReplica(server, 'DELETE FROM published_heads');
});

describe('the head of a day', () => {
  test('[TRUTH-05] is published once, however many servers publish it, and dated with the day alone', async () => {
    const made = await Promise.all([
      world.publish(),
      world.publish(),
      world.publish({ nowMs: world.midnightMs + 3_600_000 }),
    ]);
    expect(made.filter((each) => each !== null)).toHaveLength(1);
    const size = await world.newestSize();
    const day = new Date(world.midnightMs).toISOString().slice(0, 10);
    expect(await world.published()).toEqual([{ day, size }]);
    const { head } = (await world.stranger('GET', '/evidence/keys')).json();
    expect(head).toMatchObject({ size, atMs: world.midnightMs });
    expect((await world.heads()).at(-1)?.at_ms).not.toBe(world.midnightMs);
  });

  test('[TRUTH-05] is what the log was when the day began, whenever a server comes to publish it', async () => {
    const heads = await world.heads();
    const [before, after] = [heads.at(-2), heads.at(-1)];
    await run(`UPDATE log_heads SET at_ms = ${world.midnightMs + 1} WHERE size = ${after?.size}`);
    await world.publish({ nowMs: world.midnightMs + 20 * 3_600_000 });
    await run(`UPDATE log_heads SET at_ms = ${after?.at_ms} WHERE size = ${after?.size}`);
    expect(await world.published()).toMatchObject([{ size: before?.size }]);
  });

  test('[TRUTH-05] is none where nothing was sealed since, and follows as soon as something is', async () => {
    await world.publish();
    expect(await world.publish({ nowMs: world.midnightMs + dayMs })).toBeNull();
    await world.phones[0].walk(Date.now());
    await world.seal();
    expect(await world.publish({ nowMs: world.midnightMs + 2 * dayMs })).not.toBeNull();
    const [first, second] = await world.published();
    expect(second?.size).toBeGreaterThan(first?.size ?? 0);
  });

  test('[TRUTH-05] of a wrong clock, a year ahead, hides none of the days that follow', async () => {
    await world.publish({ nowMs: world.midnightMs + 365 * dayMs });
    await world.phones[0].walk(Date.now());
    await world.seal();
    await world.publish({ nowMs: world.midnightMs + dayMs });
    const size = await world.newestSize();
    expect((await world.stranger('GET', '/evidence/keys')).json().head.size).toBe(size);
  });

  test('[TRUTH-05] is not published of a log that was rolled back, rewritten or signed by somebody else', async () => {
    await world.publish();
    const later = world.midnightMs + dayMs;
    const told: string[] = [];
    const tell = (nowMs: number, secret = testSecret) =>
      publishHeads({ logSecrets: [secret], onProblem: (text) => told.push(text) }, database, nowMs);
    const [first] = await world.heads();
    await world.keeping(['log_heads'], async () => {
      await runAsReplica(server, `DELETE FROM log_heads WHERE size > ${first?.size}`);
      await tell(later);
    });
    expect(told.pop()).toMatch(/did not grow out of .* Run "npm run verify"\.$/);
    await world.phones[0].walk(Date.now());
    await world.seal();
    await world.keeping(['published_heads'], async () => {
      await runAsReplica(server, 'UPDATE published_heads SET root = sha256(root)');
      await tell(later);
    });
    expect(told.pop()).toMatch(/did not grow out of/);
    await world.keeping(['log_nodes', 'log_leaves'], async () => {
      await runAsReplica(server, 'DELETE FROM log_nodes; DELETE FROM log_leaves WHERE leaf_no < 8');
      await tell(later);
    });
    expect(told.pop()).toMatch(/did not grow out of/);
    await tell(later, serverSecret('of somebody else, who is not the operator'));
    expect(told.pop()).toMatch(/signed by no key of this installation/);
    expect(await world.published()).toHaveLength(1);
    await tell(later);
    expect([told, (await world.published()).length]).toEqual([[], 2]);
  });

  test('[TRUTH-05] is checked by npm run verify, whichever column was altered', async () => {
    await world.publish();
    expect(await world.differences()).toEqual([]);
    const changes: Readonly<Record<string, string>> = {
      day: 'day + 1',
      size: 'size - 1',
      root: 'sha256(root)',
      at_ms: 'at_ms + 1',
      key: 'sha256(key)',
      signature: 'sha512(signature)',
      note: `replace(note, '— ', '— x')`,
    };
    for (const [column, value] of Object.entries(changes)) {
      await world.keeping(['published_heads'], async () => {
        await runAsReplica(server, `UPDATE published_heads SET ${column} = ${value}`);
        const found = (await world.differences()).filter((sentence) =>
          sentence.startsWith('published_heads'),
        );
        expect([column, found.length > 0]).toEqual([column, true]);
      });
    }
    await run(`INSERT INTO note_keys SELECT tenant_id, replace(verifier_key, '+A', '+B'), 1 FROM note_keys`);
    expect(await world.differences()).toEqual([expect.stringMatching(/^note_keys .*altered$/)]);
    await runAsReplica(server, `DELETE FROM note_keys WHERE first_used_ms = 1`);
    expect(await world.differences()).toEqual([]);
  });
});
