// Notes of clocks that were set back: signed with a key of the log, and for their place in it alone.
import { type ClockSetBack, isSignedSetBack } from '@watchpost/domain/evidence/clock-set-back';
import { spanText } from '@watchpost/domain/span-text';
import type { Statements } from '../../platform/db/statements.ts';
import { findSetBacks } from './log-notes.queries.ts';

export interface SetBackCheck {
  /** Those that hold, by the size of the log before each. */
  readonly bySize: ReadonlyMap<number, ClockSetBack>;
  readonly differences: readonly string[];
  readonly notes: readonly string[];
}

const at = (ms: number) => new Date(ms).toISOString();

export async function checkSetBacks(
  db: Statements,
  tenantId: string,
  publicKeys: readonly string[],
): Promise<SetBackCheck> {
  const bySize = new Map<number, ClockSetBack>();
  const differences: string[] = [];
  const notes: string[] = [];
  for (const { id, leaf, ...note } of await findSetBacks(db, tenantId)) {
    if (leaf === null || !(await isSignedSetBack(tenantId, leaf, note, publicKeys))) {
      differences.push(
        `log_notes ${id}: forged; no key of this log signed, for this place, that a clock was set back`,
      );
      continue;
    }
    const { fromMs, toMs } = note;
    bySize.set(note.size, note);
    notes.push(
      `the clock of a server was set back by ${spanText(fromMs - toMs)}, from ${at(fromMs)} to ${at(toMs)}: what was recorded before, up to leaf ${leaf + note.waiting}, and is dated after ${at(toMs)} was recorded while it was ahead`,
    );
  }
  return { bySize, differences, notes };
}
