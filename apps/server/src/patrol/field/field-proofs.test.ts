// Signatures of devices: what is doubted, what is kept, and what is never refused.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import {
  type ChainEnd,
  emptyChain,
  type EventProof,
  signEvent,
} from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, keyIdOf, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { testPassword } from '../../testing/factories.ts';
import { anyone, type Caller, testApp } from '../../testing/test-app.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundStarted,
  scanned,
  send,
  sendBatch,
} from './field-site.testing.ts';

const test = await testApp();
const { app, owner } = test;

let site: FieldSite;
let keys: CryptoKeyPair;
let device: Caller;
const deviceId = randomUUID();

const makeKeys = () => crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);

async function signIn(pair: CryptoKeyPair): Promise<Caller> {
  const publicKey = await publicKeyOf(pair.publicKey);
  const body = { employeeId: site.guard.employeeId, secret: testPassword, deviceId, publicKey };
  const reply = await anyone(app, site.tenant)('POST', '/field/signin', { body });
  expect(reply.statusCode).toBe(200);
  return anyone(app, site.tenant, { authorization: `Bearer ${reply.json().accessToken}` });
}

async function signed(pair: CryptoKeyPair, events: readonly FieldEvent[]): Promise<FieldEvent[]> {
  let end: ChainEnd = emptyChain;
  const made: FieldEvent[] = [];
  for (const { proof: _, ...event } of events) {
    const next = await signEvent(pair, event, end);
    made.push({ ...event, proof: next.proof });
    end = next.end;
  }
  return made;
}

beforeAll(async () => {
  site = await makeFieldSite(test);
  keys = await makeKeys();
  device = await signIn(keys);
});

describe('a device that signs its events', () => {
  it('[FIELD-03] is believed, and the proof is kept with the event as it was sent', async () => {
    const start = roundStarted(site);
    const events = await signed(keys, [start, scanned(site, start.id, 0), scanned(site, start.id, 1)]);
    const { accepted, refused } = await sendBatch(device, events);
    expect(refused).toEqual([]);
    expect(accepted.map(({ flags }) => flags)).toEqual([[], [], []]);
    const rows = await owner
      .selectFrom('scans')
      .selectAll()
      .where('round_id', '=', start.id)
      .orderBy('proof_seq')
      .execute();
    const stored = rows.map(
      (row): EventProof => ({
        key: row.proof_key?.toString('hex') ?? '',
        seq: row.proof_seq ?? 0,
        previous: row.proof_previous?.toString('hex') ?? '',
        signature: row.proof_signature?.toString('hex') ?? '',
        salt: row.proof_salt?.toString('hex'),
      }),
    );
    expect(stored).toEqual(events.slice(1).map(({ proof }) => proof));
    const [started] = await owner.selectFrom('field_events').selectAll().where('id', '=', start.id).execute();
    expect(started).toMatchObject({
      proof_seq: 1,
      named_id: site.versionId,
      clock_skew_ms: expect.any(Number),
    });
  });

  it('[FIELD-03] is doubted, never refused, for a missing signature and for one of something else', async () => {
    const start = roundStarted(site);
    const plain = scanned(site, start.id, 0);
    const [, altered = plain, foreign = plain] = await signed(keys, [
      start,
      scanned(site, start.id, 1),
      plain,
    ]);
    const [stranger = plain] = await signed(await makeKeys(), [scanned(site, start.id, 2)]);
    const flagsOf = async (event: FieldEvent) => (await send(device, event)).json().flags;
    expect(await flagsOf(start)).toEqual([]);
    expect(await flagsOf(plain)).toEqual(['unsigned']);
    expect(await flagsOf({ ...altered, deviceAtMs: altered.deviceAtMs + 1 })).toEqual(['badSignature']);
    expect(await flagsOf({ ...foreign, id: randomUUID() })).toEqual(['badSignature']);
    expect(await flagsOf(stranger)).toEqual(['badSignature']);
    // A proof is no part of what makes two sendings the same.
    expect(await flagsOf(foreign)).toEqual(['unsigned']);
  });

  it('may send later what it signed with a key of before, and another guard’s device may not', async () => {
    const start = roundStarted(site);
    const [, stored = start, another = start] = await signed(keys, [
      start,
      scanned(site, start.id, 0),
      scanned(site, start.id, 1),
    ]);
    const again = await signIn(await makeKeys());
    expect((await send(again, start)).statusCode).toBe(200);
    expect((await send(again, stored)).json().flags).toEqual([]);
    expect((await send(site.secondDevice, another)).json().flags).toEqual(['badSignature']);
  });

  it('is refused with its number kept, once, whatever is wrong with the event', async () => {
    const pair = await makeKeys();
    const own = await signIn(pair);
    const start = roundStarted(site);
    const [first = start, second = start, third = start] = await signed(pair, [
      start,
      { ...scanned(site, start.id, 0), checkpointId: randomUUID() },
      { ...scanned(site, start.id, 1), deviceAtMs: 1.5 },
    ]);
    const text = JSON.stringify({
      sentAtMs: Date.now(),
      events: [{ ...third, id: randomUUID() }, first, second, third],
    });
    // A number beyond all is JSON, and holds up no one's other events.
    const payload = Buffer.from(text.replace('"deviceAtMs":1.5,', '"deviceAtMs":1e999,'));
    for (const _time of [1, 2]) {
      const headers = { 'content-type': 'application/json' };
      const { accepted, refused } = (await own('POST', '/field/events', { payload, headers })).json();
      expect([accepted.length, refused.length]).toEqual([1, 3]);
    }
    const stored = await owner
      .selectFrom('refused_events')
      .select(['code', 'proof_seq'])
      .where('guard_id', '=', site.guard.id)
      .orderBy('proof_seq')
      .execute();
    expect(stored).toEqual([
      { code: 'notFound', proof_seq: 2 },
      { code: 'invalid', proof_seq: 3 },
    ]);
  });

  it('enrols a key once, however often it signs in with it', async () => {
    await signIn(keys);
    await signIn(keys);
    const rows = await owner
      .selectFrom('device_keys')
      .selectAll()
      .where('device_id', '=', deviceId)
      .execute();
    const key = keyIdOf(await publicKeyOf(keys.publicKey));
    expect(rows.filter((row) => row.key.toString('hex') === key)).toMatchObject([
      { guard_id: site.guard.id },
    ]);
  });

  it('owes nothing while neither it nor its guard ever had a key', async () => {
    const plain = await makeFieldSite(test);
    const start = roundStarted(plain);
    await send(plain.device, start);
    expect((await send(plain.device, scanned(plain, start.id, 0))).json().flags).toEqual([]);
  });
});
