// NFC tags in the guards' app. Browsers on desktops have no reader; this one answers as those on phones do.
import type { APIRequestContext, Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { GuardPhone } from './guard-phone.ts';
import { expectAllStored, kindOf } from './guard-records.ts';
import { expect, password, superAdmin, test } from './journey.ts';

let phone: GuardPhone;

test.beforeEach(({ baseURL }) => {
  phone = new GuardPhone(baseURL ?? '');
});
test.afterEach(() => phone.throwAway());

/** From the next load of the page on it can read tags. It tells anew of one that is held on when it begins to look. */
const withReader = (page: Page) =>
  page.addInitScript(() => {
    class Reader {
      onreading: ((reading: { serialNumber: string }) => void) | null = null;
      async scan() {
        Object.assign(window, { touchTag: (serialNumber: string) => this.onreading?.({ serialNumber }) });
        const serialNumber: unknown = Reflect.get(window, 'heldTag');
        if (typeof serialNumber !== 'string') return;
        await Promise.resolve();
        this.onreading?.({ serialNumber });
        Object.assign(window, { isScanRenewed: true, heldTag: undefined });
      }
    }
    Object.assign(window, { NDEFReader: Reader });
  });

/** Held to the phone as soon as it reads tags; each time it looks for one anew. */
async function touch(page: Page, tag: string): Promise<void> {
  await page.waitForFunction(() => 'touchTag' in window);
  await page.evaluate((serialNumber) => {
    Reflect.get(window, 'touchTag')(serialNumber);
    Reflect.deleteProperty(window, 'touchTag');
  }, tag);
}

/** Reads on while the tag of before is still at the phone: nothing is asked about it, until it comes again. */
async function readOnTouch(page: Page, tag: string): Promise<void> {
  await page.evaluate((heldTag) => Object.assign(window, { heldTag, isScanRenewed: false }), tag);
  await page.getByRole('button', { name: 'Scan next' }).click();
  await page.waitForFunction(() => Reflect.get(window, 'isScanRenewed') === true);
  // As long as a phone is held on at most.
  await page.waitForTimeout(2_000);
  await expect(page.getByLabel('Picture of the camera')).toBeVisible();
}

/** Tags of the site's checkpoints, by checkpoint. */
async function tagsAt(request: APIRequestContext, siteId: string): Promise<Map<string, string>> {
  const signIn = { username: superAdmin, password, wantsToken: true };
  const { accessToken } = await (await request.post('/api/demo/user-signin', { data: signIn })).json();
  const reply = await request.get('/api/demo/secure/checkpoints', {
    params: { site: siteId, limit: '100' },
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { data }: { data: { id: string; nfcTagId: string }[] } = await reply.json();
  return new Map(data.filter(({ nfcTagId }) => nfcTagId !== '').map(({ id, nfcTagId }) => [id, nfcTagId]));
}

test('[FIELD-01] [FIELD-03] a tag held to the phone is a scan of the checkpoint that the guard names, doubted where it hangs elsewhere', async ({
  request,
}) => {
  const { route: first } = await FieldDevice.signIn(request, 'EMP021');
  const tags = await tagsAt(request, first.siteId);
  // In any order: which checkpoints have tags differs from day to day, and one out of its turn is doubted for that.
  const { route } = await FieldDevice.signIn(
    request,
    'EMP021',
    ({ isFixedOrder, checkpoints }) =>
      !isFixedOrder && checkpoints.some(({ checkpointId }) => tags.has(checkpointId)),
  );
  const [right, wrong] = route.checkpoints.toSorted(
    (one, other) => Number(tags.has(other.checkpointId)) - Number(tags.has(one.checkpointId)),
  );
  const tag = tags.get(right?.checkpointId ?? '');
  if (right === undefined || wrong === undefined || tag === undefined) throw new Error('no tag hangs there');

  const page = await phone.open();
  await withReader(page);
  await page.reload();
  await phone.signIn('EMP021');
  await page.getByRole('button', { name: route.siteName }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: route.routeName }).click();
  await page.getByRole('link', { name: 'Scan' }).click();
  for (const point of [right, wrong]) {
    await phone.goTo(point);
    // What was read at the checkpoint before is not offered for the next one.
    await expect(page.getByLabel('Picture of the camera')).toBeVisible();
    await touch(page, tag);
    await page.getByRole('button', { name: point.name }).click();
    const text = point === right ? 'Recorded' : 'Recorded, with a doubt';
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText('Sent. The office has it.')).toBeVisible();
    // The office knows whose tag it is, and counts it there.
    const elsewhere = `This code belongs to ${right.name}: counted there.`;
    await expect(page.getByText(elsewhere)).toHaveCount(point === right ? 0 : 1);
    await readOnTouch(page, tag);
  }
  const records = await expectAllStored(page, request);
  const scans = records.filter((record) => kindOf(record) === 'checkpointScanned');
  expect(scans.map(({ entry, flags }) => [entry.event?.method, entry.event?.code, flags])).toEqual([
    ['nfc', tag, []],
    ['nfc', tag, expect.arrayContaining(['wrongCode'])],
  ]);
});
