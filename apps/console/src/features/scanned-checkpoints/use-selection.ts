import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { useMemo, useState } from 'react';

/** The selected rounds, those of other pages too; `scope` names the filter, and another filter starts again. */
export function useSelection(rows: readonly RoundRow[] | undefined, scope: string) {
  const [selected, setSelected] = useState<{ scope: string; rounds: ReadonlyMap<string, RoundRow> }>({
    scope,
    rounds: new Map(),
  });
  if (selected.scope !== scope) setSelected({ scope, rounds: new Map() });
  const { rounds } = selected;
  const ids = useMemo(() => new Set(selected.rounds.keys()), [selected.rounds]);
  const change = (next: ReadonlySet<string>) => {
    const known = new Map([...rounds, ...(rows ?? []).map((round) => [round.id, round] as const)]);
    const stillKnown = [...next].flatMap((id) => known.get(id) ?? []);
    setSelected({ scope, rounds: new Map(stillKnown.map((round) => [round.id, round])) });
  };
  return { ids, rounds: [...rounds.values()], change };
}
