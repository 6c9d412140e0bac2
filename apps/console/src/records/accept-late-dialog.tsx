// Asks why what was sent late counts for its due round, and of several which (TRUTH-04).
import type { LateArrival, LateDue } from '@watchpost/contract/due-rounds';
import { excuseMaxLength } from '@watchpost/domain/tours';
import { useState } from 'react';
import { t } from '../lib/labels.ts';
import { wallClock } from '../lib/rounds/round-times.ts';
import { useShownZone } from '../lib/rounds/shown-zone.ts';
import { Button } from '../ui/actions/button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import styles from './accept-late-dialog.module.css';
import { arrivalWords, openArrivals } from './late-arrival-words.ts';
import { acceptLate } from './late-rounds.api.ts';
import { useAttempt } from './use-attempt.ts';
import { makeAsked, useDialogDraft } from './use-dialog-draft.ts';

const name = 'acceptLate';
export const useAsksToAccept = makeAsked<LateDue>(name);

interface DialogProps {
  readonly due: LateDue;
  /** The first part of the query keys that show it. */
  readonly area: string;
  readonly onClose: () => void;
}

/** By the clocks of the page that asks. */
export function AcceptLateDialog({ due: asked, area, onClose }: DialogProps) {
  const due = { ...asked, timeZone: useShownZone(asked.timeZone) };
  const { isBusy, attempt } = useAttempt(area);
  const open = openArrivals(due);
  const { draft, change, close, drop } = useDialogDraft(name, { reason: '', roundId: '' }, onClose);
  const [error, setError] = useState<string | null>(null);
  const chosen = open.find(({ roundId }) => roundId === draft.roundId) ?? open[0];
  const submit = async () => {
    const reason = draft.reason.trim();
    if (reason === '') setError(t('accept_reason_required'));
    else if (chosen !== undefined && (await attempt(() => accept(due, chosen, reason), doneWords(due))))
      drop();
  };
  return (
    <Modal
      isOpen
      title={t('lateRounds.accept')}
      onClose={close}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy} disabled={chosen === undefined}>
            {t('lateRounds.accept')}
          </Button>
        </>
      }
    >
      <p className={styles.subject}>{subjectOf(due)}</p>
      {chosen === undefined && <p>{t('lateRounds.decided')}</p>}
      {open.length === 1 && chosen !== undefined && <Walked due={due} arrival={chosen} />}
      {open.length > 1 && (
        <Choice due={due} open={open} chosen={chosen} onChange={(roundId) => change({ roundId })} />
      )}
      <TextArea
        label={t('lateRounds.reason')}
        help={t('lateRounds.help')}
        isRequired
        maxLength={excuseMaxLength}
        value={draft.reason}
        error={error}
        onChange={({ target }) => {
          change({ reason: target.value });
          setError(null);
        }}
      />
    </Modal>
  );
}

const accept = ({ id, status }: LateDue, { roundId, arrivedAtMs }: LateArrival, reason: string) =>
  acceptLate(id, { roundId, status, arrivedAtMs, reason });

const doneWords = ({ tourName }: LateDue): string => t('lateRounds.acceptedNow', { name: tourName });

const subjectOf = ({ tourName, siteName, dueAtMs, timeZone }: LateDue): string =>
  `${tourName}, ${siteName}, ${wallClock(dueAtMs, timeZone)}`;

function Walked({ due, arrival }: { readonly due: LateDue; readonly arrival: LateArrival }) {
  return (
    <p className={styles.walked}>
      {arrivalWords(arrival, due)} {scannedWords(arrival)}
    </p>
  );
}

const scannedWords = ({ scannedCheckPoints: scanned, totalCheckPoints: total }: LateArrival): string =>
  t('lateRounds.scanned', { scanned, total });

interface ChoiceProps {
  readonly due: LateDue;
  readonly open: readonly LateArrival[];
  readonly chosen: LateArrival | undefined;
  readonly onChange: (roundId: string) => void;
}

function Choice({ due, open, chosen, onChange }: ChoiceProps) {
  return (
    <SelectField
      className={styles.choice}
      label={t('lateRounds.which')}
      value={chosen?.roundId ?? ''}
      options={open.map((arrival) => ({
        value: arrival.roundId,
        label: `${arrivalWords(arrival, due)} ${scannedWords(arrival)}`,
      }))}
      onValueChange={onChange}
    />
  );
}
