// The first script of a visit: the code of the page that the address names comes beside the console's own, not after it.
import { areaAt } from '../lib/areas.ts';
import { createSession } from '../lib/session.ts';
import { currentTenant } from '../lib/tenant.ts';
import { viewerZone } from '../lib/viewer-zone.ts';
import { areaCode } from './area-code.ts';

/** Whoever may not see an area fetches none of its code. */
function fetchOpenedArea(): void {
  const area = areaAt(window.location.hash.slice(1));
  const { isSignedIn, canView } = createSession(() => window.localStorage, currentTenant);
  // The router asks again when it enters the area, and tells of a failure.
  if (area !== undefined && isSignedIn() && canView(area.group)) areaCode[area.page]().catch(() => {});
}

void import('./console.tsx');
fetchOpenedArea();
// The browser's first answer takes a while, which is spent better while the files are on their way.
viewerZone();
