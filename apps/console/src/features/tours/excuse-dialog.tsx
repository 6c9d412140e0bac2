// Asks why a round that nobody began need not be walked (MNG-07).
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { excuseMaxLength } from '@watchpost/domain/tours';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { dueRoundsKey, excuseRound } from './due-rounds.api.ts';
import styles from './due-rounds.module.css';

interface DialogProps {
  readonly due: DueRoundRow;
  readonly onClose: () => void;
}

/** Excuses it and tells what became of that; the page asks anew in any case. */
function useExcuse({ due, onClose }: DialogProps) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const excuse = async (reason: string) => {
    setIsBusy(true);
    try {
      await excuseRound(due.id, reason);
      toasts.success({ text: t('dueRounds.excusedNow', { name: due.tourName }) });
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      toasts.error({ summary: t('error.summary'), text: failure.message });
      setIsBusy(false);
    } finally {
      void queries.invalidateQueries({ queryKey: dueRoundsKey });
    }
  };
  return { isBusy, excuse };
}

export function ExcuseDialog({ due, onClose }: DialogProps) {
  const { isBusy, excuse } = useExcuse({ due, onClose });
  const [reason, setReason] = useState(due.excuse?.reason ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    if (reason.trim() === '') setError(t('excuse_reason_required'));
    else await excuse(reason.trim());
  };
  return (
    <Modal
      isOpen
      title={t('dueRounds.excuse')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('dueRounds.excuse')}
          </Button>
        </>
      }
    >
      <p
        className={styles.subject}
      >{`${due.tourName}, ${due.siteName}, ${wallClock(due.dueAtMs, due.timeZone)}`}</p>
      <TextArea
        label={t('dueRounds.reason')}
        help={t('dueRounds.reasonHelp')}
        isRequired
        maxLength={excuseMaxLength}
        value={reason}
        error={error}
        onChange={({ target }) => {
          setReason(target.value);
          setError(null);
        }}
      />
    </Modal>
  );
}
