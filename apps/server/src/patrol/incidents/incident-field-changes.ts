// What an edit changed, as the history tells it.
import type { IncidentRow } from '@watchpost/contract/incidents';
import type { FieldChange } from './incident-changes.queries.ts';

const positionText = ({ latitude, longitude }: IncidentRow): string =>
  latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`;

const told: Readonly<Record<string, (incident: IncidentRow) => string>> = {
  site: ({ siteName }) => siteName,
  type: ({ type }) => type,
  severity: ({ severity }) => severity,
  description: ({ description }) => description,
  position: positionText,
  reporter: ({ reporterName }) => reporterName,
  assignee: ({ assigneeName }) => assigneeName,
};

export function changesBetween(before: IncidentRow, after: IncidentRow): FieldChange[] {
  return Object.entries(told).flatMap(([field, textOf]) => {
    const change = { field, before: textOf(before), after: textOf(after) };
    return change.before === change.after ? [] : [change];
  });
}
