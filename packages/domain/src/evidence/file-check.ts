// Reads an evidence file line by line, and says what it proves and what in it does not hold: without any server, for the
// page and the command alike. Beyond what the rounds at hand need, nothing is kept.
import { hashOrNull, toHex, bytesOf } from './byte-text.ts';
import type { RoundRelatedRecords } from './related-records.ts';
import { unmarkedColumns } from './column-mark.ts';
import { WaitingRecords } from './erased-records.ts';
import {
  type EndLine,
  entryOf,
  type FileHead,
  type FileLine,
  type GapLine,
  isNewerHead,
  type LeafLine,
  parseFileLine,
  parseHead,
  parseSeal,
  type RoundLine,
  type ShownRound,
  sealBytes,
  sealStart,
  type SealLine,
} from './evidence-file.ts';
import type { Fault, FaultKind } from './faults.ts';
import type { FileVerdict } from './file-verdict.ts';
import { headFaults } from './head-faults.ts';
import { savedHeadFaults, type SavedHead, SavedHeads } from './saved-heads.ts';
import { type EntryEvent, entryBytes, eventOfEntry, type LogEntry } from './log-entry.ts';
import { leafHash } from './merkle-tree.ts';
import { PhoneChains } from './phone-chains.ts';
import { RoundLedger, type ShownScan } from './round-ledger.ts';
import { sha256 as ownSha256, type Sha256 } from './sha256.ts';
import { ShownLeaves } from './shown-leaves.ts';
import { ShownTree } from './shown-tree.ts';
import { SetBacks } from './set-backs.ts';
import { keyIdOf, publicKeyPattern, isSignedBy } from './signatures.ts';

async function digest(bytes: BufferSource): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** SHA-256 of lines as a seal has it. */
function linesHash(lines: readonly string[]): Promise<string> {
  return digest(bytesOf(lines.join('\n')));
}

class FileSeals {
  #no = 0;
  #previous = sealStart;
  readonly #publicKey: string;

  constructor(publicKey: string) {
    this.#publicKey = publicKey;
  }

  /** Faults of the lines from number `from` on that stand before a seal; what was removed lies before that number. */
  async faultsOf(lines: readonly string[], { seal }: SealLine, from: number): Promise<Fault[]> {
    const { no, previous, hash, signature } = seal;
    const bytes = sealBytes(seal);
    const isSigned = await isSignedBy(this.#publicKey, signature, bytes);
    const isOwn = isSigned && seal.lines === lines.length && hash === (await linesHash(lines));
    const expected = this.#no + 1;
    const isNext = no === expected && previous === this.#previous;
    this.#no = isSigned ? no : expected;
    this.#previous = await digest(bytes);
    if (isOwn && isNext) return [];
    const kind = isOwn ? kindOf(no - expected) : 'altered';
    const id = kind === 'removed' ? String(from) : `${from}-${from + lines.length}`;
    return [{ kind, subject: 'lines', id, field: null }];
  }
}

/** Of lines that are whole, by how much further on they stand than they should. */
const kindOf = (skipped: number): FaultKind => (skipped > 0 ? 'removed' : 'inserted');

export interface CheckSettings {
  readonly sha256?: Sha256;
  /** Heads and proofs of growth from elsewhere, to be compared with. */
  readonly saved?: readonly SavedHead[];
  /** Fingerprints that the operator published; not compared when left out. */
  readonly trustedKeys?: readonly string[];
  /** Faults to leave out of the result; none by default. */
  readonly isIgnored?: (fault: Fault) => boolean;
  readonly onRound?: (
    round: ShownRound,
    beside: RoundRelatedRecords,
    scans: readonly ShownScan[],
    /** When the last of it arrived that was sent late; null where nothing was. */
    lateAtMs: number | null,
  ) => void;
  /** For a file in a format that came after this program, of which nothing can be said. */
  readonly onNewer?: () => void;
}

/** Findings that are kept; all are counted. */
export const faultsMax = 1_000;
/** Lines without a seal that are held at once; no file of the server's has as many. */
const unsealedLinesMax = 256;
export class FileCheck {
  readonly #settings: CheckSettings;
  readonly #sha256: Sha256;
  readonly #tree: ShownTree;
  readonly #shownLeaves = new ShownLeaves(faultsMax);
  readonly #chains = new PhoneChains();
  readonly #rounds = new RoundLedger();
  readonly #saved: SavedHeads;
  readonly #faults: Fault[] = [];
  readonly #waiting = new WaitingRecords<Fault>();
  readonly #counts = {
    faults: 0,
    rounds: 0,
    sealed: 0,
    attested: 0,
    waiting: 0,
    outside: 0,
    remarks: 0,
    incidents: 0,
    calls: 0,
  };
  #head: FileHead | null = null;
  #seals = new FileSeals('');
  #lines: string[] = [];
  #lineNo = 0;
  #hasEnded = false;
  #setBacks: SetBacks | null = null;

  constructor(settings: CheckSettings = {}) {
    this.#settings = settings;
    this.#sha256 = settings.sha256 ?? ownSha256;
    this.#tree = new ShownTree(this.#sha256);
    this.#saved = new SavedHeads(settings.saved ?? []);
  }

  /** The next line, without its line feed. False once it is plain that this is no evidence file. */
  async take(line: string): Promise<boolean> {
    this.#lineNo += 1;
    if (this.#lineNo === 1) {
      this.#head = parseHead(line);
      const { publicKeys = [], key = '' } = this.#head ?? {};
      const sealing = publicKeys.find((each) => publicKeyPattern.test(each) && keyIdOf(each) === key);
      this.#seals = new FileSeals(sealing ?? '');
      this.#setBacks = this.#head && new SetBacks(this.#head);
    }
    if (this.#head === null) {
      if (isNewerHead(line)) this.#settings.onNewer?.();
      return false;
    }
    const seal = line.startsWith('{"seal":') ? parseSeal(line) : null;
    if (seal === null) {
      this.#lines.push(line);
      if (this.#lines.length >= unsealedLinesMax) await this.#readUnsealed('altered');
      return true;
    }
    const [lines, from] = [this.#lines, this.#lineNo - this.#lines.length];
    this.#lines = [];
    await this.#read(lines, from);
    this.#note(...(await this.#seals.faultsOf(lines, seal, from)));
    return true;
  }

  async #readUnsealed(kind: FaultKind): Promise<void> {
    const [lines, from] = [this.#lines, this.#lineNo - this.#lines.length + 1];
    this.#lines = [];
    await this.#read(lines, from);
    this.#note(fault(kind, 'lines', `${from}-${from + lines.length}`));
  }

  async #read(lines: readonly string[], from: number): Promise<void> {
    const read: FileLine[] = [];
    for (const [at, text] of lines.entries()) {
      if (from + at === 1) continue;
      const line = parseFileLine(text);
      if (line === null || this.#hasEnded) {
        this.#note(fault(line === null ? 'altered' : 'inserted', 'lines', String(from + at)));
      } else read.push(line);
      if (line !== null && 'end' in line) this.#hasEnded = true;
    }
    // Signatures take longest, and those of neighbours are looked at side by side.
    const setBacks = (await this.#setBacks?.verify(read)) ?? new Map();
    await this.#chains.take(
      read.flatMap((line) => entryOf(line) ?? []),
      setBacks,
    );
    for (const line of read) this.#take(line);
  }

  #take(line: FileLine): void {
    if ('leaf' in line) this.#takeLeaf(line);
    else if ('to' in line) this.#takeGap(line);
    else if ('open' in line) {
      const { entry, why } = line.open;
      this.#waiting.see(entry);
      this.#counts[why === 'waiting' ? 'waiting' : 'outside'] += 1;
      if (entry.row === null) this.#note(fault('removed', entry.table, entry.id));
      this.#rounds.take(entry, null);
    } else if ('round' in line) {
      this.#takeRound(line);
    } else this.#takeEnd(line);
  }

  #takeRound(line: RoundLine): void {
    const { faults, beside, scans, lateAtMs } = this.#rounds.ofRound(line);
    this.#counts.rounds += 1;
    this.#counts.remarks += beside.remarks.length;
    this.#counts.incidents += beside.incidents.length;
    this.#counts.calls += beside.calls.length;
    this.#note(...faults);
    this.#settings.onRound?.(line.round, beside, scans, lateAtMs);
  }

  #takeLeaf(line: LeafLine): void {
    const { leaf, entry } = line;
    this.#counts.sealed += 1;
    if (line.isAttested === true) this.#counts.attested += 1;
    this.#rounds.take(entry, leaf);
    const position = this.#shownLeaves.takeLeaf(leaf);
    if (position === 'doubled') {
      this.#note(fault('inserted', entry.table, entry.id));
      return;
    }
    this.#waiting.see(entry);
    if (line.isAttested === true) this.#addAttested(line);
    else this.#addLeaf(line);
    if (position === 'moved') {
      this.#note(fault('moved', entry.table, entry.id));
      return;
    }
    this.#saved.compare(this.#tree);
    this.#compareTime(leaf, entry, eventOfEntry(entry));
  }

  /** What the leaf was made of is not all here: its marks tell which column is another, and prove nothing. */
  #addAttested({ entry, hash, marks }: LeafLine): void {
    const { row } = entry;
    const columns = row === null ? [null] : (unmarkedColumns(this.#sha256, row, marks) ?? [null]);
    this.#note(...columns.map((field) => fault('altered', entry.table, entry.id, field)));
    if (!this.#shownLeaves.isWhole) return;
    const leaf = hashOrNull(hash);
    if (leaf === null) this.#note(fault('altered', entry.table, entry.id, 'hash'));
    this.#tree.addLeaf(leaf ?? leafHash(this.#sha256, entryBytes(entry)));
  }

  #addLeaf({ entry, hash, marks }: LeafLine): void {
    const made = leafHash(this.#sha256, entryBytes(entry));
    const isAltered = toHex(made) !== hash;
    const columns = isAltered && entry.row !== null ? unmarkedColumns(this.#sha256, entry.row, marks) : null;
    const isOfHash = columns?.length === 0;
    const fields = isOfHash ? ['hash'] : (columns ?? [null]);
    const faults = fields.map((field) => fault('altered', entry.table, entry.id, field));
    const isDeferred = isAltered && this.#waiting.defer(entry, hash, faults);
    if (entry.row === null) this.#note(fault('removed', entry.table, entry.id));
    else if (isAltered && !isDeferred) this.#note(...faults);
    // What surrounds an altered record is proved by what its leaf was.
    if (this.#shownLeaves.isWhole)
      this.#tree.addLeaf(isOfHash && !isDeferred ? made : (hashOrNull(hash) ?? made));
  }

  #takeGap({ to, hashes }: GapLine): void {
    const from = this.#tree.size;
    if (!this.#shownLeaves.isWhole) this.#shownLeaves.takeGap(to);
    else if (this.#tree.addGap(to, hashes)) {
      this.#shownLeaves.takeGap(to);
      this.#saved.compare(this.#tree);
    } else {
      this.#note(fault('altered', 'gap', `${from}-${to - 1}`));
      this.#shownLeaves.lose();
    }
  }

  /** The server takes records in the order of their leaves, and its clock goes on; but where a signed note says otherwise. */
  #compareTime(leaf: number, entry: LogEntry, event: EntryEvent | null): void {
    const { table, id } = entry;
    const outcome = this.#setBacks?.compare(leaf, entry, event?.receivedAtMs ?? Number.NaN);
    if (outcome === 'backdated') this.#note(fault('backdated', table, id, 'received_at_ms'));
    if (outcome === 'forged') this.#note(fault('forged', table, id));
  }

  #takeEnd({ end }: EndLine): void {
    const { rounds, sealed, waiting, outside } = this.#counts;
    const expected = [
      ['rounds', rounds, Math.max(end.rounds, this.#head?.rounds ?? 0)],
      ['sealed', sealed, end.sealed],
      ['open', waiting + outside, end.open],
    ] as const;
    for (const [name, found, stated] of expected) {
      if (found !== stated) this.#note(fault(found < stated ? 'removed' : 'inserted', 'count', name));
    }
  }

  /** Null where this is no evidence file. */
  async finish(): Promise<FileVerdict | null> {
    const head = this.#head;
    if (head === null) return null;
    if (this.#lines.length > 0) await this.#readUnsealed('removed');
    if (!this.#hasEnded) this.#note(fault('removed', 'end'));
    this.#note(...(await headFaults(head, this.#settings.trustedKeys)));
    const named = this.#faults.flatMap(({ subject, id }) => (subject === 'leaf' ? [id] : []));
    const missing = this.#shownLeaves.finish(head.head.size, named);
    this.#note(...missing.map((leaf) => fault('removed', 'leaf', leaf)));
    if (this.#shownLeaves.isWhole && this.#tree.root() !== head.head.root)
      this.#note(fault('altered', 'tree'));
    this.#note(...this.#rounds.finish(), ...(await this.#chains.finish()));
    const saved = await this.#saved.finish(head);
    this.#note(...saved.flatMap(savedHeadFaults));
    const erased = await this.#waiting.finish(this.#sha256, head.head.logId, head.publicKeys);
    this.#note(...erased.findings);
    const nameless = erased.nameless.slice(0, faultsMax);
    const { faults: faultCount, ...counts } = this.#counts;
    const { events, signed, vouched, elsewhere } = this.#chains;
    const keys = head.publicKeys.filter((key) => publicKeyPattern.test(key)).map(keyIdOf);
    return {
      head,
      faults: this.#faults,
      faultCount,
      ...counts,
      events,
      signed,
      vouched,
      elsewhere,
      nameless,
      setBacks: this.#setBacks?.found ?? [],
      keys,
      saved,
    };
  }

  #note(...all: readonly Fault[]): void {
    const faults = all.filter((each) => this.#settings.isIgnored?.(each) !== true);
    this.#counts.faults += faults.length;
    this.#faults.push(...faults.slice(0, Math.max(0, faultsMax - this.#faults.length)));
  }
}

const fault = (kind: FaultKind, subject: string, id = '', field: string | null = null): Fault => ({
  kind,
  subject,
  id,
  field,
});
