// The console's own cut of rich text, without the server's before it.
import { expect, openRichText, test } from './gallery/gallery.ts';
import { alerts, countAlerts, strangersIn } from './injected-scripts.ts';
import { xssVectors } from './xss-vectors.ts';

test('[INFO-02] no vector runs or leaves a trace in the component that shows rich text, nor in what an editor gets', async ({
  page,
}) => {
  await page.addInitScript(countAlerts);
  await openRichText(page);
  for (const [index, vector] of xssVectors.entries()) {
    await page.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent('show', { detail })),
      `<p>before ${index}</p>${vector}`,
    );
    await expect(page.locator('article').getByText(`before ${index}`, { exact: true })).toBeVisible();
    await expect(page.locator('section').getByText(`before ${index}`, { exact: true })).toBeVisible();
    expect([vector, await strangersIn(page, 'article > div')]).toEqual([vector, []]);
    expect([vector, await strangersIn(page, 'section')]).toEqual([vector, []]);
    expect([vector, await alerts(page)]).toEqual([vector, 0]);
  }
});

test('what the list allows is shown as it was written', async ({ page }) => {
  await openRichText(page);
  const html = '<h2>Posts</h2><p>A <strong>gate</strong> and a <a href="https://acme.example">page</a>.</p>';
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('show', { detail })), html);
  const shown = page.locator('article');
  await expect(shown.getByRole('heading', { name: 'Posts' })).toBeVisible();
  await expect(shown.locator('strong')).toHaveText('gate');
  await expect(shown.getByRole('link', { name: 'page' })).toHaveAttribute('rel', 'noopener noreferrer');
});
