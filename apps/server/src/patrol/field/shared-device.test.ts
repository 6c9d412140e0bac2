// Two guards with the id of one phone: on whom the flag falls, by what each can prove, in any order of arrival.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { beforeAll, describe, expect, test } from 'vitest';
import { raiseOfRounds } from '../exceptions/raise-exceptions.queries.ts';
import { makeGuard, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type AppAge, SigningPhone } from '../../testing/signing-phone.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundEnded,
  roundStarted,
  scanned,
  sendBatch,
} from './field-site.testing.ts';

const server = await testApp();
let site: FieldSite;
let admin: Caller;

beforeAll(async () => {
  site = await makeFieldSite(server);
  admin = await browserOf(server, site.tenant, (await makeUser(server.owner, site.tenant)).id);
});

interface User {
  readonly employeeId: string;
  readonly phone: SigningPhone;
  readonly age: AppAge;
}

/** A whole round as the user's phone sends it; its id. */
async function walk({ employeeId, phone, age }: User, device: Caller, atMs: number): Promise<string> {
  const start = roundStarted(site, { deviceAtMs: atMs });
  const scans = site.planned.map((_, at) => scanned(site, start.id, at, { deviceAtMs: atMs + at * 60_000 }));
  const events: FieldEvent[] = [start, ...scans, roundEnded(start.id, { deviceAtMs: atMs + 300_000 })];
  const sent = age === 'keyless' ? events : await phone.sign(employeeId, events);
  const { refused } = await sendBatch(device, sent);
  expect(refused).toEqual([]);
  return start.id;
}

/** What the page of a round and the list of exceptions say of it, once it was judged. */
async function seenOf(roundId: string) {
  const { points, score }: RoundDetails = (
    await admin('GET', `/secure/scanned-checkpoints/${roundId}`)
  ).json();
  const stored = await server.owner
    .selectFrom('round_doubts')
    .select('flag')
    .where('round_id', '=', roundId)
    .execute();
  const shared = points.filter(({ scan }) => scan?.flags.includes('sharedDevice')).length;
  return { shared, score, isListed: stored.some(({ flag }) => flag === 'sharedDevice') };
}

const clean = { shared: 0, score: 100, isListed: false };
const flagged = { shared: 4, isListed: true };

interface Meeting {
  /** Who has the phone. */
  readonly holder: AppAge;
  /** Of the other one. */
  readonly other: AppAge;
  /** The other one signs in on the phone itself, and not only with its id. */
  readonly hasPhone?: boolean;
  readonly isOtherFirst?: boolean;
}

async function meet({ holder, other, hasPhone = false, isOtherFirst = false }: Meeting) {
  const [one, two] = [
    await makeGuard(server.owner, site.tenant, { siteIds: [site.siteId] }),
    await makeGuard(server.owner, site.tenant, { siteIds: [site.siteId] }),
  ];
  const phone = new SigningPhone(server.app, site.tenant);
  const others = hasPhone ? phone : new SigningPhone(server.app, site.tenant, phone.deviceId);
  const users = [
    { employeeId: one.employeeId, phone, age: holder },
    { employeeId: two.employeeId, phone: others, age: other },
  ] as const;
  const sessions = [
    await users[0].phone.signIn(one.employeeId, holder),
    await users[1].phone.signIn(two.employeeId, other),
  ] as const;
  const nowMs = Date.now() - 3_600_000;
  const walks = [
    () => walk(users[0], sessions[0], nowMs),
    () => walk(users[1], sessions[1], nowMs + 30_000),
  ] as const;
  const late = isOtherFirst ? await walks[1]() : null;
  const own = await walks[0]();
  const theirRound = late ?? (await walks[1]());
  const db = server.database.forTenant(site.tenant.id);
  for (const id of isOtherFirst ? [theirRound, own] : [own, theirRound]) {
    await raiseOfRounds(db, site.tenant.id, [id]);
  }
  return { own: await seenOf(own), theirs: await seenOf(theirRound) };
}

describe('of two guards with one phone', () => {
  test.each<[string, Meeting]>([
    ['an app of now, and a claimant who signs nothing', { holder: 'now', other: 'keyless' }],
    ['an app of before, and a claimant who signs nothing', { holder: 'before', other: 'keyless' }],
    ['an app of now, and a claimant with a key of their own', { holder: 'now', other: 'now' }],
    ['an app of before, and a claimant with a key of their own', { holder: 'before', other: 'now' }],
    ['an app of now, and a claimant by the protocol of before', { holder: 'now', other: 'before' }],
    ['a holder who sends after the claimant did', { holder: 'now', other: 'now', isOtherFirst: true }],
    [
      'a holder who sends after a claimant who signs nothing',
      { holder: 'now', other: 'keyless', isOtherFirst: true },
    ],
    [
      'a guard who signs in on the phone in hand, and then sends unsigned',
      { holder: 'now', other: 'keyless', hasPhone: true },
    ],
  ])('[TRUTH-10] the claimant alone is flagged: %s', async (_what, meeting) => {
    const { own, theirs } = await meet(meeting);
    expect(own).toEqual(clean);
    expect(theirs).toMatchObject(flagged);
  });

  test.each<[string, Meeting]>([
    ['prove it: they handed it over within minutes', { holder: 'now', other: 'now', hasPhone: true }],
    ['prove it, the later one first', { holder: 'now', other: 'now', hasPhone: true, isOtherFirst: true }],
    ['sign nothing', { holder: 'keyless', other: 'keyless' }],
    ['sign nothing that the phone’s first guard signed before', { holder: 'keyless', other: 'now' }],
  ])('[TRUTH-10] both are flagged where both %s, or neither can', async (_what, meeting) => {
    const { own, theirs } = await meet(meeting);
    expect([own, theirs]).toMatchObject([flagged, flagged]);
  });

  test('[TRUTH-10] the holder is not flagged by a colleague who repeats what the phone signed', async () => {
    const guard = await makeGuard(server.owner, site.tenant, { siteIds: [site.siteId] });
    const thief = await makeGuard(server.owner, site.tenant, { siteIds: [site.siteId] });
    const phone = new SigningPhone(server.app, site.tenant);
    const own = await phone.signIn(guard.employeeId);
    const stolen = await new SigningPhone(server.app, site.tenant, phone.deviceId).signIn(thief.employeeId);
    const start = roundStarted(site, { deviceAtMs: Date.now() - 1_800_000 });
    const scans = site.planned.map((_, at) =>
      scanned(site, start.id, at, { deviceAtMs: start.deviceAtMs + at * 60_000 }),
    );
    const end = roundEnded(start.id, { deviceAtMs: start.deviceAtMs + 300_000 });
    const signed = await phone.sign(guard.employeeId, [start, ...scans, end]);
    await sendBatch(own, signed);
    expect((await sendBatch(stolen, signed)).accepted).toEqual([]);
    const copied = signed.map((event) => ({ ...event, id: randomUUID() }));
    const round = copied[0]?.id ?? '';
    await sendBatch(
      stolen,
      copied.map((event) => ('roundId' in event ? { ...event, roundId: round } : event)),
    );
    await raiseOfRounds(server.database.forTenant(site.tenant.id), site.tenant.id, [start.id, round]);
    expect(await seenOf(start.id)).toEqual(clean);
    expect(await seenOf(round)).toMatchObject(flagged);
  });
});
