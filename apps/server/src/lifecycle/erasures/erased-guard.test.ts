// A guard who left is erased: nothing names the person any more, everything recorded counts as before, and all of it proves.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseSavedHead } from '@watchpost/domain/evidence/evidence-file';
import { check, type EvidenceWorld, makeEvidenceWorld } from '../../patrol/evidence/evidence.testing.ts';
import { verifyAll } from '../verification/verification.service.ts';
import { diskFiles } from '../../platform/adapters/files/disk-files.ts';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { eraseGuard } from './erase-guard.ts';
import { findMarks, saveMark } from './erasure-marks.ts';
import { repeatErasures } from './repeat-erasures.ts';
import { makeGuard, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makePhoto, testFiles } from '../../testing/test-files.ts';
import { type Caller, testApp, testSecret } from '../../testing/test-app.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { zipEntries } from '../../testing/zip-entries.ts';

const server = await testApp();
const { owner } = server;
const nowMs = Date.now();
const trust = { secrets: [testSecret], anchors: [] };
const sealing = testSealing();
const person = {
  employeeId: 'GONE77',
  firstName: 'Zarathustra',
  lastName: 'Quillfeather',
  email: 'zara.quill@example.com',
  phoneNumber: '9811122233',
  countryCode: '+91',
};
const traces = [...Object.values(person).filter((text) => text !== '+91'), 'Phone of Zara'];
let world: EvidenceWorld;
let admin: Caller;
let device: Caller;
let guardId: string;
let roundId: string;
let photo: string;
let before: { evidence: string; rounds: unknown; verdict: Awaited<ReturnType<typeof verdictOf>> };

const run = async <Row>(text: string, ...values: unknown[]) =>
  (await owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
const evidenceOf = async (query: Record<string, string> = {}) =>
  (await admin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`, { query })).body;
const roundsOf = async () => {
  const { count, data } = (await admin('GET', '/secure/scanned-checkpoints')).json();
  const named = new Set(['scannedBy', 'scannedByLastName', 'employeeId']);
  const others = (row: object) => Object.entries(row).filter(([field]) => !named.has(field));
  return { count, data: data.map(others) };
};
async function verdictOf() {
  for await (const found of verifyAll(owner, trust)) return found;
  throw new Error('no tenant');
}
const codeOf = (reply: Awaited<ReturnType<Caller>>) => [reply.statusCode, reply.json().general?.[0].code];
const versionOf = async () => (await admin('GET', `/secure/guards/${guardId}`)).json().version;
const erase = async (caller = admin, version?: number) =>
  caller('POST', `/secure/guards/${guardId}/erasure`, { body: { version: version ?? (await versionOf()) } });

/** Tables and columns of the tenant in which a text stands, whatever their type. */
async function pathsOf(text: string): Promise<string[]> {
  const tables = await run<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await run(
      `SELECT 1 FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`,
      text,
    );
    if (row !== undefined) found.push(name);
  }
  return found;
}

async function report(siteId: string): Promise<void> {
  const position = { latitude: 18.52, longitude: 73.85, accuracyMetres: 6.1 };
  const named = () => ({ id: randomUUID(), deviceAtMs: nowMs + 60_000 });
  const incident = { ...named(), siteId, type: 'fire', severity: 'low', description: 'Smoke.', position };
  const sos = { ...named(), siteId, position };
  for (const [path, body] of [
    ['/field/incident', { incident }],
    ['/field/sos', { sos }],
    [`/field/sos/${sos.id}/safe`, { safe: named() }],
  ] as const) {
    expect((await device('POST', path, { body: { sentAtMs: nowMs, ...body } })).statusCode).toBe(200);
  }
  expect((await admin('POST', `/secure/sos/${sos.id}/acknowledge`, { body: {} })).statusCode).toBe(200);
}

beforeAll(async () => {
  world = await makeEvidenceWorld(server);
  const [{ siteId, walk, ...phone }] = world.phones;
  device = phone.device;
  admin = world.superAdmin;
  const [found] = await run<{ id: string }>(
    'SELECT guard_id AS id FROM guard_sites WHERE site_id = $1',
    siteId,
  );
  guardId = found?.id ?? '';
  const [user] = await run<{ id: string }>(`SELECT id FROM users WHERE tenant_id = $1`, world.tenant.id);
  photo = await makePhoto(owner, world.tenant, user?.id ?? '');
  const both = [siteId, world.phones[1].siteId];
  for (const [version, siteIds] of [both, [siteId]].entries()) {
    const body = { ...person, siteIds, photo, version: version + 1 };
    expect((await admin('PUT', `/secure/guards/${guardId}`, { body })).statusCode).toBe(200);
  }
  await run(
    `UPDATE devices SET name = 'Phone of Zara' WHERE id IN (SELECT device_id FROM device_guards WHERE guard_id = $1)`,
    guardId,
  );
  roundId = await walk(nowMs);
  await report(siteId);
  before = { evidence: await evidenceOf(), rounds: await roundsOf(), verdict: await verdictOf() };
  for (const trace of traces) expect([trace, (await pathsOf(trace)).length > 0]).toEqual([trace, true]);
});

describe('the data of a guard as a file', () => {
  it('is whatever is stored of the person, for super admins alone, and leaves an entry', async () => {
    const sub = await browserOf(
      server,
      world.tenant,
      (await makeUser(owner, world.tenant, { siteId: world.phones[0].siteId })).id,
    );
    expect(codeOf(await sub('GET', `/secure/guards/${guardId}/personal-data`))).toEqual([
      403,
      'notPermitted',
    ]);
    const reply = await admin('GET', `/secure/guards/${guardId}/personal-data`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    const entries = zipEntries(reply.rawPayload);
    const linesOf = (path: string) => (entries.get(path)?.toString() ?? '').trim().split('\r\n');
    expect(entries.get('Photo.jpg')?.length).toBeGreaterThan(100);
    for (const personalText of [
      'Zarathustra Quillfeather',
      'GONE77',
      'zara.quill@example.com',
      '+91 9811122233',
    ])
      expect(linesOf('Read me.txt').join('\n')).toContain(personalText);
    // Posted at one site, and for a moment at another.
    const postings = linesOf('Postings.csv').slice(1);
    expect(postings.map((line) => line.split(',').map((cell) => cell !== ''))).toEqual([
      [true, true, false],
      [true, true, true],
    ]);
    expect(linesOf('Rounds.csv')).toEqual([expect.any(String), expect.stringMatching(/,Completed,2,2$/)]);
    expect(linesOf('Scans.csv')).toHaveLength(3);
    expect(linesOf('Incidents.csv')[1]).toContain('Smoke.');
    expect(linesOf('Calls for help.csv')).toHaveLength(2);
    expect(linesOf('Phones.csv')[1]).toContain('Phone of Zara');
    expect(linesOf('Sessions.csv')).toHaveLength(2);
    const changed = linesOf('Changes.csv').find((line) => line.includes('guard.changed'));
    expect(changed).toContain('Quillfeather');
    const [entry] = await run<{ action: string }>(
      'SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id DESC LIMIT 1',
      guardId,
    );
    expect(entry).toEqual({ action: 'guard.exported' });
  });
});

describe('an erasure', () => {
  it('is refused to sub admins, for who is active, and on what somebody else saw', async () => {
    const { siteId } = world.phones[0];
    const sub = await browserOf(server, world.tenant, (await makeUser(owner, world.tenant, { siteId })).id);
    expect(codeOf(await erase(sub))).toEqual([403, 'notPermitted']);
    expect(codeOf(await erase())).toEqual([409, 'guardStillActive']);
    const off = { ids: [guardId], activated: false };
    expect((await admin('POST', '/secure/guards/status', { body: off })).json()).toEqual({ ids: [guardId] });
    expect(codeOf(await erase(admin, 1))).toEqual([409, 'editedMeanwhile']);
    const elsewhere = await admin('POST', `/secure/guards/${randomUUID()}/erasure`, { body: { version: 1 } });
    expect(codeOf(elsewhere)).toEqual([404, 'notFound']);
  });

  it('leaves the person in no table and no file of a picture', async () => {
    const [file] = await run<{ key: string }>('SELECT storage_key AS key FROM files WHERE id = $1', photo);
    expect(await testFiles().get(`${file?.key}/main`)).not.toBeNull();
    expect((await erase()).json()).toEqual({ id: guardId, erasedAt: expect.any(Number) });
    for (const trace of traces) expect([trace, await pathsOf(trace)]).toEqual([trace, []]);
    for await (const key of testFiles().list()) expect(key.startsWith(String(file?.key))).toBe(false);
    expect(await findMarks(testFiles())).toContainEqual({ tenantId: world.tenant.id, guardId });
  });

  it('leaves rounds and scans as they were, and the check of the log without a difference', async () => {
    expect(await roundsOf()).toEqual(before.rounds);
    const after = await verdictOf();
    expect([before.verdict.differences, after.differences]).toEqual([[], []]);
    const nameless = after.notes.filter((note) => note.endsWith('by law'));
    const ofAudit = nameless.filter((note) => note.startsWith('audit_entries '));
    expect([nameless.length - ofAudit.length, ofAudit.length > 0]).toEqual([3, true]);
  });

  it('leaves files of before as they were, and files of now tell it from an alteration', async () => {
    expect(await check(before.evidence)).toMatchObject({ faults: [], nameless: [], incidents: 1, calls: 1 });
    const text = await evidenceOf();
    for (const trace of traces) expect(text).not.toContain(trace);
    const verdict = await check(text);
    expect(verdict).toMatchObject({ faults: [], incidents: 1, calls: 1, events: 4, signed: 4 });
    expect(verdict?.nameless).toHaveLength(3);
    const stored = parseSavedHead(before.evidence);
    if (stored === null) throw new Error('a file without a head');
    const grown = await check(await evidenceOf({ earlier: String(stored.size) }), {
      saved: [{ head: stored }],
    });
    expect(grown).toMatchObject({ faults: [], saved: [{ outcome: 'same' }] });
  });

  it('hides nothing: a time, a comment or a scan that is altered after it is found in the file', async () => {
    const text = await evidenceOf();
    const lines = text.split('\n');
    const altered = (table: string, change: (row: Record<string, unknown>) => void) =>
      lines
        .map((line) => {
          const read = line === '' ? {} : JSON.parse(line);
          if (read.entry?.table !== table || read.entry.row.actor_kind === 'user') return line;
          change(read.entry.row);
          return JSON.stringify(read);
        })
        .join('\n');
    for (const [table, field] of [
      ['incident_history', 'at'],
      ['incident_history', 'comment'],
      ['incident_history', 'actor_name'],
      ['guard_erasures', 'pseudonym'],
      ['guard_erasures', 'signature'],
      ['scans', 'checkpoint_id'],
    ] as const) {
      const found = await check(altered(table, (row) => (row[field] = `${String(row[field])}0`)));
      const isNamed = found?.faults.some(
        ({ subject }) => subject === table || subject === 'incident_history',
      );
      expect([table, field, isNamed]).toEqual([table, field, true]);
    }
    const gone = lines.filter((line) => !line.includes('"table":"guard_erasures"')).join('\n');
    expect((await check(gone))?.faults.map(({ subject }) => subject)).toContain('incident_history');
  });

  it('is for good: nothing changes the record, and no one is erased twice', async () => {
    const { version } = (await admin('GET', `/secure/guards/${guardId}`)).json();
    const body = { ...person, siteIds: [], photo: '', version };
    expect(codeOf(await admin('PUT', `/secure/guards/${guardId}`, { body }))).toEqual([409, 'guardErased']);
    const on = { ids: [guardId], activated: true };
    expect((await admin('POST', '/secure/guards/status', { body: on })).json()).toEqual({ ids: [] });
    expect(codeOf(await erase())).toEqual([409, 'guardErased']);
    expect((await admin('GET', `/secure/guards/${guardId}/personal-data`)).statusCode).toBe(404);
    await expect(run(`UPDATE guards SET first_name = 'Back' WHERE id = $1`, guardId)).rejects.toThrow(
      'erased',
    );
  });

  it('opens the audit log for nothing else', async () => {
    const refused = 'the audit log is append-only';
    const entry = `UPDATE audit_entries SET action = 'guard.created' WHERE subject_id = $1`;
    await expect(run(entry, guardId)).rejects.toThrow(refused);
    await expect(run(`UPDATE audit_entries SET address = ''`)).rejects.toThrow(refused);
    await expect(run('DELETE FROM audit_names WHERE id = $1', guardId)).rejects.toThrow(refused);
    const db = server.database.forTenant(world.tenant.id);
    const other = CompiledQuery.raw('SELECT erase_guard(id) FROM guards WHERE erased_at IS NULL LIMIT 1', []);
    await expect(db.executeQuery(other)).rejects.toThrow('no erasure of guard');
  });
});

describe('an erasure that fails', () => {
  it('leaves the person as before, and no mark by which a restore would erase', async () => {
    const photo = await makePhoto(owner, world.tenant, (await makeUser(owner, world.tenant)).id);
    const { id } = await makeGuard(owner, world.tenant, { first_name: 'Lasting', activated: false, photo });
    const files = diskFiles(path.join(import.meta.filename, 'files'));
    const context = { db: owner, tenantId: world.tenant.id, files, sealing };
    const guard = { guardId: id, version: null };
    const origin = operatorOrigin(world.tenant.id);
    await expect(eraseGuard(context, guard, origin)).rejects.toThrow('ENOTDIR');
    const marked = testFiles();
    const stuck = {
      ...marked,
      delete: (key: string) => (key.startsWith('erasures/') ? marked : files).delete(key),
    };
    await expect(eraseGuard({ ...context, files: stuck }, guard, origin)).rejects.toThrow('ENOTDIR');
    expect((await findMarks(marked)).map(({ guardId: of }) => of)).not.toContain(id);
    expect(await pathsOf('Lasting')).toEqual(['guards']);
  });
});

describe('a restore', () => {
  it('erases each guard with a mark again, and no one twice', async () => {
    const again = await makeGuard(owner, world.tenant, { first_name: 'Reappeared' });
    await saveMark(testFiles(), { tenantId: world.tenant.id, guardId: again.id });
    const context = { owner, files: testFiles(), sealing: async () => sealing };
    expect(await repeatErasures(context)).toBe(1);
    expect(await pathsOf('Reappeared')).toEqual([]);
    expect(await repeatErasures(context)).toBe(0);
    expect((await verdictOf()).differences).toEqual([]);
  });
});
