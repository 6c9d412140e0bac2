// What phones signed of the records of an evidence file, and whether their events follow each other.
import { afterSetBack, type ClockSetBack } from './clock-set-back.ts';
import {
  type ChainBreak,
  type ChainLink,
  eventBytesOrNull,
  firstBreak,
  isSignedEvent,
  linkHash,
} from './device-chain.ts';
import type { Fault } from './faults.ts';
import { type EntryEvent, eventOfEntry, type LogEntry, phoneOf, textOf } from './log-entry.ts';

interface Device {
  readonly publicKey: string;
  readonly enrolledAtMs: number;
}

interface SentLink extends ChainLink {
  readonly table: string;
}

type Signed = EntryEvent & { readonly proof: NonNullable<EntryEvent['proof']> };
interface Pending {
  readonly entry: LogEntry;
  readonly of: Signed;
}

export class PhoneChains {
  events = 0;
  /** Events whose phone's signature holds. */
  signed = 0;
  /** Events whose signature is not shown, as codes could be tried against it: the server checked it when the event came. */
  vouched = 0;
  /** Numbers that no event of the file bears between those that some do, all phones together. */
  elsewhere = 0;
  readonly #devices = new Map<string, Device>();
  readonly #chains = new Map<string, SentLink[]>();
  /** Numbers of events whose signature is not shown, as chains are named. */
  readonly #unshown = new Map<string, Set<number>>();
  readonly #pending: Pending[] = [];

  /** `setBacks`: by id, the entries that are signed notes of a clock that was set back. */
  async take(
    entries: readonly LogEntry[],
    setBacks: ReadonlyMap<string, ClockSetBack> = new Map(),
  ): Promise<void> {
    for (const { table, id, row } of entries) {
      const setBack = setBacks.get(id);
      if (setBack !== undefined) this.#dateKeys(setBack);
      if (table !== 'device_keys' || row === null) continue;
      const name = [textOf(row, 'key'), textOf(row, 'guard_id'), phoneOf(row)].join(' ');
      const device = { publicKey: textOf(row, 'public_key'), enrolledAtMs: Number(row['enrolled_at_ms']) };
      this.#devices.set(name, device);
    }
    const known: Pending[] = [];
    for (const entry of entries) {
      const of = eventOfEntry(entry);
      if (of === null) continue;
      this.events += 1;
      const { proof } = of;
      if (isFlagged(entry)) continue;
      if (proof === null) {
        this.#takeUnshown(entry, of);
        continue;
      }
      const pending = { entry, of: { ...of, proof } };
      if (this.#devices.has(nameOf(pending.of))) known.push(pending);
      else this.#pending.push(pending);
    }
    await Promise.all(known.map((pending) => this.#link(pending)));
  }

  /** Keys that were enrolled by a clock ahead were enrolled before what came since it is right. */
  #dateKeys(setBack: ClockSetBack): void {
    for (const [name, device] of this.#devices)
      this.#devices.set(name, { ...device, enrolledAtMs: afterSetBack(setBack, device.enrolledAtMs) });
  }

  /** Its number is shown, and none that is missing. */
  #takeUnshown({ row }: LogEntry, { guardId, deviceId }: EntryEvent): void {
    const key = row === null ? '' : textOf(row, 'proof_key');
    if (row === null || key === '') return;
    this.vouched += 1;
    const name = `${key} ${guardId} ${deviceId}`;
    const numbers = this.#unshown.get(name) ?? new Set();
    numbers.add(Number(row['proof_seq']));
    this.#unshown.set(name, numbers);
  }

  async #link({ entry, of }: Pending): Promise<void> {
    const { event, proof, clockSkewMs } = of;
    const name = nameOf(of);
    const links = this.#chains.get(name) ?? [];
    this.#chains.set(name, links);
    const hash = hashOf(of);
    const publicKey = this.#devices.get(name)?.publicKey ?? '';
    const isSigned = hash !== null && (await isSignedEvent(publicKey, event, proof));
    if (isSigned) this.signed += 1;
    links.push({
      id: entry.id,
      table: entry.table,
      seq: proof.seq,
      previous: proof.previous,
      salt: proof.salt,
      hash: hash ?? '',
      isSigned,
      deviceAtMs: event.deviceAtMs,
      clockSkewMs,
    });
  }

  /** Numbers between the first and the last that none of them is. */
  #countElsewhere(numbers: Iterable<number>): void {
    const present = new Set(numbers);
    let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
    for (const number of present) [first, last] = [Math.min(first, number), Math.max(last, number)];
    if (present.size > 0) this.elsewhere += Math.max(0, last - first + 1 - present.size);
  }

  async finish(): Promise<Fault[]> {
    for (const pending of this.#pending) await this.#link(pending);
    for (const [name, numbers] of this.#unshown) if (!this.#chains.has(name)) this.#countElsewhere(numbers);
    return [...this.#chains].flatMap(([name, links]) => {
      const sorted = links.toSorted((a, b) => a.seq - b.seq);
      this.#countElsewhere([...sorted.map(({ seq }) => seq), ...(this.#unshown.get(name) ?? [])]);
      const tables = new Map(sorted.map(({ id, table }) => [id, table]));
      return breaksOf(sorted, this.#devices.get(name)?.enrolledAtMs ?? 0).map(
        ({ fault, id }): Fault => ({
          kind: fault,
          subject: tables.get(id) ?? '',
          id,
          field: fault === 'altered' ? 'proof_signature' : null,
        }),
      );
    });
  }
}

/** Null for an event that lacks what every event has, which no phone signed. */
function hashOf({ event, proof }: Signed): string | null {
  const bytes = eventBytesOrNull(event, proof);
  return bytes && linkHash(bytes);
}

/** The server saw when it took the event that the signature does not hold, and the record says so. */
function isFlagged({ row }: LogEntry): boolean {
  const flags = row?.['flags'];
  return Array.isArray(flags) && flags.includes('badSignature');
}

const nameOf = ({ proof, guardId, deviceId }: Signed) => `${proof.key} ${guardId} ${deviceId}`;

/** Every signature that does not hold, and the first place where those that hold do not follow each other. */
function breaksOf(links: readonly ChainLink[], enrolledAtMs: number): ChainBreak[] {
  const altered = links.filter(({ isSigned }) => !isSigned);
  // A file holds some of a phone's events only: what is missing in between may belong to other rounds.
  const first = firstBreak(
    links.filter(({ isSigned }) => isSigned),
    { enrolledAtMs, isPart: true },
  );
  const named = altered.map(({ id, seq }): ChainBreak => ({ id, seq, fault: 'altered' }));
  return first === null ? named : [...named, first];
}
