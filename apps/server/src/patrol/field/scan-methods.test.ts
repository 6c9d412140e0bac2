// Which ways of scanning count, tried as somebody at a desk would: raw requests, no phone, no walk.
import { randomUUID } from 'node:crypto';
import type { FieldEvent, FieldPlan, Receipt } from '@watchpost/contract/field';
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import {
  type CheckpointMethod,
  checkpointMethods,
  defaultCheckpointMethods,
  formerMethodsMs,
} from '@watchpost/domain/checkpoint-methods';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { raiseOfRounds } from '../exceptions/raise-exceptions.queries.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type MadeScreen, makeScreen } from '../../testing/make-screen.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { bodyHash } from './event-body.ts';
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
let screen: MadeScreen;
const tag = '04A2B3C4D5E6F7';
const checkpoint = (index = 0) => site.planned[index]?.checkpointId ?? '';

beforeAll(async () => {
  server = await testApp();
  site = await makeFieldSite(server);
  admin = await browserOfNew(server, site.tenant);
  screen = await makeScreen(server.owner, site.tenant, checkpoint());
  await server.owner
    .updateTable('checkpoints')
    .set({ nfc_tag_id: tag })
    .where('id', '=', checkpoint())
    .execute();
});

const checkpointPath = () => `/secure/checkpoints/${checkpoint()}`;

/** Saves the ways in the console's own manner, and forgets those of before. */
async function choose(scanMethods: readonly CheckpointMethod[]) {
  const { name, latitude, longitude, radiusMetres, instructions, nfcTagId, version } = (
    await admin('GET', checkpointPath())
  ).json();
  const body = { name, latitude, longitude, radiusMetres, instructions, nfcTagId, version, scanMethods };
  expect((await admin('PUT', checkpointPath(), { body })).statusCode).toBe(200);
}
const forget = (more: object = { former_scan_methods: [] }) =>
  server.owner
    .updateTable('checkpoints')
    .set({ scan_methods_since_ms: Date.now() - formerMethodsMs - 1_000, ...more })
    .where('id', '=', checkpoint())
    .execute();

const allOf = ({ flags, laterFlags = [] }: Receipt): string[] => [...flags, ...laterFlags];

async function flagsOf(changes: readonly object[]): Promise<string[][]> {
  const roundId = randomUUID();
  const scans = changes.map((change) => scanned(site, roundId, 0, { deviceAtMs: Date.now(), ...change }));
  const { accepted, refused } = await sendBatch(site.device, scans);
  expect(refused).toEqual([]);
  return accepted.map(allOf);
}

const dwellMs = defaultTrust.positionDwellMs;

/** A genuine scan each way, now. */
const made = (): Readonly<Record<CheckpointMethod, object>> => ({
  qr: { code: site.codes.get(checkpoint()) },
  nfc: { method: 'nfc', code: tag },
  screen: { code: screen.codeAt(Date.now()) },
  position: { method: 'position', code: undefined, dwellMs },
  typed: { method: 'typed', code: typedCodeOf(site.codes.get(checkpoint()) ?? '') },
});

describe('a way of scanning', () => {
  const settings: readonly (readonly CheckpointMethod[])[] = [
    ...checkpointMethods.map((method) => [method]),
    defaultCheckpointMethods,
    checkpointMethods,
    ['screen', 'position'],
  ];
  test.each(settings.map((setting) => [setting.join(' '), setting] as const))(
    '[TRUTH-01] counts where it is set and is flagged elsewhere: %s',
    async (_words, setting) => {
      await choose(setting);
      await forget();
      const ways = made();
      const flags = await flagsOf(checkpointMethods.map((method) => ways[method]));
      checkpointMethods.forEach((method, at) => {
        const isFlagged = flags[at]?.includes('methodNotAllowed');
        expect([method, isFlagged]).toEqual([method, !setting.includes(method)]);
      });
      const clean = checkpointMethods.map((method) => (setting.includes(method) ? 0 : 1));
      // Beside the way: a screen is in use, so that what hangs on paper is flagged as ever, and so is what was typed.
      const others = flags.map((each) => each.filter((flag) => flag !== 'methodNotAllowed'));
      expect(others).toEqual([['printedCode'], [], [], [], ['typedCode', 'printedCode']]);
      expect(flags.map((each, at) => each.length - (others[at]?.length ?? 0))).toEqual(clean);
    },
  );

  test('[TRUTH-01] is the screen’s for whatever has the form of its code, and typing for whatever is typed', async () => {
    await choose(['screen']);
    await forget();
    const now = screen.codeAt(Date.now());
    const forged = `${now.slice(0, -1)}${now.endsWith('A') ? 'B' : 'A'}`;
    expect(await flagsOf([{ code: forged }, { method: 'typed', code: typedCodeOf(now) }])).toEqual([
      ['forgedCode'],
      ['typedCode', 'methodNotAllowed'],
    ]);
  });

  test('[TRUTH-01] of before counts for a day, so that a phone without a network is not flagged for a change', async () => {
    await choose(['qr', 'nfc']);
    await forget();
    await choose(['nfc']);
    const paper = made().qr;
    const at = (deviceAtMs: number) => ({ ...paper, deviceAtMs });
    const isFlagged = async (changes: readonly object[]) =>
      (await flagsOf(changes)).map((flags) => flags.includes('methodNotAllowed'));
    expect(await isFlagged([at(Date.now() - 3_600_000), at(Date.now())])).toEqual([false, false]);
    // Chosen twice within the day: anyone who knows either of them is right.
    await choose(['screen']);
    expect(await isFlagged([paper, made().nfc, made().typed])).toEqual([false, false, true]);
    await forget({});
    expect(await isFlagged([paper, made().nfc])).toEqual([true, true]);
    // What was made before the day was over is judged by that, however late it comes.
    expect(await isFlagged([at(Date.now() - 7_200_000)])).toEqual([false]);
  });

  test('[TRUTH-01] is sent to phones and recorded in the audit log, and one always remains', async () => {
    await choose(['qr', 'nfc']);
    await choose(['position', 'nfc']);
    const { data } = (await admin('GET', '/secure/audit-log', { query: { limit: '1' } })).json();
    expect(data).toMatchObject([
      {
        action: 'checkpoint.changed',
        before: { scanMethods: ['qr', 'nfc'] },
        after: { scanMethods: ['nfc', 'position'] },
      },
    ]);
    const plan = (await site.device('GET', '/field/plan')).json<FieldPlan>();
    const points = plan.routes.flatMap(({ checkpoints }) => checkpoints);
    expect(points.find(({ checkpointId }) => checkpointId === checkpoint())?.scanMethods).toEqual([
      'nfc',
      'position',
    ]);
    expect(points.find(({ checkpointId }) => checkpointId === checkpoint(1))?.scanMethods).toEqual([
      ...defaultCheckpointMethods,
    ]);
    const { name, latitude, longitude, radiusMetres, instructions, nfcTagId, version } = (
      await admin('GET', checkpointPath())
    ).json();
    const body = { name, latitude, longitude, radiusMetres, instructions, nfcTagId, version };
    for (const scanMethods of [[], ['telepathy'], 'qr']) {
      const reply = await admin('PUT', checkpointPath(), { body: { ...body, scanMethods } });
      expect([reply.statusCode, Object.keys(reply.json())[0]?.split('.')[0]]).toEqual([400, 'scanMethods']);
    }
    // A console of before knows nothing of it and changes nothing of it.
    expect((await admin('PUT', checkpointPath(), { body })).statusCode).toBe(200);
    expect((await admin('GET', checkpointPath())).json().scanMethods).toEqual(['nfc', 'position']);
  });
});

describe('a scan by position', () => {
  const detailsOf = async (roundId: string): Promise<RoundDetails> =>
    (await admin('GET', `/secure/scanned-checkpoints/${roundId}`)).json();

  /** A round at the checkpoints' own coordinates, made by anybody who has the plan. */
  async function walkAtDesk(more: object) {
    const startedAtMs = Date.now() - 3_600_000;
    const start = roundStarted(site, { deviceAtMs: startedAtMs });
    const scans = site.planned.map((_, index) =>
      scanned(site, start.id, index, {
        deviceAtMs: startedAtMs + (index + 1) * 300_000,
        method: 'position',
        code: undefined,
        ...more,
      }),
    );
    const events: FieldEvent[] = [start, ...scans, roundEnded(start.id, { deviceAtMs: Date.now() })];
    const { accepted, refused } = await sendBatch(site.device, events);
    expect(refused).toEqual([]);
    await raiseOfRounds(server.database.forTenant(site.tenant.id), site.tenant.id, [start.id]);
    return { roundId: start.id, receipts: accepted.slice(1, -1) };
  }

  test('[TRUTH-01] at each checkpoint from a desk is no clean round, whatever dwell is claimed', async () => {
    await choose(defaultCheckpointMethods);
    await forget();
    for (const more of [{}, { dwellMs: 3_600_000 }]) {
      const { roundId, receipts } = await walkAtDesk(more);
      for (const receipt of receipts) {
        expect(receipt.laterFlags).toContain('methodNotAllowed');
        // What apps of before read stays what they know.
        expect(receipt.flags).toEqual([]);
      }
      const { score, points } = await detailsOf(roundId);
      expect(score).toBeLessThanOrEqual(50);
      for (const { scan } of points) expect(scan?.flags).toContain('methodNotAllowed');
      const items = await server.owner
        .selectFrom('exceptions')
        .select(['kind', 'reasons'])
        .where('subject_id', '=', roundId)
        .execute();
      expect(items).toMatchObject([{ kind: 'flagged' }]);
      expect(items[0]?.reasons).toContain('methodNotAllowed');
    }
  });

  const near = () => {
    const { latitude = 0, longitude = 0 } = site.planned[0] ?? {};
    return { latitude, longitude };
  };
  const position = (accuracyMetres: number) => ({ position: { ...near(), accuracyMetres } });
  test.each([
    ['stayed for long enough', { dwellMs }, []],
    ['stayed too shortly', { dwellMs: dwellMs - 1 }, ['weakPosition']],
    ['with no word of staying', { dwellMs: undefined }, ['weakPosition']],
    ['as accurate as the geofence is wide', { dwellMs, accuracyMetres: 30 }, []],
    ['vaguer than the geofence', { dwellMs, accuracyMetres: 31 }, ['weakPosition']],
    ['without a position', { dwellMs, position: null }, ['noPosition', 'weakPosition']],
  ])('[TRUTH-01] where it is set is one that %s, or weak', async (_words, change, flags) => {
    await choose(['position']);
    await forget();
    const { accuracyMetres = 6, ...more } = change as { accuracyMetres?: number };
    const scan = { method: 'position', code: undefined, ...position(accuracyMetres), ...more };
    expect(await flagsOf([scan])).toEqual([flags]);
  });

  test('[TRUTH-01] has to stay as long as the tenant says', async () => {
    await choose(['position']);
    await forget();
    const path = '/secure/app-settings/trust';
    const { version, settings } = (await admin('GET', path)).json();
    const save = { version, settings: { ...settings, positionDwellMs: 60_000 } };
    expect((await admin('PUT', path, { body: save })).statusCode).toBe(200);
    const scan = (ms: number) => ({ method: 'position', code: undefined, dwellMs: ms });
    expect(await flagsOf([scan(59_999), scan(60_000)])).toEqual([['weakPosition'], []]);
    const back = { version: version + 1, settings };
    expect((await admin('PUT', path, { body: back })).statusCode).toBe(200);
  });

  test('[TRUTH-01] that sends a code is judged by the code, too', async () => {
    await choose(['position']);
    await forget();
    const by = (code: string) => ({ method: 'position', dwellMs, code });
    expect(
      await flagsOf([
        by(screen.codeAt(Date.now())),
        by(screen.codeAt(Date.now() - 3_600_000)),
        by(site.codes.get(checkpoint()) ?? ''),
        by('made up'),
      ]),
    ).toEqual([[], ['staleCode'], ['printedCode'], ['forgedCode', 'printedCode']]);
  });

  test('[TRUTH-01] keeps its dwell: another dwell is another event, and none leaves the hash as it was', async () => {
    const scan = scanned(site, randomUUID(), 0, { method: 'position', code: undefined, dwellMs });
    const twice = [scan, { ...scan, dwellMs: dwellMs + 1 }];
    const { accepted, refused } = await sendBatch(site.device, twice);
    expect([accepted.length, refused.map(({ code }) => code)]).toEqual([1, ['idReused']]);
    const stored = await server.owner
      .selectFrom('scans')
      .select(['dwell_ms', 'body_hash'])
      .where('id', '=', scan.id)
      .executeTakeFirstOrThrow();
    expect([stored.dwell_ms, stored.body_hash.toString('hex')]).toEqual([dwellMs, bodyHash(scan)]);
    const { dwellMs: _dwell, ...without } = scan;
    expect(bodyHash({ ...without, kind: 'checkpointScanned' })).toBe(bodyHash({ ...without }));
  });

  it.each([-1, 0.5, 3_600_001, '10', null])(
    '[TRUTH-01] refuses a dwell of %j and says what is wrong',
    async (wrong) => {
      const event = { ...scanned(site, randomUUID(), 0, { method: 'position' }), dwellMs: wrong };
      const reply = await site.device('POST', '/field/events', {
        body: { sentAtMs: Date.now(), events: [event] },
      });
      expect(reply.json().refused).toMatchObject([
        { code: 'invalid', message: expect.stringMatching(/^dwellMs/) },
      ]);
    },
  );
});
