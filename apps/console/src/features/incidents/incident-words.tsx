// How the types, severities and statuses of incidents read and look.
import type { IncidentStage } from '@watchpost/contract/incidents';
import { type IncidentSeverity, type IncidentStatus } from '@watchpost/domain/incidents';
import { incidentMeanings } from '../../lib/incident-meanings.ts';
import { t } from '../../lib/labels.ts';
import { incidentHref } from '../../lib/record-links.ts';
import { SeverityBadge } from '../../ui/display/severity-badge.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';

export { incidentTypeWords as typeWords } from '../../lib/incident-type.ts';

export const severityWords = (severity: IncidentSeverity): string => t(`incidents.severity.${severity}`);
export const statusWords = (status: IncidentStatus): string => t(`incidents.status.${status}`);

export const stageWords = (stage: IncidentStage): string => t(`incidents.stage.${stage}`);

export function IncidentSeverityBadge({ severity }: { readonly severity: IncidentSeverity }) {
  return <SeverityBadge severity={severity}>{severityWords(severity)}</SeverityBadge>;
}

export function IncidentStatusBadge({ status }: { readonly status: IncidentStatus }) {
  return <StatusBadge meaning={incidentMeanings[status]}>{statusWords(status)}</StatusBadge>;
}

export const detailsHref = incidentHref;
export const editHref = (id: string): string => `#/manage-incidents/edit-incident?id=${id}`;
export const listHref = '#/manage-incidents';
