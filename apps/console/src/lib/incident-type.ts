import { isIncidentType } from '@watchpost/domain/incidents';
import { t } from './labels.ts';

/** What is no type of ours, as an imported record may have it, stands as it is. */
export const incidentTypeText = (type: string): string =>
  isIncidentType(type) ? t(`incidents.type.${type}`) : type;
