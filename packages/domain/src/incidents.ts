// Incidents: what can happen at a site, how bad it is, and how it is dealt with (MNG-08).

export const incidentTypes = [
  'theft',
  'intrusion',
  'suspiciousPerson',
  'disturbance',
  'damage',
  'fire',
  'medical',
  'safetyHazard',
  'equipmentFault',
  'other',
] as const;
export type IncidentType = (typeof incidentTypes)[number];

/** Mildest first. */
export const incidentSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type IncidentSeverity = (typeof incidentSeverities)[number];

/** In the order in which an incident passes through them. */
export const incidentStatuses = ['New', 'Attended', 'Closed'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

const followers: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  New: ['Attended'],
  Attended: ['Closed'],
  Closed: [],
};

/** What may come after a status: one step forward, never back, so that the record tells who attended and who closed. */
export function statusesAfter(status: IncidentStatus): readonly IncidentStatus[] {
  return followers[status];
}

export function mayFollow(before: IncidentStatus, after: IncidentStatus): boolean {
  return followers[before].includes(after);
}

/** Closing an incident requires a comment on how it ended. */
export function needsComment(after: IncidentStatus): boolean {
  return after === 'Closed';
}

export const incidentDescriptionMaxLength = 2_000;
export const incidentCommentMaxLength = 2_000;
/** Photos of one incident. */
export const incidentPhotosMax = 12;

/** What an incident's history tells of. */
export const incidentEventKinds = ['reported', 'edited', 'status', 'assigned', 'comment', 'photos'] as const;
export type IncidentEventKind = (typeof incidentEventKinds)[number];

export function isIncidentType(type: string): type is IncidentType {
  return incidentTypes.some((known) => known === type);
}

/** Notices of single incidents that one guard causes within an hour; of more those who watch are notified once an hour. */
export const incidentNoticesPerHour = 20;
