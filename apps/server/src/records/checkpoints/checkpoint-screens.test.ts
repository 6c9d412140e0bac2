// A screen from its pairing to the scans of what it shows.
import type { PairedScreen } from '@watchpost/contract/checkpoint-screens';
import { rotatingCodeOf, rotatingStepMs, stepAt } from '@watchpost/domain/rotating-codes';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { findLiveCodes, issueCodes } from '../checkpoint-codes/checkpoint-codes.queries.ts';
import { makeCheckpoint, makeRoute, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew, browserOfStranger } from '../../testing/made-sessions.ts';
import { sendRound } from '../../testing/send-round.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let admin: Caller;
let checkpointId: string;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  admin = await browserOfNew(server, tenant);
  ({ checkpointId } = await makeCheckpoint(server.owner, tenant, siteId, { name: 'North gate' }));
});

const screensPath = (id = checkpointId) => `/secure/checkpoints/${id}/screens`;
const offer = async (id = checkpointId): Promise<string> =>
  (await admin('POST', screensPath(id))).json<{ pairingCode: string }>().pairingCode;
const pairing = (pairingCode: string, own = tenant) =>
  anyone(server.app, own)('POST', '/screens/pair', { body: { pairingCode } });
const pair = async (id = checkpointId): Promise<PairedScreen> => (await pairing(await offer(id))).json();
const shown = (screen: PairedScreen, atMs: number): string =>
  rotatingCodeOf(Buffer.from(screen.secret, 'hex'), screen, stepAt(atMs));

/** Scans with one code each, made when they say; the flags of each, but for those about the position. */
async function scan(
  scans: readonly { readonly code: string; readonly atMs: number; readonly method?: 'qr' | 'typed' }[],
  clockErrorMs = 0,
): Promise<string[][]> {
  const place = { checkpointId, name: 'x', latitude: 0, longitude: 0, radiusMetres: 20 };
  const { versionId } = await makeRoute(server.owner, tenant, siteId, [place]);
  const { flags } = await sendRound(server, tenant, {
    siteId,
    versionId,
    startedAtMs: Date.now() - 7_200_000,
    scans: scans.map(({ code, atMs, method = 'qr' as const }) => ({
      checkpointId,
      deviceAtMs: atMs + clockErrorMs,
      method,
      position: null,
      code,
    })),
    clockAheadMs: clockErrorMs,
  });
  return flags.map((each) => each.filter((flag) => flag.endsWith('Code')));
}

describe('pairing a screen', () => {
  it('[FIELD-03] gives it a secret for a code that is good once, and tells the console no secret', async () => {
    const code = await offer();
    expect((await admin('GET', screensPath())).json()).toEqual({ screens: [] });
    const written = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
    const paired = await pairing(written);
    expect(paired.json()).toMatchObject({ checkpointId, checkpointName: 'North gate', serial: 1 });
    expect(paired.json<PairedScreen>().secret).toMatch(/^[\da-f]{64}$/);
    expect((await pairing(code)).statusCode).toBe(404);
    const { screens } = (await admin('GET', screensPath())).json();
    expect(screens).toMatchObject([{ serial: 1, revokedAtMs: null }]);
    expect(JSON.stringify(screens)).not.toContain(paired.json<PairedScreen>().secret);
    const { rows } = { rows: await server.owner.selectFrom('checkpoint_screens').selectAll().execute() };
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('of two who type a code at once one has the screen', async () => {
    const code = await offer();
    const replies = await Promise.all([pairing(code), pairing(code), pairing(code)]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 404, 404]);
  });

  it('is refused with a code that was offered before another, that is too old, or of another tenant', async () => {
    const first = await offer();
    const second = await offer();
    expect((await pairing(first)).statusCode).toBe(404);
    expect((await pairing(second, await makeTenant(server.owner))).statusCode).toBe(404);
    await server.owner.updateTable('checkpoint_screens').set({ pairing_ends_at_ms: 1 }).execute();
    expect((await pairing(second)).statusCode).toBe(404);
  });

  it('is refused once the checkpoint is deleted', async () => {
    const code = await offer();
    expect((await admin('DELETE', `/secure/checkpoints/${checkpointId}`)).statusCode).toBe(200);
    expect((await pairing(code)).statusCode).toBe(404);
  });

  it('is slowed down for who guesses', async () => {
    const replies = [];
    for (let guess = 0; guess < 12; guess += 1) replies.push((await pairing(`GUESS${guess}`)).statusCode);
    expect(replies.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
    expect(replies.at(-1)).toBe(429);
  });

  it('is offered to no one of another site or tenant, and neither is its end', async () => {
    const screen = await pair();
    const sub = await browserOfNew(server, tenant, await makeSite(server.owner, tenant));
    const stranger = await browserOfStranger(server);
    for (const caller of [sub, stranger]) {
      expect((await caller('GET', screensPath())).statusCode).toBe(404);
      expect((await caller('POST', screensPath())).statusCode).toBe(404);
      expect((await caller('DELETE', `${screensPath()}/${screen.screenId}`)).statusCode).toBe(404);
    }
  });

  it('leaves who offered, paired and ended it in the audit log', async () => {
    const screen = await pair();
    await admin('DELETE', `${screensPath()}/${screen.screenId}`);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('tenant_id', '=', tenant.id)
      .where('action', 'like', 'checkpoint.screen%')
      .orderBy('at_ms')
      .orderBy('id')
      .execute();
    const named = { screen: screen.serial };
    expect(entries.slice(-3)).toEqual([
      { action: 'checkpoint.screenOffered', before: null, after: named },
      { action: 'checkpoint.screenPaired', before: null, after: named },
      { action: 'checkpoint.screenRevoked', before: named, after: null },
    ]);
  });
});

describe('a scan of what a screen shows', () => {
  it('[FIELD-03] is trusted at its time, also hours later by a phone that was offline, and by one whose clock is wrong', async () => {
    const screen = await pair();
    await server.owner.updateTable('checkpoint_screens').set({ paired_at_ms: 1 }).execute();
    const hoursAgo = Date.now() - 6_000_000;
    const good = [Date.now(), hoursAgo].map((atMs) => ({ code: shown(screen, atMs), atMs }));
    expect(await scan(good)).toEqual([[], []]);
    expect(await scan(good, 3_600_000)).toEqual([[], []]);
  });

  it('[FIELD-03] is doubted when the code is of another time, and taken all the same', async () => {
    const screen = await pair();
    const now = Date.now();
    const late = (ms: number) => ({ code: shown(screen, now - ms), atMs: now });
    expect(await scan([late(0), late(60_000), late(300_000), late(86_400_000)])).toEqual([
      [],
      [],
      ['staleCode'],
      ['staleCode'],
    ]);
    const details = await server.owner
      .selectFrom('scans')
      .select(['round_id'])
      .where('tenant_id', '=', tenant.id)
      .executeTakeFirstOrThrow();
    const { points } = (await admin('GET', `/secure/scanned-checkpoints/${details.round_id}`)).json();
    expect(points).toHaveLength(1);
  });

  it('[FIELD-03] is doubted when the printed code was scanned instead, or the code was made up', async () => {
    await issueCodes(server.owner, tenant.id, [checkpointId]);
    const [printed] = await findLiveCodes(server.owner, tenant.id, [checkpointId]);
    const paper = { code: printed?.code ?? '', atMs: Date.now() };
    expect(await scan([paper])).toEqual([[]]);
    const screen = await pair();
    const now = Date.now();
    const madeUp = { ...screen, secret: '00'.repeat(32) };
    expect(
      await scan([
        { ...paper, atMs: now },
        { code: shown(madeUp, now), atMs: now },
      ]),
    ).toEqual([['printedCode'], ['forgedCode']]);
  });

  it('[FIELD-03] is doubted at another checkpoint, and after the screen was taken out of use', async () => {
    const { checkpointId: other } = await makeCheckpoint(server.owner, tenant, siteId);
    const elsewhere = await pair(other);
    const screen = await pair();
    const now = Date.now();
    expect(await scan([{ code: shown(elsewhere, now), atMs: now }])).toEqual([['wrongCode']]);
    await admin('DELETE', `${screensPath()}/${screen.screenId}`);
    const later = Date.now() + 1;
    expect(await scan([{ code: shown(screen, later), atMs: later }])).toEqual([['retiredCode']]);
    const check = await anyone(server.app, tenant)('POST', '/screens/check', {
      body: { screenId: screen.screenId },
    });
    expect(check.json()).toMatchObject({ isInUse: false });
  });

  it('[FIELD-03] may be typed from below the code while it is shown', async () => {
    const screen = await pair();
    const now = Date.now();
    const end = (atMs: number) => typedCodeOf(shown(screen, atMs));
    expect(
      await scan([
        { code: end(now), atMs: now, method: 'typed' },
        { code: end(now - 20 * rotatingStepMs), atMs: now, method: 'typed' },
      ]),
    ).toEqual([['typedCode'], ['typedCode', 'forgedCode', 'printedCode']]);
  });
});
