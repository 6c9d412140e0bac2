// The code of one checkpoint sent for another: it counts where it hangs, or nowhere.
import { randomUUID } from 'node:crypto';
import type { FieldEvent, Receipt } from '@watchpost/contract/field';
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { roundStatus } from '@watchpost/domain/round-status';
import { beforeEach, beforeAll, describe, expect, it, test } from 'vitest';
import { findLiveCodes, issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import { makeCheckpoint, makeSite } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { makeScreen } from '../../testing/make-screen.ts';
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

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  site = await makeFieldSite(server);
  admin = await browserOfNew(server, site.tenant);
});

const idOf = (index: number): string => site.planned[index]?.checkpointId ?? '';
const codeOf = (index: number): string => site.codes.get(idOf(index)) ?? '';
const spot = (index: number) => {
  const { latitude = 0, longitude = 0 } = site.planned[index] ?? {};
  return { latitude, longitude, accuracyMetres: 6 };
};

async function send(events: readonly FieldEvent[], device = site.device): Promise<readonly Receipt[]> {
  const { accepted, refused } = await sendBatch(device, events);
  expect(refused).toEqual([]);
  return accepted;
}
const roundOf = (id: string) =>
  server.owner.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const scanOf = (id: string) =>
  server.owner.selectFrom('scans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const detailsOf = async (id: string): Promise<RoundDetails> =>
  (await admin('GET', `/secure/scanned-checkpoints/${id}`)).json();

/** A scan that names the first checkpoint and is made at the second, with its code. */
const strayed = (roundId: string, change: object = {}) =>
  scanned(site, roundId, 0, { code: codeOf(1), position: spot(1), ...change });

describe('the code of another checkpoint of the round', () => {
  it('[FIELD-03] counts there, and not where the phone says', async () => {
    const start = roundStarted(site);
    const scan = strayed(start.id);
    const [, receipt] = await send([start, scan]);
    expect(receipt).toMatchObject({ flags: ['wrongCode'], countsAt: idOf(1) });
    expect(await scanOf(scan.id)).toMatchObject({ checkpoint_id: idOf(1), claimed_checkpoint_id: idOf(0) });
    const { points, uncounted } = await detailsOf(start.id);
    expect(points[0]?.scan).toBeNull();
    expect(points[1]?.scan).toMatchObject({ claimedName: site.planned[0]?.name, flags: ['wrongCode'] });
    expect(uncounted).toEqual([]);
  });

  it('[FIELD-03] leaves the round incomplete, its counters, missed checkpoints and lists in agreement', async () => {
    const start = roundStarted(site);
    const scans = [
      scanned(site, start.id, 1),
      strayed(start.id),
      scanned(site, start.id, 2),
      scanned(site, start.id, 3),
    ];
    await send([start, ...scans, roundEnded(start.id)]);
    expect(await roundOf(start.id)).toMatchObject({
      status_code: roundStatus.incompleted,
      total_check_points: 4,
      scanned_check_points: 3,
    });
    const missed = await server.owner
      .selectFrom('missed_checkpoints')
      .select('checkpoint_id')
      .where('round_id', '=', start.id)
      .execute();
    expect(missed).toEqual([{ checkpoint_id: idOf(0) }]);
    const rows = (await admin('GET', `/secure/scanned-checkpoints/${start.id}/checkpoints`)).json().data;
    const checked = rows.filter(({ checked: isChecked }: { checked: boolean }) => !isChecked);
    expect(checked.map(({ id }: { id: string }) => id)).toEqual([idOf(0)]);
    for await (const { differences } of verifyAll(server.owner)) expect(differences).toEqual([]);
    // A scan of the one that was missed completes it later, as ever.
    await send([scanned(site, start.id, 0)]);
    expect(await roundOf(start.id)).toMatchObject({ status_code: roundStatus.completed });
    for await (const { differences } of verifyAll(server.owner)) expect(differences).toEqual([]);
  });

  it('[FIELD-03] completes a round where all is scanned, whatever the phone took it for', async () => {
    const start = roundStarted(site);
    const scans = [0, 1, 2, 3].map((index) => {
      const next = (index + 1) % 4;
      return scanned(site, start.id, index, { code: codeOf(next), position: spot(next) });
    });
    await send([start, ...scans, roundEnded(start.id)]);
    expect(await roundOf(start.id)).toMatchObject({
      status_code: roundStatus.completed,
      scanned_check_points: 4,
    });
  });

  test.each([
    ['scanned', (at: number) => ({ code: codeOf(at) })],
    [
      'typed, with no network to tell whose it is',
      (at: number) => ({ method: 'typed', code: typedCodeOf(codeOf(at)) }),
    ],
    ['typed whole', (at: number) => ({ method: 'typed', code: codeOf(at) })],
  ])('[FIELD-03] counts in every order of arrival: %s', async (_title, read) => {
    const start = roundStarted(site);
    const scan = strayed(start.id, read(1));
    const end = roundEnded(start.id);
    for (const event of [scan, end, start]) await send([event]);
    expect(await roundOf(start.id)).toMatchObject({ total_check_points: 4, scanned_check_points: 1 });
    expect(await scanOf(scan.id)).toMatchObject({ checkpoint_id: idOf(1), claimed_checkpoint_id: idOf(0) });
    expect((await detailsOf(start.id)).points.map(({ scan: made }) => made !== null)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('[FIELD-02] has one receipt however often it is sent, through either phone', async () => {
    const start = roundStarted(site);
    const scan = strayed(start.id);
    const first = await send([start, scan]);
    expect(await send([start, scan])).toEqual(first);
    expect(await send([start, scan], site.secondDevice)).toEqual(first);
    const lie = { ...scan, checkpointId: idOf(1) };
    expect((await sendBatch(site.device, [lie])).refused).toMatchObject([{ code: 'idReused' }]);
  });

  it('[FIELD-03] is judged by the place, the ways and the screen of the checkpoint that it counts at', async () => {
    const start = roundStarted(site);
    await send([start]);
    const far = strayed(start.id, { position: spot(0) });
    await server.owner
      .updateTable('checkpoints')
      .set({ scan_methods: ['nfc'] })
      .where('id', '=', idOf(2))
      .execute();
    const forbidden = scanned(site, start.id, 0, {
      code: codeOf(2),
      position: spot(2),
      deviceAtMs: Date.now(),
    });
    await server.owner
      .updateTable('checkpoints')
      .set({ scan_methods_since_ms: 1, former_scan_methods: [] })
      .where('id', '=', idOf(2))
      .execute();
    await makeScreen(server.owner, site.tenant, idOf(3));
    const paper = scanned(site, start.id, 0, { code: codeOf(3), position: spot(3) });
    const receipts = await send([far, forbidden, paper]);
    expect(receipts.map(({ flags, laterFlags }) => [flags, laterFlags])).toEqual([
      [['outsideRadius', 'wrongCode'], undefined],
      [['wrongCode'], ['methodNotAllowed']],
      [['printedCode', 'wrongCode'], undefined],
    ]);
  });

  it('[FIELD-03] is found for what a screen shows, scanned or typed, and for a tag', async () => {
    const start = roundStarted(site);
    const screen = await makeScreen(server.owner, site.tenant, idOf(1));
    await server.owner
      .updateTable('checkpoints')
      .set({ nfc_tag_id: '04AABBCCDD' })
      .where('id', '=', idOf(2))
      .execute();
    const atMs = Date.now();
    const shown = screen.codeAt(atMs);
    const scans = [
      strayed(start.id, { code: shown, deviceAtMs: atMs }),
      strayed(start.id, { method: 'typed', code: typedCodeOf(shown), deviceAtMs: atMs }),
      scanned(site, start.id, 0, { method: 'nfc', code: '04:aa:bb:cc:dd', position: spot(2) }),
    ];
    const receipts = (await send([start, ...scans.slice(0, 1)])).slice(1);
    for (const scan of scans.slice(1)) receipts.push(...(await send([scan])));
    expect(receipts.map(({ countsAt }) => countsAt)).toEqual([idOf(1), idOf(1), idOf(2)]);
    expect(receipts.map(({ flags }) => flags)).toEqual([
      ['wrongCode'],
      ['typedCode', 'wrongCode'],
      ['wrongCode'],
    ]);
  });
});

describe('a code that is of none of the guard’s checkpoints, or of several', () => {
  it('[FIELD-03] counts nowhere, and is shown with the round', async () => {
    const strange = await makeCheckpoint(
      server.owner,
      site.tenant,
      await makeSite(server.owner, site.tenant),
      { name: 'Vault of others' },
    );
    await issueCodes(server.owner, site.tenant.id, [strange.checkpointId]);
    const [live] = await findLiveCodes(server.owner, site.tenant.id, [strange.checkpointId]);
    const start = roundStarted(site);
    const scan = strayed(start.id, { code: live?.code, position: spot(0) });
    const receipts = await send([start, scan, roundEnded(start.id)]);
    expect(receipts[1]).toMatchObject({ flags: ['wrongCode'], countsAt: null });
    expect(await scanOf(scan.id)).toMatchObject({ checkpoint_id: null, claimed_checkpoint_id: idOf(0) });
    expect(await roundOf(start.id)).toMatchObject({
      scanned_check_points: 0,
      status_code: roundStatus.incompleted,
    });
    const details = await detailsOf(start.id);
    expect(details.points.map(({ scan: made }) => made)).toEqual([null, null, null, null]);
    expect(details.uncounted).toMatchObject([
      { id: scan.id, claimedName: site.planned[0]?.name, method: 'qr', flags: ['wrongCode'] },
    ]);
    // This site does not even learn its name.
    expect(JSON.stringify(details)).not.toContain('Vault of others');
    expect(await send([scan])).toEqual([receipts[1]]);
    for await (const { differences } of verifyAll(server.owner)) expect(differences).toEqual([]);
    for (const path of ['/secure/live-board', `/secure/guards/${site.guard.id}/details`]) {
      expect([path, (await admin('GET', path)).statusCode]).toEqual([path, 200]);
    }
  });

  it('[FIELD-03] counts nowhere where its end is typed and several have it', async () => {
    const rows = [1, 2].map((index) => ({
      tenant_id: site.tenant.id,
      id: randomUUID(),
      checkpoint_id: idOf(index),
      code: `old ${index} GATECODE`,
      serial: 9,
      retired_at: new Date(0),
    }));
    await server.owner.insertInto('qr_codes').values(rows).execute();
    const start = roundStarted(site);
    const [, receipt] = await send([start, strayed(start.id, { method: 'typed', code: 'GATECODE' })]);
    expect(receipt?.countsAt).toBeNull();
  });

  it('[FIELD-03] that no one issued counts where the phone says, flagged as ever', async () => {
    const start = roundStarted(site);
    const scans = [
      strayed(start.id, { code: 'made up', position: spot(0) }),
      strayed(start.id, { code: undefined, position: spot(0) }),
      strayed(start.id, { method: 'nfc', code: '04FFFFFFFF', position: spot(0) }),
      strayed(start.id, { method: 'typed', code: 'ABCDEFGH', position: spot(0) }),
    ];
    const receipts = (await send([start, ...scans])).slice(1);
    expect(receipts.map(({ flags, countsAt }) => [flags, countsAt])).toEqual([
      [['forgedCode'], undefined],
      [['noCode'], undefined],
      [['unknownTag'], undefined],
      [['typedCode', 'forgedCode'], undefined],
    ]);
    expect(await roundOf(start.id)).toMatchObject({ scanned_check_points: 1 });
  });
});
