import { fieldEvent, type FieldPlan } from '@watchpost/contract/field';
import { expect, test } from 'vitest';
import { makeCompany } from '../patrol-model/make-company.ts';
import { Random } from '../patrol-model/random.ts';
import { demoShape } from '../patrol-model/shapes.ts';
import { lastEvents } from './guard-device.ts';
import { guardScript, uploadsOf, type ScriptSettings } from './guard-script.ts';

const fromMs = Date.UTC(2026, 5, 1, 4);
const hourMs = 3_600_000;

function planOf(): FieldPlan {
  const [site] = makeCompany(1, demoShape(fromMs)).sites;
  if (site === undefined) throw new Error('No site');
  return {
    dateFormat: 'DD/MM/YY HH:mm',
    serverTimeMs: fromMs,
    posts: [],
    closedDuties: [],
    routes: site.routes.map((route) => ({
      routeVersionId: route.versions.at(-1)?.id ?? '',
      routeName: route.name,
      siteId: site.id,
      siteName: site.name,
      siteTimeZone: site.timeZone,
      isFixedOrder: route.isFixedOrder,
      checkpoints: (route.versions.at(-1)?.checkpoints ?? []).map((point) => ({
        ...point,
        instructions: '',
      })),
    })),
  };
}

const plan = planOf();
const settings: ScriptSettings = {
  seed: 1,
  run: 'same',
  employeeId: 'EMP001',
  fromMs,
  toMs: fromMs + 8 * hourMs,
  isOnce: false,
};
const guards = Array.from({ length: 30 }, (_, index) => `EMP${index}`);

test('the same run repeats every event, another run or seed makes others', () => {
  const script = guardScript(plan, settings);
  expect(guardScript(plan, settings)).toEqual(script);
  const ids = new Set(script.map(({ event }) => event.id));
  for (const other of [
    { ...settings, run: 'other' },
    { ...settings, seed: 2 },
  ]) {
    expect(guardScript(plan, other).filter(({ event }) => ids.has(event.id))).toEqual([]);
  }
});

test('a guard begins duty, walks rounds, ends what it began within the time, and sends nothing after that', () => {
  for (const employeeId of guards) {
    const script = guardScript(plan, { ...settings, employeeId });
    const events = script.map(({ event }) => event);
    expect(events[0]?.kind).toBe('dutyStarted');
    expect(events.at(-1)).toMatchObject({ kind: 'dutyEnded', dutyId: events[0]?.id });
    expect(events.filter(({ kind }) => kind === 'roundStarted').length).toBeGreaterThan(4);
    for (const { event, sentAtMs } of script) {
      expect(fieldEvent.parse(event)).toEqual(event);
      expect(event.deviceAtMs).toBeGreaterThanOrEqual(fromMs);
      expect(event.deviceAtMs).toBeLessThanOrEqual(settings.toMs);
      expect(sentAtMs).toBeLessThanOrEqual(settings.toMs);
    }
  }
});

test('among the guards some scan away from the checkpoint, type codes, leave rounds open and lose the network', () => {
  const scripts = guards.map((employeeId) => guardScript(plan, { ...settings, employeeId }));
  const events = scripts.flat().map(({ event }) => event);
  const scans = events.filter((event) => event.kind === 'checkpointScanned');
  const starts = events.filter(({ kind }) => kind === 'roundStarted').length;
  const ends = events.filter(({ kind }) => kind === 'roundEnded').length;
  expect(scans.length).toBeLessThan(starts * 7);
  expect(scans.some(({ method }) => method === 'typed')).toBe(true);
  expect(ends).toBeLessThan(starts);
  expect(ends).toBeGreaterThan(starts * 0.9);
  const uploads = scripts.flatMap((script) => uploadsOf(script, new Random('sending')));
  expect(uploads.some((upload) => upload.events.length > 5)).toBe(true);
  expect(uploads.some((upload) => upload.isAnswerLost)).toBe(true);
  const isShuffled = uploads.some(({ events: sent }) =>
    sent.some((event, index) => event.deviceAtMs < (sent[index - 1]?.deviceAtMs ?? 0)),
  );
  expect(isShuffled).toBe(true);
});

test('every event is sent exactly once, in uploads in the order of time', () => {
  const script = guardScript(plan, settings);
  const uploads = uploadsOf(script, new Random('sending'));
  const sent = uploads.flatMap((upload) => upload.events.map(({ id }) => id));
  expect(sent.toSorted()).toEqual(script.map(({ event }) => event.id).toSorted());
  const times = uploads.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('once means one round each', () => {
  for (const employeeId of guards) {
    const script = guardScript(plan, { ...settings, employeeId, isOnce: true });
    expect(script.filter(({ event }) => event.kind === 'roundStarted')).toHaveLength(1);
    expect(script.at(-1)?.event.kind).toBe('dutyEnded');
  }
});

test('a short time still holds a started round, which is ended with it', () => {
  const toMs = fromMs + 10 * 60_000;
  const script = guardScript(plan, { ...settings, toMs });
  expect(script.some(({ event }) => event.kind === 'checkpointScanned')).toBe(true);
  expect(script.filter(({ event }) => event.kind === 'roundEnded')).toHaveLength(1);
});

test('a stopped guard sends what has happened, ends its round and its duty, and nothing else', () => {
  const script = guardScript(plan, settings);
  const starts = script.filter(({ event }) => event.kind === 'roundStarted');
  const round = starts[1]?.event;
  if (round === undefined) throw new Error('No second round');
  const atMs = round.deviceAtMs + 200_000;
  const happened = script.map(({ event }) => event).filter(({ deviceAtMs }) => deviceAtMs <= atMs);
  const done = new Set(happened.slice(0, -2).map(({ id }) => id));
  const last = lastEvents(script, done, atMs, new Random('stop'));
  expect(last.slice(0, 2)).toEqual(happened.slice(-2));
  expect(last.slice(2)).toMatchObject([
    { kind: 'roundEnded', roundId: round.id },
    { kind: 'dutyEnded', dutyId: happened[0]?.id },
  ]);
  expect(lastEvents(script, new Set(), fromMs - 1, new Random('stop'))).toEqual([]);
});
