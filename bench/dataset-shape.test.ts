import { describe, expect, it } from 'vitest';
import { foldRound } from '@watchpost/domain/round-facts';
import { rowsOfRound } from '../apps/server/src/demo/patrol-rows.ts';
import type { PatrolRecord } from '../apps/server/src/demo/patrol-model/duty.ts';
import { companyOf, historyOf, period, tenantShapes } from './dataset-shape.ts';

const rounds = 1_000_000;
const [largest, ...others] = tenantShapes(rounds);

function firstRounds(seed: number, count: number): PatrolRecord[] {
  if (largest === undefined) throw new RangeError('No tenant');
  return [...historyOf(companyOf(seed, largest), { ...largest, rounds: count })];
}

describe('the measured data', () => {
  it('is five tenants, of which the first has 60 sites and 60 % of the rounds', () => {
    expect(largest).toMatchObject({ rounds: 600_000, company: { sites: 60 } });
    expect(others.map((tenant) => tenant.rounds)).toEqual([100_000, 100_000, 100_000, 100_000]);
  });

  it('is the same for the same seed and another for another', () => {
    const once = firstRounds(5, 300);
    expect(firstRounds(5, 300)).toEqual(once);
    expect(firstRounds(6, 300)).not.toEqual(once);
  });

  it('ends with the last wanted round, within its three years', () => {
    const stored = firstRounds(5, 300).flatMap((record) =>
      record.kind === 'round' ? (rowsOfRound(record, () => [])?.round ?? []) : [],
    );
    expect(stored.length).toBe(300);
    expect(stored.every((round) => round.firstReceivedAtMs < period.toMs)).toBe(true);
  });

  it('has rounds that are what their own events fold to', () => {
    for (const record of firstRounds(5, 300)) {
      const rows = record.kind === 'round' ? rowsOfRound(record, () => []) : null;
      if (record.kind !== 'round' || rows === null) continue;
      const start = rows.events.find(({ event }) => event.kind === 'roundStarted');
      const folded = foldRound({
        start: { deviceAtMs: start?.event.deviceAtMs ?? Number.NaN, planned: record.version.checkpoints },
        scans: rows.scans.map(({ event }) => event),
        ends: rows.events.map(({ event }) => event).filter((event) => event.kind === 'roundEnded'),
      });
      expect(rows.round).toMatchObject(folded);
    }
  });

  it('comes to about five scans a round', () => {
    const scans = firstRounds(5, 500).flatMap((record) =>
      record.kind === 'round' ? (rowsOfRound(record, () => [])?.scans ?? []) : [],
    );
    expect(scans.length / 500).toBeGreaterThan(4);
    expect(scans.length / 500).toBeLessThan(6);
  });
});
