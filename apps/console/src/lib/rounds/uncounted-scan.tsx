// A scan that counts nowhere: its code is of a checkpoint where the guard may not scan.
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { t } from '../labels.ts';
import { DoubtList } from './doubt-list.tsx';

export function UncountedReasons({ scan }: { readonly scan: RoundDetails['uncounted'][number] }) {
  const doubts = scan.flags.map((flag) => ({
    flag,
    word: t(`trust.${flag}`),
    reason: flag === 'wrongCode' ? t('round.uncountedWhy') : '',
  }));
  return <DoubtList doubts={doubts} />;
}
