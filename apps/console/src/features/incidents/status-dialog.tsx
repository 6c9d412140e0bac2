// Asks for the comment with which an incident goes on to its next status (MNG-08).
import { incidentCommentMaxLength, type IncidentStatus, needsComment } from '@watchpost/domain/incidents';
import type { IncidentRow } from '@watchpost/contract/incidents';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { TextDialog } from '../../records/text-dialog.tsx';
import { useAttempt } from '../../records/use-attempt.ts';
import { makeAsked } from '../../records/use-dialog-draft.ts';
import { statusText, typeWords } from './incident-texts.tsx';
import { incidentArea, loadIncident, moveIncident } from './incidents.api.ts';

export interface Step {
  readonly incident: Pick<IncidentRow, 'id' | 'version' | 'type' | 'siteName'>;
  readonly status: IncidentStatus;
}

const name = 'incidentStatus';
export const useAskedStep = makeAsked<Step>(name);

interface DialogProps {
  readonly step: Step;
  readonly onClose: () => void;
}

/**
 * A move that failed leaves the dialog with its comment, and can be tried again upon what somebody else has made of the
 * incident in the meantime.
 */
export function StatusDialog({ step: { incident, status }, onClose }: DialogProps) {
  const { isBusy, attempt } = useAttempt(incidentArea);
  const [version, setVersion] = useState(incident.version);
  const isNeeded = needsComment(status);
  const move = async (comment: string) => {
    const done = t('incidents.moved', { status: statusText(status) });
    if (await attempt(() => moveIncident(incident.id, { status, comment, version }), done)) return true;
    const newest = await loadIncident(incident.id).catch(() => null);
    if (newest !== null) setVersion(newest.incident.version);
    return false;
  };
  return (
    <TextDialog
      name={name}
      title={t(status === 'Closed' ? 'incidents.close' : 'incidents.attend')}
      subject={`${typeWords(incident.type)}, ${incident.siteName}`}
      label={t('incidents.comment')}
      help={isNeeded ? undefined : t('incidents.commentOptional')}
      missing={isNeeded ? t('incident_comment_required') : undefined}
      maxLength={incidentCommentMaxLength}
      isBusy={isBusy}
      onSubmit={move}
      onClose={onClose}
    />
  );
}
