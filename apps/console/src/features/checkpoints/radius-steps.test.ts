import { radiusMaxMetres, radiusMinMetres } from '@watchpost/domain/checkpoints';
import { expect, test } from 'vitest';
import { nearestStep, radiusSteps } from './radius-steps.ts';

test('the slider reaches from the smallest to the largest radius', () => {
  expect(radiusSteps[0]).toBe(radiusMinMetres);
  expect(radiusSteps.at(-1)).toBe(radiusMaxMetres);
  expect(radiusSteps).toEqual([...new Set(radiusSteps)].toSorted((one, other) => one - other));
});

test('a radius between two steps stands at the nearer one', () => {
  expect(radiusSteps[nearestStep(30)]).toBe(30);
  expect(radiusSteps[nearestStep(63)]).toBe(65);
  expect(radiusSteps[nearestStep(444)]).toBe(440);
});
