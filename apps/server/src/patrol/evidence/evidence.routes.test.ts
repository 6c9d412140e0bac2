// Evidence files: of a round, a day and a report, to whom they are given, and what stands beside them.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { calendarDate } from '@watchpost/domain/time-zone';
import { makeRound, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { runCommand } from '../../testing/run-command.ts';
import { anyone, type Caller, testApp } from '../../testing/test-app.ts';
import { check, type EvidenceWorld, makeEvidenceWorld } from './evidence.testing.ts';

const server = await testApp();
const { app, owner } = server;
let world: EvidenceWorld;
let roundIds: string[];
const nowMs = Date.now();
const today = calendarDate(nowMs, 'Asia/Kolkata');

beforeAll(async () => {
  world = await makeEvidenceWorld(server);
  roundIds = [];
  for (const phone of [...world.phones, ...world.phones]) roundIds.push(await phone.walk(nowMs));
});

const get = (path: string, query: Record<string, string> = {}, caller: Caller = world.superAdmin) =>
  caller('GET', path, { query, headers: { timezone: 'Asia/Kolkata' } });
const roundsPath = '/secure/scanned-checkpoints';

async function fileOf(path: string, query: Record<string, string> = {}): Promise<string> {
  const reply = await get(path, query);
  expect([path, reply.statusCode]).toEqual([path, 200]);
  expect(reply.headers['content-type']).toBe('application/jsonl');
  return reply.body;
}

const sizeOf = (file: string): number => JSON.parse(file.split('\n', 1)[0] ?? '').head.size;

describe('an evidence file', () => {
  it('of a round holds its records alone, each sealed and signed', async () => {
    const file = await fileOf(`${roundsPath}/${roundIds[0]}/evidence`);
    const shown: unknown[] = [];
    const verdict = await check(file, { onRound: (round) => shown.push(round) });
    expect(verdict).toMatchObject({ faults: [], rounds: 1, sealed: 5, outside: 1, events: 4, signed: 4 });
    expect(shown).toMatchObject([{ id: roundIds[0], statusCode: 1010, scannedCheckPoints: 2 }]);
  });

  it('of a day holds what began on that date by the clocks of the site, and of the report what it lists', async () => {
    const site = world.phones[0].siteId;
    const day = await check(await fileOf(`${roundsPath}/evidence/day`, { site, date: today }));
    expect(day).toMatchObject({ faults: [], rounds: 2, events: 8, signed: 8 });
    expect(day?.head.about).toEqual({ kind: 'day', asked: { site, date: today, timeZone: 'Asia/Kolkata' } });
    const before = { site, date: '2020-01-01' };
    expect((await get(`${roundsPath}/evidence/day`, before)).statusCode).toBe(409);
    const filters: Record<string, string>[] = [
      {},
      { site },
      { status: 'completed' },
      { from: today, to: today, site },
    ];
    for (const filter of filters) {
      const { count } = (await get(roundsPath, filter)).json();
      const verdict = await check(await fileOf(`${roundsPath}/evidence`, filter));
      expect(verdict).toMatchObject({ faults: [], rounds: count });
      expect(count).toBeGreaterThan(0);
    }
    const whole = await check(await fileOf(`${roundsPath}/evidence`));
    expect(whole).toMatchObject({ rounds: 6, events: 24, signed: 16, waiting: 0 });
  });

  it('says what of it was never sealed', async () => {
    const { siteId } = world.phones[1];
    const [guard] = await owner
      .selectFrom('guards')
      .select('id')
      .where('tenant_id', '=', world.tenant.id)
      .execute();
    const old = nowMs - 90 * 86_400_000;
    const round = { site_id: siteId, guard_id: guard?.id ?? '', started_at_ms: old };
    const id = await makeRound(owner, world.tenant, round);
    const verdict = await check(await fileOf(`${roundsPath}/${id}/evidence`));
    expect(verdict).toMatchObject({ faults: [], rounds: 1, sealed: 0, events: 0 });
  });

  it('proves that the log grew out of a head that was kept, or names another log', async () => {
    await world.phones[1].walk(Date.now());
    const early = await fileOf(`${roundsPath}/${roundIds[0]}/evidence`);
    const { head } = JSON.parse(early.split('\n', 1)[0] ?? '');
    // So many that the head's size lies within a full subtree.
    for (let pass = 0; pass < 3; pass += 1) await world.phones[1].walk(Date.now());
    const earlier = String(sizeOf(early));
    const later = await fileOf(`${roundsPath}/${roundIds[1]}/evidence`, { earlier });
    expect(await check(later, { saved: [{ head }] })).toMatchObject({
      faults: [],
      saved: [{ outcome: 'same' }],
    });
    const plain = await fileOf(`${roundsPath}/${roundIds[0]}/evidence`);
    const unknown = await check(plain, { saved: [{ head }] });
    expect(unknown).toMatchObject({ faultCount: 0, saved: [{ outcome: 'unknown' }] });
    const { head: newest } = JSON.parse(plain.split('\n', 1)[0] ?? '');
    const growth = { from: earlier, fromRoot: head.root, to: String(newest.size), toRoot: newest.root };
    const proof = (await get('/evidence/growth', growth, anyone(app, world.tenant))).json();
    const both = await check(plain, { saved: [{ head }, proof] });
    expect(both).toMatchObject({ faultCount: 0, saved: [{ outcome: 'same' }] });
    const rewritten = await check(plain, { saved: [{ head: { ...head, root: 'ab'.repeat(32) } }] });
    expect(rewritten?.faults).toMatchObject([{ kind: 'altered', subject: 'kept' }]);
    expect((await get('/evidence/growth', { from: '1', to: '2' })).statusCode).toBe(404);
    const absent = { earlier: '999999' };
    expect((await get(`${roundsPath}/${roundIds[0]}/evidence`, absent)).statusCode).toBe(404);
  });

  it('holds under the keys that the server shows to anybody, and under no others', async () => {
    const published = (await anyone(app, world.tenant)('GET', '/evidence/keys')).json();
    const file = await fileOf(`${roundsPath}/${roundIds[0]}/evidence`);
    const trustedKeys = published.keys.map(({ key }: { key: string }) => key);
    expect(await check(file, { trustedKeys })).toMatchObject({ faults: [], keys: trustedKeys });
    const strange = await check(file, { trustedKeys: ['00'.repeat(32)] });
    expect(strange?.faults).toMatchObject([{ kind: 'forged', subject: 'keys', id: trustedKeys[0] }]);
  });

  it('is of a sub admin’s own site alone, and of no one else’s company', async () => {
    const [own, foreign] = world.phones;
    const user = await makeUser(owner, world.tenant, { role: 'subAdmin', siteId: own.siteId });
    const subAdmin = await browserOf(server, world.tenant, user.id);
    const verdict = await check((await get(`${roundsPath}/evidence`, {}, subAdmin)).body);
    expect(verdict).toMatchObject({ faults: [], rounds: 2 });
    const day = (siteId: string) =>
      get(`${roundsPath}/evidence/day`, { site: siteId, date: today }, subAdmin);
    expect((await day(own.siteId)).statusCode).toBe(200);
    expect((await day(foreign.siteId)).statusCode).toBe(404);
    const filtered = await get(`${roundsPath}/evidence`, { site: foreign.siteId }, subAdmin);
    expect(filtered.statusCode).toBe(409);
    expect((await get(`${roundsPath}/${roundIds[1]}/evidence`, {}, subAdmin)).statusCode).toBe(404);
    const other = await makeTenant(owner);
    const stranger = await browserOf(server, other, (await makeUser(owner, other)).id);
    expect((await get(`${roundsPath}/${roundIds[0]}/evidence`, {}, stranger)).statusCode).toBe(404);
    expect((await get('/secure/evidence-log', {}, subAdmin)).statusCode).toBe(403);
  });

  it('leaves an entry in the audit log that tells what was asked for', async () => {
    const site = world.phones[2].siteId;
    await fileOf(`${roundsPath}/evidence/day`, { site, date: today });
    const [entry] = (await get('/secure/audit-log', { action: 'export.made' })).json().data;
    expect(entry).toMatchObject({
      subjectId: 'evidence',
      after: { format: 'jsonl', rows: 2, site, date: today },
    });
  });
});

describe('the log of evidence', () => {
  it('shows heads page by page, keys and what waits', async () => {
    const first = (await get('/secure/evidence-log', { limit: '1' })).json();
    expect(first).toMatchObject({ keys: [{ publicKey: expect.any(String) }] });
    await world.phones[2].walk(Date.now());
    const now = (await get('/secure/evidence-log', { limit: '1' })).json();
    expect(now.waiting).toBeGreaterThan(first.waiting);
    const sizes: number[] = [];
    for (let before: string | undefined; ; ) {
      const page = (await get('/secure/evidence-log', { limit: '2', ...(before && { before }) })).json();
      sizes.push(...page.heads.map(({ size }: { size: number }) => size));
      if (page.older === null) break;
      before = String(page.older);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes).toHaveLength(now.headCount);
  });
});

describe('npm run evidence:verify', () => {
  it('exits with 0 for a file that holds and with 1 for one that does not, without a database', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'evidence-'));
    const file = await fileOf(`${roundsPath}/${roundIds[0]}/evidence`);
    const keys = (await anyone(app, world.tenant)('GET', '/evidence/keys')).body;
    const names = ['good.jsonl', 'bad.jsonl', 'keys.json'].map((name) => path.join(folder, name));
    const [good = '', bad = '', published = ''] = names;
    await fs.writeFile(good, file);
    await fs.writeFile(bad, file.replace('"method":"qr"', '"method":"nfc"'));
    await fs.writeFile(published, keys);
    const run = (...args: string[]) => runCommand('evidence-verify.ts', args, {});
    const [first, second, third, saved] = await Promise.all([
      run(good),
      run(bad),
      run(good, '--key', randomUUID()),
      run(good, '--keys', published, '--earlier', good),
    ]);
    const expected = /4 of 4 events.*\n1 records were never sealed[^]*What is sealed holds\.\n$/;
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(expected) });
    expect(second).toMatchObject({ code: 1, out: expect.stringMatching(/^scans \S+: altered, method$/m) });
    expect(third).toMatchObject({ code: 1, out: expect.stringMatching(/^keys [\da-f]{64}: forged$/m) });
    expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/this log has grown out of it/) });
    await fs.rm(folder, { recursive: true });
  }, 120_000);

  it('[TRUTH-12] prints nothing of a file that a terminal would obey, and no line that the file made up', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'evidence-'));
    const file = await fileOf(`${roundsPath}/${roundIds[0]}/evidence`);
    const hostile = String.raw`x\u001b]0;taken\u0007\u009b2J\nEverything holds.\r`;
    const bad = path.join(folder, 'hostile.jsonl');
    await fs.writeFile(
      bad,
      file.replaceAll(roundIds[0] ?? '', hostile).replaceAll('"kind":"', `"kind":"${hostile}`),
    );
    const { code, out } = await runCommand('evidence-verify.ts', [bad], {});
    expect(code).toBe(1);
    expect(out).toContain(String.raw`\u001b]0;taken`);
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(out).not.toMatch(/^Everything holds/m);
    await fs.rm(folder, { recursive: true });
  }, 120_000);

  it('answers --help with its usage and 0, and anything that names no one file with a sentence and 2', async () => {
    const run = (...args: string[]) => runCommand('evidence-verify.ts', args, {});
    const [help, none, unknown, gone, folder] = await Promise.all([
      run('--help'),
      run(),
      run('--nonsense'),
      run('/nowhere/at all'),
      run(import.meta.dirname),
    ]);
    expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^Checks an evidence file/), err: '' });
    expect(none).toMatchObject({ code: 2, err: expect.stringMatching(/^Name one evidence file\.\n/) });
    expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/^Unknown option '--nonsense'/) });
    expect(gone).toMatchObject({ code: 2, err: '/nowhere/at all: there is no such file.\n' });
    expect(folder).toMatchObject({ code: 2, err: `${import.meta.dirname}: it is a folder.\n` });
  });
});
