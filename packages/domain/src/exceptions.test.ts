import { describe, expect, it } from 'vitest';
import {
  ageStateOf,
  exceptionAges,
  exceptionSeverities,
  flaggedSeverity,
  incompleteSeverity,
  rankOf,
} from './exceptions.ts';
import { trustFlags } from './trust.ts';

describe('the age of an item', () => {
  it.each(exceptionSeverities)('of severity %s warns at its thresholds, not before', (severity) => {
    const { warningMs, overdueMs } = exceptionAges[severity];
    const states = [0, warningMs - 1, warningMs, overdueMs - 1, overdueMs].map((ms) =>
      ageStateOf(severity, 1_000, 1_000 + ms),
    );
    expect(states).toEqual(['fresh', 'fresh', 'ageing', 'ageing', 'overdue']);
  });

  it('of a graver item warns earlier', () => {
    const limits = exceptionSeverities.map((severity) => exceptionAges[severity].overdueMs);
    expect(limits).toEqual(limits.toSorted((one, other) => other - one));
  });

  it('is fresh when the clock went back', () => {
    expect(ageStateOf('critical', 2_000, 1_000)).toBe('fresh');
  });
});

describe('how grave an item is', () => {
  it('follows the gravest flag, whatever their order', () => {
    expect(flaggedSeverity(['poorAccuracy', 'forgedCode', 'typedCode'])).toBe('critical');
    expect(flaggedSeverity(['typedCode'])).toBe('low');
    for (const flag of trustFlags) expect(rankOf(flaggedSeverity([flag]))).toBeGreaterThan(0);
  });

  it.each([
    [0, 4, 'high'],
    [1, 4, 'high'],
    [2, 4, 'medium'],
    [3, 4, 'medium'],
  ])('with %i of %i checkpoints scanned is %s', (scanned, total, severity) => {
    expect(incompleteSeverity(scanned, total)).toBe(severity);
  });
});
