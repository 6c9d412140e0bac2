import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { newestPage, type NeighbourPosition } from './neighbour-position.ts';
import styles from './neighbour-pager.module.css';

interface NeighbourPagerProps {
  /** Whose words name the rows. */
  readonly area: 'audit' | 'sentMail';
  /** Undefined until the first answer. */
  readonly reply: { readonly older: string | null; readonly newer: string | null } | undefined;
  readonly onMove: (position: NeighbourPosition) => void;
  readonly isTurning: boolean;
}

/** Pages have no numbers: what is new comes before the first, so each is found from its neighbour. */
export function NeighbourPager({ area, reply, onMove, isTurning }: NeighbourPagerProps) {
  const { older = null, newer = null } = reply ?? {};
  if (older === null && newer === null) return null;
  return (
    <nav aria-label={t(`${area}.pages`)} className={styles.pager} data-print="hide">
      <Button size="small" disabled={isTurning || newer === null} onClick={() => onMove(newestPage)}>
        {t(`${area}.newest`)}
      </Button>
      <Button
        size="small"
        icon={<IconChevronLeft size={16} aria-hidden />}
        disabled={isTurning || newer === null}
        onClick={() => onMove({ ...newestPage, after: newer ?? '' })}
      >
        {t(`${area}.newer`)}
      </Button>
      <Button
        size="small"
        disabled={isTurning || older === null}
        onClick={() => onMove({ ...newestPage, before: older ?? '' })}
      >
        {t(`${area}.older`)}
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
