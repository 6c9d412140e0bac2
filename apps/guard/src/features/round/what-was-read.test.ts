import { expect, test } from 'vitest';
import { flagsOfSequence } from '@watchpost/domain/trust-sequence';
import type { PlannedPoint } from '../../outbox/records.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { scanFlagsOf } from './what-was-read.ts';

const point = (name: string): PlannedPoint => ({
  checkpointId: name,
  name,
  latitude: 0,
  longitude: 73,
  radiusMetres: 20,
  instructions: '',
});
const position = { latitude: 0, longitude: 73, accuracyMetres: 5, atMs: 0 };

const roundOf = (planned: string, scanned: string, isFixedOrder: boolean): WalkedRound => ({
  id: 'round',
  startedAtMs: 0,
  route: {
    routeVersionId: 'version',
    routeName: 'Fence',
    siteId: 'site',
    siteName: 'Mill',
    siteTimeZone: 'UTC',
    isFixedOrder,
    checkpoints: [...planned].map(point),
  },
  scans: [...scanned].map((checkpointId, index) => ({
    id: String(index),
    checkpointId,
    atMs: index * 60_000,
    method: 'qr',
  })),
});

/** What the phone says at each scan of a walk: `doubt` or `hint: doubt`. */
const shownOn = (planned: string, walk: string, isFixedOrder: boolean): string[][] =>
  [...walk].map((name, index) =>
    scanFlagsOf({
      point: point(name),
      position,
      read: { method: 'qr' },
      round: roundOf(planned, walk.slice(0, index), isFixedOrder),
    }).map(({ key, isHint }) => (isHint === true ? `hint: ${key}` : key)),
  );

/** At which scans of a walk the console doubts the order. */
function flaggedByOffice(planned: string, walk: string, isFixedOrder: boolean): boolean[] {
  const { scans } = roundOf(planned, walk, isFixedOrder);
  const flags = flagsOfSequence({
    scans: scans.map(({ id, checkpointId, atMs }) => ({
      id,
      checkpointId,
      deviceAtMs: atMs,
      position: null,
    })),
    plannedOrder: [...planned],
    isFixedOrder,
  });
  return scans.map(({ id }) => flags.get(id)?.some(({ flag }) => flag === 'outOfOrder') === true);
}

test.each([
  ['in order', 'abcdef', 'abcdef'],
  ['with one left out', 'abcdef', 'abdef'],
  ['with one left out and walked to at the end', 'abcdef', 'abdefc'],
  ['with the fifth before the third', 'abcdef', 'abedcf'],
  ['with one twice', 'abc', 'aabb'],
  ['with the first once more after the second', 'abc', 'abac'],
  ['with one that is not planned', 'abc', 'azbc'],
  ['of a route that comes back to its start', 'abca', 'abca'],
])(
  '[FIELD-03] of a walk %s the phone doubts the order of the same scans as the console',
  (_what, planned, walk) => {
    for (const isFixedOrder of [true, false]) {
      const shown = shownOn(planned, walk, isFixedOrder).map((keys) => keys.includes('doubt.order'));
      expect(shown).toEqual(flaggedByOffice(planned, walk, isFixedOrder));
    }
  },
);

test('[FIELD-03] where one is left out the phone says once that another was next, and doubts nothing', () => {
  expect(shownOn('abcdef', 'abdef', true)).toEqual([[], [], ['hint: doubt.skipped'], [], []]);
  expect(shownOn('abcdef', 'abdef', false)).toEqual([[], [], [], [], []]);
});

test('[FIELD-03] whoever goes back to one that was passed is told so', () => {
  expect(shownOn('abc', 'acba', true)).toEqual([
    [],
    ['hint: doubt.skipped'],
    ['doubt.order'],
    ['hint: doubt.again', 'doubt.order'],
  ]);
});
