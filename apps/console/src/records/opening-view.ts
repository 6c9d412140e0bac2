// Where a map with a pin opens: as near as the company has its maps open (CONST), until somebody chooses what to look at.
import { fromConfig, type TenantSettings } from '@watchpost/domain/tenant-settings';
import { useState } from 'react';
import { session } from '../lib/current-session.ts';
import { siteZoom } from './site-surroundings.ts';

export const openingView = (): Pick<TenantSettings, 'mapCentre' | 'mapZoom'> =>
  fromConfig(session.tenantConfig);

/** Near the site once another one is chosen than the form opened with. */
export function useFormZoom(siteId: string): number {
  const [opened] = useState(siteId);
  return siteId === opened ? openingView().mapZoom : siteZoom;
}
