// A site as its form has it. Pure.
import { siteFields } from '@watchpost/contract/sites';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { type DraftOf, newDraft } from '../../records/record-draft.ts';

export type SiteDraft = DraftOf<typeof siteFields>;

/** A new site lies where the tenant's maps open. */
export function newSite(config: (key: string) => string | undefined): SiteDraft {
  const { mapCentre, timeZone } = fromConfig(config);
  return newDraft(siteFields, {
    latitude: String(mapCentre.latitude),
    longitude: String(mapCentre.longitude),
    timeZone,
  });
}
