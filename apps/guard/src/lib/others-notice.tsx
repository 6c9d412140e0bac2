import { Notice } from '../ui/notice.tsx';
import { t } from './labels.ts';

interface OthersProps {
  /** Records of guards whose sessions live. */
  readonly sending: number;
  /** Records of guards who must sign in again first. */
  readonly stuck: number;
}

/** What waits on this phone of guards other than the one before it. */
export function OthersNotice({ sending, stuck }: OthersProps) {
  return (
    <>
      {sending > 0 && <Notice>{t('signIn.others', { count: sending })}</Notice>}
      {stuck > 0 && <Notice tone="late">{t('signIn.othersStuck', { count: stuck })}</Notice>}
    </>
  );
}
