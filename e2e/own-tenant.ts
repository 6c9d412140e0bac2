// A product of its own with a tenant of its own, for journeys that change what everybody of a tenant sees.
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import type { Email } from 'postal-mime';
import { password } from './journey.ts';
import { type CleanContext, CleanContexts, nothingStored, type StoredState } from './clean-context.ts';
import { mailsTo } from './outbox.ts';
import { type Product, startProduct } from './product.ts';
import { openRoute } from './signed-in.ts';

export const people = {
  asha: 'asha@acme.example',
  meera: 'meera@acme.example',
  sub: 'sub@acme.example',
} as const;

export interface OwnTenant {
  readonly url: string;
  /** Straight in the database, as its owner. */
  run(sql: string, values?: readonly unknown[]): Promise<void>;
  rows(sql: string): Promise<readonly unknown[]>;
  /** Mails to an address, the oldest first, once there are so many. */
  mailsTo(address: string, count: number): Promise<Email[]>;
  /** A page in a browser of its own, on which somebody is signed in. */
  signedIn(browser: Browser, email: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same at a route; Asha Kale's unless another's email is given. */
  open(browser: Browser, route: string, email?: string): Promise<Page>;
  /** Every browser on which somebody was signed in. */
  closePages(): Promise<void>;
  stop(): Promise<void>;
}

/** Tenant acme with two super admins (Asha Kale, Meera Joshi), one site and its sub admin. */
export async function startOwnTenant(more: Readonly<Record<string, string>> = {}): Promise<OwnTenant> {
  const product = await startProduct({ DEMO: 'off', DEFAULT_TENANT: 'acme', ...more });
  const database = new pg.Client({
    host: path.join(product.dataDir, 'socket'),
    port: 5432,
    user: 'postgres',
    database: 'watchpost',
  });
  await database.connect();
  const secretHash = await hash(password);
  for (const statement of company(secretHash)) await database.query(statement);
  return ownTenant(product, database);
}

function ownTenant(product: Product, database: pg.Client): OwnTenant {
  const opened: CleanContext[] = [];
  let contexts: CleanContexts | undefined;
  /** What the console has stored of those who signed in. */
  const stored = new Map<string, StoredState>();
  const openBrowser = async (
    browser: Browser,
    options: BrowserContextOptions,
    state = nothingStored,
  ): Promise<CleanContext> => {
    contexts ??= new CleanContexts(browser);
    const clean = await contexts.take(product.url, { locale: 'en-IN', ...options }, state);
    opened.push(clean);
    return clean;
  };
  const signedIn: OwnTenant['signedIn'] = async (browser, email, options = {}) => {
    const { context, page } = await openBrowser(browser, options);
    await page.goto('/#/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/#\/(?!signin)/);
    stored.set(email, { cookies: [], origins: (await context.storageState()).origins });
    return page;
  };
  /** The same in a session of its own, without the form: for those who were signed in by it. */
  const signedInAgain = async (browser: Browser, email: string, storageState: StoredState): Promise<Page> => {
    const { context, page } = await openBrowser(browser, {}, storageState);
    const body = { username: email, password };
    const answer = await context.request.post('/api/acme/user-signin', { data: body });
    expect(answer.status()).toBe(200);
    return page;
  };
  return {
    url: product.url,
    run: async (sql, values = []) => void (await database.query(sql, [...values])),
    rows: async (sql) => (await database.query(sql)).rows,
    mailsTo: (address, count) => mailsTo(product.dataDir, address, count),
    signedIn,
    async open(browser, route, email = people.asha) {
      const state = stored.get(email);
      const page = state ? await signedInAgain(browser, email, state) : await signedIn(browser, email);
      await openRoute(page, route);
      return page;
    },
    async closePages() {
      const { status, expectedStatus } = test.info();
      for (const clean of opened.splice(0)) await contexts?.release(clean, status === expectedStatus);
    },
    async stop() {
      for (const { context } of opened.splice(0)) await context.close();
      await contexts?.close();
      await database.end();
      await product.stop();
    },
  };
}

/** Each with the published password; a hash holds no quote. */
const company = (secretHash: string): readonly string[] => [
  `INSERT INTO tenants (tenant_id, slug, name) VALUES (gen_random_uuid(), 'acme', 'Acme Guarding')`,
  `INSERT INTO users (tenant_id, id, email, password_hash, role, first_name, last_name)
    SELECT tenant_id, gen_random_uuid(), email, '${secretHash}', role, first_name, last_name FROM tenants,
      (VALUES ('${people.asha}', 'superAdmin', 'Asha', 'Kale'), ('${people.meera}', 'superAdmin', 'Meera', 'Joshi'),
        ('${people.sub}', 'subAdmin', 'Ravi', 'Patil')) AS person (email, role, first_name, last_name)`,
  `INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
    SELECT tenant_id, gen_random_uuid(), 'Acme mill', 18.52, 73.85, 'Asia/Kolkata' FROM tenants`,
  `INSERT INTO sub_admins (tenant_id, user_id, site_id)
    SELECT u.tenant_id, u.id, s.id FROM users u, sites s WHERE u.role = 'subAdmin'`,
];
