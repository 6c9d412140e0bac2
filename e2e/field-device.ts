// A guard's phone over the real field API, as the network sees it.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { CheckpointDetails } from '@watchpost/contract/checkpoints';
import type { FieldEvent, FieldPlan, Receipt } from '@watchpost/contract/field';
import { expect, password, superAdmin } from './journey.ts';

type Route = FieldPlan['routes'][number];

export class FieldDevice {
  readonly #request: APIRequestContext;
  readonly #token: string;
  /** What hangs at each checkpoint of the route. */
  readonly codes: ReadonlyMap<string, string>;
  readonly route: Route;

  private constructor(
    request: APIRequestContext,
    token: string,
    route: Route,
    codes: ReadonlyMap<string, string>,
  ) {
    this.#request = request;
    this.#token = token;
    this.route = route;
    this.codes = codes;
  }

  /** Signs a guard of the demo in and fetches the plan; the guard walks the first of its routes that is wanted. */
  static async signIn(
    request: APIRequestContext,
    employeeId: string,
    matches: (route: Route) => boolean = () => true,
  ): Promise<FieldDevice> {
    const reply = await request.post('/api/demo/field/signin', {
      data: { employeeId, secret: password, deviceId: randomUUID() },
    });
    expect(reply.status()).toBe(200);
    const { accessToken } = await reply.json();
    const plan = await request.get('/api/demo/field/plan', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const { routes }: FieldPlan = await plan.json();
    const route = routes.find(matches);
    if (route === undefined) throw new Error(`${employeeId} has no such route`);
    return new FieldDevice(request, accessToken, route, await codesAt(request, route));
  }

  async send(event: FieldEvent): Promise<Receipt> {
    const reply = await this.#request.post('/api/demo/field/event', {
      data: { sentAtMs: Date.now(), event },
      headers: { authorization: `Bearer ${this.#token}` },
    });
    expect(reply.status(), await reply.text()).toBe(200);
    return reply.json();
  }

  /** Starts a round of the route; its id. */
  async startRound(deviceAtMs = Date.now()): Promise<string> {
    const id = randomUUID();
    const { routeVersionId } = this.route;
    await this.send({ kind: 'roundStarted', id, routeVersionId, deviceAtMs });
    return id;
  }

  /** Scans the route's checkpoint of that index, on the spot unless told how far north of it. */
  async scan(
    roundId: string,
    index: number,
    { deviceAtMs = Date.now(), degreesNorth = 0, method = 'qr' as 'qr' | 'typed' } = {},
  ): Promise<Receipt> {
    const checkpoint = this.route.checkpoints[index];
    if (checkpoint === undefined) throw new RangeError(`the route has no checkpoint ${index}`);
    const { checkpointId, latitude, longitude } = checkpoint;
    const position = { latitude: latitude + degreesNorth, longitude, accuracyMetres: 5 };
    const id = randomUUID();
    const code = this.codes.get(checkpointId);
    const scan = { id, roundId, checkpointId, deviceAtMs, method, position, code };
    return this.send({ kind: 'checkpointScanned', ...scan });
  }

  async endRound(roundId: string, deviceAtMs = Date.now()): Promise<void> {
    await this.send({ kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs });
  }

  async startDuty(deviceAtMs = Date.now()): Promise<string> {
    const id = randomUUID();
    await this.send({ kind: 'dutyStarted', id, siteId: this.route.siteId, deviceAtMs });
    return id;
  }

  async endDuty(dutyId: string, deviceAtMs = Date.now()): Promise<void> {
    await this.send({ kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs });
  }

  /** Scans the route's checkpoints in turn, so many times, in uploads of a hundred. */
  async scanMany(roundId: string, count: number): Promise<void> {
    const { checkpoints } = this.route;
    const events = Array.from({ length: count }, (_, index) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId: checkpoints[index % checkpoints.length]?.checkpointId,
      deviceAtMs: Date.now(),
      method: 'qr',
      position: null,
    }));
    for (let from = 0; from < count; from += 100) {
      const data = { sentAtMs: Date.now(), events: events.slice(from, from + 100) };
      await this.#post('/field/events', data);
    }
  }

  /** Calls for help from the route's first checkpoint; the id of the call. */
  async callForHelp(): Promise<string> {
    const id = randomUUID();
    const { latitude = 0, longitude = 0 } = this.route.checkpoints[0] ?? {};
    const position = { latitude, longitude, accuracyMetres: 8 };
    const { siteId } = this.route;
    await this.#post('/field/sos', {
      sentAtMs: Date.now(),
      sos: { id, siteId, deviceAtMs: Date.now(), position },
    });
    return id;
  }

  async #post(path: string, data: object): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const reply = await this.#request.post(`/api/demo${path}`, { data, headers });
    expect(reply.status(), await reply.text()).toBe(200);
  }

  async signOut(): Promise<number> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await this.#request.delete('/api/demo/field/signout', { headers })).status();
  }
}

/** What hangs at the checkpoints of the route, as an admin sees it. */
async function codesAt(request: APIRequestContext, route: Route): Promise<ReadonlyMap<string, string>> {
  const entry = await request.post('/api/demo/user-signin', {
    data: { username: superAdmin, password, wantsToken: true },
  });
  const { accessToken } = await entry.json();
  const codes = new Map<string, string>();
  for (const { checkpointId } of route.checkpoints) {
    const reply = await request.get(`/api/demo/secure/checkpoints/${checkpointId}/details`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const details: CheckpointDetails = await reply.json();
    codes.set(checkpointId, details.codes[0]?.text ?? '');
  }
  return codes;
}
