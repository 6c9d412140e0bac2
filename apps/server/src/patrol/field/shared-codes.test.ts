// One code of a changing screen for two rounds: by a photograph that is passed on, or by one guard twice.
import { randomUUID } from 'node:crypto';
import type { FieldEvent, Receipt } from '@watchpost/contract/field';
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { rotatingStepMs } from '@watchpost/domain/rotating-codes';
import { beforeAll, describe, expect, test } from 'vitest';
import { raiseOfRounds } from '../exceptions/raise-exceptions.queries.ts';
import { makeGuard } from '../../testing/factories.ts';
import { browserOfNew, deviceOf } from '../../testing/made-sessions.ts';
import { type MadeScreen, makeScreen } from '../../testing/make-screen.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundEnded,
  roundStarted,
  scanned,
  sendBatch,
} from './field-site.testing.ts';

let server: TestApp;
let site: FieldSite;
let admin: Caller;
let other: Caller;
let screen: MadeScreen;
/** Each test has minutes of its own, in which no other test has a code. */
let nowMs = Date.now() - 6 * 3_600_000;

beforeAll(async () => {
  server = await testApp();
  site = await makeFieldSite(server);
  admin = await browserOfNew(server, site.tenant);
  const { id } = await makeGuard(server.owner, site.tenant, { siteIds: [site.siteId] });
  other = await deviceOf(server, site.tenant, id);
  screen = await makeScreen(server.owner, site.tenant, site.planned[0]?.checkpointId ?? '');
});

const newTime = (): number => (nowMs += 10 * 60_000);

/** A round with one scan of what the screen shows at that time, and its end where it has one. */
function walk(atMs: number, change: object = {}): { id: string; events: FieldEvent[] } {
  const start = roundStarted(site, { deviceAtMs: atMs - 60_000 });
  const scan = scanned(site, start.id, 0, { deviceAtMs: atMs, code: screen.codeAt(atMs), ...change });
  return { id: start.id, events: [start, scan, roundEnded(start.id, { deviceAtMs: atMs + 60_000 })] };
}

async function send(device: Caller, events: readonly FieldEvent[]): Promise<readonly Receipt[]> {
  const { accepted, refused } = await sendBatch(device, events);
  expect(refused).toEqual([]);
  return accepted;
}

/** As the job does after each upload. */
const judge = (...ids: readonly string[]) =>
  raiseOfRounds(server.database.forTenant(site.tenant.id), site.tenant.id, ids);

/** Whether the round's page, its items and the lists say so. */
async function isShared(id: string): Promise<boolean[]> {
  const details: RoundDetails = (await admin('GET', `/secure/scanned-checkpoints/${id}`)).json();
  const items = await server.owner
    .selectFrom('exceptions')
    .select('reasons')
    .where('subject_id', '=', id)
    .execute();
  const listed = await server.owner
    .selectFrom('round_doubts')
    .select('flag')
    .where('round_id', '=', id)
    .execute();
  return [
    details.points.some(({ scan }) => scan?.flags.includes('sharedCode') === true),
    items.some(({ reasons }) => reasons.includes('sharedCode')),
    listed.some(({ flag }) => flag === 'sharedCode'),
  ];
}
const everywhere = [true, true, true];
const nowhere = [false, false, false];

describe('one code of a screen', () => {
  test('[TRUTH-11] in one round by its guard is fine, however often', async () => {
    const atMs = newTime();
    const { id, events } = walk(atMs);
    const again = scanned(site, id, 0, { deviceAtMs: atMs + 5_000, code: screen.codeAt(atMs) });
    await send(site.device, [...events, again]);
    await judge(id);
    expect(await isShared(id)).toEqual(nowhere);
  });

  test('[TRUTH-11] in rounds of two guards is flagged in both, once the second arrives', async () => {
    const atMs = newTime();
    const [first, second] = [walk(atMs), walk(atMs + 1_000, { code: screen.codeAt(atMs) })];
    await send(site.device, first.events);
    await judge(first.id);
    expect(await isShared(first.id)).toEqual(nowhere);
    await send(other, second.events);
    await judge(second.id);
    expect(await isShared(first.id)).toEqual(everywhere);
    expect(await isShared(second.id)).toEqual(everywhere);
    const { score } = (await admin('GET', `/secure/scanned-checkpoints/${first.id}`)).json();
    expect(score).toBeLessThanOrEqual(50);
  });

  test('[TRUTH-11] in two rounds of one guard is flagged, whichever arrives first', async () => {
    const atMs = newTime();
    const [earlier, later] = [walk(atMs), walk(atMs + 1_000, { code: screen.codeAt(atMs) })];
    await send(site.device, later.events);
    await judge(later.id);
    await send(site.device, earlier.events);
    await judge(earlier.id);
    for (const { id } of [earlier, later]) expect(await isShared(id)).toEqual(everywhere);
  });

  test('[TRUTH-11] in two rounds of one upload, and in uploads at once, is flagged in each', async () => {
    const atMs = newTime();
    const together = [walk(atMs), walk(atMs)];
    await send(
      site.device,
      together.flatMap(({ events }) => events),
    );
    const atOnce = [walk(atMs + rotatingStepMs * 3), walk(atMs + rotatingStepMs * 3)];
    const devices = [site.device, other];
    await Promise.all(atOnce.map(async ({ events }, at) => send(devices[at] ?? other, events)));
    const all = [...together, ...atOnce];
    await Promise.all(all.map(async ({ id }) => judge(id)));
    for (const { id } of all) expect(await isShared(id)).toEqual(everywhere);
  });

  test('[TRUTH-11] typed by the one and scanned by the other is flagged', async () => {
    const atMs = newTime();
    const [read, typed] = [
      walk(atMs),
      walk(atMs, { method: 'typed', code: typedCodeOf(screen.codeAt(atMs)) }),
    ];
    await send(site.device, read.events);
    await send(other, typed.events);
    await judge(read.id, typed.id);
    for (const { id } of [read, typed]) expect(await isShared(id)).toEqual(everywhere);
  });

  test('[TRUTH-11] that comes to a round which was over and judged is flagged in both', async () => {
    const atMs = newTime();
    const [over, late] = [walk(atMs), walk(atMs)];
    await send(site.device, over.events);
    const [start, scan, end] = late.events;
    if (start === undefined || scan === undefined || end === undefined)
      throw new Error('a round of three events');
    await send(other, [start, end]);
    await judge(over.id, late.id);
    expect(await isShared(over.id)).toEqual(nowhere);
    await send(other, [scan]);
    await judge(late.id);
    for (const { id } of [over, late]) expect(await isShared(id)).toEqual(everywhere);
  });

  test('[TRUTH-11] differs from those of the next step, of another screen, and from forged ones', async () => {
    const atMs = newTime();
    const duplicate = await makeScreen(server.owner, site.tenant, site.planned[0]?.checkpointId ?? '', 2);
    const made = screen.codeAt(atMs);
    const rounds = [
      walk(atMs),
      walk(atMs + rotatingStepMs),
      walk(atMs, { code: duplicate.codeAt(atMs) }),
      walk(atMs, { code: `${made.slice(0, -1)}${made.endsWith('A') ? 'B' : 'A'}` }),
    ];
    for (const { events } of rounds) await send(site.device, events);
    await judge(...rounds.map(({ id }) => id));
    for (const { id } of rounds) expect(await isShared(id)).toEqual(nowhere);
  });

  test('[TRUTH-11] is no other tenant’s matter', async () => {
    const atMs = newTime();
    const stranger = await makeFieldSite(server);
    const own = walk(atMs);
    await send(site.device, own.events);
    const scan = scanned(stranger, randomUUID(), 0, { deviceAtMs: atMs, code: screen.codeAt(atMs) });
    const [receipt] = await send(stranger.device, [scan]);
    expect(receipt?.flags).toEqual(['forgedCode']);
    await judge(own.id);
    expect(await isShared(own.id)).toEqual(nowhere);
  });

  test('[TRUTH-11] flagged so leaves nothing that the check would name', async () => {
    for await (const { differences } of verifyAll(server.owner)) expect(differences).toEqual([]);
  });
});
