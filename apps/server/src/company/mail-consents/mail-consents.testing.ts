// A company that asks strangers whether to be mailed, and what each of them and it can do about that.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  addRound,
  type ReportWorld,
  reportWorld,
  settled,
  tick,
} from '../../reports/scheduled-reports/scheduled-reports.testing.ts';
import { anyone, type Caller } from '../../testing/test-app.ts';

export const strangerAddress = (): string => `${randomUUID()}@x.example`;

export async function consentWorld(): Promise<ReportWorld> {
  const world = await reportWorld();
  await addRound(world, new Date('2026-11-20T22:00:00+05:30').getTime());
  return world;
}

export const reportFieldsFor = (world: ReportWorld, recipients: readonly string[], values: object = {}) => ({
  name: 'Nightly',
  siteId: world.siteId,
  timing: { kind: 'daily', minute: 420 },
  contents: ['scannedCheckpoints'],
  period: 'day',
  dayStartMinute: 0,
  formats: ['csv'],
  language: 'en',
  recipients,
  sendsEmpty: true,
  ...values,
});

/** The id of a report that is sent from 21 November on. */
export async function savedReport(
  world: ReportWorld,
  recipients: readonly string[],
  as: Caller = world.admin,
): Promise<string> {
  const reply = await as('POST', '/secure/scheduled-reports', { body: reportFieldsFor(world, recipients) });
  expect(reply.statusCode).toBe(200);
  const { id } = reply.json();
  await world.server.owner
    .updateTable('scheduled_reports')
    .set({ armed_at: new Date('2026-11-20T12:00:00Z') })
    .where('id', '=', id)
    .execute();
  return id;
}

export async function statesOf(world: ReportWorld, id: string): Promise<Record<string, string>> {
  const { recipients } = (await world.admin('GET', `/secure/scheduled-reports/${id}`)).json();
  return Object.fromEntries(
    recipients.map(({ email, state }: { email: string; state: string }) => [email, state]),
  );
}

/** As a browser sends the form of a page. */
export const sendForm = (world: ReportWorld, path: string, payload: string) =>
  anyone(world.server.app, world.tenant)('POST', path, {
    payload: Buffer.from(payload),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export const openPage = (world: ReportWorld, path: string) =>
  anyone(world.server.app, world.tenant)('GET', path);

export async function sendOnDay(world: ReportWorld, id: string, day: number): Promise<void> {
  await tick(world, `2026-11-${20 + day}T07:00:00`);
  await settled(world, id, day);
}

export const mailedTo = (world: ReportWorld, email: string) =>
  world.box.arrived.filter((mail) => mail.to?.some((to) => to.address === email));

export const askAgain = (world: ReportWorld, id: string, email: string) =>
  world.admin('POST', `/secure/scheduled-reports/${id}/invite`, { body: { email } });

/** As if the address had been asked a day earlier. */
export const ageInvitation = (world: ReportWorld, email: string) =>
  world.server.owner
    .updateTable('mail_consents')
    .set({ invited_at: sql<Date>`invited_at - interval '25 hours'` })
    .where('address', '=', email)
    .execute();
