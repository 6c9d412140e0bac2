// What the server makes of the codes that scans are made with.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  codeMacBytes,
  decodeCheckpointCode,
  encodeCheckpointCode,
  typedCodeOf,
} from '@watchpost/domain/checkpoint-codes';
import { issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import { testApp } from '../../testing/test-app.ts';
import { bodyHash } from './event-body.ts';
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

async function startRound() {
  const site = await makeFieldSite(test);
  const start = roundStarted(site);
  await send(site.device, start);
  return { site, roundId: start.id, code: codeOf(site, 0) };
}
const codeOf = (site: FieldSite, index: number) =>
  site.codes.get((site.planned[index] ?? site.elsewhere).checkpointId) ?? '';

/** The flags of scans of the first checkpoint, each made with the next of the codes. */
async function flagsOf(site: FieldSite, roundId: string, changes: readonly object[]): Promise<string[][]> {
  const scans = changes.map((change) => scanned(site, roundId, 0, change));
  const { accepted, refused } = await sendBatch(site.device, scans);
  expect(refused).toEqual([]);
  return accepted.map(({ flags }) => [...flags]);
}

describe('the code of a scan', () => {
  it('[FIELD-03] is kept as it was sent, and free of doubts when it hangs there, however it is written', async () => {
    const { site, roundId, code } = await startRound();
    const written = [code, code.toLowerCase(), code.match(/.{1,6}/g)?.join('-') ?? '', ` ${code} `];
    const scans = written.map((text) => scanned(site, roundId, 0, { code: text }));
    const { accepted } = await sendBatch(site.device, scans);
    expect(accepted.map(({ flags }) => flags)).toEqual([[], [], [], []]);
    const { code: stored } = await owner
      .selectFrom('scans')
      .select('code')
      .where('id', '=', scans[2]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(stored).toBe(written[2]);
  });

  it('[FIELD-03] is doubted when any byte of it is another, and the scan is taken nevertheless', async () => {
    const { site, roundId, code } = await startRound();
    const parts = decodeCheckpointCode(code);
    if (parts === null) throw new Error('not a code');
    const flipped = Array.from({ length: codeMacBytes }, (_, at) => ({
      ...parts,
      mac: parts.mac.map((byte, index) => (index === at ? byte ^ 1 : byte)),
    }));
    const hex = parts.checkpointId.replaceAll('-', '');
    const ids = Array.from({ length: 16 }, (_, at) => {
      const byte = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) ^ 1;
      const other = hex.slice(0, at * 2) + byte.toString(16).padStart(2, '0') + hex.slice(at * 2 + 2);
      return { ...parts, checkpointId: other };
    });
    const serials = [2, 257].map((serial) => ({ ...parts, serial }));
    const forged = [...flipped, ...ids, ...serials].map((made) => ({ code: encodeCheckpointCode(made) }));
    const flags = await flagsOf(site, roundId, [...forged, { code: 'https://example.com' }]);
    expect(flags).toEqual(flags.map(() => ['forgedCode']));
    const stored = await owner.selectFrom('scans').select('id').where('round_id', '=', roundId).execute();
    expect(stored).toHaveLength(forged.length + 1);
  });

  it('[FIELD-03] is old from its reissue on, by the time of the device', async () => {
    const { site, roundId, code } = await startRound();
    const [index] = site.planned;
    await issueCodes(owner, site.tenant.id, [index?.checkpointId ?? '']);
    const codes = await owner
      .selectFrom('qr_codes')
      .select(['code', 'retired_at'])
      .where('checkpoint_id', '=', index?.checkpointId ?? '')
      .orderBy('serial')
      .execute();
    const retiredAtMs = codes[0]?.retired_at?.getTime() ?? 0;
    const fresh = codes[1]?.code ?? '';
    expect(fresh).not.toBe(code);
    const flags = await flagsOf(site, roundId, [
      { code, deviceAtMs: retiredAtMs - 1_000 },
      { code, deviceAtMs: retiredAtMs },
      { code: typedCodeOf(code), method: 'typed', deviceAtMs: retiredAtMs + 1 },
      { code: fresh, deviceAtMs: retiredAtMs + 1 },
    ]);
    expect(flags).toEqual([[], ['retiredCode'], ['typedCode', 'retiredCode'], []]);
  });

  it("[FIELD-03] is another checkpoint's or another tenant's, and so not this one's", async () => {
    const { site, roundId } = await startRound();
    const stranger = await makeFieldSite(test);
    const flags = await flagsOf(site, roundId, [
      { code: codeOf(site, 1) },
      { code: typedCodeOf(codeOf(site, 1)), method: 'typed' },
      { code: codeOf(stranger, 0) },
      { code: typedCodeOf(codeOf(stranger, 0)), method: 'typed' },
    ]);
    // Made at the first checkpoint, which the second is not near.
    expect(flags).toEqual([
      ['outsideRadius', 'wrongCode'],
      ['outsideRadius', 'typedCode', 'wrongCode'],
      ['forgedCode'],
      ['typedCode', 'forgedCode'],
    ]);
  });

  it('[FIELD-03] is genuine by its signature when nothing is kept of it', async () => {
    const { site, roundId, code } = await startRound();
    const other = codeOf(site, 1);
    await owner.deleteFrom('qr_codes').where('tenant_id', '=', site.tenant.id).execute();
    expect(await flagsOf(site, roundId, [{ code }, { code: other }])).toEqual([
      [],
      ['outsideRadius', 'wrongCode'],
    ]);
  });

  it('[FIELD-03] is typed by its last eight letters, or whole', async () => {
    const { site, roundId, code } = await startRound();
    const typed = typedCodeOf(code);
    const written = [
      typed,
      typed.toLowerCase(),
      `${typed.slice(0, 4)} ${typed.slice(4)}`,
      code,
      typed.slice(1),
    ];
    const flags = await flagsOf(
      site,
      roundId,
      written.map((text) => ({ code: text, method: 'typed' })),
    );
    const fine = ['typedCode'];
    expect(flags).toEqual([fine, fine, fine, fine, ['typedCode', 'forgedCode']]);
  });

  it('[FIELD-03] of another system stays valid, unsigned', async () => {
    const { site, roundId } = await startRound();
    const [index, second] = site.planned;
    const rows = [
      [index?.checkpointId, 'gate/17'],
      [second?.checkpointId, 'https://old.example/c/18'],
    ].map(([checkpoint_id = '', code = '']) => ({
      tenant_id: site.tenant.id,
      id: randomUUID(),
      checkpoint_id,
      code,
      serial: 9,
      retired_at: new Date(0),
    }));
    await owner.insertInto('qr_codes').values(rows).execute();
    const live = owner.updateTable('qr_codes').set({ retired_at: null }).where('serial', '=', 9);
    await owner
      .deleteFrom('qr_codes')
      .where('serial', '=', 1)
      .where('tenant_id', '=', site.tenant.id)
      .execute();
    await live.where('tenant_id', '=', site.tenant.id).execute();
    const flags = await flagsOf(site, roundId, [
      { code: 'gate/17' },
      { code: 'GATE/17', method: 'typed' },
      { code: 'https://old.example/c/18' },
      { code: 'gate/18' },
    ]);
    expect(flags).toEqual([
      ['unsignedCode'],
      ['typedCode', 'unsignedCode'],
      ['outsideRadius', 'unsignedCode', 'wrongCode'],
      ['forgedCode'],
    ]);
  });

  it('[FIELD-03] of an NFC scan is the tag of the checkpoint', async () => {
    const { site, roundId } = await startRound();
    const tag = owner.updateTable('checkpoints').set({ nfc_tag_id: '04A2B3C4D5E6F7' });
    await tag.where('id', '=', site.planned[0]?.checkpointId ?? '').execute();
    const flags = await flagsOf(site, roundId, [
      { code: '04:a2:b3:c4:d5:e6:f7', method: 'nfc' },
      { code: '04A2B3C4D5E6F8', method: 'nfc' },
      { code: undefined, method: 'nfc' },
    ]);
    expect(flags).toEqual([[], ['unknownTag'], ['noCode']]);
    const ofOther = scanned(site, roundId, 1, { code: '04A2B3C4D5E6F7', method: 'nfc' });
    expect((await send(site.device, ofOther)).json().flags).toEqual(['outsideRadius', 'wrongCode']);
  });

  it('[FIELD-03] is missed where there is none, except of a scan by position', async () => {
    const { site, roundId } = await startRound();
    const none = { code: undefined };
    const flags = await flagsOf(site, roundId, [none, { code: ' ' }, { ...none, method: 'position' }]);
    expect(flags).toEqual([['noCode'], ['noCode'], []]);
  });

  it('[FIELD-02] leaves the hash of events without one as it was, and is part of the others', () => {
    const event = {
      kind: 'checkpointScanned' as const,
      id: '0190a000-0000-7000-8000-000000000001',
      roundId: '0190a000-0000-7000-8000-000000000002',
      checkpointId: '0190a000-0000-7000-8000-000000000003',
      deviceAtMs: 1_750_000_000_000,
      method: 'qr' as const,
      position: null,
    };
    // As stored by servers that knew of no codes.
    expect(bodyHash(event)).toBe('7114d0affc50ac18e08d548caa21edffcc7a708536d82ed29cd5d1a491b42661');
    const hashes = [event, { ...event, code: 'A' }, { ...event, code: 'B' }].map(bodyHash);
    expect(new Set(hashes).size).toBe(3);
  });

  it('[FIELD-01] is not given away by the plan', async () => {
    const { site, code } = await startRound();
    const plan = await site.device('GET', '/field/plan');
    expect(plan.statusCode).toBe(200);
    for (const secret of [code, typedCodeOf(code)]) expect(plan.body).not.toContain(secret);
  });
});
