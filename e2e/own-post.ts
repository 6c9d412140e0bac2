// A site with checkpoints and guards of its own in the demo's tenant, made over the real API as an admin makes them.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { CheckpointDetails } from '@watchpost/contract/checkpoints';
import { expect, password, superAdmin } from './journey.ts';

export const positionOfPosts = { latitude: 18.55, longitude: 73.9 } as const;
const contact = { address: '', contactName: '', contactPhone: '', timeZone: 'Asia/Kolkata' };

export interface OwnGuard {
  readonly id: string;
  readonly employeeId: string;
  readonly secret: string;
}

/** A super admin who makes what a journey needs. */
export class PostMaker {
  readonly #request: APIRequestContext;
  readonly #headers: Readonly<Record<string, string>>;
  /** In the names of all that is made. */
  readonly mark = randomUUID().slice(0, 8);

  private constructor(request: APIRequestContext, headers: Readonly<Record<string, string>>) {
    this.#request = request;
    this.#headers = headers;
  }

  static async signIn(request: APIRequestContext): Promise<PostMaker> {
    const data = { username: superAdmin, password, wantsToken: true };
    const entry = await request.post('/api/demo/user-signin', { data });
    return new PostMaker(request, { authorization: `Bearer ${(await entry.json()).accessToken}` });
  }

  async send(method: 'get' | 'post' | 'put', path: string, data?: object) {
    const headers = this.#headers;
    const reply = await this.#request[method](`/api/demo/secure/${path}`, { data, headers });
    expect(reply.status(), await reply.text()).toBe(200);
    return reply.json();
  }

  async site(word: string): Promise<{ readonly id: string; readonly name: string }> {
    const name = `${word} ${this.mark}`;
    const { id } = await this.send('post', 'sites', { name, ...positionOfPosts, ...contact });
    return { id, name };
  }

  /** The checkpoint's id. */
  async point(siteId: string, name: string, more: object = {}): Promise<string> {
    const fields = { name, ...positionOfPosts, radiusMetres: 50, instructions: '', nfcTagId: '', ...more };
    return (await this.send('post', 'checkpoints', { siteId, ...fields })).id;
  }

  async codeOf(checkpointId: string): Promise<string> {
    const details: CheckpointDetails = await this.send('get', `checkpoints/${checkpointId}/details`);
    return details.codes[0]?.text ?? '';
  }

  /** The route's id. */
  async route(
    siteId: string,
    name: string,
    checkpointIds: readonly string[],
    isFixedOrder = true,
  ): Promise<string> {
    const stops = checkpointIds.map((checkpointId) => ({ checkpointId, expectedMinutes: 5 }));
    return (await this.send('post', 'patrol-routes', { siteId, name, isFixedOrder, stops })).id;
  }

  /** A site with one checkpoint, its gate, and a round of it. */
  async walkedSite(name: string): Promise<{ readonly id: string; readonly name: string }> {
    const site = await this.site(name);
    await this.route(site.id, `${name} round`, [await this.point(site.id, `${name} gate`)]);
    return site;
  }

  /** The route is due every day at those minutes after midnight, at the earliest tomorrow for those that are over. */
  async tour(routeId: string, name: string, minutes: readonly number[]): Promise<void> {
    const when = { shiftId: null, weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: { kind: 'times', minutes } };
    const windows = { startWindowMinutes: 15, graceMinutes: 10 };
    const dates = { validFrom: '2025-01-01', validTo: null, skipsHolidays: false };
    await this.send('post', 'patrol-tours', { name, routeId, guardIds: [], ...when, ...windows, ...dates });
  }

  #guardFields(firstName: string, siteIds: readonly string[], employeeId = `${firstName}${this.mark}`) {
    const names = { firstName, lastName: 'Rao', employeeId };
    return { ...names, email: '', phoneNumber: '', countryCode: '+91', photo: '', siteIds };
  }

  async guard(firstName: string, siteId: string): Promise<OwnGuard> {
    const { id } = await this.send('post', 'guards', this.#guardFields(firstName, [siteId]));
    const { secrets } = await this.send('post', 'guards/secrets', { ids: [id] });
    return { id, ...secrets[0] };
  }

  /** The guard works at those sites alone from now on, and may have another employee id. */
  async post(
    guardId: string,
    firstName: string,
    siteIds: readonly string[],
    employeeId?: string,
  ): Promise<void> {
    const { version } = await this.send('get', `guards/${guardId}`);
    const fields = this.#guardFields(firstName, siteIds, employeeId);
    await this.send('put', `guards/${guardId}`, { ...fields, version });
  }
}

/** Signs in to the app on the guard's phone, as the guard does. */
export async function signInAs(page: Page, { employeeId, secret }: OwnGuard): Promise<void> {
  await page.goto('/guard/?company=demo');
  await page.getByLabel('Employee ID').fill(employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
