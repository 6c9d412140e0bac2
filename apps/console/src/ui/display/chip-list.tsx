// Active filters side by side; anyone who takes them away by key goes on at the next one.
import { type RefObject, useRef } from 'react';
import { Chip } from './chip.tsx';

export type ListedChip = {
  id: string;
  name: string;
  value: string;
  onRemove: () => void;
  /** Becomes data-place of its item, for styles that show it in some places alone. */
  place?: string;
};

type ChipListProps = {
  label: string;
  chips: readonly ListedChip[];
  className: string | undefined;
  /** Where the focus goes on with the last of them. */
  onLast: () => void;
};

export function ChipList({ label, chips, className, onLast }: ChipListProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul ref={list} className={className} aria-label={label}>
      {chips.map(({ id, name, value, onRemove, place }) => (
        <li key={id} data-place={place}>
          <Chip
            name={name}
            value={value}
            onRemove={() => {
              focusNeighbour(list, onLast);
              onRemove();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function focusNeighbour(list: RefObject<HTMLUListElement | null>, onLast: () => void): void {
  const shown = [...(list.current?.querySelectorAll('button') ?? [])].filter(
    (button) => button.offsetParent !== null,
  );
  const at = shown.findIndex((button) => button === document.activeElement);
  if (at === -1) return;
  const neighbour = shown[at + 1] ?? shown[at - 1];
  if (neighbour === undefined) onLast();
  else neighbour.focus();
}
