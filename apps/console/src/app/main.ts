// The first script of a visit: the code of the page that the address names comes beside the console's own, not after it.
import { endOpening } from '../lib/import-arrived.ts';
import { noteMissingStyles } from '../lib/missing-styles.ts';
import { homePath } from '../lib/pages.ts';
import { createSession } from '../lib/session.ts';
import { currentTenant } from '../lib/tenant.ts';
import { viewerZone } from '../lib/viewer-zone.ts';
import { pageAt, signInCode } from './pages.ts';

/** Anyone who may not see a page fetches none of its code. */
function codeOfOpenedPage(): (() => Promise<object>) | undefined {
  const path = window.location.hash.slice(1).replace(/^\/?$/, homePath);
  const { isSignedIn, canView } = createSession(() => window.localStorage, currentTenant);
  const page = pageAt(path);
  if (path.startsWith('/signin') || (page !== undefined && !isSignedIn())) return signInCode;
  return page !== undefined && canView(page.group) ? page.fetchCode : undefined;
}

noteMissingStyles();
void import('./console.tsx');
// The router asks again when it enters the page, and tells of a failure.
codeOfOpenedPage()?.().catch(() => {});
endOpening();
// The browser's first answer takes a while, which is spent better while the files are on their way.
viewerZone();
