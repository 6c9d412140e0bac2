// The chain of a phone's events: each is signed together with its number and the hash of the one before it, so that
// none can be altered, taken out, put in or moved without the phone's key.
import { bytesOf, type Bytes, toHex } from './byte-text.ts';
import { canonicalJson, type Canonical } from './canonical-json.ts';
import { sha256 } from './sha256.ts';
import { isSignedBy, keyIdOf, publicKeyOf, publicKeyPattern, signBytes } from './signatures.ts';

/** Heads every text that is signed; another encoding gets another one. */
const plainFormat = 'watchpost event 1';
/** Of texts in which a salted digest stands for the code, so that they can be shown to anybody (decision 0020). */
const saltedFormat = 'watchpost event 2';

/** What comes before the first event of a key. */
export const chainStart = '0'.repeat(64);
export const chainNumberMax = 2_147_483_647;

/** Where an event stands in the chain of a key. */
export interface ChainPosition {
  /** See keyIdOf(). */
  readonly key: string;
  /** From 1, without gaps. */
  readonly seq: number;
  /** linkHash() of the event before; chainStart for the first. blindHash() of it where the event before was signed without a salt. */
  readonly previous: string;
  /** 16 random bytes in hexadecimal, known to phone and server; '' where they are not shown. Missing of apps of before. */
  readonly salt?: string | undefined;
}

const saltBytes = 16;
export const saltPattern = /^[\da-f]{32}$/;

const makeSalt = (): string => toHex(crypto.getRandomValues(new Uint8Array(saltBytes)));

/** What stands for a code in what is signed: no one who lacks the salt can try codes against it. */
export const codeDigest = (salt: string, code: string): string =>
  toHex(sha256(bytesOf(codeDigestText(salt, code))));

/** What is hashed for it, for a server that hashes quicker. */
export const codeDigestText = (salt: string, code: string): string =>
  canonicalJson({ digest: 'code', salt, code });

/** Of a link to a text that holds a code, against which codes could be tried otherwise. */
const blindHash = (salt: string, previous: string): string =>
  toHex(sha256(bytesOf(canonicalJson({ digest: 'previous', salt, previous }))));

/** Sent along with an event. */
export interface EventProof extends ChainPosition {
  readonly signature: string;
}

/** An event of the field API as it is sent, ids in lower case, without its proof. */
export type DeviceEvent = {
  readonly id: string;
  readonly kind: string;
  readonly deviceAtMs: number;
  readonly position?: { readonly [name: string]: Canonical | undefined } | null;
} & { readonly [name: string]: Canonical | undefined };

/** The bytes that are signed. Accuracy counts in single precision, in which it is stored. */
export function eventBytes(event: DeviceEvent, { key, seq, previous, salt }: ChainPosition): Bytes {
  const { position } = event;
  const sealed: ShownEvent = position === undefined ? event : { ...event, position: positionOf(position) };
  const format = salt === undefined ? plainFormat : saltedFormat;
  const shown = salt === undefined ? sealed : withoutCode(sealed, salt);
  return bytesOf(canonicalJson({ format, key, seq, previous, event: shown }));
}

type ShownEvent = { readonly [name: string]: Canonical | undefined };

/** Of an event that is shown without its code the digest is known already. */
function withoutCode({ code, ...told }: ShownEvent, salt: string): ShownEvent {
  return typeof code === 'string' ? { ...told, codeDigest: codeDigest(salt, code) } : told;
}

function positionOf(position: NonNullable<DeviceEvent['position']> | null): Canonical {
  if (position === null) return null;
  const { accuracyMetres } = position;
  return typeof accuracyMetres === 'number'
    ? { ...position, accuracyMetres: Math.fround(accuracyMetres) }
    : position;
}

/** What the next event names as the one before it. */
export function linkHash(bytes: Bytes): string {
  return toHex(sha256(bytes));
}

/** Null for what no phone can have signed: a number that JSON does not have. */
export function eventBytesOrNull(event: DeviceEvent, at: ChainPosition): Bytes | null {
  try {
    return eventBytes(event, at);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Where the next event of a key goes. To be kept on the phone together with the event that it came from. */
export interface ChainEnd extends Pick<ChainPosition, 'seq' | 'previous'> {
  /** Whether the last event was signed with a salt; missing where an app of before signed it. */
  readonly isSalted?: boolean;
}
export const emptyChain: ChainEnd = { seq: 0, previous: chainStart };

/**
 * Signs the next event. Two may not be signed at once: the second goes on from the `end` of the first. With null for the salt
 * as apps did before there were any, which the server goes on taking.
 */
export async function signEvent(
  keys: CryptoKeyPair,
  event: DeviceEvent,
  end: ChainEnd,
  salt: string | null = makeSalt(),
): Promise<{ proof: EventProof; end: ChainEnd }> {
  const key = keyIdOf(await publicKeyOf(keys.publicKey));
  const isBlind = salt !== null && end.seq > 0 && end.isSalted !== true;
  const previous = isBlind ? blindHash(salt, end.previous) : end.previous;
  const at = { key, seq: end.seq + 1, previous, ...(salt === null ? {} : { salt }) };
  const bytes = eventBytes(event, at);
  const signature = await signBytes(keys.privateKey, bytes);
  const next = { seq: at.seq, previous: linkHash(bytes) };
  return { proof: { ...at, signature }, end: salt === null ? next : { ...next, isSalted: true } };
}

/** Whether the key signed this event at this place. */
export async function isSignedEvent(
  publicKey: string,
  event: DeviceEvent,
  proof: EventProof,
): Promise<boolean> {
  if (!publicKeyPattern.test(publicKey) || keyIdOf(publicKey) !== proof.key) return false;
  const bytes = eventBytesOrNull(event, proof);
  return bytes !== null && isSignedBy(publicKey, proof.signature, bytes);
}

export interface ChainLink {
  readonly id: string;
  readonly seq: number;
  readonly previous: string;
  /** As that of its place. */
  readonly salt?: string | undefined;
  /** linkHash() of its own bytes. */
  readonly hash: string;
  /** What isSignedEvent() said. */
  readonly isSigned: boolean;
  readonly deviceAtMs: number;
  readonly clockSkewMs: number | null;
}

/** Whether the link says that it follows the event of that hash. */
export function continues(
  { previous, salt = '' }: Pick<ChainLink, 'previous' | 'salt'>,
  hash: string,
): boolean {
  return previous === hash || (salt !== '' && previous === blindHash(salt, hash));
}

export type ChainFault =
  /** The event is not what the phone signed. */
  | 'altered'
  /** Events before this one are gone. */
  | 'removed'
  /** It stands beside another of its number, or follows one that is not here. */
  | 'inserted'
  /** It comes before an earlier one, or after a later one. */
  | 'reordered'
  /** It claims to be older than the one before it, or than its key. */
  | 'backdated';

export interface ChainBreak {
  readonly id: string;
  readonly seq: number;
  readonly fault: ChainFault;
}

/** An event may seem older than the one before it, or than its key, by so much without a doubt about it; milliseconds. */
export const chainClockMs = 120_000;

export interface ChainOf {
  /** When the server first saw the key; milliseconds. */
  readonly enrolledAtMs: number;
  /** Whether events before the first of the links are known to be elsewhere, such as outside of an export. */
  readonly isPart: boolean;
}

/** The first break of a key's events, in the order given, which is that of their numbers; null for a whole chain. */
export function firstBreak(links: readonly ChainLink[], chain: ChainOf): ChainBreak | null {
  const present = new Set(links.map(({ seq }) => seq));
  let before: ChainLink | null = null;
  for (const link of links) {
    const isMoved = link.seq > 1 && link.seq - 1 !== before?.seq && present.has(link.seq - 1);
    const fault = faultOf(link, before, chain, isMoved);
    if (fault !== null) return { id: link.id, seq: link.seq, fault };
    before = link;
  }
  return null;
}

function faultOf(
  link: ChainLink,
  before: ChainLink | null,
  chain: ChainOf,
  isMoved: boolean,
): ChainFault | null {
  if (!link.isSigned) return 'altered';
  if (link.seq === before?.seq) return 'inserted';
  if (isMoved) return 'reordered';
  const fault = before === null ? startFault(link, chain) : stepFault(link, before, chain);
  if (fault !== null) return fault;
  // Where the skew is not known, only neighbours tell.
  const isOlderThanKey =
    link.clockSkewMs !== null && isBefore(link, { deviceAtMs: chain.enrolledAtMs, clockSkewMs: 0 });
  return isOlderThanKey ? 'backdated' : null;
}

function startFault(link: ChainLink, { isPart }: ChainOf): ChainFault | null {
  if (isPart) return null;
  if (link.seq > 1) return 'removed';
  return link.previous === chainStart ? null : 'inserted';
}

function stepFault(link: ChainLink, before: ChainLink, { isPart }: ChainOf): ChainFault | null {
  if (link.seq < before.seq) return 'reordered';
  if (link.seq === before.seq + 1) {
    if (!continues(link, before.hash)) return 'inserted';
  } else if (!isPart) return 'removed';
  return isBefore(link, before) ? 'backdated' : null;
}

type Timed = Pick<ChainLink, 'deviceAtMs' | 'clockSkewMs'>;

/**
 * By the phone's word and, where it is known, by the server's clock too: a clock that was set between the two, or between
 * recording and sending, makes one of them go back and says nothing of the event.
 */
function isBefore(link: Timed, before: Timed): boolean {
  const isEarlier = (atMs: number, beforeMs: number) => atMs < beforeMs - chainClockMs;
  if (!isEarlier(link.deviceAtMs, before.deviceAtMs)) return false;
  if (link.clockSkewMs === null || before.clockSkewMs === null) return true;
  return isEarlier(link.deviceAtMs - link.clockSkewMs, before.deviceAtMs - before.clockSkewMs);
}
