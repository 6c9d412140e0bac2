import { encodeCheckpointCode, typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { describe, expect, it } from 'vitest';
import type { OutboxRecord } from '../../outbox/records.ts';
import { metCodesOf, metPoint } from './met-codes.ts';

const idOf = (digit: number) => `0190f3c2-7b1e-7cc0-8a51-00000000000${digit}`;
const codeOf = (checkpointId: string, seed = 1) =>
  encodeCheckpointCode({ checkpointId, serial: 1, mac: new Uint8Array(12).fill(seed) });
const [gate, loft] = [idOf(1), idOf(2)];

function scan(checkpointId: string, code: string, changes: Partial<OutboxRecord> = {}): OutboxRecord {
  const event = {
    kind: 'checkpointScanned',
    id: idOf(9),
    roundId: idOf(8),
    checkpointId,
    deviceAtMs: 1_750_000_000_000,
    method: 'qr',
    position: null,
    code,
  } as const;
  const time = { wallMs: 0, runningMs: 0, startId: '', offsetMs: null };
  const entry = { kind: 'event', event } as const;
  return { seq: 1, id: event.id, owner: 'demo/guard', state: 'sent', entry, time, about: '', ...changes };
}

describe('the letters below a code', () => {
  it('[FIELD-03] are known to be of the checkpoint where the phone has read the code, sent or not', () => {
    const code = codeOf(gate);
    for (const state of ['sent', 'waiting'] as const) {
      const met = metCodesOf([scan(gate, code, { state }), scan(loft, codeOf(loft, 2))]);
      expect(metPoint(met, typedCodeOf(code).toLowerCase())).toBe(gate);
      expect(metPoint(met, 'ABCDEFGH')).toBeNull();
    }
  });

  it('[FIELD-03] of another system are known once the server took them for the checkpoint’s', () => {
    const poster = 'https://example.com/points/GATE0007';
    expect(metPoint(metCodesOf([scan(gate, poster)]), 'GATE0007')).toBe(gate);
    expect(metPoint(metCodesOf([scan(gate, poster, { state: 'waiting' })]), 'GATE0007')).toBeNull();
    for (const flag of ['wrongCode', 'forgedCode', 'retiredCode']) {
      expect(metPoint(metCodesOf([scan(gate, poster, { flags: [flag] })]), 'GATE0007')).toBeNull();
    }
  });

  it('[FIELD-03] are of the checkpoint where the server counts them, whatever the guard took them for', () => {
    const poster = 'https://example.com/points/GATE0007';
    const moved = scan(loft, poster, { flags: ['typedCode', 'wrongCode'], countsAt: gate });
    expect(metPoint(metCodesOf([moved]), 'GATE0007')).toBe(gate);
    const nowhere = scan(loft, poster, { flags: ['wrongCode'], countsAt: null });
    expect(metPoint(metCodesOf([nowhere]), 'GATE0007')).toBeNull();
  });

  it('that hang at several checkpoints leave it to the guard', () => {
    const scans = [scan(gate, 'SAME0001'), scan(loft, 'SAME0001'), scan(gate, 'SAME0001')];
    expect(metPoint(metCodesOf(scans), 'SAME0001')).toBeNull();
  });
});
