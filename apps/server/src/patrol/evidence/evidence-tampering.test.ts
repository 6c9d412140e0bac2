// Nothing in an evidence file can be changed, taken out, doubled or moved unnoticed, whatever it is.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '@watchpost/domain/evidence/faults';
import { testApp } from '../../testing/test-app.ts';
import { check, type EvidenceWorld, makeEvidenceWorld } from './evidence.testing.ts';

const server = await testApp();
let world: EvidenceWorld;
let text: string;
let lines: string[];

beforeAll(async () => {
  world = await makeEvidenceWorld(server);
  const [first, second] = world.phones;
  const now = Date.now();
  await first.walk(now);
  await second.walk(now);
  await first.walk(now + 121_000);
  const query = { site: first.siteId };
  const reply = await world.superAdmin('GET', '/secure/scanned-checkpoints/evidence', { query });
  expect(reply.statusCode).toBe(200);
  text = reply.body;
  lines = text.split('\n').slice(0, -1);
  expect(await check(text)).toMatchObject({ faultCount: 0, rounds: 2, events: 8, signed: 8 });
});

type JsonPath = readonly (string | number)[];
type Json = unknown;

/** Where every value of a line is, lists and objects too. */
function pathsOf(value: Json, path: JsonPath = []): JsonPath[] {
  const own = path.length === 0 ? [] : [path];
  if (value === null || typeof value !== 'object') return own;
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...members.flatMap(([name, member]) => pathsOf(member, [...path, name]))];
}

/** The value with the one at the place put through `change`; undefined takes it out. */
function changed(value: Json, [step, ...rest]: JsonPath, change: (value: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => {
      if (at !== step) return [each];
      const made = changed(each, rest, change);
      return made === undefined ? [] : [made];
    });
  }
  const members = Object.entries(value ?? {}).map(([name, member]) => [
    name,
    name === step ? changed(member, rest, change) : member,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function another(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^[\da-f]+$/.test(value) ? flipped(value) : `${value}0`;
  return value === null ? 0 : null;
}

/** Still hexadecimal and as long. */
const flipped = (text: string) => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;

const ways: Readonly<Record<string, (value: Json) => Json>> = {
  changed: another,
  'taken out': () => undefined,
  'in reverse': (value) => (Array.isArray(value) ? value.toReversed() : value),
  'with its first doubled': (value) => (Array.isArray(value) ? [...value.slice(0, 1), ...value] : value),
};

const withLine = (at: number, line: string) => [...lines.slice(0, at), line, ...lines.slice(at + 1)];
const joined = (some: readonly string[]) => some.map((line) => `${line}\n`).join('');

/** Whether a finding names the line by its number. */
function namesLine(fault: Fault, lineNo: number): boolean {
  if (fault.subject !== 'lines') return false;
  const [from = 0, to = from] = fault.id.split('-').map(Number);
  return from <= lineNo && lineNo <= to;
}

describe('an evidence file of which one value is another', () => {
  it.each(Object.keys(ways))('does not hold, and the line is named: %s', async (way) => {
    const change = ways[way] ?? another;
    let tried = 0;
    for (const [at, line] of lines.entries()) {
      const value: Json = JSON.parse(line);
      for (const path of pathsOf(value)) {
        const altered = JSON.stringify(changed(value, path, change));
        if (altered === line) continue;
        tried += 1;
        const name = `line ${at + 1}: ${path.join('.')}`;
        const verdict = await check(joined(withLine(at, altered)));
        // A first line that lacks a part is that of no evidence file, which is said instead.
        const isReported =
          verdict === null ? at === 0 : verdict.faults.some((fault) => namesLine(fault, at + 1));
        expect([name, isReported]).toEqual([name, true]);
      }
    }
    expect(tried).toBeGreaterThan(way.startsWith('in') ? 3 : way.startsWith('with') ? 5 : 250);
  });

  it('does not hold where it is a number that JSON does not have', async () => {
    let tried = 0;
    for (const [at, line] of lines.entries()) {
      for (const { index, 0: number } of line.matchAll(/(?<=":)\d+(?=[,}])/g)) {
        tried += 1;
        const altered = `${line.slice(0, index)}1e999${line.slice(index + number.length)}`;
        const verdict = await check(joined(withLine(at, altered)));
        expect([altered, verdict === null || verdict.faultCount > 0]).toEqual([altered, true]);
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('names the record and its column, whichever column of whichever record it is', async () => {
    let tried = 0;
    for (const [at, line] of lines.entries()) {
      const value = JSON.parse(line);
      if (value.leaf === undefined) continue;
      for (const column of Object.keys(value.entry.row)) {
        tried += 1;
        const altered = changed(value, ['entry', 'row', column], another);
        const verdict = await check(joined(withLine(at, JSON.stringify(altered))));
        const { table: subject, id } = value.entry;
        expect(verdict?.faults).toContainEqual({ kind: 'altered', subject, id, field: column });
      }
    }
    expect(tried).toBeGreaterThan(100);
  });
});

describe('an evidence file with other lines', () => {
  it('names a line that was taken out', async () => {
    for (const at of lines.keys()) {
      const verdict = await check(joined(lines.toSpliced(at, 1)));
      const isReported =
        verdict === null ? at === 0 : verdict.faults.some((fault) => namesLine(fault, at + 1));
      expect([at, isReported]).toEqual([at, true]);
    }
  });

  it('names a line that stands twice, and two that changed places', async () => {
    for (const [at, line] of lines.entries()) {
      if (at === 0) continue;
      const twice = await check(joined(lines.toSpliced(at, 0, line)));
      const named = twice?.faults.some((fault) => namesLine(fault, at + 1) || namesLine(fault, at + 2));
      expect([at, named]).toEqual([at, true]);
      const next = lines[at + 1];
      if (next === undefined) continue;
      const moved = await check(joined(lines.toSpliced(at, 2, next, line)));
      expect([at, moved?.faults.some((fault) => namesLine(fault, at + 1))]).toEqual([at, true]);
    }
  });

  it('names the leaf that was taken out together with the seals that missed it', async () => {
    const isSeal = (line: string) => line.startsWith('{"seal"');
    const at = lines.findIndex((line) => line.includes('"table":"scans"'));
    const { leaf } = JSON.parse(lines[at] ?? '{}');
    const without = joined(lines.toSpliced(at, 1).filter((line) => !isSeal(line)));
    const faults = (await check(without))?.faults ?? [];
    expect(faults).toContainEqual({ kind: 'removed', subject: 'leaf', id: String(leaf), field: null });
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'removed', subject: 'scansOf' }));
  });

  it('names of two scans that changed places the one that is not in its own, and none as taken out', async () => {
    const at = lines.findIndex((line) => line.includes('"table":"scans"'));
    const [one = '', other = ''] = lines.slice(at, at + 2);
    const verdict = await check(joined(lines.toSpliced(at, 2, other, one)));
    const faults = verdict?.faults.filter(({ subject }) => subject !== 'lines');
    const { entry } = JSON.parse(one);
    expect(faults).toEqual([{ kind: 'moved', subject: entry.table, id: entry.id, field: null }]);
  });

  it('names of a scan that was taken out its own number alone, however many records follow', async () => {
    const at = lines.findIndex((line) => line.includes('"table":"scans"'));
    const { leaf } = JSON.parse(lines[at] ?? '{}');
    const faults = (await check(joined(lines.toSpliced(at, 1))))?.faults ?? [];
    const numbers = faults.flatMap(({ subject, id }) => (subject === 'leaf' ? [id] : []));
    expect(numbers).toEqual([String(leaf)]);
  });

  it('names what was cut off, and what was put behind the end', async () => {
    const shortened = await check(joined(lines.slice(0, -3)));
    expect(shortened?.faults).toContainEqual({ kind: 'removed', subject: 'end', id: '', field: null });
    const more = await check(joined([...lines, lines[2] ?? '']));
    const last = String(lines.length + 1);
    expect(more?.faults.some((fault) => namesLine(fault, Number(last)))).toBe(true);
  });

  it('names a record that was moved back in time, though its hash was made again', async () => {
    const at = lines.findLastIndex((line) => line.includes('"kind":"roundEnded"'));
    const value = JSON.parse(lines[at] ?? '{}');
    value.entry.row.received_at_ms -= 3_600_000;
    const faults = (await check(joined(withLine(at, JSON.stringify(value)))))?.faults ?? [];
    const { table: subject, id } = value.entry;
    expect(faults).toContainEqual({ kind: 'backdated', subject, id, field: 'received_at_ms' });
  });
});
