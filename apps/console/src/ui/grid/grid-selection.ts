/** Selected row ids after a press. [GRID-01] */

export type SelectGesture = {
  mode: 'single' | 'multiple';
  id: string;
  /** Adds or removes this row and keeps the others. */
  isToggle: boolean;
  /** Selects from the last pressed row to this one. */
  isRange: boolean;
  anchorId: string | null;
};

export function select(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  gesture: SelectGesture,
): ReadonlySet<string> {
  const { mode, id, isToggle, isRange, anchorId } = gesture;
  if (mode === 'multiple' && isRange && anchorId !== null && ids.includes(anchorId)) {
    const [from, to] = [ids.indexOf(anchorId), ids.indexOf(id)].toSorted((a, b) => a - b);
    return new Set([...selected, ...ids.slice(from, (to ?? 0) + 1)]);
  }
  if (isToggle) {
    const next = new Set(mode === 'multiple' ? selected : []);
    if (selected.has(id)) next.delete(id);
    else next.add(id);
    return next;
  }
  return new Set([id]);
}

/** All loaded rows, or none when all are selected already; rows of other pages keep their state. */
export function toggleAll(selected: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(selected);
  const isAll = allSelected(selected, ids) === true;
  for (const id of ids) {
    if (isAll) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** 'some' when only part of the loaded rows is selected. */
export function allSelected(selected: ReadonlySet<string>, ids: readonly string[]): boolean | 'some' {
  const count = ids.reduce((sum, id) => sum + (selected.has(id) ? 1 : 0), 0);
  if (count === 0) return false;
  return count === ids.length ? true : 'some';
}

/** Ascending, then descending, then the list's own order. */
export function nextDirection(current: 'ascending' | 'descending' | null): 'ascending' | 'descending' | null {
  if (current === null) return 'ascending';
  return current === 'ascending' ? 'descending' : null;
}
