import { expect, test } from 'vitest';
import type { PlannedPoint, PlannedRoute } from './records.ts';
import { expectedPoint } from './round-progress.ts';

const point = (checkpointId: string): PlannedPoint => ({
  checkpointId,
  name: checkpointId,
  latitude: 18.5,
  longitude: 73.8,
  radiusMetres: 50,
  instructions: '',
});
const points = ['gate', 'yard', 'loft'].map(point);
const walked = (isFixedOrder: boolean, ...scanned: string[]) => {
  const route: PlannedRoute = {
    routeVersionId: 'version',
    routeName: 'Night',
    siteId: 'site',
    siteName: 'Yard',
    siteTimeZone: 'Asia/Kolkata',
    isFixedOrder,
    checkpoints: points,
  };
  return { route, scans: scanned.map((checkpointId) => ({ checkpointId })) };
};

test('[FIELD-01] where a guard stands is known in a fixed order, or when one checkpoint is left', () => {
  expect(expectedPoint(walked(true, 'gate'))?.name).toBe('yard');
  expect(expectedPoint(walked(false, 'gate'))).toBeNull();
  expect(expectedPoint(walked(false, 'gate', 'loft'))?.name).toBe('yard');
  expect(expectedPoint(walked(true, 'gate', 'yard', 'loft'))).toBeNull();
});
