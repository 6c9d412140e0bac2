// The stored menu, redrawn when it changes (MENU-01 to MENU-03).
import type { MenuEntry } from '@watchpost/domain/menu';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { session, useSession } from '../lib/current-session.ts';
import { t, translate } from '../lib/labels.ts';
import { classNames } from '../ui/class-names.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { MenuIcon } from './menu-icons.tsx';
import { markedEntry, shownMenu } from './menu-selection.ts';
import styles from './sidebar.module.css';
import { closeDrawer, useIsNarrow, useIsSidebarClosed } from './sidebar-state.ts';

/** Address of a menu entry below the hash. */
export const hrefOf = (entry: Pick<MenuEntry, 'routerLink'>): string =>
  `#/${entry.routerLink.replaceAll(/^\/+|\/+$/g, '')}`;

interface EntryProps {
  readonly entry: MenuEntry;
  readonly selected: MenuEntry | undefined;
  readonly isFolded: boolean;
}

function handleClick(entry: MenuEntry): void {
  session.rememberClickedText(entry.label);
  closeDrawer();
}

function LeafLink({ entry, selected, isFolded }: EntryProps) {
  const label = translate(entry.label);
  const link = (
    <a
      href={hrefOf(entry)}
      className={styles.entry}
      aria-current={entry === selected ? 'page' : undefined}
      aria-label={isFolded ? label : undefined}
      onClick={() => handleClick(entry)}
    >
      <MenuIcon name={entry.icon} />
      <span className={styles.label}>{label}</span>
    </a>
  );
  return isFolded ? <Tooltip text={label}>{link}</Tooltip> : link;
}

const isOrContains = (group: MenuEntry, selected: MenuEntry | undefined): boolean =>
  selected !== undefined && (group === selected || group.subMenuList.includes(selected));

function FoldedGroup({ entry, selected }: EntryProps) {
  const label = translate(entry.label);
  const items = entry.subMenuList.map((child) => ({
    id: child.label,
    label: translate(child.label),
    icon: <MenuIcon name={child.icon} size={18} />,
    href: hrefOf(child),
    onSelect: () => handleClick(child),
  }));
  const containsSelected = isOrContains(entry, selected);
  return (
    <Menu
      items={items}
      header={<span className={styles.flyoutTitle}>{label}</span>}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={classNames(styles.entry, containsSelected && styles.holdsSelected)}
          aria-label={label}
          title={label}
        >
          <MenuIcon name={entry.icon} />
        </button>
      )}
    />
  );
}

function OpenGroup({ entry, selected }: EntryProps) {
  const containsSelected = isOrContains(entry, selected);
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? containsSelected;
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={isOpen}
        aria-current={entry === selected ? 'page' : undefined}
        onClick={() => setChoice(!isOpen)}
      >
        <MenuIcon name={entry.icon} />
        <span className={styles.label}>{translate(entry.label)}</span>
        <IconChevronDown size={16} aria-hidden className={styles.chevron} />
      </button>
      {isOpen && (
        <ul className={styles.children}>
          {entry.subMenuList.map((child) => (
            <li key={child.label}>
              <LeafLink entry={child} selected={selected} isFolded={false} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Entry(props: EntryProps) {
  if (props.entry.subMenuList.length === 0) return <LeafLink {...props} />;
  return props.isFolded ? <FoldedGroup {...props} /> : <OpenGroup {...props} />;
}

/** Moves the focus into the drawer as it opens, and back to its button when it closes with the focus inside. */
function useDrawerFocus(isOpen: boolean) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const drawer = ref.current;
    if (!isOpen || drawer === null) return undefined;
    (drawer.querySelector<HTMLElement>('[aria-current]') ?? drawer.querySelector<HTMLElement>('a'))?.focus();
    return () => {
      const hadFocus = drawer.contains(document.activeElement) || document.activeElement === document.body;
      if (hadFocus) document.querySelector<HTMLElement>(`[aria-controls="${drawer.id}"]`)?.focus();
    };
  }, [isOpen]);
  return ref;
}

export function Sidebar() {
  const stored = useSession((current) => current.menu());
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isClosed = useIsSidebarClosed();
  const isNarrow = useIsNarrow();
  const ref = useDrawerFocus(isNarrow && !isClosed);
  const menu = shownMenu(stored);
  const selected = markedEntry(menu, path);
  return (
    <nav
      ref={ref}
      id="main-menu"
      className={styles.sidebar}
      aria-label={t('shell.mainMenu')}
      inert={isNarrow && isClosed}
      data-print="hide"
    >
      <ul className={styles.list}>
        {menu.map((entry) => (
          <li key={entry.label}>
            <Entry entry={entry} selected={selected} isFolded={isClosed && !isNarrow} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
