// Heads that somebody kept elsewhere, compared with the log that an evidence file was made of.
import type { FileHead } from './evidence-file.ts';
import type { Fault } from './faults.ts';
import { isGrowth } from './head-faults.ts';
import type { HeadNote, NotedHead } from './head-note.ts';
import type { ShownTree } from './shown-tree.ts';
import { publicKeyPattern } from './signatures.ts';
import { parseVerifierKey, verifyNote } from './signed-note.ts';
import { isSignedHead, type SignedHead } from './tree-head.ts';

export type KeptHead = KeptSignedHead | KeptNote;

export interface KeptSignedHead {
  readonly head: SignedHead;
  /** Of a proof of growth: from which head, by which hashes. */
  readonly earlier?: { readonly head: SignedHead; readonly path: readonly string[] };
}

/** A head as tools of others have it, such as from a mail. */
export interface KeptNote {
  readonly note: HeadNote;
}

export type KeptOutcome =
  /** The file's log is the one of the head, grown since or cut off since. */
  | 'same'
  /** It is another one: the log was rewritten or rolled back. */
  | 'other'
  /** Not signed by a key of the file, or of another log altogether. */
  | 'forged'
  /** The file does not tell: a proof of growth between the two would. */
  | 'unknown'
  /** This browser cannot verify notes. */
  | 'unsupported';

/** What was kept: notes name no time. */
export interface ComparedHead extends NotedHead {
  readonly atMs: number | null;
}

export interface KeptVerdict {
  readonly head: ComparedHead;
  readonly outcome: KeptOutcome;
}

/** What is wrong with the file by a head that was kept. */
export function keptFaults({ outcome, head: { size } }: KeptVerdict): Fault[] {
  const isFault = outcome === 'other' || outcome === 'forged';
  return isFault ? [{ kind: 'altered', subject: 'kept', id: String(size), field: null }] : [];
}

export class KeptHeads {
  readonly #kept: readonly KeptHead[];
  /** Roots of the sizes that the file passes. */
  readonly #roots = new Map<number, string>();
  readonly #sizes: ReadonlySet<number>;

  constructor(kept: readonly KeptHead[]) {
    this.#kept = kept;
    this.#sizes = new Set(kept.flatMap(sizesOf));
  }

  compare(tree: ShownTree): void {
    if (this.#sizes.has(tree.size)) this.#roots.set(tree.size, tree.root());
  }

  async finish(file: FileHead): Promise<KeptVerdict[]> {
    for (const { size, root } of [file.head, file.earlier.head]) this.#roots.set(size, root);
    const verdicts: KeptVerdict[] = [];
    for (const kept of this.#kept) {
      verdicts.push(...('note' in kept ? [await this.#ofNote(kept, file)] : await this.#ofHead(kept, file)));
    }
    return verdicts.map(({ head, outcome }) => ({
      head,
      // A proof that came later in the list may tell.
      outcome: outcome === 'unknown' ? this.#outcome(head) : outcome,
    }));
  }

  async #ofHead({ head, earlier }: KeptSignedHead, file: FileHead): Promise<KeptVerdict[]> {
    const keys = file.publicKeys.filter((key) => publicKeyPattern.test(key));
    const isOwn = head.logId === file.head.logId && (await isSignedHead(head, keys));
    if (!isOwn) return [{ head, outcome: 'forged' }];
    if (earlier === undefined) return [{ head, outcome: this.#outcome(head) }];
    // A proof of growth: what it ties together may stand for a head that somebody kept.
    if (!isGrowth(earlier.head, head, earlier.path)) return [{ head, outcome: 'forged' }];
    for (const [a, b] of [
      [earlier.head, head],
      [head, earlier.head],
    ] as const) {
      if (this.#outcome(a) === 'same' && !this.#roots.has(b.size)) this.#roots.set(b.size, b.root);
    }
    return [];
  }

  async #ofNote({ note }: KeptNote, file: FileHead): Promise<KeptVerdict> {
    const head = { ...note.head, atMs: null };
    const same = this.#outcome(head) === 'same' ? 'same' : 'unknown';
    // A file of before notes names no key of theirs: nothing in it speaks against one.
    if (file.noteKeys === undefined && head.logId === file.head.logId) return { head, outcome: same };
    const keys = (file.noteKeys ?? []).flatMap((key) => parseVerifierKey(key) ?? []);
    const verdict = head.logId === file.head.logId ? await verifyNote(note.note, keys) : 'forged';
    return { head, outcome: verdict === 'signed' ? this.#outcome(head) : verdict };
  }

  #outcome({ size, root }: NotedHead): KeptOutcome {
    const known = this.#roots.get(size);
    if (known === undefined) return 'unknown';
    return known === root ? 'same' : 'other';
  }
}

function sizesOf(kept: KeptHead): number[] {
  if ('note' in kept) return [kept.note.head.size];
  return [kept.head.size, kept.earlier?.head.size ?? kept.head.size];
}
