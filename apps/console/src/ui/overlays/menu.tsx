import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import floating from './floating.module.css';
import styles from './menu.module.css';
import { useDismiss } from './use-dismiss.ts';
import { useFloating } from './use-floating.ts';

export type MenuItem = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Where it leads; otherwise onSelect says what it does. */
  href?: string;
  onSelect?: () => void;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Given, the item is switched on or off and the menu stays open. */
  isChecked?: boolean;
  /** One of several of which one holds; says whether it is this one. */
  isChosen?: boolean;
  /** BCP 47, where the label is in another language than the page. */
  lang?: string;
  /** Draws a line above. */
  startsGroup?: boolean;
};

type TriggerProps = {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type MenuProps = {
  items: readonly MenuItem[];
  /** Draws the button; spread the given props on it. */
  trigger: (props: TriggerProps) => ReactNode;
  align?: 'start' | 'end';
  /** Shown above the items, e.g. who is signed in. */
  header?: ReactNode;
};

const entriesOf = (panel: HTMLElement | null): HTMLElement[] =>
  panel ? [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')] : [];

/** Moves focus for the menu's keys; true when the key was one of them. */
function moveFocus(panel: HTMLElement | null, key: string): boolean {
  const entries = entriesOf(panel);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const wrap = (index: number) => entries[(index + entries.length) % entries.length];
  const byLetter = () =>
    [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find((entry) =>
      entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
    );
  const target =
    key === 'ArrowDown'
      ? wrap(at + 1)
      : key === 'ArrowUp'
        ? wrap(at < 0 ? -1 : at - 1)
        : key === 'Home'
          ? entries[0]
          : key === 'End'
            ? entries.at(-1)
            : key.length === 1 && key !== ' '
              ? byLetter()
              : undefined;
  target?.focus();
  return target !== undefined;
}

function roleOf({ isChecked, isChosen }: MenuItem): 'menuitem' | 'menuitemcheckbox' | 'menuitemradio' {
  if (isChecked !== undefined) return 'menuitemcheckbox';
  return isChosen === undefined ? 'menuitem' : 'menuitemradio';
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const className = classNames(
    styles.item,
    item.isDangerous && styles.danger,
    item.startsGroup && styles.group,
  );
  const isSwitch = item.isChecked !== undefined;
  const check = <IconCheck size={16} className={item.isChecked ? undefined : styles.unchecked} aria-hidden />;
  const icon = isSwitch ? check : item.icon;
  const content = (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span lang={item.lang}>{item.label}</span>
    </>
  );
  const select = () => {
    if (item.isDisabled) return;
    if (!isSwitch) close();
    item.onSelect?.();
  };
  return item.href !== undefined && !item.isDisabled ? (
    <a role="menuitem" tabIndex={-1} href={item.href} className={className} onClick={select}>
      {content}
    </a>
  ) : (
    <button
      role={roleOf(item)}
      type="button"
      tabIndex={-1}
      aria-checked={item.isChecked ?? item.isChosen}
      aria-disabled={item.isDisabled || undefined}
      className={className}
      onClick={select}
    >
      {content}
    </button>
  );
}

function useMenu(id: string, align: 'start' | 'end') {
  const wrapper = useRef<HTMLSpanElement>(null);
  const anchor = useRef<Element | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const placement = align === 'end' ? 'bottom-end' : 'bottom-start';
  useFloating({ anchor, panel, isOpen, placement, matchesWidth: true });

  const close = (givesFocusBack: boolean) => {
    setIsOpen(false);
    if (givesFocusBack) document.getElementById(id)?.focus();
  };
  const open = (edge: 'ArrowDown' | 'ArrowUp') => {
    anchor.current = document.getElementById(id);
    setIsOpen(true);
    requestAnimationFrame(() => moveFocus(panel.current, edge));
  };
  useDismiss(isOpen, [wrapper, panel], (reason) => close(reason === 'escape'));

  const handleTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key);
  };
  const handlePanelKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close(true);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (moveFocus(panel.current, event.key)) event.preventDefault();
  };
  const handleTriggerClick = () => (isOpen ? close(false) : open('ArrowDown'));
  return { wrapper, panel, isOpen, close, handleTriggerKey, handleTriggerClick, handlePanelKey };
}

/** A dropdown of links and commands. */
export function Menu({ items, trigger, align = 'start', header }: MenuProps) {
  const id = useId();
  const { wrapper, panel, isOpen, close, handleTriggerKey, handleTriggerClick, handlePanelKey } = useMenu(
    id,
    align,
  );
  return (
    <span ref={wrapper} className={styles.wrapper}>
      {trigger({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: handleTriggerClick,
        onKeyDown: handleTriggerKey,
      })}
      {isOpen && (
        <div ref={panel} popover="manual" className={classNames(floating.panel, styles.panel)}>
          {header && <div className={styles.header}>{header}</div>}
          {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus rests on the items */}
          <div role="menu" aria-labelledby={id} onKeyDown={handlePanelKey}>
            {items.map((item) => (
              <Entry key={item.id} item={item} close={() => close(true)} />
            ))}
          </div>
        </div>
      )}
    </span>
  );
}
