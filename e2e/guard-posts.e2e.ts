// What a guard must know and is asked: post orders, a handover note and questions, without a network; then in the console.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { emptyQuestion } from '@watchpost/domain/checkpoint-questions';
import { kindOf, phoneRecords } from './guard-records.ts';
import { accessibilityFaults } from './journey.ts';
import { type OwnGuard, PostMaker } from './own-post.ts';
import { expect, openRoute, test } from './signed-in.ts';

interface Post {
  readonly siteId: string;
  readonly siteName: string;
  readonly checkpointId: string;
  readonly guards: readonly OwnGuard[];
}

/** A site of its own with one checkpoint that asks two questions, a route, post orders and two guards. */
async function makePost(request: APIRequestContext): Promise<Post> {
  const maker = await PostMaker.signIn(request);
  const { id: siteId, name: siteName } = await maker.site('Pump works');
  const checkpointId = await maker.point(siteId, 'Pump room');
  const questions = [
    { ...emptyQuestion(randomUUID()), text: 'Fire door closed?' },
    { ...emptyQuestion(randomUUID()), kind: 'number', text: 'Pressure', unit: 'bar', min: 5, max: 8 },
  ];
  await maker.send('put', `checkpoints/${checkpointId}/questions`, { version: 0, questions });
  await maker.route(siteId, 'Pumps', [checkpointId]);
  const orders = { text: 'Gate 2 is locked at 22:00.', effectiveOn: '2025-01-01', version: 0 };
  await maker.send('post', `sites/${siteId}/post-orders`, orders);
  const guards = [await maker.guard('Leela', siteId), await maker.guard('Bhim', siteId)];
  return { siteId, siteName, checkpointId, guards };
}

/** The colleague who was on duty before. */
async function writeNote(request: APIRequestContext, { siteId, guards }: Post): Promise<void> {
  const { employeeId = '', secret = '' } = guards[1] ?? {};
  const data = { employeeId, secret, deviceId: randomUUID() };
  const { accessToken } = await (await request.post('/api/demo/field/signin', { data })).json();
  const text = 'Key 7 is with reception.';
  const event = {
    kind: 'handoverNoted',
    id: randomUUID(),
    siteId,
    text,
    isUrgent: true,
    deviceAtMs: Date.now(),
  };
  const reply = await request.post('/api/demo/field/event', {
    data: { sentAtMs: Date.now(), event },
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(reply.status()).toBe(200);
}

/** What a double tap does where another page comes between its presses: its button is pressed the moment it is there. */
function pressOnceShown(page: Page, name: string): Promise<void> {
  return page.evaluate((text) => {
    const observer = new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent === text);
      if (button === undefined) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, name);
}

test('[FIELD-01] [FIELD-02] post orders, a handover note and questions are dealt with offline and seen in the console', async ({
  browser,
  page: console,
  request,
  baseURL,
}) => {
  const post = await makePost(request);
  await writeNote(request, post);
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: 'en-IN',
    storageState: { cookies: [], origins: [] },
  });
  const phone = await context.newPage();
  const { employeeId = '', secret = '' } = post.guards[0] ?? {};
  await phone.goto('/guard/?company=demo');
  await phone.getByLabel('Employee ID').fill(employeeId);
  await phone.getByLabel('Secret', { exact: true }).fill(secret);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await expect(phone.getByRole('button', { name: post.siteName })).toBeVisible();

  await context.setOffline(true);
  await phone.getByRole('button', { name: post.siteName }).click();
  await expect(phone.getByText('Gate 2 is locked at 22:00.')).toBeVisible();
  expect(await accessibilityFaults(phone)).toEqual([]);
  await pressOnceShown(phone, 'I have read it');
  await phone.getByRole('button', { name: 'I have read and follow it' }).click();
  // It can still be pressed: nobody who tapped twice has signed what was not there to be read.
  await expect(phone.getByRole('button', { name: 'I have read it' })).toBeEnabled();
  await expect(phone.getByText('Key 7 is with reception.')).toBeVisible();
  await phone.getByRole('button', { name: 'I have read it' }).click();
  await phone.getByRole('region', { name: 'Routes' }).getByRole('button', { name: 'Pumps' }).click();
  await phone.getByRole('link', { name: 'Type code' }).click();
  await phone.getByLabel('Code', { exact: true }).fill('ABCDEFGH');
  await phone.getByRole('button', { name: 'Record' }).click();
  await phone.getByRole('button', { name: 'Keep answers' }).click();
  await expect(phone.getByText('Still to be answered: 2')).toBeVisible();
  expect(await accessibilityFaults(phone)).toEqual([]);
  // What lacks an answer is before the guard, however far down the form the button was pressed.
  await expect(phone.getByRole('radio', { name: 'Yes' })).toBeFocused();
  await phone.getByText('No', { exact: true }).click();
  await phone.getByLabel('Note (optional)').focus();
  await phone.getByRole('button', { name: 'Keep answers' }).click();
  await expect(phone.getByLabel('Pressure')).toBeFocused();
  await expect(phone.getByLabel('Pressure')).toBeInViewport();
  await phone.getByLabel('Pressure').fill('९,५');
  await expect(phone.getByText('In bar · Recorded as 9.5')).toBeVisible();
  await expect(phone.getByText('This is out of limits.')).toBeVisible();
  await phone.getByLabel('Note (optional)').fill('Valve drips.');
  // A look at the call for help costs nothing of what is written.
  await phone.getByRole('link', { name: 'SOS' }).click();
  await phone.getByRole('link', { name: 'Back without SOS' }).click();
  // Whoever put them off is told before the round ends, after which nobody can answer them.
  await phone.getByRole('link', { name: 'End round' }).click();
  await expect(phone.getByText('Checkpoints with questions open: 1.')).toBeVisible();
  expect(await accessibilityFaults(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Questions open: Pump room' }).click();
  await expect(phone.getByLabel('Pressure')).toHaveValue('९,५');
  await phone.getByLabel('Pressure').fill('1234567890123456');
  await phone.getByRole('button', { name: 'Keep answers' }).click();
  await expect(phone.getByText('This number is too large. It may have 15 digits at most.')).toBeVisible();
  await phone.getByLabel('Pressure').fill('९,५');
  await phone.getByRole('button', { name: 'Keep answers' }).click();
  await phone.getByRole('link', { name: 'End round' }).click();
  await phone.getByRole('button', { name: 'End round' }).click();
  await phone.getByRole('link', { name: 'End duty' }).click();
  await phone.getByLabel('Note for the next guard').fill('Pump 2 is noisy.');
  await phone.getByRole('link', { name: 'SOS' }).click();
  await phone.getByRole('link', { name: 'Back without SOS' }).click();
  await phone.getByRole('link', { name: 'End duty' }).click();
  await phone.getByRole('button', { name: 'Leave note and end duty' }).click();
  await expect(phone.getByText('Start duty at')).toBeVisible();
  await context.setOffline(false);
  await expect(phone.getByText('Everything is sent')).toBeVisible({ timeout: 30_000 });
  const round = (await phoneRecords(phone)).find((record) => kindOf(record) === 'roundStarted');
  await context.close();

  await openRoute(console, `manage-sites/site-details?id=${post.siteId}`);
  await expect(console.getByText('Acknowledged by 1 of 2 guards')).toBeVisible();
  const notes = console.getByRole('region', { name: 'Handover notes' });
  await expect(notes.getByText('Pump 2 is noisy.')).toBeVisible();
  await expect(notes.getByText(/^Acknowledged by Leela Rao/)).toBeVisible();
  await openRoute(console, `patrolling-reports/scanned-checkpoints-details?id=${round?.id ?? ''}`);
  const answers = console.getByRole('region', { name: 'Answers and notes' });
  await expect(answers.getByText('9.5 bar')).toBeVisible();
  await expect(answers.getByText('Out of limits')).toBeVisible();
  await expect(answers.getByText('Valve drips.')).toBeVisible();
});
