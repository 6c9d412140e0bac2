// Whose keys they are, tried by guards and strangers who know the ids of phones and the public halves of keys.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { enrolmentBytes } from '@watchpost/domain/evidence/device-statements';
import { signBytes } from '@watchpost/domain/evidence/signatures';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeGuard, testPassword } from '../../testing/factories.ts';
import { makePhoneKey, SigningPhone } from '../../testing/signing-phone.ts';
import { anyone, type Caller, fieldDevice, testApp } from '../../testing/test-app.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundStarted,
  scanned,
  send,
  sendBatch,
} from './field-site.testing.ts';

const server = await testApp();
const { app, owner } = server;

let site: FieldSite;
let guard: FieldSite['guard'];
let colleague: FieldSite['guard'];
let phone: SigningPhone;

beforeEach(async () => {
  site = await makeFieldSite(server);
  guard = await newGuard();
  colleague = await newGuard();
  phone = new SigningPhone(app, site.tenant);
});

const newGuard = () => makeGuard(owner, site.tenant, { siteIds: [site.siteId] });

/** Flags of the first scan of a new round. */
async function flagsOf(device: Caller, sign = async (events: FieldEvent[]) => events): Promise<string[]> {
  const start = roundStarted(site);
  const { accepted } = await sendBatch(device, await sign([start, scanned(site, start.id, 0)]));
  return [...(accepted[1]?.flags ?? ['refused'])];
}

const keysOf = (key: { readonly publicKey: string }) =>
  owner
    .selectFrom('device_keys')
    .select(['guard_id', 'device_id', 'is_proved', 'is_vouched'])
    .where('tenant_id', '=', site.tenant.id)
    .where('public_key', '=', key.publicKey)
    .execute();

const enter = (body: object) =>
  anyone(app, site.tenant)('POST', '/field/signin', { body: { secret: testPassword, ...body } });
const callerOf = (reply: { json: () => { accessToken: string } }) =>
  anyone(app, site.tenant, { authorization: `Bearer ${reply.json().accessToken}` });

describe('what comes without a signature', () => {
  test('[TRUTH-09] is flagged after a guard with a key signs in again without one, on whichever phone', async () => {
    await phone.signIn(guard.employeeId);
    expect(await flagsOf(await phone.signIn(guard.employeeId, 'keyless'))).toEqual(['unsigned']);
    expect(await flagsOf(await fieldDevice(app, site.tenant, guard.employeeId))).toEqual(['unsigned']);
  });

  test('[TRUTH-09] is flagged of a guard who never had a key, on a phone that has one', async () => {
    await phone.signIn(guard.employeeId);
    expect(await flagsOf(await phone.signIn(colleague.employeeId, 'keyless'))).toEqual(['unsigned']);
  });

  test('[TRUTH-09] is flagged in a session that was opened before the guard had a key elsewhere', async () => {
    const before = await fieldDevice(app, site.tenant, guard.employeeId);
    expect(await flagsOf(before)).toEqual([]);
    await phone.signIn(guard.employeeId);
    expect(await flagsOf(before)).toEqual(['unsigned']);
  });

  test('[TRUTH-09] is flagged in a session that opens at the very moment when a key is enrolled', async () => {
    for (let time = 0; time < 8; time += 1) {
      const one = await newGuard();
      const [, keyless] = await Promise.all([
        new SigningPhone(app, site.tenant).signIn(one.employeeId),
        fieldDevice(app, site.tenant, one.employeeId),
      ]);
      expect(await flagsOf(keyless)).toEqual(['unsigned']);
    }
  });

  test('[TRUTH-09] is not flagged where neither guard nor phone ever had a key', async () => {
    expect(await flagsOf(await phone.signIn(guard.employeeId, 'keyless'))).toEqual([]);
  });

  test('[TRUTH-10] is not flagged because a colleague says to have the phone and brings a key', async () => {
    const own = await phone.signIn(guard.employeeId, 'keyless');
    await new SigningPhone(app, site.tenant, phone.deviceId).signIn(colleague.employeeId);
    expect(await flagsOf(own)).toEqual([]);
    expect(await flagsOf(await phone.signIn(guard.employeeId, 'keyless'))).toEqual([]);
  });
});

describe('a key', () => {
  test('[TRUTH-09] is enrolled as proved by a phone that signs with it, and as not proved by an app of before', async () => {
    const sign = (events: FieldEvent[]) => phone.sign(guard.employeeId, events);
    expect(await flagsOf(await phone.signIn(guard.employeeId), sign)).toEqual([]);
    const old = new SigningPhone(app, site.tenant);
    const signOld = (events: FieldEvent[]) => old.sign(colleague.employeeId, events);
    expect(await flagsOf(await old.signIn(colleague.employeeId, 'before'), signOld)).toEqual([]);
    const [own, other] = [phone.keys.get(guard.employeeId), old.keys.get(colleague.employeeId)];
    expect(own && (await keysOf(own))).toMatchObject([{ is_proved: true, is_vouched: true }]);
    expect(other && (await keysOf(other))).toMatchObject([{ is_proved: false, is_vouched: true }]);
  });

  test.each([
    ['another guard', { employeeId: 'SOMEBODY' }],
    ['another phone', { deviceId: randomUUID() }],
    ['another company', { company: 'other' }],
  ])('[TRUTH-09] is not proved by what was signed for %s', async (_what, change) => {
    const key = await makePhoneKey();
    const { employeeId } = guard;
    const { deviceId } = phone;
    const { publicKey } = key;
    const request = { company: site.tenant.slug, employeeId, deviceId, publicKey, ...change };
    const signature = await signBytes(key.keys.privateKey, enrolmentBytes(request));
    const enrolment = { signature, vouchers: [] };
    expect((await enter({ employeeId, deviceId, publicKey, enrolment })).statusCode).toBe(200);
    expect(await keysOf(key)).toMatchObject([{ is_proved: false }]);
  });

  test('[TRUTH-09] that was copied from another guard is enrolled nowhere, and signs nothing for the copier', async () => {
    const own = await phone.signIn(guard.employeeId);
    const key = phone.keys.get(guard.employeeId);
    const publicKey = key?.publicKey ?? '';
    const start = roundStarted(site);
    const [first = start, saved = start] = await phone.sign(guard.employeeId, [
      start,
      scanned(site, start.id, 0),
    ]);
    for (const deviceId of [phone.deviceId, randomUUID()]) {
      const reply = await enter({ employeeId: colleague.employeeId, deviceId, publicKey });
      const copier = callerOf(reply);
      expect(await flagsOf(copier)).toEqual(['unsigned']);
      // Events that the other phone signed, which no one else has sent yet.
      const [stolen = start, scan = start] = await phone.sign(guard.employeeId, [
        { ...start, id: randomUUID() },
        { ...scanned(site, start.id, 1), id: randomUUID() },
      ]);
      const sent = { ...scan, roundId: stolen.id };
      const { accepted } = await sendBatch(copier, [stolen, sent as FieldEvent]);
      expect(accepted[1]?.flags).toEqual(['badSignature']);
    }
    expect(key && (await keysOf(key))).toMatchObject([{ guard_id: guard.id }]);
    const { accepted } = await sendBatch(own, [first, saved]);
    expect(accepted.map(({ flags }) => flags)).toEqual([[], []]);
  });

  test('[TRUTH-10] of a colleague who only knows the id of a phone is no key of the phone', async () => {
    await phone.signIn(guard.employeeId);
    const claimant = new SigningPhone(app, site.tenant, phone.deviceId);
    await claimant.signIn(colleague.employeeId);
    const claimed = claimant.keys.get(colleague.employeeId);
    expect(claimed && (await keysOf(claimed))).toMatchObject([{ is_proved: true, is_vouched: false }]);
    // It vouches for no one either.
    const third = await newGuard();
    await claimant.signIn(third.employeeId);
    const further = claimant.keys.get(third.employeeId);
    expect(further && (await keysOf(further))).toMatchObject([{ is_vouched: false }]);
  });

  test('[TRUTH-10] of a colleague who has the phone in hand is the phone’s, by a signature of the key before', async () => {
    await phone.signIn(guard.employeeId);
    await phone.signIn(colleague.employeeId);
    const key = phone.keys.get(colleague.employeeId);
    expect(key && (await keysOf(key))).toMatchObject([{ is_vouched: true }]);
  });

  test('[TRUTH-10] of the phone’s own guard is the phone’s also after the phone was wiped, and no one else’s is', async () => {
    await phone.signIn(guard.employeeId);
    await owner
      .updateTable('devices')
      .set({ wiped_at_ms: Date.now() + 1 })
      .where('id', '=', phone.deviceId)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const claimant = new SigningPhone(app, site.tenant, phone.deviceId);
    await claimant.signIn(colleague.employeeId);
    phone.keys.clear();
    await phone.signIn(guard.employeeId);
    const [own, claimed] = [phone.keys.get(guard.employeeId), claimant.keys.get(colleague.employeeId)];
    expect(own && (await keysOf(own))).toMatchObject([{ is_vouched: true }]);
    expect(claimed && (await keysOf(claimed))).toMatchObject([{ is_vouched: false }]);
  });
});

test('[TRUTH-09] keys and what follows from them stay within the company', async () => {
  const other = await makeFieldSite(server);
  const namesake = await makeGuard(owner, other.tenant, { siteIds: [other.siteId] });
  await phone.signIn(guard.employeeId);
  const device = await fieldDevice(app, other.tenant, namesake.employeeId, phone.deviceId);
  const start = roundStarted(other);
  await send(device, start);
  expect((await send(device, scanned(other, start.id, 0))).json().flags).toEqual([]);
});
