import type { RoundRow, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import type { TrustFlag } from '@watchpost/domain/trust';
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
  receivedAtMs: start + seconds * 1000,
  latitude: 18.5971,
  longitude: 73.7188,
  accuracyMetres: 8,
  distanceMetres: 3,
  method: 'qr',
  flags: [],
  repeats: 0,
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
  const reasonOf = (flag: TrustFlag, part: Partial<Scan> = {}) => {
    const before = point(1, scanAt(100), 1);
    const doubted = point(2, scanAt(103, { flags: [flag], ...part }), 5);
    return pointsOf({ round, points: [before, doubted] })[1]?.doubts[0]?.reason;
  };

  it.each<[TrustFlag, Partial<Scan>, string]>([
    ['outsideRadius', { distanceMetres: 84.3 }, 'Scanned 84 m from the checkpoint; its radius is 30 m.'],
    [
      'poorAccuracy',
      { accuracyMetres: 120 },
      'The phone knew its position to within 120 m; up to 50 m is usual.',
    ],
    ['noPosition', {}, 'The phone gave no position with this scan.'],
    ['clockSkew', {}, "The phone's clock differed from the server's by more than 2 min."],
    ['typedCode', {}, 'The code was typed in, not read from the tag.'],
    ['unplanned', {}, "This checkpoint is not on the round's route."],
    ['outOfOrder', {}, 'Planned as number 2, scanned as number 5.'],
    ['tooFast', { latitude: 18.5981 }, '111 m in 3 s since the scan before; running is up to 7 m a second.'],
    ['burst', {}, 'Scanned 3 s after another checkpoint.'],
  ])('%s says what was measured', (flag, part, reason) => {
    expect(reasonOf(flag, part)).toBe(reason);
  });

  it('give no figures that would not bear the flag out', () => {
    expect(reasonOf('tooFast', { latitude: null, longitude: null })).toBe(
      'Reached from the scan before at more than 7 m a second, faster than running.',
    );
    expect(reasonOf('burst', { deviceAtMs: start + 900_000 })).toBe(
      'Scanned less than 5 s after another checkpoint.',
    );
    expect(reasonOf('outsideRadius', { distanceMetres: null })).toBe(
      'Scanned outside the radius of 30 m around the checkpoint.',
    );
  });
});
