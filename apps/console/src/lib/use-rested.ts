import { useEffect, useState } from 'react';

/** A value once it has stayed the same for so long; until then the one before. */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), restMs);
    return () => window.clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
