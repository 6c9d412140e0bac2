import { useEffect, useState } from 'react';
import { onUpdate } from './outbox-updates.ts';
import { findRecord } from './phone.ts';
import type { OutboxRecord } from './records.ts';

interface Seen {
  readonly id: string;
  readonly record: OutboxRecord | null;
}

/**
 * A record as it was last seen, since what was sent is forgotten some day. Undefined until the phone has looked; null
 * where it holds none of the id.
 */
export function useRecord(id: string | null): OutboxRecord | null | undefined {
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    const read = async () => {
      const found = await findRecord(id).catch(() => null);
      setSeen((before) => ({ id, record: found ?? (before?.id === id ? before.record : null) }));
    };
    void read();
    return onUpdate(() => void read());
  }, [id]);
  return seen?.id === id ? seen?.record : undefined;
}
