/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- the input is a combobox: it holds the focus and hears the keys */
import type { MenuEntry } from '@watchpost/domain/menu';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { liveBoardPath } from '../lib/pages.ts';
import { session } from '../lib/current-session.ts';
import { t, translate } from '../lib/labels.ts';
import { Kbd } from '../ui/display/kbd.tsx';
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx';
import { DialogFrame } from '../ui/overlays/dialog-frame.tsx';
import styles from './command-palette.module.css';
import { MenuIcon } from './menu-icons.tsx';
import { shownMenu } from './menu-selection.ts';
import { byLabel, findEntries, type PaletteEntry } from './palette-entries.ts';
import { usePaletteRecords } from './palette-records.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
  readonly text: string;
  readonly onType: (text: string) => void;
}

function usePaletteEntries({ onClose, onShortcuts }: Omit<PaletteProps, 'text' | 'onType'>): PaletteEntry[] {
  const router = useRouter();
  const pagesOf = (menu: readonly MenuEntry[], context: string): PaletteEntry[] =>
    menu.flatMap((entry) =>
      entry.subMenuList.length > 0
        ? pagesOf(entry.subMenuList, translate(entry.label))
        : [
            {
              id: entry.routerLink,
              label: translate(entry.label),
              context,
              icon: entry.icon,
              run: () => {
                onClose();
                router.history.push(`/${entry.routerLink.replaceAll(/^\/+|\/+$/g, '')}`);
              },
            },
          ],
    );
  const live = {
    id: liveBoardPath,
    label: t('shell.liveBoard'),
    context: t('shell.dashboard'),
    icon: 'dashboard',
    run: () => {
      onClose();
      router.history.push(`/${liveBoardPath}`);
    },
  };
  const shortcuts = { id: '?', label: t('shell.shortcuts'), context: '', icon: 'keyboard', run: onShortcuts };
  const pages = pagesOf(shownMenu(session.menu()), '');
  return [...pages, ...(session.canView('DASHBOARD') ? [live] : []), shortcuts];
}

function Option({
  entry,
  id,
  isActive,
  onPoint,
}: {
  entry: PaletteEntry;
  id: string;
  isActive: boolean;
  onPoint: () => void;
}) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={entry.run}
    >
      <MenuIcon name={entry.icon} size={18} />
      <span className={styles.label}>{entry.label}</span>
      {entry.context !== '' && <span className={styles.context}>{entry.context}</span>}
    </li>
  );
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}

interface SearchBoxProps {
  readonly text: string;
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchBox({ text, listId, activeId, onType, onKeyDown }: SearchBoxProps) {
  return (
    <div className={styles.box} data-dialog-body>
      <IconSearch size={18} aria-hidden />
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.escape} aria-hidden>
        <Kbd>Esc</Kbd>
      </span>
    </div>
  );
}

/** Pages and actions first, as they are there at once. */
function useFound(props: PaletteProps) {
  const { text } = props;
  const router = useRouter();
  const pages = findEntries(usePaletteEntries(props), text);
  const { records, isAsking, hasFailed } = usePaletteRecords(text);
  const entries = byLabel(records, text).map(
    ({ href, ...record }): PaletteEntry => ({
      ...record,
      id: href,
      run: () => {
        props.onClose();
        router.history.push(href.slice(1));
      },
    }),
  );
  return { found: [...pages, ...entries], isAsking, hasFailed };
}

interface OutcomeProps {
  readonly count: number;
  readonly text: string;
  readonly isAsking: boolean;
  readonly hasFailed: boolean;
}

function Outcome({ count, text, isAsking, hasFailed }: OutcomeProps) {
  const isNone = count === 0 && !isAsking && !hasFailed;
  return (
    <>
      {isAsking && <p className={styles.note}>{t('palette.asking')}</p>}
      {hasFailed && <p className={styles.note}>{t('palette.failed')}</p>}
      {isNone && <p className={styles.note}>{t('palette.none', { text })}</p>}
      <output>
        <VisuallyHidden>{isAsking ? '' : t('palette.results', { count })}</VisuallyHidden>
      </output>
    </>
  );
}

export function CommandPalette(props: PaletteProps) {
  const { onClose, text, onType } = props;
  const listId = useId();
  const [at, setAt] = useState(0);
  const { found, isAsking, hasFailed } = useFound(props);
  const optionId = (index: number) => `${listId}-${index}`;
  const handleKey = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, found.length);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter') found[at]?.run();
    else return;
    event.preventDefault();
  };
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      closesOnBackdrop
      ariaLabel={t('palette.title')}
      className={styles.palette}
    >
      <SearchBox
        text={text}
        listId={listId}
        activeId={found.length > 0 ? optionId(at) : undefined}
        onType={(typed) => {
          onType(typed);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <ul id={listId} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {found.map((entry, index) => (
          <Option
            key={entry.id}
            id={optionId(index)}
            entry={entry}
            isActive={index === at}
            onPoint={() => setAt(index)}
          />
        ))}
      </ul>
      <Outcome count={found.length} text={text} isAsking={isAsking} hasFailed={hasFailed} />
    </DialogFrame>
  );
}
