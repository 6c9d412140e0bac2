// What people without an account reach by mailed links; slowed by address, and alike for every link that does not open.
import {
  getSharedFile,
  openSharedReport,
  openUnsubscribe,
  unsubscribe,
} from '@watchpost/contract/report-runs';
import { reportLinkRequestsPerMinute } from '@watchpost/domain/scheduled-reports';
import { networkOf } from '../../access/network.ts';
import { countRequest } from '../../access/request-limit.queries.ts';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { type Route, route } from '../../http/route.ts';
import { insertDownload } from './run-history.queries.ts';
import { findOpenLink, findSubscription, setSubscribed } from './shared-links.queries.ts';
import { endedPage, filesPage, subscriptionPage } from './shared-pages.ts';

const linkLimit = { name: 'report-links', max: reportLinkRequestsPerMinute, windowSeconds: 60 };

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function sharedLinkRoutes({ files }: { readonly files: FileStore }): Route[] {
  return [
    route(openSharedReport, async ({ tenant, db, params, address, language }) => {
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const link = await findOpenLink(db, tenant.id, params.token);
      if (link === null) return endedPage(language);
      return filesPage(link, params.token);
    }),

    route(getSharedFile, async ({ tenant, db, params, address, language }) => {
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const link = await findOpenLink(db, tenant.id, params.token);
      const file = link?.files.find(({ id }) => id === params.fileId);
      const bytes = file === undefined ? null : await files.get(file.storageKey);
      if (link === null || file === undefined || bytes === null) return endedPage(language);
      await insertDownload(db, tenant.id, file, { email: link.email, address });
      return { fileName: file.name, mediaType: file.mediaType, chunks: only(bytes) };
    }),

    route(openUnsubscribe, async ({ tenant, db, params, address, language }) => {
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const subscription = await findSubscription(db, tenant.id, params.token);
      return subscription === null ? endedPage(language) : subscriptionPage(subscription);
    }),

    route(unsubscribe, async (context) => {
      const { tenant, db, params, body, address, language } = context;
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const subscription = await findSubscription(db, tenant.id, params.token);
      if (subscription === null) return endedPage(language);
      const isSubscribed = body.again === 'yes';
      await setSubscribed(db, auditOrigin(context), subscription, isSubscribed);
      return subscriptionPage({ ...subscription, isEnded: !isSubscribed });
    }),
  ];
}
