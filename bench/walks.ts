// Guards' devices that walk rounds against the product: rounds are started ahead, then scanned in their order.
import type { Request } from 'autocannon';
import {
  type FieldEvent,
  type FieldPlan,
  getFieldPlan,
  sendFieldEvent,
  sendFieldEvents,
} from '@watchpost/contract/field';
import { fieldBatchMax } from '@watchpost/domain/limits';
import { Random } from '../apps/server/src/demo/patrol-model/random.ts';
import type { ChildServer } from './child-server.ts';
import { apiPath, type Headers, signInGuard } from './product.ts';

type PlannedRoute = FieldPlan['routes'][number];

interface StartedRound {
  readonly id: string;
  readonly route: PlannedRoute;
  scanned: number;
}

/** One guard with a device and a session of its own. */
export class Walker {
  readonly #product: ChildServer;
  readonly #headers: Headers;
  readonly #routes: readonly PlannedRoute[];
  readonly #codes: ReadonlyMap<string, string>;
  readonly #random: Random;
  #started: StartedRound[] = [];
  #next = 0;

  private constructor(
    product: ChildServer,
    headers: Headers,
    routes: readonly PlannedRoute[],
    codes: ReadonlyMap<string, string>,
    number: number,
  ) {
    this.#product = product;
    this.#headers = headers;
    this.#routes = routes;
    this.#codes = codes;
    this.#random = new Random('walker', number, Date.now());
  }

  static async signIn(
    product: ChildServer,
    number: number,
    codes: ReadonlyMap<string, string>,
  ): Promise<Walker> {
    const headers = await signInGuard(product, `EMP${String(number).padStart(3, '0')}`);
    const reply = await fetch(product.url + apiPath(getFieldPlan.path), { headers });
    if (reply.status !== 200) throw new Error(`the plan answered ${reply.status}: ${await reply.text()}`);
    const { routes }: FieldPlan = JSON.parse(await reply.text());
    return new Walker(product, headers, routes, codes, number);
  }

  /** Starts rounds until that many checkpoints wait to be scanned. */
  async startRounds(checkpoints: number): Promise<void> {
    this.#started = this.#started.filter((round) => round.scanned < round.route.checkpoints.length);
    let waiting = this.#started.reduce(
      (sum, round) => sum + round.route.checkpoints.length - round.scanned,
      0,
    );
    while (waiting < checkpoints) {
      const events: FieldEvent[] = [];
      while (events.length < fieldBatchMax && waiting < checkpoints) {
        const round = this.#newRound();
        this.#started.push(round);
        waiting += round.route.checkpoints.length;
        const { routeVersionId } = round.route;
        events.push({ kind: 'roundStarted', id: round.id, routeVersionId, deviceAtMs: Date.now() });
      }
      await this.#send(events);
    }
    this.#next = 0;
  }

  async #send(events: readonly FieldEvent[]): Promise<void> {
    const { path, ...request } = this.#request(sendFieldEvents.path, { sentAtMs: Date.now(), events });
    const reply = await fetch(this.#product.url + path, request);
    const { refused }: { refused?: unknown[] } = JSON.parse(await reply.text());
    if (refused?.length !== 0) throw new Error(`rounds were not taken: ${JSON.stringify(refused)}`);
  }

  #newRound(): StartedRound {
    return { id: this.#random.uuidV7(Date.now()), route: this.#random.pick(this.#routes), scanned: 0 };
  }

  nextScan(): Request {
    return this.#request(sendFieldEvent.path, { sentAtMs: Date.now(), event: this.#scan() });
  }

  /** A device's scans of several rounds that waited for a network. */
  nextBatch(scans: number): Request {
    const events = Array.from({ length: scans }, () => this.#scan());
    return this.#request(sendFieldEvents.path, { sentAtMs: Date.now(), events });
  }

  /** The next checkpoint of the round under way; when too few rounds were started, again from the first. */
  #scan(): FieldEvent {
    const round = this.#started[this.#next % this.#started.length];
    const point = round?.route.checkpoints[round.scanned % round.route.checkpoints.length];
    if (round === undefined || point === undefined) throw new Error('No round was started');
    round.scanned += 1;
    if (round.scanned % round.route.checkpoints.length === 0) this.#next += 1;
    const deviceAtMs = Date.now();
    const { latitude, longitude } = point;
    return {
      kind: 'checkpointScanned',
      id: this.#random.uuidV7(deviceAtMs),
      roundId: round.id,
      checkpointId: point.checkpointId,
      deviceAtMs,
      method: 'qr',
      position: { latitude: latitude + 0.00002, longitude, accuracyMetres: 8 },
      code: this.#codes.get(point.checkpointId),
    };
  }

  #request(path: string, body: unknown): Request & { readonly path: string } {
    return { method: 'POST', path: apiPath(path), headers: this.#headers, body: JSON.stringify(body) };
  }
}
