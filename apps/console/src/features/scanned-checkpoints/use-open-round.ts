// From a row to its round: the Details action, Enter, and the preview beside the list.
import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, useLanguage } from '../../lib/labels.ts';
import { roundAddress } from './round-address.ts';
import { detailsAction } from './scanned-checkpoints-table.tsx';

/** Ways to a round from its row, for those who may see details. */
export function useOpenRound() {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const canOpen = useSession((session) => session.hasAccess('details'));
  useEffect(() => {
    if (roundAddress.isList(pathname)) roundAddress.remember(pathname + searchStr);
  }, [pathname, searchStr]);
  const href = useCallback(
    (round: RoundRow) => `#${roundAddress.detailsPath(pathname, round.id)}`,
    [pathname],
  );
  const language = useLanguage();
  const actions = useMemo(
    () => inLanguage(language, canOpen ? [detailsAction(href)] : []),
    [canOpen, href, language],
  );
  const handleOpen = (round: RoundRow) => router.history.push(roundAddress.detailsPath(pathname, round.id));
  return { href, actions, handleOpen: canOpen ? handleOpen : undefined };
}

/** The preview follows the row that arrow keys or pointer moved to; off until asked for. */
export function usePreview(rows: readonly RoundRow[] | undefined, isOffered: boolean) {
  const [isOn, setIsOn] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = rows?.find(({ id }) => id === activeId) ?? rows?.[0] ?? null;
  return {
    isOffered,
    round: isOn ? active : null,
    follow: (round: RoundRow) => setActiveId(round.id),
    toggle: () => setIsOn(!isOn),
    close: () => setIsOn(false),
  };
}
