// Asks for the comment with which an incident goes on to its next status (MNG-08).
import { incidentCommentMaxLength, type IncidentStatus, needsComment } from '@watchpost/domain/incidents';
import type { IncidentRow } from '@watchpost/contract/incidents';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { statusWords, typeWords } from './incident-words.tsx';
import { incidentArea, loadIncident, moveIncident } from './incidents.api.ts';
import styles from './incidents.module.css';

export interface Step {
  readonly incident: Pick<IncidentRow, 'id' | 'version' | 'type' | 'siteName'>;
  readonly status: IncidentStatus;
}

interface DialogProps {
  readonly step: Step;
  readonly onClose: () => void;
}

/**
 * Moves the incident on and tells what became of it; the lists are asked anew in any case. A move that failed leaves the
 * dialog with its comment, and can be tried again upon what somebody else has made of the incident meanwhile.
 */
function useMove({ step: { incident, status }, onClose }: DialogProps) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [version, setVersion] = useState(incident.version);
  const move = async (comment: string) => {
    setIsBusy(true);
    try {
      await moveIncident(incident.id, { status, comment, version });
      toasts.success({ text: t('incidents.moved', { status: statusWords(status) }) });
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      toasts.error({ summary: t('error.summary'), text: failure.message });
      setVersion(
        await loadIncident(incident.id).then(
          ({ incident: newest }) => newest.version,
          () => version,
        ),
      );
      setIsBusy(false);
    } finally {
      void queries.invalidateQueries({ queryKey: [incidentArea] });
    }
  };
  return { isBusy, move };
}

export function StatusDialog({ step, onClose }: DialogProps) {
  const { isBusy, move } = useMove({ step, onClose });
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { incident, status } = step;
  const isNeeded = needsComment(status);
  const submit = async () => {
    if (isNeeded && text.trim() === '') setError(t('incident_comment_required'));
    else await move(text.trim());
  };
  return (
    <Modal
      isOpen
      title={t(status === 'Closed' ? 'incidents.close' : 'incidents.attend')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t(status === 'Closed' ? 'incidents.close' : 'incidents.attend')}
          </Button>
        </>
      }
    >
      <p className={styles.dialogHead}>{`${typeWords(incident.type)}, ${incident.siteName}`}</p>
      <TextArea
        label={t('incidents.comment')}
        help={isNeeded ? undefined : t('incidents.commentOptional')}
        isRequired={isNeeded}
        maxLength={incidentCommentMaxLength}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(null);
        }}
      />
    </Modal>
  );
}
