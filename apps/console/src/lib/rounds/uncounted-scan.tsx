// A scan that counts nowhere: its code is of a checkpoint where the guard may not scan.
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { t } from '../labels.ts';
import { FlagList } from './flag-list.tsx';

export function UncountedReasons({ scan }: { readonly scan: RoundDetails['uncounted'][number] }) {
  const flags = scan.flags.map((flag) => ({
    flag,
    label: t(`trust.${flag}`),
    reason: flag === 'wrongCode' ? t('round.uncountedWhy') : '',
  }));
  return <FlagList flags={flags} />;
}
