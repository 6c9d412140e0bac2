import { getSentMail, getSentMailHtml, listSentMail, retrySentMail } from '@watchpost/contract/sent-mail';
import { gridPageSize } from '@watchpost/domain/limits';
import type { SiteScope, Tenant } from '../../access/caller.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { viewPage } from './sent-mail-page.service.ts';
import { findOneMail, findParts, requeueMail } from './sent-mail.queries.ts';

export interface SentMailSettings {
  readonly isDemo: boolean;
  /** 'outbox' where no mail server is configured. */
  readonly mailWay: 'outbox' | 'server';
}

export function sentMailRoutes({ isDemo, mailWay }: SentMailSettings): Route[] {
  const isOutbox = mailWay === 'outbox';
  // Codes and links open an account: whoever reads them may take it. The demo has nobody to lose.
  const canOpen = (tenant: Tenant) => isDemo && isOutbox && tenant.isDemo;

  return [
    route(listSentMail, async ({ tenant, caller: { scope }, query }) => ({
      ...(await viewPage(scope, { ...query, limit: query.limit ?? gridPageSize }, isOutbox)),
      canOpen: canOpen(tenant),
    })),

    route(getSentMail, async ({ tenant, caller: { scope }, params }) => {
      const mail = await mailOf(scope, params.mailId);
      const parts = canOpen(tenant) ? await findParts(scope, mail.id) : null;
      return { mail, text: parts?.text ?? null };
    }),

    route(getSentMailHtml, async ({ tenant, caller: { scope }, params }) => {
      const parts = canOpen(tenant) ? await findParts(scope, params.mailId) : null;
      if (parts === null || parts.html === null) throw new AppError('notFound');
      const chunks = only(Buffer.from(parts.html));
      return { fileName: 'message.html', mediaType: 'text/html; charset=utf-8', chunks, isFramed: true };
    }),

    route(retrySentMail, async (context) => {
      const { scope } = context.caller;
      const mail = await mailOf(scope, context.params.mailId);
      if (!(await requeueMail(scope, mail, auditOrigin(context)))) throw new AppError('mailNotKept');
      return { mail: await mailOf(scope, mail.id) };
    }),
  ];
}

async function mailOf(scope: SiteScope, id: string) {
  const mail = await findOneMail(scope, id);
  if (mail === null) throw new AppError('notFound');
  return mail;
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
