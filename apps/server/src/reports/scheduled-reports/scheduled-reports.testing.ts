// A company whose reports are planned, made and mailed by the real jobs, to a mail server of its own.
import { vi } from 'vitest';
import { mailConsentJobs } from '../../company/mail-consents/mail-consents.jobs.ts';
import { mailJobs } from '../../platform/mail/mail.jobs.ts';
import { type MailBox, openMailBox } from '../../platform/mail/mail-box.testing.ts';
import { smtpTransport } from '../../platform/mail/mail-transport.ts';
import {
  type MadeTenant,
  makeGuard,
  makeRound,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeScheduledReport } from '../../testing/make-scheduled-report.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { maintainReports } from './plan-runs.ts';
import { scheduledReportJobs } from './scheduled-reports.jobs.ts';

export interface ReportWorld {
  readonly server: TestApp;
  readonly box: MailBox;
  readonly tenant: MadeTenant;
  readonly adminId: string;
  readonly admin: Caller;
  readonly siteId: string;
  readonly otherSite: string;
  readonly guardId: string;
}

export const consoleUrl = 'https://console.example';

/** Rounds of yesterday's are made by addRound; jobs run without their timetable, so that tests say when it is. */
export async function reportWorld(): Promise<ReportWorld> {
  const server = await testApp();
  const box = await openMailBox();
  const tenant = await makeTenant(server.owner, { name: 'Shree Guards' });
  const user = await makeUser(server.owner, tenant);
  const siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
  const guard = await makeGuard(server.owner, tenant, { employee_id: 'M7', siteIds: [siteId] });
  const onProblem = () => {};
  const settings = {
    files: testFiles(),
    sealing: testSealing(),
    consoleUrl: () => `${consoleUrl}/`,
    retryDelaysMs: [10],
    onProblem,
  };
  const handlers = [
    ...scheduledReportJobs(settings),
    ...mailConsentJobs(settings),
    ...mailJobs({
      transport: smtpTransport(box.url),
      files: testFiles(),
      fromAddress: 'console@watchpost.example',
    }),
  ].filter(({ timetable }) => timetable === undefined);
  await testJobs(server, handlers);
  return {
    server,
    box,
    tenant,
    adminId: user.id,
    admin: await browserOf(server, tenant, user.id),
    siteId,
    otherSite: await makeSite(server.owner, tenant, { name: 'Depot' }),
    guardId: guard.id,
  };
}

export const addRound = ({ server, tenant, siteId, guardId }: ReportWorld, atMs: number, site = siteId) =>
  makeRound(server.owner, tenant, { site_id: site, guard_id: guardId, started_at_ms: atMs });

/** Armed on 20 November in the evening, on behalf of the super admin, unless said otherwise. */
export const planReport = (
  { server, tenant, siteId, adminId }: ReportWorld,
  values: Parameters<typeof makeScheduledReport>[3] = {},
  site: string | null = siteId,
) =>
  makeScheduledReport(server.owner, tenant, site, {
    owner_id: adminId,
    armed_at: new Date('2026-11-20T12:00:00Z'),
    ...values,
  });

export const tick = ({ server }: ReportWorld, at: string) =>
  maintainReports(server.database, new Date(`${at}+05:30`).getTime());

export const runsOf = ({ server, tenant }: ReportWorld, reportId: string) =>
  server.owner
    .selectFrom('scheduled_report_runs')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('report_id', '=', reportId)
    .orderBy('due_at_ms')
    .execute();

/** Waits until no run of the report is still to be made. */
export async function settled(world: ReportWorld, reportId: string, runs: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const all = await runsOf(world, reportId);
      if (all.length < runs || all.some(({ state }) => state === 'queued' || state === 'making')) {
        throw new Error(
          `still to be made: ${all.map(({ state, reason }) => `${state} ${reason}`).join(', ')}`,
        );
      }
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Mails that arrived for an address. */
export async function mailsTo({ box }: ReportWorld, email: string, count: number) {
  const own = () => box.arrived.filter((mail) => mail.to?.some(({ address }) => address === email));
  await vi.waitFor(
    () => {
      if (own().length < count) throw new Error(`${own().length} mails arrived for ${email}`);
    },
    { timeout: 60_000, interval: 50 },
  );
  return own();
}

/** The path below /api/{tenant} of the first link of that kind in a mail. */
export function linkIn(text: string | undefined, { tenant }: ReportWorld, kind: string): string {
  const found = new RegExp(`${consoleUrl}/api/${tenant.slug}(/${kind}/[\\w-]+)`).exec(text ?? '')?.[1];
  if (found === undefined) throw new Error(`no ${kind} in: ${text}`);
  return found;
}

/** Of a message. */
export const filesOf = (mail: Awaited<ReturnType<typeof mailsTo>>[number] | undefined): Buffer[] =>
  (mail?.attachments ?? []).map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  );
