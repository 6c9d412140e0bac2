import { fieldEvent } from '@watchpost/contract/field';
import { distanceMetres } from '@watchpost/domain/geo';
import { foldRound, type RoundFacts } from '@watchpost/domain/round-facts';
import { roundStatus } from '@watchpost/domain/round-status';
import type { TrustFlag } from '@watchpost/domain/trust';
import { flagsOfScan } from '@watchpost/domain/trust-of-scan';
import { expect, test } from 'vitest';
import type { DutyRecord, PatrolRecord, RoundRecord } from './duty.ts';
import { patrolHistory } from './history.ts';
import { shiftOfRoute } from './company.ts';
import { makeCompany } from './make-company.ts';
import { demoShape } from './shapes.ts';

const nowMs = Date.UTC(2026, 8, 10, 9, 30);
const dayMs = 86_400_000;
const company = makeCompany(1, demoShape(nowMs));
const all = [...patrolHistory(company, { fromMs: company.shape.openedAtMs, toMs: nowMs })];
const rounds = all.filter((record): record is RoundRecord => record.kind === 'round');
const duties = all.filter((record): record is DutyRecord => record.kind === 'duty');

function factsOf(round: RoundRecord): RoundFacts {
  const events = round.events.map(({ event }) => event);
  const start = events.find((event) => event.kind === 'roundStarted');
  return foldRound({
    start: start === undefined ? null : { deviceAtMs: start.deviceAtMs, planned: round.version.checkpoints },
    scans: events.filter((event) => event.kind === 'checkpointScanned'),
    ends: events.filter((event) => event.kind === 'roundEnded'),
  });
}
const facts = new Map(rounds.map((round) => [round.id, factsOf(round)]));

function completedShare(chosen: readonly RoundRecord[]): number {
  const completed = chosen.filter(({ id }) => facts.get(id)?.statusCode === roundStatus.completed);
  return completed.length / chosen.length;
}

/** Of a sample, so that the comparison stays quick. */
const sample = (records: readonly PatrolRecord[]) => records.slice(-400);

test('the same seed gives the same history, ids included', () => {
  const range = { fromMs: nowMs - 2 * dayMs, toMs: nowMs };
  const again = [...patrolHistory(makeCompany(1, demoShape(nowMs)), range)];
  expect(again.length).toBeGreaterThan(300);
  expect(again).toEqual([...patrolHistory(company, range)]);
  const other = [...patrolHistory(makeCompany(2, demoShape(nowMs)), range)];
  expect(other.map(({ id }) => id)).not.toEqual(again.map(({ id }) => id));
});

test('adjoining ranges hold the same rounds as the whole', () => {
  const middle = nowMs - 12 * dayMs - 7_777_777;
  const before = [...patrolHistory(company, { fromMs: company.shape.openedAtMs, toMs: middle })];
  const after = [...patrolHistory(company, { fromMs: middle, toMs: nowMs })];
  const beginning = all.filter((record) => record.startedAtMs < middle).map(({ id }) => id);
  expect(after).toEqual(all.filter((record) => record.startedAtMs >= middle));
  // What began just before the end may not have been heard of by then.
  const known = new Set(before.map(({ id }) => id));
  expect(beginning.filter((id) => !known.has(id)).length).toBeLessThan(20);
});

test('what is due in a shift is mostly walked first in it, whatever the day of the week', () => {
  const firstOf = new Map<string, RoundRecord>();
  for (const round of rounds) {
    const { site, shift, route } = round;
    if (shiftOfRoute(site, site.routes.indexOf(route)) !== shift) continue;
    const key = `${site.id} ${shift.id} ${Math.floor(round.startedAtMs / dayMs)}`;
    if (!firstOf.has(key)) firstOf.set(key, round);
  }
  const beginOf = ({ site, shift, startedAtMs }: RoundRecord) =>
    Math.max(
      ...duties
        .filter((duty) => duty.site === site && duty.shift === shift)
        .map((duty) => duty.startedAtMs)
        .filter((at) => at <= startedAtMs),
    );
  for (const weekday of [0, 1, 2, 3, 4, 5, 6]) {
    const firsts = [...firstOf.values()]
      .filter((round) => Math.floor(round.startedAtMs / dayMs + 4) % 7 === weekday)
      .slice(-60);
    const inTime = firsts.filter((round) => round.startedAtMs - beginOf(round) < 240 * 60_000);
    expect([weekday, inTime.length / firsts.length > 0.85]).toEqual([weekday, true]);
  }
});

test('history is made as it is read, in the order of time', () => {
  const tenYears = { fromMs: company.shape.openedAtMs, toMs: nowMs + 3_650 * dayMs };
  const records = patrolHistory(company, tenYears);
  let last = 0;
  for (let taken = 0; taken < 2_000; taken++) {
    const { value } = records.next();
    if (value === undefined) throw new Error('The history ended');
    expect(value.startedAtMs).toBeGreaterThanOrEqual(last);
    last = value.startedAtMs;
  }
  records.return();
  expect(last).toBeLessThan(company.shape.openedAtMs + 20 * dayMs);
});

test('every event is one that the field API takes, with an id of its own, known before the end', () => {
  const ids = new Set<string>();
  let events = 0;
  for (const { event, receivedAtMs } of all.flatMap((record) => record.events)) {
    ids.add(event.id);
    events += 1;
    if (receivedAtMs >= nowMs) throw new Error('Received after the end');
  }
  expect(ids.size).toBe(events);
  for (const { event } of sample(all).flatMap((record) => record.events)) {
    expect(fieldEvent.parse(event)).toEqual(event);
  }
});

test('tens of thousands of rounds, most of them complete, a few never ended, some under way at the end', () => {
  expect(rounds.length).toBeGreaterThan(20_000);
  expect(rounds.length).toBeLessThan(40_000);
  expect(completedShare(rounds)).toBeGreaterThan(0.8);
  expect(completedShare(rounds)).toBeLessThan(0.95);
  const open = rounds.filter(({ id }) => facts.get(id)?.statusCode === roundStatus.inProgress);
  const recent = open.filter((round) => round.startedAtMs > nowMs - 3_600_000);
  expect(recent.length).toBeGreaterThan(0);
  expect(open.length - recent.length).toBeGreaterThan(20);
  expect(open.length).toBeLessThan(rounds.length * 0.02);
});

test('the weak guard and the weak site complete far fewer rounds than the others', () => {
  const weakGuard = rounds.filter((round) => round.guard.isWeak);
  const weakSite = rounds.filter((round) => round.site.isWeak);
  const others = rounds.filter((round) => !round.guard.isWeak && !round.site.isWeak);
  expect(weakGuard.length).toBeGreaterThan(150);
  expect(completedShare(weakGuard)).toBeLessThan(completedShare(others) - 0.25);
  expect(completedShare(weakSite)).toBeLessThan(completedShare(others) - 0.25);
});

test('weekends are thinner and Sundays thinnest', () => {
  const byDay = Array.from({ length: 7 }, () => 0);
  for (const round of rounds) {
    const day = new Date(round.startedAtMs + 19_800_000).getUTCDay();
    byDay[day] = (byDay[day] ?? 0) + 1;
  }
  const [sunday = 0, monday = 0, , wednesday = 0, , , saturday = 0] = byDay;
  expect(sunday).toBeLessThan(saturday);
  expect(saturday).toBeLessThan(Math.min(monday, wednesday));
  expect(sunday).toBeGreaterThan(wednesday * 0.3);
});

test('[LOGIO-02] somebody is on duty at any hour of any day, Sunday nights too', () => {
  const nights = duties.filter(({ shift }) => shift.isNight);
  const dateOf = (atMs: number) => new Date(atMs + 19_800_000).toISOString().slice(0, 10);
  const counts = Array.from({ length: 100 }, (_, days) => {
    const date = dateOf(nowMs - (days + 1) * dayMs);
    return nights.filter(({ startedAtMs }) => dateOf(startedAtMs) === date).length;
  });
  expect(Math.min(...counts)).toBeGreaterThan(5);
});

test('night rounds take longer than day rounds', () => {
  const minutes = (isNight: boolean) => {
    const lengths = rounds
      .filter((round) => round.shift.isNight === isNight)
      .map(({ id }) => facts.get(id))
      .flatMap((fact) =>
        fact === undefined || fact.endedAtMs === null ? [] : [fact.endedAtMs - fact.startedAtMs],
      );
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length / 60_000;
  };
  expect(minutes(true)).toBeGreaterThan(minutes(false) * 1.1);
  expect(minutes(false)).toBeGreaterThan(5);
  expect(minutes(true)).toBeLessThan(40);
});

test('no one stands two shifts at once or walks two rounds at once', () => {
  const busyUntil = new Map<string, number>();
  for (const duty of duties) {
    // Coming early and staying on overlap by minutes, hours would be another shift.
    expect(duty.startedAtMs).toBeGreaterThan((busyUntil.get(duty.guard.id) ?? 0) - 3_600_000);
    busyUntil.set(duty.guard.id, duty.startedAtMs + 8 * 3_600_000);
  }
  const roundUntil = new Map<string, number>();
  for (const round of rounds) {
    const isBusy = round.startedAtMs <= (roundUntil.get(round.guard.id) ?? 0);
    if (isBusy) throw new Error(`${round.guard.employeeId} walks two rounds at once`);
    roundUntil.set(round.guard.id, facts.get(round.id)?.endedAtMs ?? round.startedAtMs);
  }
});

test('positions scatter about their checkpoints, and every reason for doubt of a single scan occurs, seldom', () => {
  const flags = new Map<TrustFlag, number>();
  const distances: number[] = [];
  for (const round of rounds) {
    const checkpoints = new Map(round.version.checkpoints.map((point) => [point.checkpointId, point]));
    for (const { event, sentAtMs, receivedAtMs } of round.events) {
      if (event.kind !== 'checkpointScanned') continue;
      const checkpoint = checkpoints.get(event.checkpointId);
      if (checkpoint === undefined) throw new Error('Scanned off the route');
      if (event.position !== null) distances.push(distanceMetres(event.position, checkpoint));
      const accuracyMetres = event.position?.accuracyMetres ?? null;
      const evidence = { ...event, accuracyMetres, clockSkewMs: sentAtMs - receivedAtMs };
      for (const flag of flagsOfScan(evidence, checkpoint)) flags.set(flag, (flags.get(flag) ?? 0) + 1);
    }
  }
  const sorted = distances.toSorted((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(12);
  expect(sorted.at(-1)).toBeLessThan(1_000);
  const expected: TrustFlag[] = ['outsideRadius', 'poorAccuracy', 'noPosition', 'clockSkew', 'typedCode'];
  expect([...flags.keys()].toSorted()).toEqual(expected.toSorted());
  for (const count of flags.values()) {
    expect(count / distances.length).toBeGreaterThan(0.0005);
    expect(count / distances.length).toBeLessThan(0.05);
  }
});

test('some reports arrive long after they were made, in one upload', () => {
  const late = rounds.filter((round) =>
    round.events.some(({ event, receivedAtMs }) => receivedAtMs - event.deviceAtMs > 1_800_000),
  );
  expect(late.length).toBeGreaterThan(50);
  expect(late.length).toBeLessThan(rounds.length * 0.05);
  const uploads = late.filter((round) => new Set(round.events.map((event) => event.receivedAtMs)).size === 1);
  expect(uploads.length).toBeGreaterThan(20);
});
