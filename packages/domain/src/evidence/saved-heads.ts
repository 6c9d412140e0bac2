// Heads that somebody kept elsewhere, compared with the log that an evidence file was made of.
import type { FileHead } from './evidence-file.ts';
import type { Fault } from './faults.ts';
import { isGrowth } from './head-faults.ts';
import type { HeadNote, HeadOfNote } from './head-note.ts';
import type { ShownTree } from './shown-tree.ts';
import { publicKeyPattern } from './signatures.ts';
import { parseVerifierKey, verifyNote } from './signed-note.ts';
import { isSignedHead, type SignedHead } from './tree-head.ts';

export type SavedHead = SavedSignedHead | SavedNote;

export interface SavedSignedHead {
  readonly head: SignedHead;
  /** Of a proof of growth: from which head, by which hashes. */
  readonly earlier?: { readonly head: SignedHead; readonly path: readonly string[] };
}

/** A head as tools of others have it, such as from a mail. */
export interface SavedNote {
  readonly note: HeadNote;
}

export type SavedHeadOutcome =
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
export interface ComparedHead extends HeadOfNote {
  readonly atMs: number | null;
}

export interface SavedHeadVerdict {
  readonly head: ComparedHead;
  readonly outcome: SavedHeadOutcome;
}

/** What is wrong with the file by a head that was kept. */
export function savedHeadFaults({ outcome, head: { size } }: SavedHeadVerdict): Fault[] {
  const isFault = outcome === 'other' || outcome === 'forged';
  return isFault ? [{ kind: 'altered', subject: 'kept', id: String(size), field: null }] : [];
}

export class SavedHeads {
  readonly #saved: readonly SavedHead[];
  /** Roots of the sizes that the file passes. */
  readonly #roots = new Map<number, string>();
  readonly #sizes: ReadonlySet<number>;

  constructor(saved: readonly SavedHead[]) {
    this.#saved = saved;
    this.#sizes = new Set(saved.flatMap(sizesOf));
  }

  compare(tree: ShownTree): void {
    if (this.#sizes.has(tree.size)) this.#roots.set(tree.size, tree.root());
  }

  async finish(file: FileHead): Promise<SavedHeadVerdict[]> {
    for (const { size, root } of [file.head, file.earlier.head]) this.#roots.set(size, root);
    const verdicts: SavedHeadVerdict[] = [];
    for (const saved of this.#saved) {
      verdicts.push(
        ...('note' in saved ? [await this.#ofNote(saved, file)] : await this.#ofHead(saved, file)),
      );
    }
    return verdicts.map(({ head, outcome }) => ({
      head,
      // A proof that came later in the list may tell.
      outcome: outcome === 'unknown' ? this.#outcome(head) : outcome,
    }));
  }

  async #ofHead({ head, earlier }: SavedSignedHead, file: FileHead): Promise<SavedHeadVerdict[]> {
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

  async #ofNote({ note }: SavedNote, file: FileHead): Promise<SavedHeadVerdict> {
    const head = { ...note.head, atMs: null };
    const same = this.#outcome(head) === 'same' ? 'same' : 'unknown';
    // A file of before notes names no key of theirs: nothing in it speaks against one.
    if (file.noteKeys === undefined && head.logId === file.head.logId) return { head, outcome: same };
    const keys = (file.noteKeys ?? []).flatMap((key) => parseVerifierKey(key) ?? []);
    const verdict = head.logId === file.head.logId ? await verifyNote(note.note, keys) : 'forged';
    return { head, outcome: verdict === 'signed' ? this.#outcome(head) : verdict };
  }

  #outcome({ size, root }: HeadOfNote): SavedHeadOutcome {
    const known = this.#roots.get(size);
    if (known === undefined) return 'unknown';
    return known === root ? 'same' : 'other';
  }
}

function sizesOf(saved: SavedHead): number[] {
  if ('note' in saved) return [saved.note.head.size];
  return [saved.head.size, saved.earlier?.head.size ?? saved.head.size];
}
