// What a phone signs stays one chain, whoever uses the phone and however many tabs record at once.
import { expect, test } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import {
  type ChainLink,
  eventBytes,
  firstBreak,
  isSignedEvent,
  linkHash,
} from '@watchpost/domain/evidence/device-chain';
import { type Chain, chainOf, extended, makeChain, overtaken, signAndSave } from './chains.ts';

const owner = { company: 'demo', employeeId: 'EMP001', deviceId: 'phone' };
const eventOf = (number: number): FieldEvent => ({
  kind: 'checkpointScanned',
  id: `event ${number}`,
  roundId: 'round',
  checkpointId: 'checkpoint',
  deviceAtMs: 1_750_000_000_000 + number,
  method: 'qr',
  position: { latitude: 18.5, longitude: 73.8, accuracyMetres: 6.1 },
  code: 'a code',
});

async function made(): Promise<Chain> {
  const chain = await makeChain(owner);
  if (chain === null) throw new Error('no key');
  return chain;
}

/** A tab of a phone: reads, and keeps in one step what no one else did in the meantime, as a transaction does. */
function phone(first: Chain | undefined) {
  const saved: FieldEvent[] = [];
  let chain = first;
  let tries = 0;
  const record = (event: FieldEvent) =>
    signAndSave(
      event,
      async () => chain,
      async ({ event: signedEvent, signed }) => {
        tries += 1;
        if (signed !== null) {
          const next = extended(chain, signed);
          if (next === null) return overtaken;
          chain = next;
        }
        saved.push(signedEvent);
        return signedEvent.id;
      },
    );
  const lose = () => {
    chain = undefined;
  };
  return { saved, record, lose, tries: () => tries };
}

async function breakOf(publicKey: string, events: readonly FieldEvent[]) {
  const links = events.map(async ({ proof, ...event }): Promise<ChainLink> => {
    if (proof === undefined) throw new Error('not signed');
    const { id, deviceAtMs } = event;
    const isSigned = await isSignedEvent(publicKey, event, proof);
    const hash = linkHash(eventBytes(event, proof));
    return { id, seq: proof.seq, previous: proof.previous, hash, isSigned, deviceAtMs, clockSkewMs: 0 };
  });
  return firstBreak(await Promise.all(links), { enrolledAtMs: 0, isPart: false });
}

test('events recorded by several tabs at once are one whole chain, each once', async () => {
  const chain = await made();
  const { saved, record, tries } = phone(chain);
  const events = Array.from({ length: 24 }, (_, number) => eventOf(number));
  const ids = await Promise.all(events.map(record));
  expect(ids).toEqual(events.map(({ id }) => id));
  expect(tries()).toBeGreaterThan(events.length);
  expect(saved.map(({ proof }) => proof?.seq)).toEqual(events.map((_, at) => at + 1));
  expect(await breakOf(chain.publicKey, saved)).toBeNull();
});

test('what was recorded before there was a key, or after it was lost, is recorded without a signature', async () => {
  const { saved, record } = phone(undefined);
  await record(eventOf(1));
  expect(saved).toEqual([eventOf(1)]);
  const other = phone(await made());
  await other.record(eventOf(2));
  other.lose();
  await other.record(eventOf(3));
  expect(other.saved.map(({ proof }) => proof?.seq)).toEqual([1, undefined]);
});

test('a key that does not work holds up no event, and no number is lost over it', async () => {
  const { keys } = await made();
  const broken = { ...(await made()), keys: { ...keys, privateKey: keys.publicKey } };
  const { saved, record } = phone(broken);
  await record(eventOf(1));
  expect(saved).toEqual([eventOf(1)]);
});

test('a key cannot be taken out of the phone', async () => {
  const { keys } = await made();
  expect(keys.privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', keys.privateKey)).rejects.toThrow('not extractable');
});

test('the same guard goes on with the same key; another guard, company or phone has none of it', async () => {
  const own = { ...(await made()), owner: 'demo/guard' };
  const tried = await made();
  expect(chainOf([tried, own], { ...owner, employeeId: ' emp001 ' })).toBe(own);
  expect(chainOf([tried], owner)).toBe(tried);
  expect(chainOf([own], { ...owner, employeeId: 'EMP002' })).toBeNull();
  expect(chainOf([own], { ...owner, company: 'acme' })).toBeNull();
  expect(chainOf([own], { ...owner, deviceId: 'another phone' })).toBeNull();
});
