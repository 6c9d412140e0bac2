import { useEffect, useState } from 'react';

/** The second press of a double tap comes sooner, and no one has read anything by then. */
const settlesMs = 700;

/** Whether what is shown has stood since it appeared, or since the key changed, for long enough that a press is meant for it. */
export function useSettled(key?: unknown): boolean {
  const [settled, setSettled] = useState<{ readonly key: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key }), settlesMs);
    return () => {
      clearTimeout(timer);
      setSettled(null);
    };
  }, [key]);
  return settled !== null && Object.is(settled.key, key);
}
