// Asks why a round that no one began need not be walked (MNG-07).
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { excuseMaxLength } from '@watchpost/domain/tours';
import { t } from '../../lib/labels.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { TextDialog } from '../../records/text-dialog.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { makeAsked } from '../../records/use-dialog-draft.ts';
import { excuseRound } from './due-rounds.api.ts';
import { tourArea } from './tours.api.ts';

const name = 'excuse';
export const useExcused = makeAsked<DueRoundRow>(name);

interface DialogProps {
  readonly due: DueRoundRow;
  readonly onClose: () => void;
}

export function ExcuseDialog({ due, onClose }: DialogProps) {
  const { isBusy, attempt } = useAttempt(tourArea);
  const zone = useShownZone(due.timeZone);
  const excuse = (reason: string) =>
    attempt(() => excuseRound(due.id, reason), t('dueRounds.excusedNow', { name: due.tourName }));
  return (
    <TextDialog
      name={name}
      title={t('dueRounds.excuse')}
      subject={`${due.tourName}, ${due.siteName}, ${wallClock(due.dueAtMs, zone)}`}
      label={t('dueRounds.reason')}
      help={t('dueRounds.reasonHelp')}
      missing={t('excuse_reason_required')}
      maxLength={excuseMaxLength}
      initial={due.excuse?.reason}
      isBusy={isBusy}
      onSubmit={excuse}
      onClose={onClose}
    />
  );
}
