// Writes without a break: phones that repeat what was not acknowledged, as their outbox does, phones that send a round
// in one upload and go on whatever became of it, and a console that makes records.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FieldEvent,
  type FieldPlan,
  fieldSignIn,
  getFieldPlan,
  sendFieldEvent,
  sendFieldEvents,
} from '@watchpost/contract/field';
import { signIn } from '@watchpost/contract/session';
import { createShift } from '@watchpost/contract/shifts';
import { sendFieldSos } from '@watchpost/contract/sos';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { demoEmails, demoPassword } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { employeeIdOf } from '../product/company.ts';
import { type Answer, type Asked, type Ledger, record } from './ledger.ts';

export interface Load {
  /** Of the super admin. */
  readonly headers: Readonly<Record<string, string>>;
  /** A guard calls for help; resolves when that is acknowledged. */
  raiseAlarm(): Promise<void>;
  /** Resolves when what is under way has been answered. */
  stop(): Promise<void>;
}

export interface LoadSettings {
  readonly urls: readonly string[];
  readonly ledger: Ledger;
  readonly seed: number;
  /** How many send each event by itself until it is acknowledged. */
  readonly phones: number;
  /** How many more send each round in one upload, once. */
  readonly hastyPhones?: number;
  /** Does each piece of work, when its time has come. */
  readonly begin?: Begin;
  readonly onFailure: (error: unknown) => void;
}

type Begin = (work: () => Promise<unknown>) => Promise<unknown>;

const pauseOfPhoneMs = 25;
const pauseOfConsoleMs = 150;

export async function startLoad(settings: LoadSettings): Promise<Load> {
  const { urls, ledger, seed, phones, hastyPhones = 0, begin = (work) => work(), onFailure } = settings;
  const stopping = new AbortController();
  let index = 0;
  const nextUrl = () => urls[(index += 1) % urls.length] ?? '';
  const once = (asked: Asked) => record(ledger, nextUrl(), asked);
  /** Again and again at whichever server has its turn, until it is answered. */
  const ask = async (asked: Asked): Promise<unknown> => {
    for (;;) {
      const { body, waitMs } = await once(asked);
      if (body !== null) return body;
      await sleep(waitMs);
    }
  };
  const entry = { username: demoEmails.superAdmin, password: demoPassword, wantsToken: true };
  const { accessToken } = signIn.reply.parse(await ask({ endpoint: signIn, headers: {}, body: entry }));
  const headers = { authorization: `Bearer ${accessToken}` };
  const walkers = Array.from(
    { length: phones + hastyPhones },
    (_, at) => new Phone({ ask, once, begin }, ledger, seed, at + 1),
  );
  await Promise.all(walkers.map((phone) => phone.signIn()));
  const siteId = walkers[0]?.siteId ?? '';
  const makeRecords = async () => {
    while (!stopping.signal.aborted) {
      const name = `T${randomUUID().slice(0, 18)}`;
      const body = { siteId, name, fromMinute: 0, toMinute: 60, weekdays: [1], guardIds: [] };
      await begin(async () => {
        if ((await once({ endpoint: createShift, headers, body })).body !== null) ledger.records.add(name);
      });
      await sleep(pauseOfConsoleMs);
    }
  };
  const running = [
    ...walkers.slice(0, phones).map((phone) => phone.walk(stopping.signal)),
    ...walkers.slice(phones).map((phone) => phone.walkHastily(stopping.signal)),
    makeRecords(),
  ];
  for (const each of running) each.catch(onFailure);
  return {
    headers,
    raiseAlarm: async () => walkers[0]?.raiseAlarm(),
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Network {
  /** Resolves when it is answered, however often it has to be asked. */
  readonly ask: (asked: Asked) => Promise<unknown>;
  readonly once: (asked: Asked) => Promise<Answer>;
  readonly begin: Begin;
}

/** One guard, who walks one round after the other. */
class Phone {
  readonly #ask: Network['ask'];
  readonly #once: Network['once'];
  readonly #begin: Begin;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #number: number;
  #headers: Record<string, string> = {};
  #routes: FieldPlan['routes'] = [];

  constructor({ ask, once, begin }: Network, ledger: Ledger, seed: number, number: number) {
    this.#ask = ask;
    this.#once = once;
    this.#begin = begin;
    this.#ledger = ledger;
    this.#random = new Random('failover', seed, number, Date.now());
    this.#number = number;
  }

  get siteId(): string {
    return this.#routes[0]?.siteId ?? '';
  }

  async signIn(): Promise<void> {
    const body = { employeeId: employeeIdOf(this.#number), secret: demoPassword, deviceId: randomUUID() };
    const { accessToken } = fieldSignIn.reply.parse(
      await this.#ask({ endpoint: fieldSignIn, headers: {}, body }),
    );
    this.#headers = { authorization: `Bearer ${accessToken}` };
    const plan = await this.#ask({ endpoint: getFieldPlan, headers: this.#headers });
    this.#routes = getFieldPlan.reply.parse(plan).routes;
  }

  async walk(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const event of this.#round()) {
        if (signal.aborted) return;
        await this.#begin(() => this.#send(event()));
        await sleep(pauseOfPhoneMs);
      }
    }
  }

  async walkHastily(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const round = this.#round();
      await this.#begin(() => this.#sendAtOnce(round.map((event) => event())));
      await sleep(pauseOfPhoneMs * round.length);
    }
  }

  async #sendAtOnce(events: readonly FieldEvent[]): Promise<void> {
    this.#ledger.uploads.push(events.map(({ id }) => id));
    const body = { sentAtMs: Date.now(), events };
    const answer = await this.#once({ endpoint: sendFieldEvents, headers: this.#headers, body });
    if (answer.body !== null) events.forEach((event) => this.#record(event));
  }

  /** Events of a round, each as it is when its turn comes. */
  #round(): (() => FieldEvent)[] {
    const { routeVersionId, checkpoints } = this.#random.pick(this.#routes);
    const roundId = this.#id();
    return [
      () => ({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: Date.now() }),
      ...checkpoints.map(({ checkpointId, latitude, longitude }) => (): FieldEvent => {
        const scan = { kind: 'checkpointScanned', id: this.#id(), roundId, checkpointId } as const;
        const position = { latitude, longitude, accuracyMetres: 8 };
        return { ...scan, deviceAtMs: Date.now(), method: 'position', position };
      }),
      () => ({ kind: 'roundEnded', id: this.#id(), roundId, deviceAtMs: Date.now() }),
    ];
  }

  async raiseAlarm(): Promise<void> {
    const sos = { id: this.#id(), siteId: this.siteId, deviceAtMs: Date.now(), position: null };
    await this.#ask({ endpoint: sendFieldSos, headers: this.#headers, body: { sentAtMs: Date.now(), sos } });
  }

  #id(): string {
    return this.#random.uuidV7(Date.now());
  }

  async #send(event: FieldEvent): Promise<void> {
    await this.#ask({
      endpoint: sendFieldEvent,
      headers: this.#headers,
      body: { sentAtMs: Date.now(), event },
    });
    this.#record(event);
  }

  #record(event: FieldEvent): void {
    const acknowledged = event.kind === 'checkpointScanned' ? this.#ledger.scans : this.#ledger.events;
    acknowledged.add(event.id);
  }
}
