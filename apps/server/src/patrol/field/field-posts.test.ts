// Answers at a checkpoint, post orders and handover notes, as phones send and get them: once, and only one's own.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import type { FieldPost } from '@watchpost/contract/field-posts';
import { makeGuard, makeSite } from '../../testing/factories.ts';
import { browserOfNew, deviceOf } from '../../testing/made-sessions.ts';
import { makeQuestion } from '../../testing/make-question.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundStarted,
  scanned,
  send,
  sendBatch,
} from './field-site.testing.ts';

const test = await testApp();
const { owner } = test;

let site: FieldSite;
let admin: Caller;
let colleague: Caller;

const door = makeQuestion();
const at = () => Date.now();

beforeEach(async () => {
  site = await makeFieldSite(test);
  admin = await browserOfNew(test, site.tenant);
  const guard = await makeGuard(owner, site.tenant, { siteIds: [site.siteId] });
  colleague = await deviceOf(test, site.tenant, guard.id);
});

const pointId = (index = 0) => site.planned[index]?.checkpointId ?? '';

async function ask(checkpointId: string, questions: readonly object[], version = 0): Promise<void> {
  const reply = await admin('PUT', `/secure/checkpoints/${checkpointId}/questions`, {
    body: { version, questions },
  });
  expect(reply.statusCode).toBe(200);
}

const plan = async (device: Caller) => (await device('GET', '/field/plan')).json();
const askedAt = async (device: Caller, checkpointId: string) => {
  const { routes } = await plan(device);
  return routes[0].checkpoints.find((point: { checkpointId: string }) => point.checkpointId === checkpointId)
    .questions;
};
const postOf = async (device: Caller, siteId = site.siteId): Promise<FieldPost> => {
  const { posts } = await plan(device);
  return posts.find((post: FieldPost) => post.siteId === siteId);
};

function answered(scanId: string, changes: object = {}): FieldEvent {
  return {
    kind: 'checkpointAnswered',
    id: randomUUID(),
    scanId,
    checkpointId: pointId(),
    questionsId: null,
    answers: [],
    note: 'Lamp is out.',
    deviceAtMs: at(),
    ...changes,
  };
}

async function publish(text: string, version: number, effectiveOn = '2025-01-01'): Promise<string> {
  const body = { text, effectiveOn, version };
  const reply = await admin('POST', `/secure/sites/${site.siteId}/post-orders`, { body });
  expect(reply.statusCode).toBe(200);
  return reply.json().id;
}

describe('questions at a checkpoint', () => {
  it('[FIELD-01] come with the plan in their newest version, and go when nothing is asked', async () => {
    expect(await askedAt(site.device, pointId())).toBeUndefined();
    await ask(pointId(), [door]);
    expect((await askedAt(site.device, pointId())).questions).toEqual([door]);
    await ask(pointId(), [door, makeQuestion({ text: 'Alarm armed?' })], 1);
    expect((await askedAt(site.device, pointId())).questions).toHaveLength(2);
    await ask(pointId(), [], 2);
    expect(await askedAt(site.device, pointId())).toBeUndefined();
  });

  it('[FIELD-02] are answered once, before or after their scan arrives, and the same again is the same', async () => {
    await ask(pointId(), [door]);
    const { id: questionsId } = await askedAt(site.device, pointId());
    const start = roundStarted(site);
    const scan = scanned(site, start.id, 0);
    const answers = [{ questionId: door.id, value: 'yes' }];
    const answer = answered(scan.id, { questionsId, answers });
    const first = await send(site.device, answer);
    expect(first.json()).toEqual({ id: answer.id, receivedAtMs: expect.any(Number), flags: [] });
    const { accepted, refused } = await sendBatch(site.device, [answer, start, scan]);
    expect(refused).toEqual([]);
    expect(accepted[0]).toEqual(first.json());
    const other = await send(site.device, { ...answer, ...answered(scan.id), id: answer.id });
    expect([other.statusCode, other.json()]).toEqual([409, expect.anything()]);
    const { data } = (await admin('GET', `/secure/scanned-checkpoints/${start.id}/remarks`)).json();
    expect(data).toMatchObject([
      {
        id: answer.id,
        scanId: scan.id,
        questionsNo: 1,
        note: 'Lamp is out.',
        answers: [{ question: 'Fire door closed?', kind: 'yesNo', value: 'yes', marks: [] }],
      },
    ]);
  });

  it('[FIELD-03] answers of another guard’s scan, another site or another checkpoint’s questions are refused', async () => {
    await ask(pointId(1), [door]);
    const { id: questionsId } = await askedAt(site.device, pointId(1));
    const start = roundStarted(site);
    const scan = scanned(site, start.id, 0);
    await sendBatch(site.device, [start, scan]);
    const stranger = await makeGuard(owner, site.tenant, { siteIds: [await makeSite(owner, site.tenant)] });
    const elsewhere = await deviceOf(test, site.tenant, stranger.id);
    const other = await makeFieldSite(test);
    const tries = [
      await send(colleague, answered(scan.id)),
      await send(elsewhere, answered(randomUUID())),
      await send(other.device, answered(scan.id)),
      await send(site.device, answered(scan.id, { questionsId })),
      await send(site.device, answered(scan.id, { questionsId: randomUUID() })),
    ];
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await send(site.device, answered(scan.id, { note: 'a\u0000b' }))).statusCode).toBe(400);
  });

  it('[FIELD-02] a text with half of a letter is refused by itself, and holds up nothing that was sent with it', async () => {
    const start = roundStarted(site);
    const scan = scanned(site, start.id, 0);
    const half = { id: randomUUID(), text: 'Lamp is out \ud83d', isUrgent: false, deviceAtMs: at() };
    const broken = [
      answered(scan.id, { note: half.text }),
      answered(scan.id, { answers: [{ questionId: randomUUID(), value: '\ude42' }] }),
      { kind: 'handoverNoted', siteId: site.siteId, ...half } as const,
    ];
    const { accepted, refused } = await sendBatch(site.device, [start, ...broken, scan]);
    expect(accepted.map(({ id }) => id)).toEqual([start.id, scan.id]);
    expect(refused.map(({ id, code }) => [id, code])).toEqual(broken.map(({ id }) => [id, 'invalid']));
  });
});

describe('post orders', () => {
  it('[FIELD-01] are acknowledged once by each guard, and a new version again', async () => {
    const first = await publish('Gate 2 is locked at 22:00.', 0);
    expect((await postOf(site.device)).orders).toMatchObject([{ id: first, no: 1, isAcknowledged: false }]);
    const read: FieldEvent = {
      kind: 'ordersAcknowledged',
      id: randomUUID(),
      ordersId: first,
      deviceAtMs: at() - 60_000,
    };
    const receipt = (await send(site.device, read)).json();
    expect((await send(site.device, read)).json()).toEqual(receipt);
    expect((await postOf(site.device)).orders).toMatchObject([{ id: first, isAcknowledged: true }]);
    expect((await postOf(colleague)).orders).toMatchObject([{ id: first, isAcknowledged: false }]);
    const seen = (await admin('GET', `/secure/post-orders/${first}/acknowledgements`)).json();
    expect(seen.acknowledged).toMatchObject([{ guardId: site.guard.id, deviceAtMs: read.deviceAtMs }]);
    expect(seen.missing).toHaveLength(1);
    // From another phone of the guard's; the first time counts.
    await send(site.device, { ...read, id: randomUUID(), deviceAtMs: at() });
    const again = (await admin('GET', `/secure/post-orders/${first}/acknowledgements`)).json();
    expect(again).toEqual(seen);

    const second = await publish('Gate 2 is locked at 21:00.', 1);
    const ahead = await publish('Gate 2 stays locked.', 2, '2099-01-01');
    expect((await postOf(site.device)).orders).toMatchObject([
      { id: second, isAcknowledged: false },
      { id: ahead, isAcknowledged: false },
    ]);
  });

  it('[FIELD-03] of a site where the guard is not posted cannot be acknowledged', async () => {
    const { otherSiteId } = site;
    const body = { text: 'Elsewhere.', effectiveOn: '2025-01-01', version: 0 };
    const { id } = (await admin('POST', `/secure/sites/${otherSiteId}/post-orders`, { body })).json();
    const read = { kind: 'ordersAcknowledged', id: randomUUID(), ordersId: id, deviceAtMs: at() } as const;
    expect((await send(colleague, read)).statusCode).toBe(404);
    expect((await send((await makeFieldSite(test)).device, read)).statusCode).toBe(404);
    expect((await send(site.device, read)).statusCode).toBe(200);
  });
});

describe('a handover note', () => {
  const note = (changes: object = {}): FieldEvent => ({
    kind: 'handoverNoted',
    id: randomUUID(),
    siteId: site.siteId,
    text: 'Key 7 is with reception.',
    isUrgent: true,
    deviceAtMs: at(),
    ...changes,
  });

  it('[FIELD-02] tells the others when it was written, though the clock of the phone was wrong', async () => {
    const skewMs = -7 * 3_600_000;
    const writtenMs = Date.now() - 600_000;
    const left = note({ deviceAtMs: writtenMs + skewMs });
    const beforeMs = Date.now();
    const sent = await site.device('POST', '/field/event', {
      body: { sentAtMs: beforeMs + skewMs, event: left },
    });
    expect(sent.statusCode).toBe(200);
    const found = (await postOf(colleague)).handovers.find(({ id }) => id === left.id);
    expect(found?.deviceAtMs).toBe(found?.atMs);
    expect(found?.atMs).toBeGreaterThanOrEqual(writtenMs);
    expect(found?.atMs).toBeLessThanOrEqual(writtenMs + Date.now() - beforeMs);
    await send(colleague, { kind: 'handoverRead', id: randomUUID(), noteId: left.id, deviceAtMs: at() });
  });

  it('[FIELD-01] waits for the other guards of the site until each has read it, and the console says who has', async () => {
    const left = note();
    await send(site.device, left);
    expect((await postOf(site.device)).handovers).toEqual([]);
    expect((await postOf(colleague)).handovers).toMatchObject([
      { id: left.id, text: 'Key 7 is with reception.', isUrgent: true, deviceAtMs: left.deviceAtMs },
    ]);
    const read = { kind: 'handoverRead', id: randomUUID(), noteId: left.id, deviceAtMs: at() } as const;
    expect((await send(colleague, read)).statusCode).toBe(200);
    expect((await postOf(colleague)).handovers).toEqual([]);
    const listed = (await admin('GET', `/secure/sites/${site.siteId}/handover-notes`)).json();
    expect(listed).toMatchObject({
      count: 1,
      data: [{ id: left.id, reads: [{ deviceAtMs: read.deviceAtMs }] }],
    });
  });

  it('[FIELD-02] is stored once, and its id stands for nothing else', async () => {
    const left = note();
    const first = (await send(site.device, left)).json();
    expect((await sendBatch(site.device, [left, left])).accepted).toEqual([first, first]);
    expect(
      (await send(site.device, { ...note(), text: 'Other', id: left.id } as FieldEvent)).statusCode,
    ).toBe(409);
    const { count } = (await admin('GET', `/secure/sites/${site.siteId}/handover-notes`)).json();
    expect(count).toBe(1);
  });

  it('[FIELD-03] of another site can neither be left nor read', async () => {
    expect((await send(colleague, note({ siteId: site.otherSiteId }))).statusCode).toBe(404);
    const left = note({ siteId: site.otherSiteId });
    await send(site.device, left);
    const read = { kind: 'handoverRead', id: randomUUID(), noteId: left.id, deviceAtMs: at() } as const;
    expect((await send(colleague, read)).statusCode).toBe(404);
  });
});
