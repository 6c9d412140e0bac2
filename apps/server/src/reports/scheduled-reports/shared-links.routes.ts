// What people without an account reach by mailed links; slowed by address, and alike for every link that does not open.
import {
  getSharedFile,
  openSharedReport,
  openUnsubscribe,
  unsubscribe,
} from '@watchpost/contract/report-runs';
import { reportLinkRequestsPerMinute } from '@watchpost/domain/scheduled-reports';
import { networkOf } from '../../platform/access/network.ts';
import { countRequest } from '../../platform/access/request-limit.queries.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Context, type Route, route } from '../../platform/http/route.ts';
import { saveAnswer } from '../../company/mail-consents/mail-answers.queries.ts';
import { endedPage } from '../../platform/mail/mailed-page.ts';
import { insertDownload } from './run-history.queries.ts';
import { findOpenLink, findSubscription, setSubscribed, type Subscription } from './shared-links.queries.ts';
import { filesPage, subscriptionPage } from './shared-pages.ts';

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
      return subscription === null ? endedPage(language) : subscriptionPage(subscription, tenant.name);
    }),

    route(unsubscribe, async (context) => {
      const { tenant, db, params, address, language } = context;
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const subscription = await findSubscription(db, tenant.id, params.token);
      if (subscription === null) return endedPage(language);
      await answer(context, subscription);
      const after = await findSubscription(db, tenant.id, params.token);
      return after === null ? endedPage(language) : subscriptionPage(after, tenant.name);
    }),
  ];
}

/** Ends one report or all of the tenant; what ended is taken back by its reader alone. */
async function answer(context: Context<typeof unsubscribe>, subscription: Subscription): Promise<void> {
  const { db, body } = context;
  const origin = auditOrigin(context);
  const { email: address, language, isStopped } = subscription;
  const about = { purpose: 'scheduledReports', address, language } as const;
  if (body.all === 'yes') return saveAnswer(db, origin, { ...about, state: 'stopped' });
  const isSubscribed = body.again === 'yes';
  if (isSubscribed && isStopped) await saveAnswer(db, origin, { ...about, state: 'agreed' });
  return setSubscribed(db, origin, subscription, isSubscribed);
}
