// An application whose mails really arrive, and what a reader takes from them.
import { CompiledQuery, sql } from 'kysely';
import type { Email } from 'postal-mime';
import { vi } from 'vitest';
import { pushHosts } from '../../platform/adapters/push/push-hosts.ts';
import { pushService } from '../../platform/adapters/push/push-service.ts';
import { allJobs } from '../../all-jobs.ts';
import type { AppDependencies } from '../../app.ts';
import type { Db } from '../../platform/db/database.ts';
import { type MailBox, openMailBox } from '../../platform/mail/mail-box.testing.ts';
import { smtpTransport } from '../../platform/mail/mail-transport.ts';
import { type MadeTenant, makeUser } from '../../testing/factories.ts';
import { type Caller, testApp, type TestApp, testSecret } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { testJobs } from '../../testing/test-jobs.ts';

export interface MailingApp extends TestApp {
  readonly box: MailBox;
  /** Resolves with the mails of an address once there are so many. */
  mailsTo(address: string, count?: number): Promise<Email[]>;
  /** Resolves when no job waits any more. */
  idle(): Promise<void>;
}

export async function mailingApp(more: Partial<AppDependencies> = {}): Promise<MailingApp> {
  const server = await testApp(more);
  const box = await openMailBox();
  await testJobs(
    server,
    allJobs({
      mail: {
        transport: smtpTransport(box.url),
        files: testFiles(),
        fromAddress: 'console@watchpost.example',
      },
      secret: testSecret,
      sealing: testSealing(),
      onProblem: () => {},
      push: {
        service: pushService(pushHosts([])),
        subject: 'mailto:push@watchpost.example',
        onProblem: () => {},
      },
      consoleUrl: (slug) => `https://console.example/${slug}/`,
    }),
  );
  const to = (address: string) => box.arrived.filter((mail) => mail.to?.[0]?.address === address);
  return {
    ...server,
    box,
    mailsTo: (address, count = 1) =>
      vi.waitFor(
        () => {
          const mails = to(address);
          if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${address}`);
          return mails;
        },
        { timeout: 60_000, interval: 30 },
      ),
    idle: () =>
      vi.waitFor(
        async () => {
          const query = CompiledQuery.raw('SELECT count(*) AS n FROM graphile_worker._private_jobs');
          const { rows } = await server.owner.executeQuery<{ n: number }>(query);
          if (rows[0]?.n !== 0) throw new Error('jobs are waiting');
        },
        { timeout: 60_000, interval: 30 },
      ),
  };
}

export const otpOf = (mail: Email | undefined): string => /^ {4}(\d+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
/** The secret of the link in a mail. */
export const linkOf = (mail: Email | undefined): string =>
  /#\/signin\?reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** What people of a tenant ask about codes, each time from an address of their own, so that no test slows another. */
export function asking(server: MailingApp, tenant: MadeTenant) {
  let counter = 0;
  const from = (at: MadeTenant): Caller => {
    counter += 1;
    const remoteAddress = `10.0.${Math.floor(counter / 250)}.${1 + (counter % 250)}`;
    return (method, path, options = {}) =>
      server.app.inject({
        method,
        url: `/api/${at.slug}${path}`,
        remoteAddress,
        headers: { 'content-type': 'application/json', ...options.headers },
        ...(options.query === undefined ? {} : { query: options.query }),
        payload: JSON.stringify(options.body ?? {}),
      });
  };
  const forgot = (username: string, caller = from(tenant)) =>
    caller('POST', '/users/forgot-password', { body: { username } });
  const verify = (email: string, otp: string, caller = from(tenant)) =>
    caller('POST', '/users/verify-otp', { body: { otp, email } });
  /** A new account that was mailed a code. */
  const mailed = async (): Promise<{ id: string; email: string; otp: string; link: string }> => {
    const user = await makeUser(server.owner, tenant);
    const { statusCode } = await forgot(user.email);
    if (statusCode !== 200) throw new Error(`asking for a code answered ${statusCode}`);
    const [mail] = await server.mailsTo(user.email);
    return { ...user, otp: otpOf(mail), link: linkOf(mail) };
  };
  return { from, forgot, verify, mailed };
}

/** As if so many minutes had passed since an account's codes were mailed, or exchanged. */
export async function ageCodes(owner: Db, userId: string, minutes: number): Promise<void> {
  await owner
    .updateTable('password_codes')
    .set({ expires_at: sql<Date>`expires_at - make_interval(mins => ${minutes})` })
    .where('user_id', '=', userId)
    .execute();
}
