// What an event's signature proves, before the event waits for its turn: no transaction stands still for it. Whether
// a chain is whole depends on what else arrives, so nothing is said of it here.
import { eventProof, type FieldEvent } from '@watchpost/contract/field';
import { type DeviceEvent, type EventProof, isSignedEvent } from '@watchpost/domain/evidence/device-chain';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { GuardScope } from '../../platform/access/caller.ts';
import { findDeviceKeys } from './device-keys.queries.ts';
import type { MalformedEvent, RefusedEvent } from './refused-events.ts';

type Flags = readonly TrustFlag[];
const good: Flags = [];
const bad: Flags = ['badSignature'];

/** Flags of the signature of each event, in their order. Where neither guard nor device ever had a key, none is owed. */
export async function checkProofs(scope: GuardScope, events: readonly FieldEvent[]): Promise<Flags[]> {
  const missing: Flags = scope.owesSignature === true ? ['unsigned'] : good;
  const named = new Set(events.flatMap(({ proof }) => proof?.key ?? []));
  if (named.size === 0) return events.map(() => missing);
  const keys = await keysOf(scope, named);
  return Promise.all(
    events.map(async ({ proof, ...event }) => {
      if (proof === undefined) return missing;
      return (await isSigned(keys.get(proof.key), event, proof)) ? good : bad;
    }),
  );
}

/** Mostly the session's own; events that waited on a phone may bear an earlier one. */
async function keysOf(scope: GuardScope, named: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const { publicKey } = scope;
  const own = typeof publicKey === 'string' ? keyIdOf(publicKey) : null;
  const others = [...named].filter((key) => key !== own);
  const known = others.length === 0 ? new Map<string, string>() : await findDeviceKeys(scope, others);
  if (own !== null && typeof publicKey === 'string') known.set(own, publicKey);
  return known;
}

/** Of events that have the shape of none: those that the device signed as they are. */
export async function signedAmong(
  scope: GuardScope,
  malformed: readonly MalformedEvent[],
): Promise<RefusedEvent[]> {
  const claims = malformed.flatMap(({ event: { proof: sent, ...event }, refusal }) => {
    const proof = eventProof.safeParse(sent);
    return proof.success ? [{ event, proof: proof.data, code: refusal.code }] : [];
  });
  if (claims.length === 0) return [];
  const keys = await keysOf(scope, new Set(claims.map(({ proof }) => proof.key)));
  const checked = claims.map(async ({ event, proof, code }): Promise<RefusedEvent[]> => {
    // Whatever was sent is JSON, and nothing else of it is used than its text.
    const deviceEvent = event as DeviceEvent;
    return (await isSigned(keys.get(proof.key), deviceEvent, proof))
      ? [{ event: deviceEvent, proof, code }]
      : [];
  });
  return (await Promise.all(checked)).flat();
}

async function isSigned(
  publicKey: string | undefined,
  event: DeviceEvent,
  proof: EventProof,
): Promise<boolean> {
  return publicKey !== undefined && isSignedEvent(publicKey, event, proof);
}
