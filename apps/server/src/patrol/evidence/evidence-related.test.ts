// An evidence file holds what was asked and answered, and what was reported in the meantime; nothing of it can be changed unseen.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { runCommand } from '../../testing/run-command.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import type { RoundRelatedRecords } from '@watchpost/domain/evidence/related-records';
import { check, type EvidenceWorld, makeEvidenceWorld } from './evidence.testing.ts';

const server = await testApp();
const { owner, database } = server;
const nowMs = Date.now();
const door = {
  id: randomUUID(),
  kind: 'yesNo',
  text: 'Fire door closed?',
  isRequired: true,
  choices: [],
  unit: '',
  min: null,
  max: null,
  incidentOn: ['no'],
};
const pressure = { ...door, id: randomUUID(), kind: 'number', text: 'Pressure', unit: 'bar', min: 5, max: 8 };
let world: EvidenceWorld;
let roundId: string;
let incidentId: string;
let text: string;
let lines: string[];

beforeAll(async () => {
  world = await makeEvidenceWorld(server);
  const [{ checkpointId, siteId, device, walk }] = world.phones;
  const questions = { version: 0, questions: [door, { ...pressure, incidentOn: [] }] };
  await world.superAdmin('PUT', `/secure/checkpoints/${checkpointId}/questions`, { body: questions });
  const [asked] = await owner.selectFrom('question_versions').select('id').execute();
  const answers = [
    { questionId: door.id, value: 'yes' },
    { questionId: pressure.id, value: 9.5 },
  ];
  const answered = { questionsId: asked?.id ?? '', answers, note: 'The hinge creaks.' };
  roundId = await walk(nowMs, answered);
  const position = { latitude: 18.52, longitude: 73.85, accuracyMetres: 6.1 };
  const named = () => ({ id: randomUUID(), deviceAtMs: nowMs + 60_000 });
  const incident = { ...named(), siteId, type: 'fire', severity: 'low', description: 'Smoke.', position };
  const earlier = { ...incident, ...named(), deviceAtMs: nowMs - 3_600_000, description: 'Another time.' };
  const sos = { ...named(), siteId, position };
  const positions = [{ ...named(), ...position }];
  incidentId = incident.id;
  const sent = [
    ['/field/incident', { incident }],
    ['/field/incident', { incident: earlier }],
    ['/field/sos', { sos }],
    [`/field/sos/${sos.id}/positions`, { positions }],
    [`/field/sos/${sos.id}/safe`, { safe: named() }],
  ] as const;
  for (const [path, body] of sent) {
    expect((await device('POST', path, { body: { sentAtMs: nowMs, ...body } })).statusCode).toBe(200);
  }
  await database
    .forTenant(world.tenant.id)
    .updateTable('incidents')
    .set({ severity: 'high' })
    .where('id', '=', incidentId)
    .execute();
  text = await fileOf();
  lines = text.split('\n').slice(0, -1);
});

async function fileOf(caller: Caller = world.superAdmin): Promise<string> {
  const reply = await caller('GET', `/secure/scanned-checkpoints/${roundId}/evidence`);
  expect(reply.statusCode).toBe(200);
  return reply.body;
}

describe('an evidence file', () => {
  it('tells what was asked, answered and noted, and the incidents and calls of the round with what became of them', async () => {
    const shown: RoundRelatedRecords[] = [];
    const verdict = await check(text, { onRound: (_round, related) => shown.push(related) });
    expect(verdict).toMatchObject({ faults: [], remarks: 1, incidents: 1, calls: 1, events: 5, signed: 5 });
    expect(verdict?.head.holds).toEqual(['answers', 'incidents', 'calls']);
    const remark = { atMs: nowMs + 10_000, note: 'The hinge creaks.', isSealed: true };
    const [first] = shown;
    expect(first?.remarks).toMatchObject([
      {
        ...remark,
        checkpointName: expect.stringMatching(/./),
        answers: [
          { question: 'Fire door closed?', value: 'yes', marks: [] },
          { question: 'Pressure', unit: 'bar', value: 9.5, marks: ['outOfLimits'] },
        ],
      },
    ]);
    expect(first?.incidents).toMatchObject([
      {
        id: incidentId,
        type: 'fire',
        severity: 'high',
        description: 'Smoke.',
        steps: [{ kind: 'reported' }],
      },
    ]);
    expect(first?.calls).toMatchObject([{ positions: 1, steps: [{ kind: 'raised' }, { kind: 'safe' }] }]);
  });

  it('holds incidents only for those who may see them, and says so', async () => {
    const user = await makeUser(owner, world.tenant, { role: 'subAdmin', siteId: world.phones[0].siteId });
    const own = await fileOf(await browserOf(server, world.tenant, user.id));
    expect(own).not.toContain('Smoke.');
    const verdict = await check(own);
    expect(verdict).toMatchObject({ faults: [], remarks: 1, incidents: 0, calls: 1 });
    expect(verdict?.head.holds).toEqual(['answers', 'calls']);
  });

  it('of before answers were in such files is read as it was', async () => {
    const head = JSON.parse(lines[0] ?? '');
    expect(await check(text.replace(`"holds":${JSON.stringify(head.holds)},`, ''))).toMatchObject({
      remarks: 1,
      faultCount: 1,
    });
    const { walk } = world.phones[1];
    const plain = await walk(nowMs);
    const reply = await world.superAdmin('GET', `/secure/scanned-checkpoints/${plain}/evidence`);
    expect(await check(reply.body)).toMatchObject({ faults: [], remarks: 0, incidents: 0, calls: 0 });
  });
});

type Json = unknown;
const isList = (value: Json): value is Json[] => Array.isArray(value);

/** The value once for each of its innermost values, with that one being another. */
function* alterations(value: Json): Generator<Json> {
  if (isList(value)) {
    for (const [at, each] of value.entries()) {
      for (const other of alterations(each)) yield value.with(at, other);
    }
    if (value.length > 0) yield value.slice(1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const other of alterations(member)) yield { ...value, [name]: other };
    }
  } else if (typeof value === 'string') yield `${value}0`;
  else if (typeof value === 'number') yield value + 1;
  else yield value === null ? 'something' : !value;
}

it('npx watchpost-verify prints what was asked, answered, by whom and when', async () => {
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'evidence-')), 'said.jsonl');
  await fs.writeFile(file, text);
  const { out } = await runCommand('evidence-verify.ts', [file], {});
  expect(out).toMatch(/^ {2}Pressure 9\.5 bar \(outOfLimits\)$/m);
  expect(out).toMatch(/^ {2}Note: "The hinge creaks\."$/m);
  expect(out).toContain(`${new Date(nowMs + 10_000).toISOString()}:\n  Fire door closed? yes`);
  expect(out).toMatch(/incident, .*: fire, high, New, "Smoke\."/);
  expect(out).toContain('Answers and notes: 1, incidents: 1, calls for help: 1.');
  await fs.rm(path.dirname(file), { recursive: true });
});

describe('what stands beside the scans of an evidence file', () => {
  it('names the record and its column, whichever value of whichever record is another', async () => {
    const tried = new Map<string, number>();
    for (const [at, line] of lines.entries()) {
      const { entry, ...leaf } = JSON.parse(line);
      const isRelated = /versions|incident_/.test(entry?.table ?? '') || line.includes('checkpointAnswered');
      if (!isRelated || entry.table === 'route_versions') continue;
      for (const [column, value] of Object.entries(entry.row)) {
        for (const other of alterations(value)) {
          const row = { ...entry.row, [column]: other };
          const altered = lines.with(at, JSON.stringify({ ...leaf, entry: { ...entry, row } }));
          const verdict = await check(altered.join('\n'));
          const { table: subject, id } = entry;
          expect(verdict?.faults).toContainEqual({ kind: 'altered', subject, id, field: column });
          tried.set(subject, (tried.get(subject) ?? 0) + 1);
        }
      }
    }
    expect(tried.get('field_events')).toBeGreaterThan(20);
    expect(tried.get('question_versions')).toBeGreaterThan(20);
    expect(tried.get('record_versions')).toBeGreaterThan(60);
    expect(tried.get('incident_history')).toBeGreaterThan(8);
  });

  it('is missed when it is taken out, with its seals, and when the round no longer names it', async () => {
    const isSeal = (line: string) => line.startsWith('{"seal"');
    for (const name of ['"checkpointAnswered"', '"question_versions"', '"incident_history"']) {
      const at = lines.findIndex((line) => line.includes(name));
      const { leaf, entry } = JSON.parse(lines[at] ?? '');
      const isNamed = entry.table !== 'question_versions';
      const without = lines.toSpliced(at, 1).filter((line) => !isSeal(line));
      const faults = (await check(without.join('\n')))?.faults ?? [];
      const [subject, id] = isNamed ? ['leaf', String(leaf)] : [entry.table, entry.id];
      expect(faults).toContainEqual({ kind: 'removed', subject, id, field: null });
    }
    const at = lines.findIndex((line) => line.startsWith('{"round"'));
    const { round } = JSON.parse(lines[at] ?? '');
    const unnamed = lines.with(at, JSON.stringify({ round: { ...round, beside: [] } }));
    const field = { kind: 'altered', subject: 'rounds', id: roundId, field: 'beside' };
    expect((await check(unnamed.join('\n')))?.faults).toContainEqual(field);
  });
});
