// What phones sign in place of codes: it can be shown to anybody, and goes on from what apps of before signed.
import { describe, expect, test } from 'vitest';
import { toHex } from './byte-text.ts';
import {
  type ChainEnd,
  type ChainLink,
  codeDigest,
  continues,
  type DeviceEvent,
  emptyChain,
  eventBytes,
  type EventProof,
  firstBreak,
  isSignedEvent,
  linkHash,
  signEvent,
} from './device-chain.ts';
import { ChainNumbers } from './chain-numbers.ts';
import { keyAlgorithm, publicKeyOf } from './signatures.ts';

const code = 'WP1ABCDEFGH';
const scan = (number: number): DeviceEvent => ({
  kind: 'checkpointScanned',
  id: `scan ${number}`,
  deviceAtMs: 1_750_000_000_000 + number * 60_000,
  position: { latitude: 18.5, longitude: 73.8, accuracyMetres: 6.1 },
  code,
});
const textOf = (event: DeviceEvent, proof: EventProof) => new TextDecoder().decode(eventBytes(event, proof));

const keys = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify']);
const publicKey = await publicKeyOf(keys.publicKey);

async function signedAs(salts: readonly (string | null | undefined)[]) {
  let end: ChainEnd = emptyChain;
  const made = [];
  for (const [number, salt] of salts.entries()) {
    const event = scan(number);
    const next = await signEvent(keys, event, end, salt);
    made.push({ event, proof: next.proof });
    end = next.end;
  }
  return made;
}

async function linkOf({ event, proof }: Awaited<ReturnType<typeof signedAs>>[number]): Promise<ChainLink> {
  const { seq, previous, salt } = proof;
  const isSigned = await isSignedEvent(publicKey, event, proof);
  const hash = linkHash(eventBytes(event, proof));
  return { id: event.id, seq, previous, salt, hash, isSigned, deviceAtMs: event.deviceAtMs, clockSkewMs: 0 };
}

describe('what a phone signs', () => {
  test('[TRUTH-08] holds a digest in place of the code, which only the salt and the code give', async () => {
    const [one] = await signedAs([undefined]);
    if (one === undefined) throw new Error('nothing was signed');
    const { event, proof } = one;
    const text = textOf(event, proof);
    expect(text).not.toContain(code);
    expect(text).toContain(`"codeDigest":"${codeDigest(proof.salt ?? '', code)}"`);
    expect(proof.salt).toMatch(/^[\da-f]{32}$/);
    expect(await isSignedEvent(publicKey, event, proof)).toBe(true);
    expect(await isSignedEvent(publicKey, { ...event, code: 'another' }, proof)).toBe(false);
    expect(await isSignedEvent(publicKey, event, { ...proof, salt: '0'.repeat(32) })).toBe(false);
  });

  test('[TRUTH-08] is verified by a reader who sees the digest alone', async () => {
    const [one] = await signedAs([undefined]);
    const { code: _code, ...event } = scan(0);
    const proof = { ...one?.proof, salt: '' } as EventProof;
    const shown = { ...event, codeDigest: codeDigest(one?.proof.salt ?? '', code) };
    expect(await isSignedEvent(publicKey, shown, proof)).toBe(true);
    expect(await isSignedEvent(publicKey, { ...shown, codeDigest: 'ab'.repeat(32) }, proof)).toBe(false);
  });

  test('[TRUTH-08] never has the same digest for the same code', async () => {
    const digests = (await signedAs([undefined, undefined])).map(({ proof }) =>
      codeDigest(proof.salt ?? '', code),
    );
    expect(digests[0]).not.toBe(digests[1]);
  });

  test('is what apps of before signed, to the letter, where there is no salt', async () => {
    const [one] = await signedAs([null]);
    if (one === undefined) throw new Error('nothing was signed');
    const { key } = one.proof;
    expect(one.proof.salt).toBeUndefined();
    expect(textOf(one.event, one.proof)).toBe(
      `{"event":{"code":"${code}","deviceAtMs":1750000000000,"id":"scan 0","kind":"checkpointScanned",` +
        `"position":{"accuracyMetres":6.099999904632568,"latitude":18.5,"longitude":73.8}},` +
        `"format":"watchpost event 1","key":"${key}","previous":"${'0'.repeat(64)}","seq":1}`,
    );
  });
});

describe('a phone whose app is updated', () => {
  test('[TRUTH-08] goes on with its chain, and its first event does not lead back to codes that were signed', async () => {
    const made = await signedAs([null, null, undefined, undefined]);
    const links = await Promise.all(made.map(linkOf));
    expect(firstBreak(links, { enrolledAtMs: 0, isPart: false })).toBeNull();
    const numbers = new ChainNumbers();
    for (const link of links) numbers.take(link);
    expect(numbers.breaks).toEqual([]);
    const [, before, first, next] = links;
    if (before === undefined || first === undefined || next === undefined)
      throw new Error('a link is missing');
    expect(first.previous).not.toBe(before.hash);
    expect(continues(first, before.hash)).toBe(true);
    expect(continues({ ...first, salt: '' }, before.hash)).toBe(false);
    expect(continues(first, 'ab'.repeat(32))).toBe(false);
    // From then on each link stands as it is, for anybody to follow.
    expect(next.previous).toBe(first.hash);
  });

  test('names what was taken out or put in where the two meet', async () => {
    const made = await signedAs([null, null, undefined, undefined]);
    const [one, , three, four] = await Promise.all(made.map(linkOf));
    const [strange] = (await Promise.all((await signedAs([null, null])).map(linkOf))).slice(1);
    if (one === undefined || three === undefined || four === undefined || strange === undefined)
      throw new Error();
    const chain = { enrolledAtMs: 0, isPart: false };
    expect(firstBreak([one, three, four], chain)).toMatchObject({ fault: 'removed', seq: 3 });
    const other = { ...strange, hash: toHex(crypto.getRandomValues(new Uint8Array(32))), previous: one.hash };
    expect(firstBreak([one, other, three, four], chain)).toMatchObject({ fault: 'inserted', seq: 3 });
  });
});
