// From a row to its round: the Details action, Enter, and the preview beside the list.
import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, useLanguage } from '../../lib/labels.ts';
import type { ZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { roundAddress } from './round-address.ts';
import { detailsAction } from './scanned-checkpoints-table.tsx';

/** Ways to a round from its row, for those who may see details. */
export function useOpenRound(zone: ZoneChoice) {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const canOpen = useSession((session) => session.hasAccess('details'));
  useEffect(() => {
    if (roundAddress.isList(pathname)) roundAddress.remember(pathname + searchStr);
  }, [pathname, searchStr]);
  const href = useCallback(
    (round: RoundRow) => `#${roundAddress.detailsPath(pathname, round.id, zone)}`,
    [pathname, zone],
  );
  const language = useLanguage();
  const actions = useMemo(
    () => inLanguage(language, canOpen ? [detailsAction(href)] : []),
    [canOpen, href, language],
  );
  const handleOpen = (round: RoundRow) =>
    router.history.push(roundAddress.detailsPath(pathname, round.id, zone));
  return { href, actions, handleOpen: canOpen ? handleOpen : undefined };
}

/** Where keys go on from row to row. */
function focusRow(round: RoundRow | null): void {
  const row = document.querySelector(`[data-row-id="${round?.id}"]`);
  const stop = row?.querySelector('[tabindex="0"]') ?? row?.querySelector('[tabindex]');
  if (stop instanceof HTMLElement) stop.focus();
}

/** The preview follows the row that arrow keys or pointer moved to; off until asked for. */
export function usePreview(rows: readonly RoundRow[] | undefined, isOffered: boolean) {
  const [isOn, setIsOn] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = rows?.find(({ id }) => id === activeId) ?? rows?.[0] ?? null;
  const close = () => {
    setIsOn(false);
    focusRow(active);
  };
  return {
    isOffered,
    round: isOn ? active : null,
    follow: (round: RoundRow) => setActiveId(round.id),
    toggle: () => {
      setIsOn(!isOn);
      if (!isOn) focusRow(active);
    },
    close,
    /** Escape closes the preview before the grid hears of it. */
    handleKey: (event: KeyboardEvent) => {
      if (!isOn || event.key !== 'Escape') return;
      event.preventDefault();
      close();
    },
  };
}
