import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceMetres } from './geo.ts';

const p = (latitude: number, longitude: number) => ({ latitude, longitude });
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const halfwayRoundMetres = 20_015_114.5;

describe('distanceMetres', () => {
  it.each([
    ['nowhere', p(18.5971, 73.7188), p(18.5971, 73.7188), 0, 0],
    ['one degree of latitude', p(0, 0), p(1, 0), 111_195, 1],
    ['one degree of longitude at the equator', p(0, 0), p(0, 1), 111_195, 1],
    ['one degree of longitude at 60 north', p(60, 0), p(60, 1), 55_597, 10],
    ['Pune to Mumbai', p(18.5204, 73.8567), p(19.076, 72.8777), 120_200, 300],
    ['London to Paris', p(51.5074, -0.1278), p(48.8566, 2.3522), 343_557, 100],
    ['pole to pole', p(90, 0), p(-90, 0), halfwayRoundMetres, 1],
    ['the far side of the earth', p(0, 0), p(0, 180), halfwayRoundMetres, 1],
    ['across the date line', p(0, 179.5), p(0, -179.5), 111_195, 1],
    ['one longitude written two ways', p(10, 180), p(10, -180), 0, 0.001],
    ['a pole has no longitude', p(90, 12), p(90, -100), 0, 0.001],
    ['ten metres north', p(18.5971, 73.7188), p(18.5971 + 10 / 111_195, 73.7188), 10, 0.001],
  ])('%s', (_what, a, b, metres, tolerance) => {
    expect(Math.abs(distanceMetres(a, b) - metres)).toBeLessThanOrEqual(tolerance);
  });

  it('is the same both ways, never negative, never beyond half way round, and a number', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const metres = distanceMetres(a, b);
        expect(metres).toBeCloseTo(distanceMetres(b, a), 3);
        expect(metres).toBeGreaterThanOrEqual(0);
        expect(metres).toBeLessThanOrEqual(halfwayRoundMetres + 1);
      }),
    );
  });

  it('is never longer directly than by way of a third place', () => {
    fc.assert(
      fc.property(position, position, position, (a, b, c) => {
        const direct = distanceMetres(a, c);
        expect(direct).toBeLessThanOrEqual(distanceMetres(a, b) + distanceMetres(b, c) + 0.5);
      }),
    );
  });
});
