// What narrows a list, in words, where the fields that say so are folded away, and on paper.
import { useRef } from 'react';
import { t } from '../lib/labels.ts';
import { ChipList } from '../ui/display/chip-list.tsx';
import type { RecordChip } from './filter-chips.ts';
import styles from './filter-fold.module.css';

interface ActiveFiltersProps {
  readonly chips: readonly RecordChip[];
  readonly onClear: (names: readonly string[]) => void;
}

/** Stands last in the row that holds the search and the fold. */
export function ActiveFilters({ chips, onClear }: ActiveFiltersProps) {
  const place = useRef<HTMLDivElement>(null);
  if (chips.length === 0) return null;
  return (
    <div ref={place} className={styles.active} data-print="keep">
      <ChipList
        label={t('rounds.activeFilters')}
        className={styles.chips}
        chips={chips.map(({ cleared, ...chip }) => ({
          place: 'folded',
          ...chip,
          id: cleared.join(' '),
          onRemove: () => onClear(cleared),
        }))}
        onLast={() => focusFields(place.current?.parentElement)}
      />
    </div>
  );
}

/** The button that unfolds the fields, or the search where they are in view: a phone's keyboard stays down. */
function focusFields(row: HTMLElement | null | undefined): void {
  const fold = row?.querySelector<HTMLElement>('button[aria-expanded]') ?? null;
  (fold === null || fold.offsetParent === null ? row?.querySelector('input') : fold)?.focus();
}
