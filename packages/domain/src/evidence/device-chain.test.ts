import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ChainLink,
  type DeviceEvent,
  emptyChain,
  eventBytes,
  type EventProof,
  firstBreak,
  isSignedEvent,
  linkHash,
  signEvent,
} from './device-chain.ts';
import { keyAlgorithm, publicKeyOf } from './signatures.ts';

interface Sent {
  readonly event: DeviceEvent;
  readonly proof: EventProof;
}

const startMs = 1_750_000_000_000;
const chain = { enrolledAtMs: startMs, isPart: false };
let keys: CryptoKeyPair;
let publicKey: string;
let sent: Sent[];

const eventOf = (number: number) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  kind: 'checkpointScanned',
  roundId: 'r',
  checkpointId: 'c',
  deviceAtMs: startMs + number * 60_000,
  method: 'qr',
  position: { latitude: 18.5, longitude: 73.8, accuracyMetres: 6.1 },
});

async function signAll(events: readonly DeviceEvent[]): Promise<Sent[]> {
  const made: Sent[] = [];
  let end = emptyChain;
  for (const event of events) {
    const signed = await signEvent(keys, event, end);
    made.push({ event, proof: signed.proof });
    end = signed.end;
  }
  return made;
}

beforeAll(async () => {
  keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
  publicKey = await publicKeyOf(keys.publicKey);
  sent = await signAll([1, 2, 3, 4, 5, 6].map(eventOf));
});

/** `skews`: by how much the phone's clock was off when each was sent; 0 when left out. */
async function breakOf(events: readonly Sent[], of = chain, skews: readonly (number | null)[] = []) {
  const links = events.map(
    async ({ event, proof }, at): Promise<ChainLink> => ({
      id: event.id,
      seq: proof.seq,
      previous: proof.previous,
      hash: linkHash(eventBytes(event, proof)),
      isSigned: await isSignedEvent(publicKey, event, proof),
      deviceAtMs: event.deviceAtMs,
      clockSkewMs: skews[at] === undefined ? 0 : skews[at],
    }),
  );
  return firstBreak(await Promise.all(links), of);
}

/** The chain with its third event changed. */
const withThird = (change: (third: Sent) => Sent) => sent.map((one, at) => (at === 2 ? change(one) : one));

describe('a chain of signed events', () => {
  it('is whole as it was signed, and in part', async () => {
    expect(await breakOf(sent)).toBeNull();
    expect(await breakOf(sent.slice(2), { ...chain, isPart: true })).toBeNull();
  });

  it('names the event of which any field or part of the proof is another', async () => {
    const [, , third] = sent;
    if (third === undefined) throw new Error('no third event');
    const expected = { id: third.event.id, seq: 3, fault: 'altered' };
    for (const name of Object.keys(third.event)) {
      const value = name === 'position' ? null : 7;
      const changed = withThird(({ event, proof }) => ({ event: { ...event, [name]: value }, proof }));
      expect([name, await breakOf(changed)]).toMatchObject([name, { seq: 3, fault: 'altered' }]);
    }
    for (const [name, value] of Object.entries({ key: 'ab', previous: 'cd', signature: '00'.repeat(64) })) {
      const changed = withThird(({ event, proof }) => ({ event, proof: { ...proof, [name]: value } }));
      expect(await breakOf(changed)).toEqual(expected);
    }
    const renumbered = withThird(({ event, proof }) => ({ event, proof: { ...proof, seq: 9 } }));
    expect(await breakOf(renumbered)).toMatchObject({ id: third.event.id, fault: 'altered' });
  });

  it('names what is gone, twice, forked or moved', async () => {
    expect(await breakOf(sent.toSpliced(2, 1))).toMatchObject({ seq: 4, fault: 'removed' });
    expect(await breakOf(sent.slice(1))).toMatchObject({ seq: 2, fault: 'removed' });
    expect(await breakOf(sent.flatMap((one) => [one, one]))).toMatchObject({ seq: 1, fault: 'inserted' });
    const fork = await signAll([eventOf(1), eventOf(7), eventOf(8)]);
    expect(await breakOf([...sent.slice(0, 2), ...fork.slice(2)])).toMatchObject({
      seq: 3,
      fault: 'inserted',
    });
    expect(await breakOf(sent.toReversed())).toMatchObject({ seq: 6, fault: 'reordered' });
    const [first, second, ...others] = sent;
    const moved = [first, ...others, second].flatMap((one) => one ?? []);
    expect(await breakOf(moved)).toMatchObject({ seq: 3, fault: 'reordered' });
  });

  it('names what claims to be older than its neighbour or its key', async () => {
    const backdated = await signAll([eventOf(10), { ...eventOf(11), deviceAtMs: startMs + 60_000 }]);
    expect(await breakOf(backdated)).toMatchObject({ seq: 2, fault: 'backdated' });
    expect(await breakOf(sent, { ...chain, enrolledAtMs: startMs + 3_600_000 })).toMatchObject({
      seq: 1,
      fault: 'backdated',
    });
  });

  it('says nothing of a clock that was set between two events, or before they were sent', async () => {
    const hourMs = 3_600_000;
    const early = { ...eventOf(60), deviceAtMs: startMs + hourMs };
    const setRight = await signAll([early, { ...eventOf(2), deviceAtMs: startMs + 120_000 }]);
    expect(await breakOf(setRight, chain, [hourMs - 60_000, 0])).toBeNull();
    expect(await breakOf(setRight, chain, [0, 0])).toMatchObject({ seq: 2, fault: 'backdated' });
    expect(await breakOf(setRight, chain, [hourMs - 60_000, null])).toMatchObject({ fault: 'backdated' });
    // Sent by a clock that was put forward after both had been recorded.
    expect(await breakOf(sent.slice(0, 2), chain, [0, hourMs])).toBeNull();
    expect(await breakOf(sent.slice(0, 1), chain, [hourMs])).toBeNull();
    expect(
      await breakOf(sent.slice(0, 1), { ...chain, enrolledAtMs: startMs + hourMs }, [-hourMs]),
    ).toBeNull();
  });

  it('counts accuracy as it is stored', () => {
    const at = { key: 'k', seq: 1, previous: 'p' };
    const stored = { ...eventOf(1), position: { ...eventOf(1).position, accuracyMetres: Math.fround(6.1) } };
    expect(eventBytes(stored, at)).toEqual(eventBytes(eventOf(1), at));
  });
});
