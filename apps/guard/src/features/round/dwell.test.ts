import { expect, test } from 'vitest';
import { dwellMsOf, type Fix, type Stay, stayAfter } from './dwell.ts';

const fence = { latitude: 0, longitude: 0, radiusMetres: 30 };
const metresPerDegree = 111_195;

const fix = (seconds: number, metresAway: number, accuracyMetres = 5, wallSeconds = seconds): Fix => ({
  position: { latitude: metresAway / metresPerDegree, longitude: 0, accuracyMetres },
  at: { wallMs: wallSeconds * 1_000, runningMs: seconds * 1_000 },
});
const after = (fixes: readonly Fix[]) =>
  dwellMsOf(fixes.reduce<Stay | null>((stay, each) => stayAfter(stay, each, fence), null));

test.each([
  ['is none with one fix', [fix(0, 0)], 0],
  ['goes from the first fix within to the last', [fix(0, 80), fix(2, 20), fix(8, 5), fix(13, 29)], 11_000],
  ['ends outside', [fix(0, 0), fix(8, 0), fix(10, 80)], 0],
  ['begins once more after it', [fix(0, 0), fix(8, 80), fix(10, 0), fix(14, 0)], 4_000],
  ['is not known by what is vaguer than the geofence', [fix(0, 0, 31), fix(10, 0, 31)], 0],
  [
    'goes on over what is vague, and ends with it where the phone is outside',
    [fix(0, 0), fix(5, 20, 60), fix(10, 0)],
    10_000,
  ],
  ['ends with what is vague and far away', [fix(0, 0), fix(5, 500, 60), fix(10, 0)], 0],
  ['begins once more where nothing was heard for long', [fix(0, 0), fix(21, 0), fix(25, 0)], 4_000],
  [
    'begins once more where the phone slept, whose running clock stood still',
    [fix(0, 0), fix(5, 0, 5, 60)],
    0,
  ],
  [
    'is the same where somebody sets the phone’s clock on by some seconds',
    [fix(0, 0), fix(5, 0, 5, 15)],
    5_000,
  ],
])('[TRUTH-01] a stay within a geofence %s', (_words, fixes, ms) => expect(after(fixes)).toBe(ms));

test('[TRUTH-01] a clock that is set back shows no stay', () => {
  expect(after([fix(0, 0), fix(5, 0, 5, -3_600)])).toBe(0);
});
