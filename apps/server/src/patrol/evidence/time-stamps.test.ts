// The head of a day is stamped by the operator's authority, as soon as that answers; sealing waits for none of it.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type OpensslAuthority,
  openAuthority,
  opensslVerifies,
} from '../../platform/adapters/time-stamps/openssl-authority.testing.ts';
import { runAsOwner, runAsReplica } from './sealed-world.testing.ts';
import type { TimeStampAuthority } from '../../platform/adapters/time-stamps/time-stamp-authority.ts';
import { openTimeStamps } from '../../open-time-stamps.ts';
import { testApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { publishedHeadJobs, publishHeads } from './published-heads.jobs.ts';
import { makePublishedWorld, type PublishedWorld } from './published-heads.testing.ts';

const server = await testApp();
let world: PublishedWorld;
let authority: OpensslAuthority;
let genuine: OpensslAuthority['answer'];
const problems: string[] = [];
const onProblem = (sentence: string) => problems.push(sentence);

beforeAll(async () => {
  world = await makePublishedWorld(server);
  authority = await openAuthority();
  genuine = authority.answer;
});
beforeEach(async () => {
  await runAsReplica(server, 'DELETE FROM published_heads');
  await world.sealing.days.replace(world.tenant.id, null, Date.now());
  authority.answer = genuine;
  problems.length = 0;
});

interface Found {
  readonly stamp_state: string;
  readonly stamp_reason: string;
  readonly stamp_tries: number;
}

const stamps = () => runAsOwner<Found>(server, 'SELECT * FROM published_heads');

/** Each request again: one that did not answer is not asked again for a minute. */
const timeStamps: TimeStampAuthority = async (stamped) => {
  const settings = { url: authority.url, caFile: `${authority.folder}/ca.pem` };
  const opened = await openTimeStamps(settings);
  if (opened === undefined) throw new Error('no authority');
  return opened(stamped);
};

/** As the hourly job does, beside a worker that asks the authority. */
async function publishing(stampDelaysMs: readonly number[], work: () => Promise<void>): Promise<void> {
  const consoleUrl = () => 'https://console.example/';
  const settings = { sealing: world.sealing, consoleUrl, onProblem, timeStamps, stampDelaysMs };
  const handlers = publishedHeadJobs(settings).filter(({ timetable }) => timetable === undefined);
  const jobs = await testJobs(server, handlers);
  try {
    await publishHeads(settings, server.database, world.midnightMs + 240_000);
    await work();
  } finally {
    await jobs.stop();
  }
}

const becomes = (state: string) =>
  vi.waitFor(async () => expect(await stamps()).toMatchObject([{ stamp_state: state }]), {
    timeout: 60_000,
    interval: 50,
  });

describe('the head of a day', () => {
  test('[TRUTH-05] is stamped by the authority of TIMESTAMP_URL, and openssl verifies what anybody is given of it', async () => {
    expect((await world.stranger('GET', '/evidence/time-stamp')).statusCode).toBe(404);
    await publishing([], () => becomes('stamped'));
    const note = await world.stranger('GET', '/evidence/checkpoint');
    const stamp = await world.stranger('GET', '/evidence/time-stamp');
    expect(stamp.headers['content-type']).toBe('application/timestamp-reply');
    expect(await opensslVerifies(authority, note.rawPayload, stamp.rawPayload)).toContain('Verification: OK');
    const day = (await world.published())[0]?.day ?? '';
    const ofDay = await world.stranger('GET', '/evidence/time-stamp', { query: { day } });
    expect(ofDay.rawPayload).toEqual(stamp.rawPayload);
    const [shown] = (await world.superAdmin('GET', '/secure/evidence-log')).json().published;
    expect(shown).toMatchObject({ day, stampState: 'stamped', stampReason: '' });
    expect(Math.abs(shown.stampedAtMs - Date.now())).toBeLessThan(120_000);
    expect([problems, await world.differences()]).toEqual([[], []]);
  });

  test('[TRUTH-05] waits for an authority that is away, and nothing else waits for it', async () => {
    let isAway = true;
    authority.answer = async (query) => {
      if (isAway) throw new Error('away');
      return genuine(query);
    };
    await publishing(Array(200).fill(20), async () => {
      await vi.waitFor(async () => expect((await stamps())[0]?.stamp_tries).toBeGreaterThan(2), 60_000);
      const [waiting] = await stamps();
      expect(waiting).toMatchObject({
        stamp_state: 'waiting',
        stamp_reason: expect.stringContaining('does not'),
      });
      const size = await world.newestSize();
      await world.phones[0].walk(Date.now());
      expect(await world.seal()).toBeGreaterThan(0);
      expect(await world.newestSize()).toBeGreaterThan(size);
      isAway = false;
      await becomes('stamped');
    });
    expect(problems).toEqual([
      expect.stringMatching(/^TIMESTAMP_URL: the head of \S+ of tenant \S+ has no time-stamp: /),
    ]);
    const stamp = await world.stranger('GET', '/evidence/time-stamp');
    const note = await world.stranger('GET', '/evidence/checkpoint');
    expect(await opensslVerifies(authority, note.rawPayload, stamp.rawPayload)).toContain('Verification: OK');
  });

  test('[TRUTH-05] goes without a stamp once every try failed, which is logged and shown', async () => {
    authority.answer = async () => ({ body: Buffer.from('no time-stamp') });
    await publishing([1, 1], () => becomes('failed'));
    expect(await stamps()).toMatchObject([
      { stamp_tries: 3, stamp_reason: expect.stringContaining('is no time-stamp') },
    ]);
    expect(problems).toHaveLength(2);
    const [shown] = (await world.superAdmin('GET', '/secure/evidence-log')).json().published;
    expect(shown).toMatchObject({
      stampState: 'failed',
      stampReason: expect.stringContaining('is no time-stamp'),
    });
    expect((await world.stranger('GET', '/evidence/time-stamp')).statusCode).toBe(404);
  });

  test('[TRUTH-05] whose stored time-stamp is another one is named by npm run verify', async () => {
    await publishing([], () => becomes('stamped'));
    await runAsReplica(server, `UPDATE published_heads SET time_stamp = sha256(time_stamp)`);
    expect(await world.differences()).toEqual([
      expect.stringMatching(/^published_heads \S+: time_stamp was altered/),
    ]);
    await runAsReplica(server, `UPDATE published_heads SET stamped_at_ms = stamped_at_ms + 1000`);
    expect(await world.differences()).toHaveLength(1);
  });
});
