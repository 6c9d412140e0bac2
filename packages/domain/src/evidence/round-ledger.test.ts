import { expect, test } from 'vitest';
import type { EntryRow } from './log-entry.ts';
import { RoundLedger } from './round-ledger.ts';

const round = {
  id: 'round',
  siteName: 'Site',
  siteTimeZone: 'Asia/Kolkata',
  guardName: 'Guard',
  routeName: 'Route',
  startedAtMs: 1_000,
  endedAtMs: null,
  statusCode: 1001,
  totalCheckPoints: 1,
  scannedCheckPoints: 0,
};
const plan = {
  checkpoints: [{ checkpointId: 'gate', name: 'Gate', latitude: 1, longitude: 2, radiusMetres: 20 }],
};
const start = (plan: string | null): EntryRow => ({
  kind: 'roundStarted',
  subject_id: 'round',
  named_id: plan,
  device_at_ms: 1_000,
});

interface Shown {
  readonly plan: string | null;
  readonly leaf: number | null;
}

/** What is found in a file whose round began so; the file holds the plan `plan` alone. */
function faultsOf({ plan: named, leaf }: Shown): string[] {
  const ledger = new RoundLedger();
  ledger.take({ table: 'route_versions', id: 'plan', row: plan }, null);
  ledger.take({ table: 'field_events', id: 'round', row: start(named) }, leaf);
  const { faults } = ledger.ofRound({ round: { ...round, leaves: leaf === null ? [] : [leaf] } });
  return faults.map(({ kind, subject, field }) => `${kind} ${subject} ${field ?? ''}`.trim());
}

test('a round holds when its plan is in the file', () => {
  expect(faultsOf({ plan: 'plan', leaf: 7 })).toEqual([]);
});

test('a start of before the log, which names no plan, is no plan removed', () => {
  expect(faultsOf({ plan: null, leaf: null })).toEqual([]);
});

test('the plan of a start is missed where it is not in the file, and where a sealed start names none', () => {
  expect(faultsOf({ plan: 'another', leaf: null })).toEqual(['removed planOf']);
  expect(faultsOf({ plan: 'another', leaf: 7 })).toEqual(['removed planOf']);
  expect(faultsOf({ plan: null, leaf: 7 })).toEqual(['removed planOf']);
});

test('[TRUTH-03] a round tells when each of its checkpoints was scanned, what a wrong clock said of it, and which were not', () => {
  const gate = { latitude: 1, longitude: 2, radiusMetres: 20 };
  const checkpoints = ['Gate', 'Roof', 'Yard'].map((name) => ({ ...gate, name, checkpointId: name }));
  const scanOf = (checkpoint: string, atMs: number, phoneAtMs: number | null = null) => ({
    table: 'scans',
    id: checkpoint,
    row: {
      round_id: 'round',
      checkpoint_id: checkpoint,
      guard_id: 'guard',
      device_at_ms: atMs,
      phone_at_ms: phoneAtMs,
      device_digest: 'phone',
      concealed: 'digest',
      ...(checkpoint === 'Gate' ? { code_digest: 'digest', flags: ['typedCode'] } : { flags: ['noCode'] }),
    },
  });
  const ledger = new RoundLedger();
  ledger.take({ table: 'route_versions', id: 'plan', row: { checkpoints } }, null);
  ledger.take({ table: 'field_events', id: 'round', row: start('plan') }, 7);
  ledger.take(scanOf('Yard', 3_000, -60_000), null);
  ledger.take(scanOf('Gate', 2_000), 8);
  const { scans } = ledger.ofRound({ round: { ...round, leaves: [7, 8] } });
  const counted = { isCounted: true, phone: 'phone' };
  expect(scans).toEqual([
    {
      checkpointName: 'Gate',
      atMs: 2_000,
      phoneAtMs: null,
      lateAtMs: null,
      isSealed: true,
      ...counted,
      code: 'genuine',
    },
    {
      checkpointName: 'Yard',
      atMs: 3_000,
      phoneAtMs: -60_000,
      lateAtMs: null,
      isSealed: false,
      ...counted,
      code: 'none',
    },
    {
      checkpointName: 'Roof',
      atMs: null,
      phoneAtMs: null,
      lateAtMs: null,
      isSealed: false,
      isCounted: true,
      code: null,
      phone: '',
    },
  ]);
});

test('[TRUTH-04] a round tells which of its scans were sent late, and when the last of them arrived', () => {
  const ledger = new RoundLedger();
  ledger.take({ table: 'route_versions', id: 'plan', row: plan }, null);
  ledger.take({ table: 'field_events', id: 'round', row: start('plan') }, 7);
  for (const [id, atMs, flags] of [
    ['on time', 90_000, ['noPosition']],
    ['late', 80_000, ['noPosition', 'sentLate']],
  ] as const) {
    const scan = { round_id: 'round', checkpoint_id: 'gate', guard_id: 'guard', device_at_ms: 2_000 };
    ledger.take({ table: 'scans', id, row: { ...scan, received_at_ms: atMs, flags: [...flags] } }, null);
  }
  const { scans, lateAtMs } = ledger.ofRound({ round: { ...round, leaves: [7] } });
  expect([lateAtMs, scans.map((scan) => scan.lateAtMs)]).toEqual([80_000, [null, 80_000]]);
});
