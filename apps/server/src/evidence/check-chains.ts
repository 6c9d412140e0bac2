// What phones signed, by their own keys and numbers: whoever holds the log's key can neither make it up nor take it out.
import { ChainNumbers, type NumberBreak } from '@watchpost/domain/evidence/chain-numbers';
import { type ChainLink, eventBytes, isSignedEvent, linkHash } from '@watchpost/domain/evidence/device-chain';
import { type EntryEvent, eventOfEntry, type LogEntry } from '@watchpost/domain/evidence/log-entry';
import type { Statements } from '../db/pipeline.ts';
import { findSignedEvents, type SignedPlace, startOfChains } from './chains.queries.ts';
import { findDeviceKeys } from './check-log.queries.ts';

export interface ChainVerdict {
  /** What somebody did to what was stored, or to a chain. */
  readonly differences: readonly string[];
  /** What may still come right by itself, or is the phone's own claim. */
  readonly notes: readonly string[];
}

const eventsAtOnce = 2_000;
/** Phones send in the order of their numbers; what comes by another way may take so long. */
export const gapPatienceMs = 15 * 60_000;

export interface Signed extends EntryEvent {
  readonly entry: LogEntry;
  readonly proof: NonNullable<EntryEvent['proof']>;
}

/** Doubted when it came in, as everybody can see; starts and ends of before doubts were kept say nothing. */
function isDoubted({ table, row }: LogEntry): boolean {
  if (table === 'refused_events') return false;
  const flags = row?.['flags'];
  return !Array.isArray(flags) || flags.includes('badSignature');
}

/** Events of a key that follow each other without a break, of which the first and the last stand for all. */
export interface LinkRun {
  readonly first: ChainLink;
  readonly last: ChainLink;
}

/** By key, in the order of their numbers: what was archived and is no longer stored. */
export type ArchivedRuns = ReadonlyMap<string, readonly LinkRun[]>;

export async function checkChains(
  db: Statements,
  tenantId: string,
  nowMs: number,
  archived: ArchivedRuns = new Map(),
): Promise<ChainVerdict> {
  const publicKeys = new Map(
    (await findDeviceKeys(db, tenantId)).map(({ key, guardId, deviceId, publicKey }) => [
      `${key} ${guardId} ${deviceId}`,
      publicKey,
    ]),
  );
  const walk = new ChainWalk(nowMs, archived);
  let place: SignedPlace = startOfChains;
  for (;;) {
    const found = await findSignedEvents(db, tenantId, place, eventsAtOnce);
    for (const entry of found) {
      const of = eventOfEntry(entry);
      if (of === null || of.proof === null) continue;
      const signed = { ...of, entry, proof: of.proof };
      const publicKey = publicKeys.get(`${of.proof.key} ${of.guardId} ${of.deviceId}`);
      walk.take(signed, await linkOf(signed, publicKey), publicKey !== undefined);
    }
    const last = found.at(-1);
    if (last === undefined) return walk;
    place = last.place;
  }
}

class ChainWalk implements ChainVerdict {
  readonly differences: string[] = [];
  readonly notes: string[] = [];
  readonly #nowMs: number;
  readonly #archived: ArchivedRuns;
  #key = '';
  #numbers = new ChainNumbers();
  #runs: LinkRun[] = [];

  constructor(nowMs: number, archived: ArchivedRuns) {
    this.#nowMs = nowMs;
    this.#archived = archived;
  }

  take(signed: Signed, link: ChainLink, isEnrolled: boolean): void {
    const { entry, proof } = signed;
    if (!link.isSigned && !isDoubted(entry)) {
      this.differences.push(`${entry.table} ${entry.id}: altered; it is not what its phone signed`);
    }
    // A key that the phone of this guard never had says nothing of the chain of whoever has it.
    if (!isEnrolled) return;
    if (proof.key !== this.#key) {
      this.#key = proof.key;
      this.#numbers = new ChainNumbers();
      this.#runs = [...(this.#archived.get(proof.key) ?? [])];
    }
    const known = this.#numbers.breaks.length;
    for (let run = this.#runs[0]; run !== undefined && run.first.seq < link.seq; run = this.#runs[0]) {
      this.#numbers.takeRun(run.first, run.last);
      this.#runs.shift();
    }
    this.#numbers.take(link);
    for (const broken of this.#numbers.breaks.slice(known)) {
      (this.#isOpen(broken, signed) ? this.notes : this.differences).push(sentenceOf(broken, signed));
    }
  }

  #isOpen({ fault }: NumberBreak, { receivedAtMs }: Signed): boolean {
    return fault === 'reordered' || (fault === 'gap' && receivedAtMs > this.#nowMs - gapPatienceMs);
  }
}

export async function linkOf(
  { entry, event, proof, clockSkewMs }: Signed,
  publicKey: string | undefined,
): Promise<ChainLink> {
  const isSigned = publicKey !== undefined && (await isSignedEvent(publicKey, event, proof));
  const { seq, previous } = proof;
  const { deviceAtMs } = event;
  const hash = linkHash(eventBytes(event, proof));
  return { id: entry.id, seq, previous, hash, isSigned, deviceAtMs, clockSkewMs };
}

function sentenceOf({ fault, seq, after }: NumberBreak, { entry, guardId, deviceId }: Signed): string {
  const phone = `${entry.table} ${entry.id}: chainBroken at number ${seq} of phone ${deviceId} of guard ${guardId}`;
  if (fault === 'reordered') {
    return `${phone}: reordered; it claims to be older than number ${after}, which its phone recorded before it`;
  }
  if (fault === 'fork') {
    return `${phone}: forked; it does not follow number ${seq === after ? seq - 1 : after} as that is here`;
  }
  const missing = seq - after === 2 ? `number ${after + 1}` : `numbers ${after + 1} to ${seq - 1}`;
  return `${phone}: gap; ${missing} never arrived, or was removed`;
}
