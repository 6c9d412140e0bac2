import { useRef, useState } from 'react';
import { select, toggleAll } from './grid-selection.ts';
import type { GridSelectionMode } from './grid-types.ts';

type SelectionSource = {
  selectionMode?: GridSelectionMode;
  selectedIds?: ReadonlySet<string>;
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
};

export type GridSelection = {
  mode: GridSelectionMode;
  selected: ReadonlySet<string>;
  press: (id: string, how: { isToggle: boolean; isRange: boolean }) => void;
  all: () => void;
  clear: () => void;
};

/** Kept by the page when it gives selectedIds, else here. */
export function useGridSelection(source: SelectionSource, ids: readonly string[]): GridSelection {
  const { selectionMode: mode = 'single', selectedIds, onSelectionChange } = source;
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set());
  const anchorId = useRef<string | null>(null);
  const selected = selectedIds ?? own;
  const change = (next: ReadonlySet<string>) => {
    if (!selectedIds) setOwn(next);
    onSelectionChange?.(next);
  };
  return {
    mode,
    selected,
    press(id, how) {
      if (mode === 'none') return;
      change(select(selected, ids, { mode, id, anchorId: anchorId.current, ...how }));
      anchorId.current = id;
    },
    all: () => {
      if (mode === 'multiple') change(toggleAll(selected, ids));
    },
    clear: () => {
      if (selected.size > 0) change(new Set());
    },
  };
}
