// Every page that the server gives out, looked at as a browser does: what of it would its policy refuse?
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardFolder, verificationPage } from '../../env.ts';
import { makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { buildTestApp, testApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp['app'];
let tenant: MadeTenant;

beforeAll(async () => {
  const { database, owner } = await testApp();
  tenant = await makeTenant(owner);
  app = await buildTestApp(database, { guardFolder: guardFolder(), verificationPage: verificationPage() });
});
afterAll(() => app.close());

const unknown = 'x'.repeat(43);
const pages: readonly [string, () => string][] = [
  ['the console', () => '/'],
  ["a tenant's console", () => `/${tenant.slug}/`],
  ['the guards’ app', () => '/guard/'],
  ['the screen at a checkpoint', () => '/display/'],
  ['the description of the API', () => '/api/docs'],
  ['the verification page', () => `/api/${tenant.slug}/evidence/verification-page`],
  ['the files that a mailed link opens', () => `/api/${tenant.slug}/shared-reports/${unknown}`],
  ['the end of a mailed report', () => `/api/${tenant.slug}/report-subscriptions/${unknown}`],
];

interface Shell {
  readonly html: string;
  /** Of the page itself where it has one, which holds wherever it is opened; else of the reply. */
  readonly policy: string;
}

async function shellOf(url: string): Promise<Shell> {
  const { headers, body } = await app.inject({ url });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const [, own] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(body) ?? [];
  return { html: body, policy: own ?? String(headers['content-security-policy']) };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What stands between the tags of a name, of those without an address to load from. */
const insides = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<${name}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${name}>`, 'g'))].map(
    ([, inside = '']) => inside,
  );

describe.each(pages)('%s', (_name, urlOf) => {
  it('runs no script and takes no style but what its policy names, by file or by digest', async () => {
    const { html, policy } = await shellOf(urlOf());
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    for (const inside of [...insides(html, 'script'), ...insides(html, 'style')])
      expect(policy).toContain(hashOf(inside));
  });

  it('has no handler and no style in its elements, and loads from nowhere else', async () => {
    const { html } = await shellOf(urlOf());
    const markup = html.replaceAll(/<(script|style)>[^]*?<\/\1>/g, '');
    expect(markup).not.toMatch(/<[^>]*\s(?:on[a-z]+|style)\s*=/i);
    expect(markup).not.toMatch(/(?:src|href|action)\s*=\s*["']?\s*(?:javascript:|data:|https?:|\/\/)/i);
  });
});

it.each(pages.slice(0, 2))(
  '[NOTIF-06] %s opens in a window of its own from the home screen of a phone, where alone an iPhone shows notices',
  async (_name, urlOf) => {
    const { html } = await shellOf(urlOf());
    const linked = (rel: string): string => {
      const [, href = ''] = new RegExp(`<link rel="${rel}"[^>]*\\shref="([^"]+)"`).exec(html) ?? [];
      return new URL(href, `http://host${urlOf()}`).pathname;
    };
    const manifest = await app.inject({ url: linked('manifest') });
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    const { start_url: start, display, icons } = manifest.json();
    expect(display).toBe('standalone');
    expect(new URL(start, `http://host${linked('manifest')}`).pathname).toBe(urlOf());
    for (const url of [linked('apple-touch-icon'), ...icons.map(({ src }: { src: string }) => src)]) {
      expect((await app.inject({ url })).headers['content-type']).toBe('image/png');
    }
  },
);
