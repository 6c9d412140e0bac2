import { expect, test } from 'vitest';
import type { OutboxRecord, OutboxState } from './records.ts';
import { countUnconfirmed, scanStatusesOf } from './scan-statuses.ts';
import type { WalkedRound } from './shift.ts';

const record = (id: string, checkpointId: string, state: OutboxState, roundId = 'round'): OutboxRecord => ({
  id,
  owner: 'company/guard',
  state,
  seq: 1,
  about: '',
  time: { wallMs: 5, runningMs: 5, startId: 'start', offsetMs: null },
  entry: {
    kind: 'event',
    event: {
      kind: 'checkpointScanned',
      id,
      roundId,
      checkpointId,
      deviceAtMs: 5,
      method: 'qr',
      position: null,
    },
  },
});

const scan = (id: string, checkpointId: string) => ({ id, checkpointId, atMs: 5, method: 'qr' as const });
const round: WalkedRound = {
  id: 'round',
  startedAtMs: 1,
  route: {
    routeVersionId: 'version',
    routeName: 'Night',
    siteId: 'site',
    siteName: 'Yard',
    siteTimeZone: 'Asia/Kolkata',
    isFixedOrder: true,
    checkpoints: [],
  },
  scans: [scan('one', 'gate'), scan('two', 'yard'), scan('three', 'again')],
};

test('a checkpoint is refused only where no scan of the round stands, and sent only where none waits', () => {
  const waiting = [record('two', 'yard', 'waiting')];
  const refused = [
    record('four', 'again', 'refused'),
    record('five', 'wall', 'refused'),
    record('six', 'far', 'refused', 'another round'),
  ];
  const statuses = scanStatusesOf(round, { waiting, refused });
  expect([...statuses].map(([point, { status }]) => [point, status]).toSorted()).toEqual([
    ['again', 'taken'],
    ['gate', 'taken'],
    ['wall', 'refused'],
    ['yard', 'waiting'],
  ]);
});

test('[FIELD-03] what only the server can place is not confirmed until it is sent', () => {
  const unsure = { ...round, scans: [{ ...scan('one', 'gate'), isUnconfirmed: true }, scan('two', 'yard')] };
  const waiting = [record('one', 'gate', 'waiting'), record('two', 'yard', 'waiting')];
  const statuses = scanStatusesOf(unsure, { waiting, refused: [] });
  expect([...statuses].map(([point, { status }]) => [point, status])).toEqual([
    ['gate', 'unconfirmed'],
    ['yard', 'waiting'],
  ]);
  expect(countUnconfirmed(unsure, { waiting })).toBe(1);
  expect(scanStatusesOf(unsure, { waiting: [], refused: [] }).get('gate')?.status).toBe('taken');
  expect(countUnconfirmed(unsure, { waiting: [] })).toBe(0);
});
