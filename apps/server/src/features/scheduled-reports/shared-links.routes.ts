// What people without an account reach by mailed links; slowed by address, and alike for every link that does not open.
import {
  getSharedFile,
  openSharedReport,
  openUnsubscribe,
  unsubscribe,
} from '@watchpost/contract/report-runs';
import { reportLinkRequestsPerMinute } from '@watchpost/domain/scheduled-reports';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { insertDownload } from './run-history.queries.ts';
import { findOpenLink, findSubscription, setSubscribed } from './shared-links.queries.ts';
import { endedPage, filesPage, subscriptionPage } from './shared-pages.ts';

const minuteMs = 60_000;

/** Counts requests of an address within a minute; throws slowDown. */
function addressLimit(): (address: string) => void {
  const asked = new Map<string, number>();
  let minute = 0;
  return (address) => {
    const nowMs = Date.now();
    const current = Math.floor(nowMs / minuteMs);
    if (current !== minute) asked.clear();
    minute = current;
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    if (times <= reportLinkRequestsPerMinute) return;
    const retryAfterSeconds = Math.ceil(((current + 1) * minuteMs - nowMs) / 1000);
    throw new AppError('slowDown', { retryAfterSeconds });
  };
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function sharedLinkRoutes({ files }: { readonly files: FileStore }): Route[] {
  const count = addressLimit();
  return [
    route(openSharedReport, async ({ tenant, db, params, address, language }) => {
      count(address);
      const link = await findOpenLink(db, tenant.id, params.token);
      if (link === null) return endedPage(language);
      return filesPage(link, params.token);
    }),

    route(getSharedFile, async ({ tenant, db, params, address, language }) => {
      count(address);
      const link = await findOpenLink(db, tenant.id, params.token);
      const file = link?.files.find(({ id }) => id === params.fileId);
      const bytes = file === undefined ? null : await files.get(file.storageKey);
      if (link === null || file === undefined || bytes === null) return endedPage(language);
      await insertDownload(db, tenant.id, file, { email: link.email, address });
      return { fileName: file.name, mediaType: file.mediaType, chunks: only(bytes) };
    }),

    route(openUnsubscribe, async ({ tenant, db, params, address, language }) => {
      count(address);
      const subscription = await findSubscription(db, tenant.id, params.token);
      return subscription === null ? endedPage(language) : subscriptionPage(subscription);
    }),

    route(unsubscribe, async (context) => {
      const { tenant, db, params, body, address, language } = context;
      count(address);
      const subscription = await findSubscription(db, tenant.id, params.token);
      if (subscription === null) return endedPage(language);
      const isSubscribed = body.again === 'yes';
      await setSubscribed(db, auditOrigin(context), subscription, isSubscribed);
      return subscriptionPage({ ...subscription, isEnded: !isSubscribed });
    }),
  ];
}
