// Saving takes one press, also of who is still in a field that is wrong: nothing moves under the pointer.
import type { Locator, Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

/** As a person presses: with a moment between down and up, in which the page may draw itself anew. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is out of view');
  // Near its upper edge, which what is told above it takes from under the pointer.
  await page.mouse.move(box.x + box.width / 2, box.y + 3);
  await page.mouse.down();
  await page.waitForTimeout(100);
  await page.mouse.up();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const refusal = 'Some fields need a change; see below them.';

const forms = [
  { route: 'manage-security-guards/add-guard', blur: 'Employee ID*', write: '!' },
  { route: 'manage-shifts/add-shift', blur: 'Name*', write: '' },
] as const;

for (const { route, blur, write } of forms) {
  test(`[MNG-01] one press of Save is enough in ${route} though leaving the field tells what is wrong with it`, async ({
    page,
  }) => {
    await openRoute(page, route);
    const field = page.getByLabel(blur, { exact: true });
    await field.fill(write);
    // At the end of the page the bar stands below the fields, not at the edge of the window.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await press(page, save(page));
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  });
}

/** What the keyboard is on, where something else lies over its middle or it is out of view. */
const obscured = () => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = over !== null && (focused.contains(over) || over.contains(focused));
  return isSeen && !(over?.matches('form') ?? false) ? null : (focused.outerHTML.slice(0, 120) ?? '');
};

test('[MNG-01] on a phone what the keyboard is on is never below the bar that saves or the header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openRoute(page, 'manage-checkpoints/add-checkpoint');
  const name = page.getByLabel('Name*', { exact: true });
  await name.focus();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press(key);
      // The browser scrolls with its next frame.
      await expect.poll(() => page.evaluate(obscured), { timeout: 2_000 }).toBeNull();
    }
  }
});
