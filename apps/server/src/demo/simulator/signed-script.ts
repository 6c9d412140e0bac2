// The key of a simulated phone, and its events as such a phone signs them.
import { createECDH, createHash } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { type ChainEnd, emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm } from '@watchpost/domain/evidence/signatures';
import type { ReportedEvent } from '../patrol-model/reporting.ts';

/**
 * The same key for the same salt: a run that is repeated sends the same numbers under the same key, and no chain forks.
 * Made for a simulation alone: anyone who knows the salt has the key.
 */
export async function simulatedKey(...salt: readonly (string | number)[]): Promise<CryptoKeyPair> {
  const pair = createECDH('prime256v1');
  const drawn = createHash('sha256').update(JSON.stringify(salt)).digest();
  // A number beyond the order of the curve would be refused; it comes about once in 2 ** 32.
  drawn[0] = 1;
  pair.setPrivateKey(drawn);
  const point = pair.getPublicKey();
  const half = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { subtle } = crypto;
  const whole = { ...half, d: drawn.toString('base64url') };
  return {
    publicKey: await subtle.importKey('jwk', half, keyAlgorithm, true, ['verify']),
    privateKey: await subtle.importKey('jwk', whole, keyAlgorithm, false, ['sign']),
  };
}

export interface SignedScript {
  readonly script: readonly ReportedEvent[];
  /** Signs what comes after these of its events, which is no part of the script. */
  readonly signAfter: (
    happened: readonly FieldEvent[],
    more: readonly FieldEvent[],
  ) => Promise<readonly FieldEvent[]>;
}

/** Numbers are given in the order in which things happened, whatever order they are sent in. */
export async function signScript(
  keys: CryptoKeyPair,
  script: readonly ReportedEvent[],
): Promise<SignedScript> {
  const ends = new Map<string, ChainEnd>();
  const signed = new Map<string, FieldEvent>();
  let end = emptyChain;
  const sign = async (event: FieldEvent): Promise<FieldEvent> => {
    const made = await signEvent(keys, event, end);
    end = made.end;
    return { ...event, proof: made.proof };
  };
  const inTime = script.map(({ event }) => event).toSorted((a, b) => a.deviceAtMs - b.deviceAtMs);
  for (const event of inTime) {
    signed.set(event.id, await sign(event));
    ends.set(event.id, end);
  }
  const signAfter = async (happened: readonly FieldEvent[], more: readonly FieldEvent[]) => {
    const known = happened.flatMap(({ id }) => ends.get(id) ?? []);
    end = known.reduce((last, each) => (each.seq > last.seq ? each : last), emptyChain);
    const made: FieldEvent[] = [];
    for (const event of more) made.push(await sign(event));
    return made;
  };
  const withProofs = script.map((one) => ({ ...one, event: signed.get(one.event.id) ?? one.event }));
  return { script: withProofs, signAfter };
}
