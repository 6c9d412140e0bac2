/** A list that is put in order by dragging, by its handles' keys, or by buttons; every step is announced. */
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { classNames } from '../class-names.ts';
import styles from './sortable-list.module.css';
import { type SortableItem, type SortableTexts, useSorting } from './use-sorting.ts';

type SortableListProps<Item extends SortableItem> = {
  label: string;
  items: readonly Item[];
  texts: SortableTexts;
  /** Puts the item at `from` to where `to` is. */
  onMove: (from: number, to: number) => void;
  /** What stands between the handle and the buttons. */
  children: (item: Item, index: number) => ReactNode;
  /** Further buttons at the end of a row. */
  actions?: (item: Item, index: number) => ReactNode;
};

export function SortableList<Item extends SortableItem>(props: SortableListProps<Item>) {
  const { label, items, texts, onMove, children, actions } = props;
  const list = useRef<HTMLOListElement>(null);
  const sorting = useSorting(list, { items, texts, onMove });
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => (
          <li
            key={item.id}
            data-id={item.id}
            className={classNames(styles.row, sorting.grabbedId === item.id && styles.grabbed)}
          >
            <button
              type="button"
              className={styles.handle}
              aria-label={texts.handle(item.name)}
              aria-pressed={sorting.grabbedId === item.id}
              onKeyDown={(event) => sorting.handleKey(event, item)}
              onBlur={sorting.handleBlur}
              onPointerDown={(event) => sorting.handlePointerDown(event, item)}
            >
              <IconGripVertical size={18} aria-hidden />
            </button>
            <div className={styles.content}>{children(item, index)}</div>
            <div className={styles.actions}>
              <StepButtons
                name={item.name}
                index={index}
                count={items.length}
                {...{ texts, step: sorting.step }}
              />
              {actions?.(item, index)}
            </div>
          </li>
        ))}
      </ol>
      <output aria-live="assertive">
        <VisuallyHidden>{sorting.announcement}</VisuallyHidden>
      </output>
    </>
  );
}

type StepButtonsProps = {
  name: string;
  index: number;
  count: number;
  texts: SortableTexts;
  step: (from: number, to: number) => void;
};

function StepButtons({ name, index, count, texts, step }: StepButtonsProps) {
  return (
    <>
      <IconButton
        size="small"
        icon={<IconArrowUp size={16} aria-hidden />}
        label={texts.up(name)}
        disabled={index === 0}
        onClick={() => step(index, index - 1)}
      />
      <IconButton
        size="small"
        icon={<IconArrowDown size={16} aria-hidden />}
        label={texts.down(name)}
        disabled={index === count - 1}
        onClick={() => step(index, index + 1)}
      />
    </>
  );
}
