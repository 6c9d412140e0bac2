import { useState } from 'react';
import type { Word } from '../../outbox/acts.ts';
import type { Owner } from '../../outbox/records.ts';
import { useRecord } from '../../outbox/use-record.ts';
import { type Fate, fateOf, keepCall, type OwnCall, readCall } from './own-call.ts';

/** A call as its screen shows it. */
export interface Made {
  readonly id: string;
  readonly atMs: number;
  readonly fate: Fate;
  /** What became of the word that its guard is safe; null before there is one. */
  readonly safe: Fate | null;
}

const recordIdOf = (word: Word | null | undefined) => (word?.isKept === true ? word.id : null);

/** The guard's own call, and what is said of it. */
export function useCall(owner: Owner) {
  const [known, setKnown] = useState(() => readCall(owner));
  const [nowMs] = useState(() => Date.now());
  const record = useRecord(recordIdOf(known));
  const safeRecord = useRecord(recordIdOf(known?.safe));
  const keep = (next: OwnCall | null) => {
    setKnown(next);
    keepCall(owner, next);
  };
  return {
    made: known === null ? null : madeOf(known, record, safeRecord, nowMs),
    isLooking: known !== null && fateOf(known, record, nowMs) === undefined,
    take: (call: Word) => keep({ ...call, safe: null }),
    takeSafe: (safe: Word) => known !== null && keep({ ...known, safe }),
    forget: () => keep(null),
  };
}

type Found = ReturnType<typeof useRecord>;

function madeOf(known: OwnCall, record: Found, safeRecord: Found, nowMs: number): Made | null {
  const fate = fateOf(known, record, nowMs);
  if (!fate) return null;
  const { id, safe } = known;
  const atMs = record?.time.wallMs ?? known.deviceAtMs;
  // Until the phone has looked, it is not said to have arrived.
  return { id, atMs, fate, safe: safe && (fateOf(safe, safeRecord, nowMs) ?? 'waiting') };
}
