import { getSentMail, getSentMailHtml, listSentMail, retrySentMail } from '@watchpost/contract/sent-mail';
import { gridPageSize } from '@watchpost/domain/limits';
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { type LogoPicture, readLogo } from '../../platform/branding/logo-picture.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { logoAddress } from '../../platform/mail/write-mail.ts';
import { viewPage } from './sent-mail-page.service.ts';
import { findOneMail, findParts, requeueMail } from './sent-mail.queries.ts';

export interface SentMailSettings {
  readonly isDemo: boolean;
  /** 'outbox' where no mail server is configured. */
  readonly mailWay: 'outbox' | 'server';
  readonly files: FileStore;
}

export function sentMailRoutes({ isDemo, mailWay, files }: SentMailSettings): Route[] {
  const isOutbox = mailWay === 'outbox';
  // Codes and links open an account: anyone who reads them may take it. The demo has no one to lose.
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
      const logo = await readLogo(files, scope.db, tenant.id);
      const chunks = only(Buffer.from(withLogo(parts.html, logo)));
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

/** A frame has no parts of a mail at hand: the logo stands in the page itself. */
function withLogo(html: string, logo: LogoPicture | null): string {
  if (logo === null) return html;
  return html.replaceAll(logoAddress, `data:${logo.mediaType};base64,${logo.bytes.toString('base64')}`);
}

async function mailOf(scope: SiteScope, id: string) {
  const mail = await findOneMail(scope, id);
  if (mail === null) throw new AppError('notFound');
  return mail;
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
