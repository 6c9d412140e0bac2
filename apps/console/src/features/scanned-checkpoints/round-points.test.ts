import type { RoundRow, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { describe, expect, it } from 'vitest';
import { pointsOf } from './round-points.ts';

const start = Date.UTC(2026, 10, 20, 18);
const round: RoundRow = {
  id: 'r',
  employeeId: 'EMP001',
  scannedBy: 'Asha',
  scannedByLastName: 'Patil',
  scannedById: 'g',
  totalCheckPoints: 3,
  scannedCheckPoints: 2,
  percentage: 67,
  scannedStartTime: start,
  scannedEndTime: start + 900_000,
  siteName: 'Hinjewadi',
  subAdminId: 's',
  siteTimeZone: 'Asia/Kolkata',
  statusCode: 1005,
  status: 'Incompleted',
};

type Scan = NonNullable<TimelinePoint['scan']>;
const scanAt = (seconds: number, part: Partial<Scan> = {}): Scan => ({
  id: `scan ${seconds}`,
  deviceAtMs: start + seconds * 1000,
  phoneAtMs: null,
  receivedAtMs: start + seconds * 1000,
  latitude: 18.5971,
  longitude: 73.7188,
  accuracyMetres: 8,
  distanceMetres: 3,
  method: 'qr',
  flags: [],
  doubts: [],
  score: 100,
  repeats: [],
  ...part,
});
const point = (order: number, scan: Scan | null, actualOrder: number | null = null): TimelinePoint => ({
  checkpointId: `c${order}`,
  name: `Gate ${order}`,
  latitude: 18.5971,
  longitude: 73.7188,
  radiusMetres: 30,
  expectedOrder: order,
  actualOrder,
  scan,
});

describe('gaps', () => {
  it('run from the start to the first scan, then from scan to scan in time, whatever order was planned', () => {
    const points = pointsOf({
      round,
      points: [point(1, scanAt(300), 2), point(2, null), point(3, scanAt(60), 1)],
    });
    expect(points.map(({ gapMs, isFirstScan, state }) => ({ gapMs, isFirstScan, state }))).toEqual([
      { gapMs: 240_000, isFirstScan: false, state: 'scanned' },
      { gapMs: null, isFirstScan: false, state: 'missed' },
      { gapMs: 60_000, isFirstScan: true, state: 'scanned' },
    ]);
  });

  it('are open while the round is still walked: nothing is missed yet', () => {
    const walked = { ...round, scannedEndTime: null, statusCode: 1001 };
    expect(pointsOf({ round: walked, points: [point(1, null)] })[0]?.state).toBe('pending');
  });

  it('are never negative, although a late start event can lie after the first scan', () => {
    expect(pointsOf({ round, points: [point(1, scanAt(-30), 1)] })[0]?.gapMs).toBe(0);
  });
});

describe('reasons', () => {
  const reasonOf = (flag: Scan['doubts'][number]) => {
    const flagged = point(2, scanAt(103, { doubts: [flag] }), 5);
    return pointsOf({ round, points: [point(1, scanAt(100), 1), flagged] })[1]?.doubts[0]?.reason;
  };
  const metres = 412.3;

  it.each<[Scan['doubts'][number], string]>([
    [
      { flag: 'outsideRadius', metres, radiusMetres: 50, accuracyMetres: 12.2, limit: 0 },
      '412 m away, radius 50 m, accuracy 12 m.',
    ],
    [
      { flag: 'outsideRadius', metres: 84, radiusMetres: 30 },
      'Scanned 84 m from the checkpoint; its radius is 30 m.',
    ],
    [
      { flag: 'outsideRadius', radiusMetres: 30 },
      'Scanned outside the radius of 30 m around the checkpoint.',
    ],
    [
      { flag: 'poorAccuracy', accuracyMetres: 120, limit: 50 },
      'The phone knew its position to within 120 m; up to 50 m is usual.',
    ],
    [{ flag: 'noPosition' }, 'The phone gave no position with this scan.'],
    [
      { flag: 'clockSkew', elapsedMs: 400_000, limit: 120_000 },
      "The phone's clock was 6 min 40 s fast; up to 2 min is usual.",
    ],
    [
      { flag: 'clockSkew', elapsedMs: -400_000, limit: 120_000 },
      "The phone's clock was 6 min 40 s slow; up to 2 min is usual.",
    ],
    [{ flag: 'typedCode' }, 'The code was typed in, not read from the tag.'],
    [{ flag: 'unplanned' }, "This checkpoint is not on the round's route."],
    [{ flag: 'outOfOrder' }, 'Planned as number 2, scanned as number 5.'],
    [
      { flag: 'tooFast', metres: 111, elapsedMs: 3_000, limit: 7 },
      '111 m in 3 s since the scan before, or 37 m a second; up to 7 is usual.',
    ],
    [
      { flag: 'teleport', metres: 9_000, elapsedMs: 60_000, limit: 85 },
      '9,000 m in 1 min since the scan before, or 540 km an hour; no one travels faster than 306.',
    ],
    [{ flag: 'burst', elapsedMs: 3_000, limit: 5_000 }, 'Scanned 3 s after another checkpoint.'],
    [
      { flag: 'sharedDevice', elapsedMs: 90_000, limit: 600_000 },
      'Another guard scanned with the same phone 1 min 30 s before or after; 10 min between two guards is usual.',
    ],
    [
      { flag: 'staleCode', elapsedMs: 7_200_000, limit: 90_000 },
      'The changing code was shown 2 h 0 min before or after the time of the scan; up to 1 min 30 s is usual.',
    ],
  ])('%j say what was measured', (flag, reason) => expect(reasonOf(flag)).toBe(reason));
});
