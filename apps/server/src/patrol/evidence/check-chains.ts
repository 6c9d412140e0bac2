// What phones signed, by their own keys and numbers: anyone who holds the log's key can neither make it up nor take it out.
import { ChainNumbers, type NumberBreak } from '@watchpost/domain/evidence/chain-numbers';
import {
  type ChainLink,
  eventBytesOrNull,
  isSignedEvent,
  linkHash,
} from '@watchpost/domain/evidence/device-chain';
import { type EntryEvent, eventOfEntry, type LogEntry } from '@watchpost/domain/evidence/log-entry';
import type { Statements } from '../../platform/db/statements.ts';
import { findSignedEvents, type SignedPosition, startOfChains } from './chains.queries.ts';
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
function isFlagged({ table, row }: LogEntry): boolean {
  if (table === 'refused_events') return false;
  const flags = row?.['flags'];
  return !Array.isArray(flags) || flags.includes('badSignature');
}

/** Where an event is kept, and who sent it. */
export interface LinkSource {
  readonly table: string;
  readonly guardId: string;
  readonly deviceId: string;
  readonly receivedAtMs: number;
}

/** Events of a key that follow each other without a break, of which the first and the last stand for all. */
export interface LinkRun {
  readonly first: ChainLink;
  readonly last: ChainLink;
  /** Of the first. */
  readonly source: LinkSource;
}

/**
 * By key, in the order of their numbers: what was archived and is no longer stored. An event of which a refusal is stored is
 * a run by itself.
 */
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
  let position: SignedPosition = startOfChains;
  for (;;) {
    const found = await findSignedEvents(db, tenantId, position, eventsAtOnce);
    for (const entry of found) {
      const of = eventOfEntry(entry);
      if (of === null || of.proof === null) continue;
      const signed = { ...of, entry, proof: of.proof };
      const publicKey = publicKeys.get(`${of.proof.key} ${of.guardId} ${of.deviceId}`);
      walk.take(signed, await linkOf(signed, publicKey), publicKey !== undefined);
    }
    const last = found.at(-1);
    if (last === undefined) return walk.finish();
    position = last.position;
  }
}

class ChainWalk implements ChainVerdict {
  readonly differences: string[] = [];
  readonly notes: string[] = [];
  readonly #nowMs: number;
  /** Of keys that were not come to yet. */
  readonly #archived: Map<string, readonly LinkRun[]>;
  #key = '';
  #numbers = new ChainNumbers();
  /** Of the key, without those that were taken. */
  #runs: LinkRun[] = [];

  constructor(nowMs: number, archived: ArchivedRuns) {
    this.#nowMs = nowMs;
    this.#archived = new Map(archived);
  }

  take(signed: Signed, link: ChainLink, isEnrolled: boolean): void {
    const { entry, proof } = signed;
    if (!link.isSigned && !isFlagged(entry)) {
      this.differences.push(`${entry.table} ${entry.id}: altered; it is not what its phone signed`);
    }
    // A key that the phone of this guard never had says nothing of the chain of the person who has it.
    if (!isEnrolled) return;
    this.#goTo(proof.key);
    this.#takeRuns(link.seq);
    this.#numbers.take(link);
    this.#report({ ...signed, table: entry.table });
  }

  /** What was archived of phones of which nothing else is stored, too. */
  finish(): ChainVerdict {
    for (const key of this.#archived.keys()) this.#goTo(key);
    this.#takeRuns();
    return this;
  }

  #goTo(key: string): void {
    if (key === this.#key) return;
    this.#takeRuns();
    this.#key = key;
    this.#numbers = new ChainNumbers();
    this.#runs = [...(this.#archived.get(key) ?? [])];
    this.#archived.delete(key);
  }

  /** Those of the key that begin before a number. */
  #takeRuns(before = Number.MAX_SAFE_INTEGER): void {
    for (let run = this.#runs[0]; run !== undefined && run.first.seq < before; run = this.#runs[0]) {
      this.#numbers.takeRun(run.first, run.last);
      this.#report(run.source);
      this.#runs.shift();
    }
  }

  /** What is wrong with the one that was taken last. */
  #report(source: LinkSource): void {
    for (const broken of this.#numbers.breaks.splice(0)) {
      (this.#isOpen(broken, source) ? this.notes : this.differences).push(sentenceOf(broken, source));
    }
  }

  #isOpen({ fault }: NumberBreak, { receivedAtMs }: LinkSource): boolean {
    return fault === 'reordered' || (fault === 'gap' && receivedAtMs > this.#nowMs - gapPatienceMs);
  }
}

export async function linkOf(
  { entry, event, proof, clockSkewMs }: Signed,
  publicKey: string | undefined,
): Promise<ChainLink> {
  const isSigned = publicKey !== undefined && (await isSignedEvent(publicKey, event, proof));
  const { seq, previous, salt } = proof;
  const { deviceAtMs } = event;
  const bytes = eventBytesOrNull(event, proof);
  const hash = bytes === null ? '' : linkHash(bytes);
  return { id: entry.id, seq, previous, salt, hash, isSigned, deviceAtMs, clockSkewMs };
}

function sentenceOf(
  { fault, id, seq, after }: NumberBreak,
  { table, guardId, deviceId }: LinkSource,
): string {
  const phone = `${table} ${id}: chainBroken at number ${seq} of phone ${deviceId} of guard ${guardId}`;
  if (fault === 'reordered') {
    return `${phone}: reordered; it claims to be older than number ${after}, which its phone recorded before it`;
  }
  if (fault === 'fork') {
    return `${phone}: forked; it does not follow number ${Math.min(after, seq - 1)} as that is here`;
  }
  const missing = seq - after === 2 ? `number ${after + 1}` : `numbers ${after + 1} to ${seq - 1}`;
  return `${phone}: gap; ${missing} never arrived, or was removed`;
}
