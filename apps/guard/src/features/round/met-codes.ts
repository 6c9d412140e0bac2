// Which checkpoint typed letters belong to, as far as this phone has met them in the last day: its plan holds no codes (FIELD-03).
import { useEffect, useState } from 'react';
import { typedEndsOf } from '@watchpost/domain/code-trust';
import { readRecords } from '../../outbox/database.ts';
import type { OutboxRecord, Owner } from '../../outbox/records.ts';
import { checkpointOf } from './what-was-read.ts';

const codeFlags: ReadonlySet<string> = new Set(['wrongCode', 'forgedCode', 'retiredCode', 'noCode']);

/** By the letters to type; null for those that hang at several. */
type MetCodes = ReadonlyMap<string, string | null>;

/** Of what was scanned: a code that names its checkpoint itself, and any other that the server took for its checkpoint's. */
export function metCodesOf(records: readonly OutboxRecord[]): MetCodes {
  const met = new Map<string, string | null>();
  for (const { entry, state, countsAt, flags = [] } of records) {
    if (entry.kind !== 'event' || entry.event.kind !== 'checkpointScanned') continue;
    const { method, code = '' } = entry.event;
    // The server knows whose it is.
    const checkpointId = countsAt ?? entry.event.checkpointId;
    const isRead = method === 'qr' || method === 'typed';
    const hasPoint = typeof countsAt === 'string';
    const isKnown = state === 'sent' || checkpointOf(code) !== null;
    const isFlagged = flags.some((flag) => codeFlags.has(flag) && !(flag === 'wrongCode' && hasPoint));
    if (!isRead || !isKnown || isFlagged) continue;
    for (const end of typedEndsOf(code)) {
      const before = met.get(end);
      met.set(end, before === undefined || before === checkpointId ? checkpointId : null);
    }
  }
  return met;
}

/** The checkpoint of typed letters; null where the phone cannot tell. */
export const metPoint = (met: MetCodes, typed: string): string | null =>
  typedEndsOf(typed)
    .map((end) => met.get(end) ?? null)
    .find((id) => id !== null) ?? null;

const none: MetCodes = new Map();

/** As far as the phone can be read: without, the guard says where the code hangs. */
export function useMetCodes(owner: Owner): MetCodes {
  const [met, setMet] = useState(none);
  useEffect(() => {
    const read = async () => {
      const [sent, waiting] = await Promise.all([readRecords(owner, 'sent'), readRecords(owner, 'waiting')]);
      setMet(metCodesOf([...sent, ...waiting]));
    };
    void read().catch(() => {});
  }, [owner]);
  return met;
}
