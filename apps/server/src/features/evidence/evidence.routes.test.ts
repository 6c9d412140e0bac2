// Evidence files: what the server makes, and that nothing in one can be changed unnoticed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type EvidenceBundle, parseBundle } from '@watchpost/domain/evidence/bundle';
import { emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import { verifyBundle } from '@watchpost/domain/evidence/verify-bundle';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
  testPassword,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { runCommand } from '../../testing/run-command.ts';
import { anyone, type Caller, testApp } from '../../testing/test-app.ts';

const server = await testApp();
const { app, owner } = server;
const roundId = randomUUID();
let tenant: MadeTenant;
let superAdmin: Caller;
let bundle: EvidenceBundle;
let versionId: string;

beforeAll(async () => {
  tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const places = [await makeCheckpoint(owner, tenant, siteId), await makeCheckpoint(owner, tenant, siteId)];
  ({ versionId } = await makeRoute(owner, tenant, siteId, places));
  superAdmin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  const publicKey = await publicKeyOf(keys.publicKey);
  const body = { employeeId: guard.employeeId, secret: testPassword, deviceId: randomUUID(), publicKey };
  const token = (await anyone(app, tenant)('POST', '/field/signin', { body })).json().accessToken;
  const device = anyone(app, tenant, { authorization: `Bearer ${token}` });
  const deviceAtMs = Date.now();
  const events = [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs },
    ...places.map(({ checkpointId, latitude, longitude }, at) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId,
      deviceAtMs: deviceAtMs + at * 60_000,
      method: 'qr',
      position: { latitude, longitude, accuracyMetres: 6.1 },
      code: `code ${at}`,
    })),
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: deviceAtMs + 120_000 },
  ];
  let end = emptyChain;
  const signed = [];
  for (const event of events) {
    const next = await signEvent(keys, event, end);
    signed.push({ ...event, proof: next.proof });
    end = next.end;
  }
  await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events: signed } });
  const reply = await superAdmin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
  expect(reply.statusCode).toBe(200);
  const parsed = parseBundle(reply.body);
  if (parsed === null) throw new Error('not an evidence file');
  bundle = parsed;
});

describe('an evidence file', () => {
  it('holds, with every event signed and sealed', async () => {
    expect(await verifyBundle(bundle)).toMatchObject({
      faults: [],
      records: 6,
      sealed: 5,
      events: 4,
      signed: 4,
    });
    expect(bundle.rounds).toMatchObject([{ id: roundId, statusCode: 1010, scannedCheckPoints: 2 }]);
    const published = (await anyone(app, tenant)('GET', '/evidence/keys')).json();
    expect(published.keys.map(({ publicKey }: { publicKey: string }) => publicKey)).toEqual(
      bundle.publicKeys,
    );
    expect(published.head).toEqual(bundle.head);
  });

  it('does not hold once any of its fields is another, and names the record that was altered', async () => {
    const paths = pathsOf(bundle, []);
    expect(paths.length).toBeGreaterThan(100);
    for (const place of paths) {
      const altered = parseBundle(JSON.stringify(changed(bundle, place)));
      const faults = altered === null ? ['unreadable'] : (await verifyBundle(altered)).faults;
      expect([place.join('.'), faults.length > 0]).toEqual([place.join('.'), true]);
      const [list, index, part, member] = place;
      const record = list === 'records' && part === 'entry' ? bundle.records[Number(index)] : undefined;
      const isNamed =
        record === undefined ||
        record.leaf === null ||
        member !== 'row' ||
        JSON.stringify(faults).includes(record.entry.id);
      expect([place.join('.'), isNamed]).toEqual([place.join('.'), true]);
    }
  });

  it('names what was taken out, put in twice or backdated', async () => {
    const scanAt = bundle.records.findIndex(({ entry }) => entry.table === 'scans');
    const without = { ...bundle, records: bundle.records.toSpliced(scanAt, 1) };
    expect((await verifyBundle(without)).faults).toContainEqual({
      kind: 'removed',
      subject: 'scans',
      id: roundId,
      field: null,
    });
    const [scan] = bundle.records.slice(scanAt);
    const twice = { ...bundle, records: [...bundle.records, ...(scan === undefined ? [] : [scan])] };
    expect((await verifyBundle(twice)).faults).toContainEqual(
      expect.objectContaining({ kind: 'inserted', id: scan?.entry.id }),
    );
    const last = bundle.records.reduce((a, b) => ((a.leaf ?? -1) > (b.leaf ?? -1) ? a : b));
    const receivedAtMs = Number(last.entry.row?.['received_at_ms']) - 3_600_000;
    const entry = { ...last.entry, row: { ...last.entry.row, received_at_ms: receivedAtMs } };
    const backdated = {
      ...bundle,
      records: bundle.records.map((record) => (record === last ? { ...record, entry } : record)),
    };
    expect((await verifyBundle(backdated)).faults).toContainEqual(
      expect.objectContaining({ kind: 'backdated', id: last.entry.id }),
    );
  });

  it('is not given to another tenant, nor for a round that does not exist', async () => {
    const other = await makeTenant(owner);
    const stranger = await browserOf(server, other, (await makeUser(owner, other)).id);
    for (const [caller, id] of [
      [stranger, roundId],
      [superAdmin, randomUUID()],
    ] as const) {
      expect((await caller('GET', `/secure/scanned-checkpoints/${id}/evidence`)).statusCode).toBe(404);
    }
  });
});

describe('npm run evidence:verify', () => {
  it('exits with 0 for a file that holds and with 1 for one that does not, without a database', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'evidence-'));
    const [good, bad] = [path.join(folder, 'good.json'), path.join(folder, 'bad.json')];
    await fs.writeFile(good, JSON.stringify(bundle));
    await fs.writeFile(bad, JSON.stringify(bundle).replace('"method":"qr"', '"method":"nfc"'));
    const [first, second] = await Promise.all(
      [good, bad].map((file) => runCommand('evidence-verify.ts', [file], {})),
    );
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/4 of 4 events.*\n[^]*Everything holds\.\n$/),
    });
    expect(second).toMatchObject({ code: 1, out: expect.stringMatching(/^scans \S+: altered$/m) });
    await fs.rm(folder, { recursive: true });
  }, 120_000);
});

type Place = readonly (string | number)[];

/** Where every text, number and switch of a value is. */
function pathsOf(value: unknown, place: Place): Place[] {
  if (value === null || typeof value !== 'object') return [place];
  return Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...place, name]));
}

/** The same value with one that is different in it. */
function changed(value: unknown, [step, ...rest]: Place): unknown {
  if (step === undefined) {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return typeof value === 'string' ? `${value}0` : 0;
  }
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === step ? changed(each, rest) : each));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, member]) => [
      name,
      name === step ? changed(member, rest) : member,
    ]),
  );
}
