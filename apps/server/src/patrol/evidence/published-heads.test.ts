// The head of a day: published once, of the log as it was, and not of one that was tampered with.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { runAsOwner, runAsReplica } from './sealed-world.testing.ts';
import { testApp, testSecret } from '../../testing/test-app.ts';
import { logKeyOf, signHead } from './log-keys.ts';
import { insertNote } from './log-notes.queries.ts';
import type { Sealing } from './sealing.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { publishHeads } from './published-heads.jobs.ts';
import { dayMs, makePublishedWorld, type PublishedWorld } from './published-heads.testing.ts';

const server = await testApp();
const { database } = server;
const consoleUrl = () => 'https://console.example/';
const run = <Row>(text: string) => runAsOwner<Row>(server, text);
let world: PublishedWorld;

beforeAll(async () => {
  world = await makePublishedWorld(server);
});

beforeEach(async () => {
  await runAsReplica(server, 'DELETE FROM published_heads');
  await world.sealing.days.replace(world.tenant.id, null, Date.now());
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
    await world.withTables(['log_heads'], async () => {
      const later = { logId: world.tenant.id, size: after?.size ?? 0, root: after?.root ?? '' };
      const key = logKeyOf(testSecret, world.tenant.id);
      const { atMs, signature } = signHead(key, { ...later, atMs: world.midnightMs + 1 });
      const changed = `at_ms = ${atMs}, signature = '\\x${signature}'`;
      await run(`UPDATE log_heads SET ${changed} WHERE size = ${after?.size}`);
      await world.publish({ nowMs: world.midnightMs + 20 * 3_600_000 });
    });
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
    const sent: string[] = [];
    const publish = async (sealing: Sealing = world.sealing) => {
      const onProblem = (text: string) => sent.push(text);
      await publishHeads({ sealing, consoleUrl, onProblem }, database, later);
      return sent.pop();
    };
    const [first] = await world.heads();
    await world.withTables(['log_heads'], async () => {
      await runAsReplica(server, `DELETE FROM log_heads WHERE size > ${first?.size}`);
      expect(await publish()).toMatch(/it was cut: .* Run "npm run verify"\.$/);
      // A server that knows nothing of the log but what the database says.
      expect(await publish(testSealing([testSecret]))).toMatch(
        /did not grow out of the \d+ that were published/,
      );
    });
    await world.phones[0].walk(Date.now());
    await world.seal();
    await world.withTables(['published_heads'], async () => {
      await runAsReplica(server, 'UPDATE published_heads SET root = sha256(root)');
      expect(await publish()).toMatch(/did not grow out of the \d+ that were published/);
    });
    await world.withTables(['log_nodes', 'log_leaves'], async () => {
      await runAsReplica(server, 'DELETE FROM log_nodes; DELETE FROM log_leaves WHERE leaf_no < 8');
      expect(await publish()).toMatch(/do not give the root/);
    });
    const other = testSealing([serverSecret('of somebody else, who is not the operator')]);
    expect(await publish(other)).toMatch(/signed by no key of this installation/);
    expect(await world.published()).toHaveLength(1);
    expect(await publish()).toBeUndefined();
    expect(await world.published()).toHaveLength(2);
  });

  test('[TRUTH-05] is published again once an operator has gone on with a log that did not grow', async () => {
    await world.publish();
    const nowMs = world.midnightMs + dayMs;
    await runAsReplica(server, 'UPDATE published_heads SET root = sha256(root), size = size + 1000');
    await expect(world.publish({ nowMs })).rejects.toThrow('did not grow');
    const db = database.forTenant(world.tenant.id);
    const details = { fault: 'cut', reason: 'a test', from: null, to: null };
    await insertNote(db, world.tenant.id, { kind: 'accepted', atMs: nowMs, details });
    expect(await world.publish({ nowMs })).toMatchObject({ no: 2 });
    // The newest is the one that was published last, and not the longest.
    const { head } = (await world.stranger('GET', '/evidence/keys')).json();
    expect(head.size).toBeLessThan(1000);
    await runAsReplica(
      server,
      `DELETE FROM log_notes WHERE kind = 'accepted'; DELETE FROM log_pending WHERE source = 'log_notes'`,
    );
  });

  test('[TRUTH-05] is checked by npm run verify, whichever column was altered', async () => {
    await world.publish();
    expect(await world.differences()).toEqual([]);
    const changes: Readonly<Record<string, string>> = {
      day: 'day + 1',
      no: 'no + 1',
      size: 'size - 1',
      root: 'sha256(root)',
      at_ms: 'at_ms + 1',
      key: 'sha256(key)',
      signature: 'sha512(signature)',
      note: `replace(note, '— ', '— x')`,
    };
    for (const [column, value] of Object.entries(changes)) {
      await world.withTables(['published_heads'], async () => {
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

  test('[TRUTH-05] that was deleted is named by npm run verify, in the middle and at the end, and its number is not given again', async () => {
    const publishNext = async (no: number) => {
      await world.phones[0].walk(Date.now());
      await world.seal();
      const made = await world.publish({ nowMs: world.midnightMs + no * dayMs });
      expect(made?.no).toBe(no);
      return made?.day;
    };
    const [, second, third] = [await publishNext(1), await publishNext(2), await publishNext(3)];
    expect(await world.differences()).toEqual([]);
    const removed = `published_heads ${third}: removed or altered; it was published as number 3`;
    const gap = 'no was altered, or heads before it were removed';
    await world.withTables(['published_heads'], async () => {
      await runAsReplica(server, `DELETE FROM published_heads WHERE day = '${second}'`);
      expect(await world.differences()).toEqual([`published_heads ${third}: ${gap}`]);
      await runAsReplica(server, 'UPDATE published_heads SET no = 2 WHERE no = 3');
      expect(await world.differences()).toEqual([expect.stringContaining(removed)]);
    });
    await world.withTables(['published_heads'], async () => {
      await runAsReplica(server, 'DELETE FROM published_heads');
      expect(await world.differences()).toEqual([expect.stringContaining(removed)]);
    });
    await runAsReplica(server, `DELETE FROM published_heads WHERE day = '${third}'`);
    expect(await world.differences()).toEqual([expect.stringContaining(removed)]);
    const fourth = await publishNext(4);
    expect(await world.differences()).toEqual([`published_heads ${fourth}: ${gap}`]);
  });
});
