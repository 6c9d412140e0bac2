// Events that were refused though their device signed them: their numbers are no gap in its chain (decision 0018).
import type { Refusal } from '@watchpost/contract/field';
import { canonicalJson } from '@watchpost/domain/evidence/canonical-json';
import { clockErrorOf } from '@watchpost/domain/device-clock';
import type { DeviceEvent, EventProof } from '@watchpost/domain/evidence/device-chain';
import { uuidv7 } from 'uuidv7';
import type { GuardScope } from '../../platform/access/caller.ts';
import { isRefusal, type Verdict } from './field.service.ts';
import type { SentEvent } from './field-state.ts';

export interface RefusedEvent {
  readonly event: DeviceEvent;
  readonly proof: EventProof;
  readonly code: Refusal['code'];
  /** Of an event with an age of its own; left out where the device's error as it sent is all that is known. */
  readonly clockSkewMs?: number;
}

export interface MalformedEvent {
  readonly event: { readonly id: string; readonly [name: string]: unknown };
  readonly refusal: Refusal;
}

/** Those of the events that were refused and that bear a good signature. */
export function refusedOf(sent: readonly SentEvent[], verdicts: readonly Verdict[]): RefusedEvent[] {
  return verdicts.flatMap((verdict, at) => {
    const one = sent[at];
    if (one === undefined || !isRefusal(verdict) || one.proofFlags.includes('badSignature')) return [];
    const { proof, ...event } = one.event;
    const { clockSkewMs } = one;
    return proof === undefined ? [] : [{ event, proof, code: verdict.code, clockSkewMs }];
  });
}

/** Each once, however often it is sent. */
export async function storeRefused(
  { db, tenantId, guardId, deviceId }: GuardScope,
  sentAtMs: number,
  refused: readonly RefusedEvent[],
): Promise<void> {
  if (refused.length === 0) return;
  const receivedAtMs = Date.now();
  await db
    .insertInto('refused_events')
    .values(
      refused.map(({ event, proof, code, clockSkewMs = clockErrorOf(sentAtMs, receivedAtMs) }) => ({
        tenant_id: tenantId,
        id: uuidv7(),
        guard_id: guardId,
        device_id: deviceId,
        code,
        body: canonicalJson(event),
        received_at_ms: receivedAtMs,
        clock_skew_ms: clockSkewMs,
        proof_key: Buffer.from(proof.key, 'hex'),
        proof_seq: proof.seq,
        proof_previous: Buffer.from(proof.previous, 'hex'),
        proof_signature: Buffer.from(proof.signature, 'hex'),
        proof_salt: proof.salt === undefined ? null : Buffer.from(proof.salt, 'hex'),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
