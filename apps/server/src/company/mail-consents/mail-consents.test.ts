// People without an account are mailed one question, and reports only once they have said yes.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { invitationsOfAddressMax } from '@watchpost/domain/mail-consents';
import {
  linkIn,
  mailsTo,
  planReport,
  type ReportWorld,
  runsOf,
} from '../../reports/scheduled-reports/scheduled-reports.testing.ts';
import {
  ageInvitation,
  askAgain,
  consentWorld,
  mailedTo,
  openPage,
  savedReport,
  sendForm,
  sendOnDay,
  statesOf,
  strangerAddress,
} from './mail-consents.testing.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await consentWorld();
});

describe('a stranger on the list of a report', () => {
  test('[TRUTH-12] is mailed a question alone, and reports once they agree', async () => {
    const stranger = strangerAddress();
    const id = await savedReport(world, [stranger]);
    const [question] = await mailsTo(world, stranger, 1);
    expect(question?.subject).toBe('Shree Guards: may we mail you patrol reports?');
    expect(question?.attachments).toEqual([]);
    await sendOnDay(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'failed', reason: 'noRecipients' }]);
    expect(mailedTo(world, stranger)).toHaveLength(1);
    expect(await statesOf(world, id)).toEqual({ [stranger]: 'invited' });

    const link = linkIn(question?.text, world, 'mail-consents');
    const page = await openPage(world, link);
    expect(page.body).toContain(`Patrol reports of Shree Guards would be mailed to ${stranger}.`);
    // A scanner that opens links agrees to nothing.
    expect(await statesOf(world, id)).toEqual({ [stranger]: 'invited' });
    expect((await sendForm(world, link, 'answer=agree')).body).toContain('You have agreed');
    expect(await statesOf(world, id)).toEqual({ [stranger]: 'agreed' });
    await sendOnDay(world, id, 2);
    const [, report] = await mailsTo(world, stranger, 2);
    expect(report?.subject).toContain('Nightly');
    const headers = new Map(report?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(report?.text).toContain('/report-subscriptions/');
  });

  test('[TRUTH-12] who says no is mailed nothing more and never asked again', async () => {
    const stranger = strangerAddress();
    const id = await savedReport(world, [stranger]);
    const [question] = await mailsTo(world, stranger, 1);
    const headers = new Map(question?.headers.map(({ key, value }) => [key, value]));
    const link = linkIn(headers.get('list-unsubscribe'), world, 'mail-consents');
    expect((await sendForm(world, link, 'List-Unsubscribe=One-Click')).body).toContain('Stopped');
    expect(await statesOf(world, id)).toEqual({ [stranger]: 'stopped' });
    await ageInvitation(world, stranger);
    const refused = await askAgain(world, id, stranger);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().general[0].code).toBe('recipientStopped');
    await savedReport(world, [stranger]);
    await sendOnDay(world, id, 1);
    expect(mailedTo(world, stranger)).toHaveLength(1);
    // They alone take it back.
    await sendForm(world, link, 'answer=agree');
    expect(await statesOf(world, id)).toEqual({ [stranger]: 'agreed' });
  });

  test('[TRUTH-12] is asked once for any number of reports, by any admin', async () => {
    const stranger = strangerAddress();
    await Promise.all([
      savedReport(world, [stranger]),
      savedReport(world, [stranger]),
      savedReport(world, [stranger, strangerAddress()]),
    ]);
    await mailsTo(world, stranger, 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(mailedTo(world, stranger)).toHaveLength(1);
  });

  test('[TRUTH-12] may be asked again after a day, three times in all', async () => {
    const stranger = strangerAddress();
    const id = await savedReport(world, [stranger]);
    expect((await askAgain(world, id, stranger)).json().general[0].code).toBe('invitationTooSoon');
    for (let asked = 1; asked < invitationsOfAddressMax; asked += 1) {
      await ageInvitation(world, stranger);
      expect((await askAgain(world, id, stranger)).statusCode).toBe(200);
    }
    await ageInvitation(world, stranger);
    expect((await askAgain(world, id, stranger)).json().general[0].code).toBe('invitationsOfAddressSpent');
    expect(await mailsTo(world, stranger, invitationsOfAddressMax)).toHaveLength(invitationsOfAddressMax);
    expect((await askAgain(world, id, strangerAddress())).statusCode).toBe(404);
  });

  test('[TRUTH-12] stops all reports from any mail, and what waits to leave does not', async () => {
    const reader = strangerAddress();
    const id = await planReport(world, { recipients: [reader], formats: ['csv'] });
    await sendOnDay(world, id, 1);
    const [mail] = await mailsTo(world, reader, 1);
    const link = linkIn(mail?.text, world, 'report-subscriptions');
    const waiting = await queueReport(reader);
    expect((await openPage(world, link)).body).toContain('Send me no reports of Shree Guards at all');
    expect((await sendForm(world, link, 'all=yes')).body).toContain(
      `No reports of Shree Guards are mailed to ${reader} any more.`,
    );
    expect(await statesOf(world, id)).toEqual({ [reader]: 'stopped' });
    const left = await world.server.owner
      .selectFrom('mail_messages')
      .select(['state', 'text_part'])
      .where('id', '=', waiting)
      .executeTakeFirstOrThrow();
    expect(left).toEqual({ state: 'failed', text_part: null });
    await sendForm(world, link, 'again=yes');
    expect(await statesOf(world, id)).toEqual({ [reader]: 'agreed' });
  });
});

/** A report that waits for the mail server. */
async function queueReport(recipient: string): Promise<string> {
  const id = randomUUID();
  await world.server.owner
    .insertInto('mail_messages')
    .values({
      tenant_id: world.tenant.id,
      id,
      recipient,
      template: 'scheduledReport',
      language: 'en',
      subject: 'Nightly',
      text_part: 'text',
      html_part: 'html',
      next_try_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return id;
}
