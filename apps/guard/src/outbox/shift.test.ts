import { expect, test } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import type { PlannedRoute } from './records.ts';
import { missingPoints, pointsOf } from './round-progress.ts';
import { advanceShift, noShift, type Shift, withoutScan, withReceipt, withScanAt } from './shift.ts';

const point = (checkpointId: string) => ({
  checkpointId,
  name: checkpointId,
  latitude: 0,
  longitude: 0,
  radiusMetres: 30,
  instructions: '',
});
const route: PlannedRoute = {
  routeVersionId: 'version',
  routeName: 'Night',
  siteId: 'site',
  siteName: 'Yard',
  siteTimeZone: 'Asia/Kolkata',
  isFixedOrder: true,
  checkpoints: [point('a'), point('b'), point('a'), point('c')],
};
const duty: FieldEvent = { kind: 'dutyStarted', id: 'duty', siteId: 'site', deviceAtMs: 1 };
const start: FieldEvent = { kind: 'roundStarted', id: 'round', routeVersionId: 'version', deviceAtMs: 2 };
const scan = (checkpointId: string, roundId = 'round'): FieldEvent => ({
  kind: 'checkpointScanned',
  id: `scan of ${checkpointId}`,
  roundId,
  checkpointId,
  deviceAtMs: 3,
  method: 'qr',
  position: null,
});
const end: FieldEvent = { kind: 'roundEnded', id: 'end', roundId: 'round', deviceAtMs: 9 };
const clockOut: FieldEvent = { kind: 'dutyEnded', id: 'leave', dutyId: 'duty', deviceAtMs: 10 };

function walk(events: readonly FieldEvent[], from: Shift = noShift): Shift {
  return events.reduce<Shift>((shift, event) => {
    const next = advanceShift(shift, event, { site: { name: 'Yard', timeZone: 'Asia/Kolkata' }, route });
    if (next === null) throw new Error(`${event.kind} does not follow`);
    return next;
  }, from);
}

test('[FIELD-01] a shift goes from duty through rounds to the way home, and counts what was missed', () => {
  const walking = walk([duty, start, scan('a'), scan('stranger')]);
  expect(walking.duty).toMatchObject({ id: 'duty', siteName: 'Yard', siteTimeZone: 'Asia/Kolkata' });
  expect(walking.round).not.toBeNull();
  expect(missingPoints({ route, scans: walking.round?.scans ?? [] }).map(({ name }) => name)).toEqual([
    'b',
    'c',
  ]);
  expect(pointsOf(route)).toBe(3);
  const home = walk([end, clockOut], walking);
  expect(home).toMatchObject({ duty: null, round: null });
  expect(home.ended).toMatchObject([{ id: 'round', missed: 2, endedAtMs: 9 }]);
});

test('[FIELD-02] each time is kept with how far the phone’s clock was off when it was noted', () => {
  const notedBy = (offsetMs: number | null, events: readonly FieldEvent[], from: Shift) =>
    events.reduce<Shift>((shift, event) => advanceShift(shift, event, { route, offsetMs }) ?? shift, from);
  const walking = notedBy(700, [scan('a')], notedBy(500, [duty, start], noShift));
  expect(walking).toMatchObject({
    duty: { startedAtMs: 1, offsetMs: 500 },
    walked: [{ startedAtMs: 2, offsetMs: 500 }],
    round: { startedAtMs: 2, offsetMs: 500, scans: [{ atMs: 3, offsetMs: 700 }] },
  });
  expect(notedBy(null, [end], walking).ended).toMatchObject([{ endedAtMs: 9, offsetMs: null }]);
});

test.each([
  ['a second duty', [duty], { ...duty, id: 'other' }],
  ['a second round', [duty, start], { ...start, id: 'other' }],
  ['a scan without a round', [duty], scan('a')],
  ['a scan of another round', [duty, start], scan('a', 'other')],
  ['an end after the end', [duty, start, end], end],
  ['going home in the middle of a round', [duty, start], clockOut],
  ['going home twice', [duty, clockOut], clockOut],
  ['a round of a route that is not the one asked for', [duty], { ...start, routeVersionId: 'other' }],
] as const)('%s is no part of the shift', (_what, before, event) => {
  expect(advanceShift(walk(before), event, { route })).toBeNull();
});

test('a scan that the server refused leaves its checkpoint open, and what is said at it does not follow', () => {
  const walking = withoutScan(walk([duty, start, scan('a'), scan('b')]), 'scan of b');
  expect(walking.round?.scans.map(({ id }) => id)).toEqual(['scan of a']);
  const answer: FieldEvent = {
    kind: 'checkpointAnswered',
    id: 'answer',
    scanId: 'scan of b',
    checkpointId: 'b',
    questionsId: null,
    answers: [],
    note: 'Wet',
    deviceAtMs: 4,
  };
  expect(advanceShift(walking, answer)).toBeNull();
  expect(walk([end], walking).ended).toMatchObject([{ id: 'round', missed: 2 }]);
  expect(withoutScan(noShift, 'scan of b')).toEqual(noShift);
});

test('[FIELD-01] a round is kept with what it was due as and when the server took its start, others as they were', () => {
  const started = (id: string, from: Shift, dueId?: string) =>
    advanceShift(from, { ...start, id }, { route, dueId }) ?? from;
  const first = walk([end], started('round', walk([duty]), 'due'));
  const { walked } = withReceipt(started('second', first), 'round', 20);
  expect(walked).toMatchObject([
    { id: 'round', dueId: 'due', receivedAtMs: 20 },
    { id: 'second', dueId: null },
  ]);
  expect(walked[1]).not.toHaveProperty('receivedAtMs');
  expect(withReceipt(noShift, 'round', 20)).toEqual(noShift);
});

test('[FIELD-03] a code that hangs elsewhere ticks off the checkpoint whose it is, and what it was taken for is missing', () => {
  const walking = walk([duty, start, scan('a')]);
  const moved = withScanAt(walking, 'scan of a', 'b');
  expect(moved.round?.scans).toMatchObject([{ id: 'scan of a', checkpointId: 'b', claimedId: 'a' }]);
  expect(missingPoints({ route, scans: moved.round?.scans ?? [] }).map(({ name }) => name)).toEqual([
    'a',
    'c',
  ]);
  expect(withScanAt(moved, 'scan of a', 'b')).toEqual(moved);
  const nowhere = withScanAt(walking, 'scan of a', null);
  expect(nowhere.round).toMatchObject({ scans: [], uncounted: [{ id: 'scan of a', claimedId: 'a' }] });
  expect(withScanAt(walking, 'another', 'b')).toEqual(walking);
});

test('[FIELD-03] a round that has ended tells what is missing once the server says where its scans count', () => {
  const over = walk([duty, start, scan('a'), scan('b'), scan('c'), end]);
  expect(over.ended).toMatchObject([{ missed: 0 }]);
  expect(withScanAt(over, 'scan of a', 'c').ended).toMatchObject([{ missed: 1, elsewhere: 1 }]);
  expect(withScanAt(over, 'scan of a', null).ended).toMatchObject([{ missed: 1, elsewhere: 1 }]);
  // One that an older app ended keeps what it said.
  const { planned: _planned, scans: _scans, ...old } = over.ended[0] ?? { id: '', missed: 0 };
  const upgraded = { ...over, ended: [{ routeName: '', endedAtMs: 0, ...old }] };
  expect(withScanAt(upgraded, 'scan of a', null)).toEqual(upgraded);
});
