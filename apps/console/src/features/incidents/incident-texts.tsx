// How the types, severities and statuses of incidents read and look.
import type { IncidentStage } from '@watchpost/contract/incidents';
import { type IncidentSeverity, type IncidentStatus } from '@watchpost/domain/incidents';
import { incidentMeanings } from '../../lib/incident-meanings.ts';
import { t } from '../../lib/labels.ts';
import { incidentHref } from '../../lib/record-links.ts';
import { SeverityBadge } from '../../ui/display/severity-badge.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';

export { incidentTypeText as typeWords } from '../../lib/incident-type.ts';

export const severityText = (severity: IncidentSeverity): string => t(`incidents.severity.${severity}`);
export const statusText = (status: IncidentStatus): string => t(`incidents.status.${status}`);

export const stageText = (stage: IncidentStage): string => t(`incidents.stage.${stage}`);

export function IncidentSeverityBadge({ severity }: { readonly severity: IncidentSeverity }) {
  return <SeverityBadge severity={severity}>{severityText(severity)}</SeverityBadge>;
}

export function IncidentStatusBadge({ status }: { readonly status: IncidentStatus }) {
  return <StatusBadge meaning={incidentMeanings[status]}>{statusText(status)}</StatusBadge>;
}

export const detailsHref = incidentHref;
export const editHref = (id: string): string => `#/manage-incidents/edit-incident?id=${id}`;
export const listHref = '#/manage-incidents';
