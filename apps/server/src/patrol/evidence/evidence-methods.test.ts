// What a phone signs of a scan by position, and of one that counts elsewhere, can be made again and proved.
import { randomUUID } from 'node:crypto';
import { emptyChain, type DeviceEvent, signEvent } from '@watchpost/domain/evidence/device-chain';
import type { ShownScan } from '@watchpost/domain/evidence/round-ledger';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { beforeAll, describe, expect, it } from 'vitest';
import { findLiveCodes, issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
  testPassword,
} from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { makeScreen } from '../../testing/make-screen.ts';
import { anyone, type Caller, testApp } from '../../testing/test-app.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { check } from './evidence.testing.ts';

const server = await testApp();
const { app, owner } = server;
let tenant: MadeTenant;
let admin: Caller;
let roundId: string;

/** A signed round of a scan by position, one of a screen, one that has the second one's code, and one of another site's. */
beforeAll(async () => {
  tenant = await makeTenant(owner);
  admin = await browserOfNew(server, tenant);
  const siteId = await makeSite(owner, tenant);
  const [a, b, pump] = [
    await makeCheckpoint(owner, tenant, siteId, { name: 'Gate A', scan_methods: ['position', 'qr'] }),
    await makeCheckpoint(owner, tenant, siteId, { name: 'Gate B' }),
    await makeCheckpoint(owner, tenant, siteId, { name: 'Pump' }),
  ];
  const strange = await makeCheckpoint(owner, tenant, await makeSite(owner, tenant));
  const { versionId } = await makeRoute(owner, tenant, siteId, [a, b, pump]);
  await issueCodes(owner, tenant.id, [b.checkpointId, strange.checkpointId]);
  const codes = new Map(
    (await findLiveCodes(owner, tenant.id, [b.checkpointId, strange.checkpointId])).map((live) => [
      live.checkpointId,
      live.code,
    ]),
  );
  const screen = await makeScreen(owner, tenant, pump.checkpointId);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = await publicKeyOf(keys.publicKey);
  const body = { employeeId: guard.employeeId, secret: testPassword, deviceId: randomUUID(), publicKey };
  const token = (await anyone(app, tenant)('POST', '/field/signin', { body })).json().accessToken;
  roundId = randomUUID();
  const atMs = Date.now();
  const scan = (at: typeof a, change: Partial<DeviceEvent>): DeviceEvent => ({
    kind: 'checkpointScanned',
    id: randomUUID(),
    roundId,
    checkpointId: at.checkpointId,
    deviceAtMs: atMs + 1_000,
    method: 'qr',
    position: { latitude: at.latitude, longitude: at.longitude, accuracyMetres: 6.1 },
    ...change,
  });
  const events = [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: atMs },
    scan(a, { method: 'position', dwellMs: 12_345 }),
    scan(pump, { code: screen.codeAt(atMs) }),
    scan(a, { code: codes.get(b.checkpointId) ?? '', deviceAtMs: atMs + 30_000 }),
    scan(a, { code: codes.get(strange.checkpointId) ?? '', deviceAtMs: atMs + 40_000 }),
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: atMs + 60_000 },
  ];
  let end = emptyChain;
  const sent = [];
  for (const event of events) {
    const signed = await signEvent(keys, event, end);
    end = signed.end;
    sent.push({ ...event, proof: signed.proof });
  }
  const device = anyone(app, tenant, { authorization: `Bearer ${token}` });
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events: sent } });
  expect(reply.json()).toMatchObject({ refused: [] });
});

describe('a signed round with scans by position, of a screen, and of codes of elsewhere', () => {
  it('[TRUTH-01] [FIELD-03] is proved by its evidence file, with each scan where it counts', async () => {
    const shown: ShownScan[] = [];
    const reply = await admin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
    const verdict = await check(reply.body, {
      onRound: (round, _related, scans) => {
        expect(round).toMatchObject({ totalCheckPoints: 3, scannedCheckPoints: 3 });
        shown.push(...scans);
      },
    });
    expect(verdict).toMatchObject({ faults: [], rounds: 1, events: 6, signed: 6 });
    expect(shown.map(({ checkpointName, isCounted }) => [checkpointName, isCounted])).toEqual([
      ['Gate A', true],
      ['Pump', true],
      ['Gate B', true],
      ['Gate A', false],
    ]);
  });

  it.each([
    ['dwell_ms', '"dwell_ms":12345', '"dwell_ms":12346'],
    ['claimed_checkpoint_id', /"claimed_checkpoint_id":"[^"]+"/, '"claimed_checkpoint_id":null'],
    ['shown_step', /"shown_step":(\d+)/, '"shown_step":1'],
  ])('[TRUTH-01] whose %s was altered is found out', async (_column, from, to) => {
    const { body } = await admin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
    const altered = body.replace(from, to);
    expect(altered).not.toBe(body);
    expect((await check(altered))?.faultCount).toBeGreaterThan(0);
  });

  it('[TRUTH-01] [FIELD-03] leaves nothing that the check would name, and what is altered in the database is', async () => {
    const differences = async () => {
      const found: string[] = [];
      for await (const verdict of verifyAll(owner)) found.push(...verdict.differences);
      return found;
    };
    expect(await differences()).toEqual([]);
    // As somebody would who wants the first gate to count.
    await owner
      .updateTable('scans')
      .set(({ ref }) => ({ checkpoint_id: ref('claimed_checkpoint_id'), claimed_checkpoint_id: null }))
      .where('round_id', '=', roundId)
      .where('claimed_checkpoint_id', 'is not', null)
      .where('checkpoint_id', 'is not', null)
      .execute();
    expect((await differences()).join('\n')).toMatch(/scannedCheckPoints|altered/);
  });
});
