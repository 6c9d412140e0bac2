// The key that a phone signs a guard's events with, and how far the chain of them has come (decision 0018).
import type { FieldEvent } from '@watchpost/contract/field';
import { type ChainEnd, emptyChain, signEvent } from '@watchpost/domain/evidence/device-chain';
import { keyAlgorithm, keyIdOf, publicKeyOf } from '@watchpost/domain/evidence/signatures';
import type { Owner } from './records.ts';

export interface ChainOwner {
  readonly company: string;
  /** As it was typed. */
  readonly employeeId: string;
  readonly deviceId: string;
}

export interface Chain extends ChainOwner {
  /** See keyIdOf(). */
  readonly key: string;
  /** Null until the server has said who signs in. */
  readonly owner: Owner | null;
  /** In hexadecimal, as it is sent. */
  readonly publicKey: string;
  /** The private one cannot be exported: it leaves the browser's own store nowhere. */
  readonly keys: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
  readonly end: ChainEnd;
}

const nameOf = ({ company, employeeId, deviceId }: ChainOwner) =>
  [company, employeeId.trim().toLowerCase(), deviceId].join(' ');

/** The chain of the person who signs in, if this phone has one: the same guard goes on with the same key. */
export function chainOf(chains: readonly Chain[], of: ChainOwner): Chain | null {
  const own = chains.filter((chain) => nameOf(chain) === nameOf(of));
  return own.find(({ owner }) => owner !== null) ?? own[0] ?? null;
}

/** A new key with an empty chain; null where the browser has none to give, as on a page without https. */
export async function makeChain(owner: ChainOwner): Promise<Chain | null> {
  try {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(keyAlgorithm, false, [
      'sign',
      'verify',
    ]);
    const sent = await publicKeyOf(publicKey);
    const { company, employeeId, deviceId } = owner;
    const key = keyIdOf(sent);
    const keys = { publicKey, privateKey };
    return { company, employeeId, deviceId, key, owner: null, publicKey: sent, keys, end: emptyChain };
  } catch {
    return null;
  }
}

interface Signed {
  /** As it was when the event was signed for it. */
  readonly chain: Chain;
  /** Where it ends with the event. */
  readonly end: ChainEnd;
}

export interface Link {
  /** With its proof, unless there is nothing to sign with. */
  readonly event: FieldEvent;
  readonly signed: Signed | null;
}

/** A phone that cannot sign records all the same: nothing that a guard did is lost for want of a signature. */
async function linkOf(event: FieldEvent, chain: Chain | undefined): Promise<Link> {
  if (chain === undefined) return { event, signed: null };
  try {
    const { proof, end } = await signEvent(chain.keys, event, chain.end);
    return { event: { ...event, proof }, signed: { chain, end } };
  } catch {
    return { event, signed: null };
  }
}

/** The chain with the event; null where the event no longer goes where it was signed for. */
export function extended(now: Chain | undefined, { chain, end }: Signed): Chain | null {
  return now?.end.seq === chain.end.seq ? { ...now, end } : null;
}

export const overtaken = Symbol('overtaken');

/**
 * Signs an event for the end of its chain and keeps both at once. No signature can be made within a database's
 * transaction, so `keep` asks extended() within its own and says `overtaken` where another tab was faster: it is signed again
 * then, and no number is ever given twice.
 */
export async function signAndSave<Saved>(
  event: FieldEvent,
  read: () => Promise<Chain | undefined>,
  save: (link: Link) => Promise<Saved | typeof overtaken>,
): Promise<Saved> {
  for (;;) {
    const saved = await save(await linkOf(event, await read()));
    if (saved !== overtaken) return saved;
  }
}
