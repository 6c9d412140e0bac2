// An evidence file holds nothing that can be used: every secret of the database is looked for in it, and what is altered in a
// file or behind the product's back is found as before.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ShownScan } from '@watchpost/domain/evidence/round-ledger';
import { beforeAll, describe, expect, test } from 'vitest';
import { Concealer } from './concealed-entries.ts';
import { logSecretsOf } from './log-keys.ts';
import { sealAsBefore } from './sealed-before.testing.ts';
import { runCommand } from '../../testing/run-command.ts';
import { type TestApp, testApp, testSecret } from '../../testing/test-app.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { check } from './evidence.testing.ts';
import {
  foundIn,
  makeSecretWorld,
  nfcTagId,
  secretsOf,
  type SecretWorld,
  walkEveryWay,
} from './evidence-secrets.testing.ts';

const secrets = logSecretsOf([], testSecret);

const exported = async ({ admin }: SecretWorld, roundId: string): Promise<string> => {
  const reply = await admin('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
  expect(reply.statusCode).toBe(200);
  return reply.body;
};

async function differences({ owner }: TestApp): Promise<string[]> {
  const found: string[] = [];
  for await (const verdict of verifyAll(owner, { secrets, anchors: [] })) found.push(...verdict.differences);
  return found;
}

async function scansIn(text: string): Promise<ShownScan[]> {
  const shown: ShownScan[] = [];
  await check(text, { onRound: (_round, _beside, scans) => shown.push(...scans) });
  return shown;
}

const verdictsOfCodes = [
  ['Gate', 'genuine'],
  ['Door', 'genuine'],
  ['Tower', 'genuine'],
  ['Pump', 'genuine'],
  ['Gate', 'none'],
  ['Gate', 'wrong'],
  ['Door', 'forged'],
];

type Json = Record<string, never>;
const lineWith = (lines: readonly string[], part: string) => lines.findIndex((line) => line.includes(part));

/** The file with a column of the record on a line put through `change`. */
function withColumn(
  lines: readonly string[],
  at: number,
  column: string,
  change: (value: Json) => unknown,
): string {
  const line = JSON.parse(lines[at] ?? '');
  line.entry.row[column] = change(line.entry.row[column]);
  return lines.with(at, JSON.stringify(line)).join('\n');
}

const another = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}0` : value === null ? 0 : null;

describe('an evidence file of a round with every way of scanning', async () => {
  const server = await testApp();
  let world: SecretWorld;
  let roundId: string;
  let text: string;
  let lines: string[];

  beforeAll(async () => {
    world = await makeSecretWorld(server);
    roundId = await walkEveryWay(world, 'now', await world.phone.signIn(world.employeeId));
    text = await exported(world, roundId);
    lines = text.split('\n').slice(0, -1);
  });

  test('[TRUTH-08] holds no code, tag, id of a phone, key or salt, and nothing that codes could be tried against', async () => {
    const all = await secretsOf(server);
    const kinds = new Set(all.map(({ what }) => what));
    expect([...kinds].filter((what) => !/signature over|link to/.test(what)).length).toBe(14);
    expect(foundIn(text, all)).toEqual([]);
    // Whichever way they are written they would be found.
    for (const written of [
      nfcTagId,
      Buffer.from(`1${nfcTagId}1`).toString('base64'),
      Buffer.from(`12${nfcTagId}`).toString('base64url'),
      Buffer.from(nfcTagId).toString('hex'),
      nfcTagId.replaceAll(/(..)(?=.)/g, '$1:'),
    ]) {
      expect(foundIn(`${text}${written}`, all)).toEqual(['a code that was read', 'a tag']);
    }
  });

  test('[TRUTH-08] holds, with each signature, and says of each code whether it was genuine', async () => {
    const verdict = await check(text);
    expect(verdict).toMatchObject({
      faults: [],
      attested: 0,
      events: 10,
      signed: 10,
      vouched: 0,
      remarks: 1,
      incidents: 1,
      calls: 1,
    });
    const scans = await scansIn(text);
    expect(scans.map(({ checkpointName, code }) => [checkpointName, code])).toEqual(verdictsOfCodes);
    expect(new Set(scans.map(({ phone }) => phone)).size).toBe(1);
    expect(scans[0]?.phone).toMatch(/^[\da-f]{64}$/);
  });

  test('[TRUTH-08] tells in words, by the command, whether each code was genuine', async () => {
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'evidence-')), 'round.jsonl');
    await fs.writeFile(file, text);
    const { out, code } = await runCommand('evidence-verify.ts', [file], {});
    expect(out).toMatch(/scan of Tower, \S+: code genuine, phone [\da-f]{8}$/m);
    expect(out).toMatch(/scan of Door, \S+: code not genuine, phone/);
    expect([out.trimEnd().endsWith('Everything holds.'), code]).toEqual([true, 0]);
    await fs.rm(path.dirname(file), { recursive: true });
  });

  test('[TRUTH-08] does not hold with another value in whichever column of whichever record, which it names', async () => {
    let tried = 0;
    for (const [at, line] of lines.entries()) {
      const { leaf, entry } = JSON.parse(line);
      if (leaf === undefined) continue;
      for (const column of Object.keys(entry.row)) {
        tried += 1;
        const { faults = [] } = (await check(withColumn(lines, at, column, another))) ?? {};
        const { table: subject, id } = entry;
        expect(faults).toContainEqual({ kind: 'altered', subject, id, field: column });
      }
    }
    expect(tried).toBeGreaterThan(250);
  });

  test('[TRUTH-08] two scans of one code have nothing in common, and the records of one phone have', async () => {
    const again = await walkEveryWay(world, 'now', await world.phone.signIn(world.employeeId));
    const rows = [text, await exported(world, again)].flatMap((file) =>
      file.split('\n').flatMap((line) => {
        const row = line.startsWith('{"leaf"') ? JSON.parse(line).entry.row : {};
        return typeof row.device_digest === 'string' ? [row] : [];
      }),
    );
    const codes = rows.flatMap(({ code_digest: code }) => (code === undefined ? [] : [code]));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(rows.map(({ device_digest: device }) => device)).size).toBe(1);
  });

  test('[TRUTH-08] what was sealed is checked by the server whole: a code that was altered behind its back is named', async () => {
    expect(await differences(server)).toEqual([]);
    const { owner } = server;
    const [scan] = await owner
      .selectFrom('scans')
      .select(['id', 'code'])
      .where('method', '=', 'nfc')
      .execute();
    for (const [column, value] of [
      ['code', 'another tag'],
      ['proof_salt', Buffer.alloc(16)],
      ['body_hash', Buffer.alloc(32)],
    ] as const) {
      const kept = await owner
        .selectFrom('scans')
        .selectAll()
        .where('id', '=', scan?.id ?? '')
        .execute();
      await owner
        .updateTable('scans')
        .set({ [column]: value })
        .where('id', '=', scan?.id ?? '')
        .execute();
      expect((await differences(server)).join('\n')).toMatch(
        new RegExp(`^scans ${scan?.id}: .*${column}`, 'm'),
      );
      const before = kept[0]?.[column] ?? null;
      await owner
        .updateTable('scans')
        .set({ [column]: before })
        .where('id', '=', scan?.id ?? '')
        .execute();
    }
    expect(await differences(server)).toEqual([]);
    await owner
      .updateTable('log_salts')
      .set({ salt: Buffer.alloc(32) })
      .execute();
    expect((await differences(server)).join('\n')).toMatch(/^log_salts: salt, /m);
  });
});

test('[TRUTH-08] a file shows no record of a table whose secrets are not named', () => {
  const concealer = new Concealer(Buffer.alloc(32));
  const row = { source: 'exceptions', before: { nfcTagId } };
  for (const table of ['audit_entries', 'record_versions', 'refused_events'])
    expect(() => concealer.show({ table, id: 'one', row })).toThrow(`may show ${table}`);
});

describe('an evidence file of a round that was sealed before leaves concealed anything', async () => {
  const server = await testApp();
  let world: SecretWorld;
  let roundId: string;
  let text: string;
  let lines: string[];

  beforeAll(async () => {
    world = await makeSecretWorld(server);
    const device = await world.phone.signIn(world.employeeId, 'before');
    roundId = await walkEveryWay(world, 'before', device);
    const db = server.database.forTenant(world.tenant.id);
    expect(await sealAsBefore(db, world.tenant.id, secrets)).toBeGreaterThan(15);
    text = await exported(world, roundId);
    lines = text.split('\n').slice(0, -1);
  });

  test('[TRUTH-08] holds no secret either, and says which records rest on the word of the key that sealed it', async () => {
    expect(foundIn(text, await secretsOf(server))).toEqual([]);
    const verdict = await check(text);
    expect(verdict).toMatchObject({ faults: [], events: 10, signed: 0, vouched: 10 });
    const isConcealed = (line: string) => /^\{"leaf".*"concealed":/.test(line);
    expect(verdict?.attested).toBe(lines.filter(isConcealed).length);
    expect(verdict?.attested).toBeGreaterThan(11);
    const scans = await scansIn(text);
    expect(scans.map(({ checkpointName, code }) => [checkpointName, code])).toEqual(verdictsOfCodes);
    expect(await differences(server)).toEqual([]);
  });

  test('[TRUTH-08] does not hold with another value, which it names, nor with another hash in place of a record’s', async () => {
    for (const [at, line] of lines.entries()) {
      const { isAttested, entry } = JSON.parse(line);
      if (isAttested !== true) continue;
      for (const column of Object.keys(entry.row)) {
        const { faults = [] } = (await check(withColumn(lines, at, column, another))) ?? {};
        expect(faults).toContainEqual({ kind: 'altered', subject: entry.table, id: entry.id, field: column });
      }
    }
    const at = lineWith(lines, '"isAttested":true');
    const line = JSON.parse(lines[at] ?? '');
    const forged = lines.with(at, JSON.stringify({ ...line, hash: 'ab'.repeat(32) })).join('\n');
    expect((await check(forged))?.faults).toContainEqual(expect.objectContaining({ subject: 'tree' }));
    // A record of now cannot be passed off as one of before.
    const { isAttested: _isAttested, ...open } = line;
    const { faults = [] } = (await check(lines.with(at, JSON.stringify(open)).join('\n'))) ?? {};
    expect(faults).toContainEqual(expect.objectContaining({ subject: line.entry.table, id: line.entry.id }));
  });

  test('[TRUTH-08] a phone whose app is updated goes on with its chain, and nothing leads back to its codes', async () => {
    const { phone, employeeId } = world;
    const again = await walkEveryWay(world, 'now', await phone.signIn(employeeId));
    const file = await exported(world, again);
    expect(foundIn(file, await secretsOf(server))).toEqual([]);
    expect(await check(file)).toMatchObject({ faults: [], signed: 10, vouched: 0 });
    const both = await world.admin('GET', '/secure/scanned-checkpoints/evidence', {
      query: { site: world.siteId },
    });
    expect(foundIn(both.body, await secretsOf(server))).toEqual([]);
    expect(await check(both.body)).toMatchObject({
      faults: [],
      rounds: 2,
      signed: 10,
      vouched: 10,
      elsewhere: 0,
    });
    expect(await differences(server)).toEqual([]);
  });
});
