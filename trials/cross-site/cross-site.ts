// Sessions end at once, and pages of other origins write nothing with those that live, in a real Chromium.
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { followEvents } from '@watchpost/contract/notifications';
import { saveListPreferences } from '@watchpost/contract/list-preferences';
import { testPassword } from '../../apps/server/src/testing/factories.ts';
import {
  makeWorld,
  pathOf,
  sampleOf,
  type SampleWorld,
} from '../../apps/server/src/testing/endpoint-samples.ts';
import { ensureChromium } from '../../scripts/ensure-chromium.mjs';
import { startTriedProduct } from '../tried-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { startAttacker, type Target } from './attacker.ts';
import { askWithDeadSessions } from './dead-sessions.ts';
import { changedTables, fingerprints } from './stored.ts';

/**
 * Where the console is opened, and whence it is attacked, by another port of its host, by another name of the machine and by
 * a stranger. Chromium tells servers the origin of a request on localhost as it does over TLS.
 */
const scenes = [{ console: '127.0.0.1', attackers: ['127.0.0.1', 'localhost', 'evil.test'] }] as const;

declare global {
  interface Window {
    attack(targets: readonly Target[]): Promise<{ sent: number; read: string[] }>;
    listen(url: string): Promise<string[]>;
  }
}

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, log, atEnd } = trial;
  const product = await startTriedProduct(trial);
  const dead = await askWithDeadSessions(product, count);
  log(`${dead.asked} requests with dead sessions`);
  const faults = [...dead.faults];
  const executablePath = await ensureChromium();
  const args = [
    '--no-sandbox',
    '--host-resolver-rules=MAP *.test 127.0.0.1',
    '--disable-features=LocalNetworkAccessChecks',
  ];
  const browser = await chromium.launch({ executablePath, args });
  atEnd(() => browser.close());
  const port = await startAttacker(trial);
  const world = await makeWorld(product.owner);
  const answers = new Map<string, number>();
  let sent = 0;
  for (const scene of scenes) {
    const context = await browser.newContext();
    const served = new Set<string>();
    context.on('response', (response) => {
      const url = new URL(response.url());
      if (url.port !== new URL(product.url).port) return;
      const [method, status] = [response.request().method(), response.status()];
      const key = `${method === 'GET' ? 'reads' : 'writes'} with ${status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      if (method !== 'GET' && status < 400) served.add(`${method} ${url.pathname}`);
    });
    const origin = `http://${scene.console}:${new URL(product.url).port}`;
    const home = await signIn(context, origin, world);
    log(`signed in at ${scene.console}`);
    const control = await fingerprints(product.owner);
    const wrote = await writeFromHome(home, origin, world, `at ${scene.console}`);
    if (wrote !== 200) faults.push(`the console's own page was answered ${wrote}`);
    const before = await fingerprints(product.owner);
    if (changedTables(control, before).length === 0)
      faults.push('a write of the console itself was not seen');
    answers.clear();
    served.clear();
    for (const host of scene.attackers) {
      const attack = await attackFrom(context, `http://${host}:${port}`, targetsAt(origin, world));
      sent += attack.sent;
      faults.push(...attack.read.map((what) => `${host} read or opened ${what} of ${scene.console}`));
      const changed = changedTables(before, await fingerprints(product.owner));
      faults.push(...changed.map((table) => `${host} changed ${table} by ${scene.console}`));
      faults.push(...[...served].map((what) => `${host} was served ${what} of ${scene.console}`));
      log(`${host} against ${scene.console}: ${attack.sent} sent, ${served.size} writes served`);
    }
    if ((await writeFromHome(home, origin, world, 'last')) !== 200)
      faults.push('the session did not outlive the attacks');
    await context.close();
  }
  return {
    faults,
    figures: [
      ['requests with dead sessions', String(dead.asked)],
      ['sent by other origins', String(sent)],
      [
        'answers that the browser heard',
        [...answers]
          .toSorted()
          .map(([status, times]) => `${status}: ${times}`)
          .join(', '),
      ],
    ],
  };
}

async function signIn(
  context: BrowserContext,
  origin: string,
  { tenant, email }: SampleWorld,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/${tenant.slug}/#/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/#\/admin-dashboard/);
  return page;
}

/** Every endpoint, as its sample asks for it. */
function targetsAt(origin: string, world: SampleWorld): Target[] {
  return allEndpoints
    .filter((endpoint) => endpoint !== followEvents)
    .map((endpoint) => {
      const { params, query = {}, body = {} } = sampleOf(endpoint, world);
      const path = `/api/${world.tenant.slug}${pathOf(endpoint, params)}?${new URLSearchParams(query)}`;
      const { name, method } = endpoint;
      return { name, method, url: origin + path, body: JSON.stringify(body) };
    });
}

async function attackFrom(
  context: BrowserContext,
  origin: string,
  targets: readonly Target[],
): Promise<{ sent: number; read: string[] }> {
  const page = await context.newPage();
  await page.goto(origin);
  const found = await page.evaluate((all) => window.attack(all), targets);
  const home = new URL(targets[0]?.url ?? '');
  const events = `${home.origin}${home.pathname.split('/').slice(0, 3).join('/')}${followEvents.path}`;
  const opened = await page.evaluate((url) => window.listen(url), events);
  await page.close();
  const topLevel = await postFromTop(context, origin, targets);
  return { sent: found.sent + 2 + topLevel, read: [...found.read, ...opened] };
}

/** Posts by leaving the page for the answer, which is when browsers are most generous with cookies. */
async function postFromTop(
  context: BrowserContext,
  origin: string,
  targets: readonly Target[],
): Promise<number> {
  const some = targets.filter(({ method }, at) => method === 'POST' && at % 4 === 0);
  for (const { url, body } of some) {
    const page = await context.newPage();
    await page.goto(origin);
    const answered = page.waitForResponse((response) => response.url() === url);
    await page.evaluate(
      ([action, json]) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'POST', action, enctype: 'text/plain' });
        const field = document.createElement('input');
        field.name = json.slice(0, -1);
        field.value = '}';
        form.append(field);
        document.body.append(form);
        form.submit();
      },
      [url, body] as const,
    );
    await answered;
    await page.close();
  }
  return some.length;
}

/** As the console does, with the token that it alone can read; the status. */
function writeFromHome(page: Page, origin: string, world: SampleWorld, hidden: string): Promise<number> {
  const { params } = sampleOf(saveListPreferences, world);
  const url = `${origin}/api/${world.tenant.slug}${pathOf(saveListPreferences, params)}`;
  const { method } = saveListPreferences;
  const body = JSON.stringify({ hiddenColumns: [hidden], views: [] });
  return page.evaluate(
    async (asked) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
      return (await fetch(asked.url, { method: asked.method, headers, body: asked.body })).status;
    },
    { url, method, body },
  );
}

export const crossSite: Trial = {
  about: 'sessions that ended open nothing, and pages of other origins write nothing with those that live',
  counted: 'sessions ended in each way',
  defaultCount: 10,
  run,
};
