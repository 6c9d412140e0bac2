// The seals of an evidence file: whether its lines are those that the server wrote, in their order.
import { bytesOf, toHex } from './byte-text.ts';
import { sealBytes, sealStart, type SealLine } from './evidence-file.ts';
import type { Fault, FaultKind } from './faults.ts';
import { isSignedBy } from './signatures.ts';

async function digest(bytes: BufferSource): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** SHA-256 of lines as a seal has it. */
export function linesHash(lines: readonly string[]): Promise<string> {
  return digest(bytesOf(lines.join('\n')));
}

export class FileSeals {
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
