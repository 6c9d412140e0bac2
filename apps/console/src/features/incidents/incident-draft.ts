// An incident as its form holds it: the position is text until it is saved. Pure.
import type { IncidentRow } from '@watchpost/contract/incidents';
import { degreesOf } from '../../records/degrees.ts';

export interface IncidentDraft {
  readonly siteId: string;
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  /** Both empty where no one knows it. */
  readonly latitude: string;
  readonly longitude: string;
  /** Empty for no one. */
  readonly guardId: string;
  /** Uploaded for a new incident; those of a stored one are added on its page. */
  readonly photoIds: readonly string[];
}

const textOf = (degrees: number | null): string => (degrees === null ? '' : String(degrees));

export function draftOf(incident: IncidentRow): IncidentDraft {
  const { siteId, type, severity, description, latitude, longitude, guardId } = incident;
  return {
    siteId,
    type,
    severity,
    description,
    latitude: textOf(latitude),
    longitude: textOf(longitude),
    guardId: guardId ?? '',
    photoIds: [],
  };
}

export const newDraft = (siteId: string): IncidentDraft => ({
  siteId,
  type: '',
  severity: 'medium',
  description: '',
  latitude: '',
  longitude: '',
  guardId: '',
  photoIds: [],
});

/** What the contract's schema takes. */
export function inputOf({
  siteId,
  type,
  severity,
  description,
  latitude,
  longitude,
  guardId,
  photoIds,
}: IncidentDraft) {
  const hasPosition = latitude.trim() !== '' || longitude.trim() !== '';
  return {
    siteId,
    type,
    severity,
    description,
    position: hasPosition ? { latitude: degreesOf(latitude), longitude: degreesOf(longitude) } : null,
    guardId: guardId === '' ? null : guardId,
    photoIds,
  };
}
