import { expect, test } from 'vitest';
import type { Entry, OutboxRecord } from './records.ts';
import { idOf } from './records.ts';
import {
  backOffMs,
  batchAfter,
  nextStep,
  passingOver,
  type Reach,
  recordsOf,
  type Step,
} from './sending-plan.ts';

const time = { wallMs: 0, runningMs: 0, startId: '', offsetMs: null };
const record = (entry: Entry, seq: number): OutboxRecord => ({
  seq,
  id: idOf(entry),
  owner: 'demo/guard',
  state: 'waiting',
  entry,
  time,
  about: '',
});
const position = { latitude: 1, longitude: 2, accuracyMetres: 3 };
const entries = {
  event: (id: string): Entry => ({
    kind: 'event',
    event: { kind: 'roundEnded', id, roundId: 'round', deviceAtMs: 0 },
  }),
  photo: (id: string): Entry => ({ kind: 'photo', id, incidentId: 'incident', bytes: 1 }),
  incident: (id: string): Entry => ({
    kind: 'incident',
    incident: {
      id,
      siteId: 'site',
      type: 'fire',
      severity: 'low',
      description: '',
      deviceAtMs: 0,
      position: null,
    },
  }),
  sos: (id: string): Entry => ({ kind: 'sos', sos: { id, siteId: null, deviceAtMs: 0, position: null } }),
  sosPosition: (id: string, sosId: string): Entry => ({
    kind: 'sosPosition',
    sosId,
    position: { id, deviceAtMs: 0, ...position },
  }),
  sosSafe: (id: string, sosId: string): Entry => ({ kind: 'sosSafe', sosId, safe: { id, deviceAtMs: 0 } }),
};

const idsOf = (step: Step): string[] => recordsOf(step).map(({ id }) => id);

/** Every step in turn, as if each were accepted. */
function drain(all: readonly Entry[], batchMax: number, reach?: Reach): string[] {
  let waiting = all.map(record);
  const sent: string[] = [];
  const next = () => nextStep(waiting, batchMax, reach);
  for (let step = next(); step !== null; step = next()) {
    const ids = idsOf(step);
    sent.push(`${step.kind} ${ids.join('')}`);
    waiting = waiting.filter(({ id }) => !ids.includes(id));
  }
  return sent;
}

test('[FIELD-02] a call for help goes first, then events in their order and in batches, reports, and photos last', () => {
  const { event, photo, incident, sos, sosPosition, sosSafe } = entries;
  const all = [
    photo('p'),
    event('a'),
    incident('i'),
    event('b'),
    sosPosition('x', 's'),
    sos('s'),
    sosSafe('y', 's'),
    event('c'),
  ];
  expect(drain([...all, photo('q'), sosPosition('z', 'other')], 2)).toEqual([
    'sos s',
    'sosSafe y',
    'events ab',
    'events c',
    'sosPositions x',
    'sosPositions z',
    'incident i',
    'photo p',
    'photo q',
  ]);
  expect(nextStep([], 10)).toBeNull();
});

test('[FIELD-02] beside a run go calls for help alone, and no one’s photo before what another guard did', () => {
  const { event, photo, incident, sos, sosPosition, sosSafe } = entries;
  const all = [photo('p'), event('a'), incident('i'), sosPosition('x', 's'), sosSafe('y', 's'), sos('s')];
  expect(drain(all, 9, 'calls')).toEqual(['sos s', 'sosSafe y', 'sosPositions x']);
  expect(drain(all, 9, 'records')).toEqual([
    'sos s',
    'sosSafe y',
    'events a',
    'sosPositions x',
    'incident i',
  ]);
});

test('tries come further apart, never further than a minute unless the server asks for it', () => {
  expect([1, 2, 3, 7, 50].map((failures) => backOffMs(failures, 0, 1))).toEqual([
    1_000, 2_000, 4_000, 60_000, 60_000,
  ]);
  expect(backOffMs(1, 0, 0)).toBe(500);
  expect(backOffMs(1, 120_000, 0)).toBe(120_000);
});

test('[FIELD-02] what the server fails at holds up what belongs to it alone: without its report a photo would be refused', () => {
  const { event, photo, incident, sos, sosPosition, sosSafe } = entries;
  const all = [event('a'), sos('s'), sosPosition('x', 's'), sosSafe('y', 's'), sosPosition('z', 'other')];
  const waiting = [...all, incident('incident'), photo('p'), incident('i')].map(record);
  const left = passingOver(new Set(['s', 'incident']), waiting);
  expect(left.map(({ id }) => id)).toEqual(['a', 'z', 'i']);
  expect(passingOver(new Set(), waiting)).toEqual(waiting);
});

test('[FIELD-02] fewer records go at once where many did not get through, and more again where they get through soon', () => {
  const timedOut = (size: number) => batchAfter(size, 20_000, false, 100);
  expect([100, 25, 7, 2, 1].map(timedOut)).toEqual([25, 7, 2, 1, 1]);
  expect(batchAfter(25, 9_000, true, 100)).toBe(25);
  expect(batchAfter(25, 300, true, 100)).toBe(100);
  expect(batchAfter(100, 300, true, 100)).toBe(100);
  // Without any network nothing is learnt of it.
  expect(batchAfter(100, 5, false, 100)).toBe(100);
});
