// Asks why a round that nobody began need not be walked (MNG-07).
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { excuseMaxLength } from '@watchpost/domain/tours';
import { t } from '../../lib/labels.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { TextDialog } from '../../records/text-dialog.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { excuseRound } from './due-rounds.api.ts';
import { tourArea } from './tours.api.ts';

interface DialogProps {
  readonly due: DueRoundRow;
  readonly onClose: () => void;
}

export function ExcuseDialog({ due, onClose }: DialogProps) {
  const { isBusy, attempt } = useAttempt(tourArea);
  const excuse = async (reason: string) => {
    const done = t('dueRounds.excusedNow', { name: due.tourName });
    if (await attempt(() => excuseRound(due.id, reason), done)) onClose();
  };
  return (
    <TextDialog
      title={t('dueRounds.excuse')}
      subject={`${due.tourName}, ${due.siteName}, ${wallClock(due.dueAtMs, due.timeZone)}`}
      label={t('dueRounds.reason')}
      help={t('dueRounds.reasonHelp')}
      missing={t('excuse_reason_required')}
      maxLength={excuseMaxLength}
      initial={due.excuse?.reason}
      isBusy={isBusy}
      onSubmit={(reason) => void excuse(reason)}
      onClose={onClose}
    />
  );
}
