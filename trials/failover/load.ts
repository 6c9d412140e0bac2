// Writes without a break: phones that repeat what was not acknowledged, as their outbox does, and a console that
// makes records.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FieldEvent,
  type FieldPlan,
  fieldSignIn,
  getFieldPlan,
  sendFieldEvent,
} from '@watchpost/contract/field';
import { signIn } from '@watchpost/contract/session';
import { createShift } from '@watchpost/contract/shifts';
import { sendFieldSos } from '@watchpost/contract/sos';
import { Random } from '../../apps/server/src/patrol-model/random.ts';
import { demoEmails, demoPassword } from '../../apps/server/src/demo/demo-sign-ins.ts';
import { type Asked, type Ledger, tell } from './ledger.ts';

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
  readonly phones: number;
  readonly onFailure: (error: unknown) => void;
}

const pauseOfPhoneMs = 25;
const pauseOfConsoleMs = 150;

export async function startLoad({ urls, ledger, seed, phones, onFailure }: LoadSettings): Promise<Load> {
  const stopping = new AbortController();
  let turn = 0;
  const nextUrl = () => urls[(turn += 1) % urls.length] ?? '';
  const once = (asked: Asked) => tell(ledger, nextUrl(), asked);
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
  const walkers = Array.from({ length: phones }, (_, at) => new Phone(ask, ledger, seed, at + 1));
  await Promise.all(walkers.map((phone) => phone.signIn()));
  const siteId = walkers[0]?.siteId ?? '';
  const makeRecords = async () => {
    while (!stopping.signal.aborted) {
      const name = `T${randomUUID().slice(0, 18)}`;
      const body = { siteId, name, fromMinute: 0, toMinute: 60, weekdays: [1], guardIds: [] };
      if ((await once({ endpoint: createShift, headers, body })).body !== null) ledger.records.add(name);
      await sleep(pauseOfConsoleMs);
    }
  };
  const running = [...walkers.map((phone) => phone.walk(stopping.signal)), makeRecords()];
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

/** One guard, who walks one round after the other. */
class Phone {
  readonly #ask: (asked: Asked) => Promise<unknown>;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #number: number;
  #headers: Record<string, string> = {};
  #routes: FieldPlan['routes'] = [];

  constructor(ask: (asked: Asked) => Promise<unknown>, ledger: Ledger, seed: number, number: number) {
    this.#ask = ask;
    this.#ledger = ledger;
    this.#random = new Random('failover', seed, number, Date.now());
    this.#number = number;
  }

  get siteId(): string {
    return this.#routes[0]?.siteId ?? '';
  }

  async signIn(): Promise<void> {
    const employeeId = `EMP${String(this.#number).padStart(3, '0')}`;
    const body = { employeeId, secret: demoPassword, deviceId: randomUUID() };
    const { accessToken } = fieldSignIn.reply.parse(
      await this.#ask({ endpoint: fieldSignIn, headers: {}, body }),
    );
    this.#headers = { authorization: `Bearer ${accessToken}` };
    const plan = await this.#ask({ endpoint: getFieldPlan, headers: this.#headers });
    this.#routes = getFieldPlan.reply.parse(plan).routes;
  }

  async walk(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { routeVersionId, checkpoints } = this.#random.pick(this.#routes);
      const roundId = this.#id();
      const round = { kind: 'roundStarted', id: roundId, routeVersionId } as const;
      await this.#send({ ...round, deviceAtMs: Date.now() });
      for (const { checkpointId, latitude, longitude } of checkpoints) {
        if (signal.aborted) return;
        const scan = { kind: 'checkpointScanned', id: this.#id(), roundId, checkpointId } as const;
        const position = { latitude, longitude, accuracyMetres: 8 };
        await this.#send({ ...scan, deviceAtMs: Date.now(), method: 'position', position });
        await sleep(pauseOfPhoneMs);
      }
      await this.#send({ kind: 'roundEnded', id: this.#id(), roundId, deviceAtMs: Date.now() });
    }
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
    const kept = event.kind === 'checkpointScanned' ? this.#ledger.scans : this.#ledger.events;
    kept.add(event.id);
  }
}
