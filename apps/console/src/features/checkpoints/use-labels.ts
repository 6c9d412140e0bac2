import { useCallback, useMemo, useState } from 'react';

export interface Labels {
  /** Of which checkpoints, in the order printed; null while none are asked for. */
  readonly ids: readonly string[] | null;
  /** How many the filter holds beyond those. */
  readonly leftOut: number;
  readonly open: (ids: readonly string[], leftOut?: number) => void;
  readonly close: () => void;
}

const nothing = { ids: null, leftOut: 0 };

/** Which labels are asked for. `open` stays the same function. */
export function useLabels(): Labels {
  const [asked, setAsked] = useState<Pick<Labels, 'ids' | 'leftOut'>>(nothing);
  const open = useCallback((ids: readonly string[], leftOut = 0) => setAsked({ ids, leftOut }), []);
  const close = useCallback(() => setAsked(nothing), []);
  return useMemo(() => ({ ...asked, open, close }), [asked, open, close]);
}
