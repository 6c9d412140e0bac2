// Heads that somebody kept elsewhere, compared with the log that an evidence file was made of.
import type { FileHead } from './evidence-file.ts';
import type { Fault } from './faults.ts';
import { isGrowth } from './head-faults.ts';
import type { ShownTree } from './shown-tree.ts';
import { publicKeyPattern } from './signatures.ts';
import { isSignedHead, type SignedHead } from './tree-head.ts';

export interface KeptHead {
  readonly head: SignedHead;
  /** Of a proof of growth: from which head, by which hashes. */
  readonly earlier?: { readonly head: SignedHead; readonly path: readonly string[] };
}

export type KeptOutcome =
  /** The file's log is the one of the head, grown since or cut off since. */
  | 'same'
  /** It is another one: the log was rewritten or rolled back. */
  | 'other'
  /** Not signed by a key of the file, or of another log altogether. */
  | 'forged'
  /** The file does not tell: a proof of growth between the two would. */
  | 'unknown';

export interface KeptVerdict {
  readonly head: SignedHead;
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
    this.#sizes = new Set(kept.flatMap(({ head, earlier }) => [head.size, earlier?.head.size ?? head.size]));
  }

  compare(tree: ShownTree): void {
    if (this.#sizes.has(tree.size)) this.#roots.set(tree.size, tree.root());
  }

  async finish(file: FileHead): Promise<KeptVerdict[]> {
    const keys = file.publicKeys.filter((key) => publicKeyPattern.test(key));
    for (const { size, root } of [file.head, file.earlier.head]) this.#roots.set(size, root);
    const verdicts: KeptVerdict[] = [];
    for (const { head, earlier } of this.#kept) {
      const isOwn = head.logId === file.head.logId && (await isSignedHead(head, keys));
      if (!isOwn) verdicts.push({ head, outcome: 'forged' });
      else if (earlier === undefined) verdicts.push({ head, outcome: this.#outcome(head) });
      // A proof of growth: what it ties together may stand for a head that somebody kept.
      else if (!isGrowth(earlier.head, head, earlier.path)) verdicts.push({ head, outcome: 'forged' });
      else {
        for (const [a, b] of [
          [earlier.head, head],
          [head, earlier.head],
        ] as const) {
          if (this.#outcome(a) === 'same' && !this.#roots.has(b.size)) this.#roots.set(b.size, b.root);
        }
      }
    }
    return verdicts.map(({ head, outcome }) => ({
      head,
      outcome: outcome === 'unknown' ? this.#outcome(head) : outcome,
    }));
  }

  #outcome({ size, root }: SignedHead): KeptOutcome {
    const known = this.#roots.get(size);
    if (known === undefined) return 'unknown';
    return known === root ? 'same' : 'other';
  }
}
