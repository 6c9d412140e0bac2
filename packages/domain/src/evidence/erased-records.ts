// Tells a record whose name was erased from one that was altered: by what the log's key signed of it.
import { toHex } from './byte-text.ts';
import { erasureBytes, erasureOf, isErasable, type SignedErasure, withoutName } from './erasures.ts';
import { entryBytes, type LogEntry } from './log-entry.ts';
import { leafHash } from './merkle-tree.ts';
import type { Sha256 } from './sha256.ts';
import { isSignedBy, keyIdOf } from './signatures.ts';

export interface NamelessRecord {
  readonly table: string;
  readonly id: string;
  /** When the name was taken out of it; epoch milliseconds. */
  readonly atMs: number;
}

const nameOf = ({ table, id }: Pick<LogEntry, 'table' | 'id'>) => `${table} ${id}`;

export class ErasedRecords {
  readonly #sha256: Sha256;
  readonly #byRecord = new Map<string, SignedErasure[]>();

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** False, and nothing taken, where none of the keys signed it for this log. */
  async take(erasure: SignedErasure, logId: string, publicKeys: readonly string[]): Promise<boolean> {
    const key = publicKeys.find((each) => keyIdOf(each) === erasure.key);
    if (key === undefined || !Number.isFinite(erasure.atMs)) return false;
    const bytes = erasureBytes(logId, erasure);
    if (!(await isSignedBy(key, erasure.signature, bytes))) return false;
    for (const record of erasure.records) {
      const name = nameOf(record);
      this.#byRecord.set(name, [...(this.#byRecord.get(name) ?? []), erasure]);
    }
    return true;
  }

  /** What was erased of a record whose leaf has another hash than the record; null where it was altered otherwise. */
  find(entry: LogEntry, hash: string): NamelessRecord | null {
    const made = toHex(leafHash(this.#sha256, entryBytes(entry)));
    for (const erasure of this.#byRecord.get(nameOf(entry)) ?? []) {
      const isNamed = erasure.records.some(
        (record) => nameOf(record) === nameOf(entry) && record.hash === hash && record.kept === made,
      );
      const again = withoutName(entry, erasure);
      // Nothing stands in the name's place but the pseudonym, whatever was signed.
      const isNameless = again !== null && toHex(leafHash(this.#sha256, entryBytes(again))) === made;
      if (isNamed && isNameless) return { table: entry.table, id: entry.id, atMs: erasure.atMs };
    }
    return null;
  }

  /** Whether an erasure says that the record names no one any more. */
  has(record: Pick<LogEntry, 'table' | 'id'>): boolean {
    return this.#byRecord.has(nameOf(record));
  }
}

interface Deferred<Finding> {
  readonly entry: LogEntry;
  readonly hash: string;
  /** What is wrong with the record if no erasure explains it. */
  readonly findings: readonly Finding[];
}

/** Records of a file that wait for the erasure which may explain them: it comes later in the log. */
export class WaitingRecords<Finding> {
  readonly #deferred: Deferred<Finding>[] = [];
  readonly #erasures: SignedErasure[] = [];

  /** False for a record that no erasure could explain. */
  defer(entry: LogEntry, hash: string, findings: readonly Finding[]): boolean {
    if (!isErasable(entry)) return false;
    this.#deferred.push({ entry, hash, findings });
    return true;
  }

  see(entry: LogEntry): void {
    const erasure = erasureOf(entry);
    if (erasure !== null) this.#erasures.push(erasure);
  }

  async finish(sha256: Sha256, logId: string, publicKeys: readonly string[]) {
    const known = new ErasedRecords(sha256);
    for (const erasure of this.#erasures) await known.take(erasure, logId, publicKeys);
    const findings: Finding[] = [];
    const nameless: NamelessRecord[] = [];
    for (const deferred of this.#deferred) {
      const found = known.find(deferred.entry, deferred.hash);
      if (found === null) findings.push(...deferred.findings);
      else nameless.push(found);
    }
    return { findings, nameless };
  }
}
