// Two phones of each guard, which send at whichever server has its turn until they are answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FieldEvent,
  type FieldPlan,
  fieldSignIn,
  getFieldPlan,
  type Receipt,
  type Refusal,
  sendFieldEvent,
  sendFieldEvents,
} from '@watchpost/contract/field';
import { demoPassword, demoSlug } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { employeeIdOf } from '../product/company.ts';

type Answer = Receipt | Refusal;

interface Asked {
  readonly endpoint: { readonly method: string; readonly path: string };
  readonly token: string | null;
  readonly body?: unknown;
}

export class Phones {
  readonly #urls: readonly string[];
  readonly #tokens: string[][] = [];
  #pass = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Resolves with the routes that the guards may walk. */
  async signIn(guards: number): Promise<FieldPlan['routes']> {
    for (let guard = 1; guard <= guards; guard += 1) {
      this.#tokens.push([await this.#signInOne(guard), await this.#signInOne(guard)]);
    }
    const token = this.#tokens[0]?.[0] ?? null;
    return getFieldPlan.reply.parse((await this.#ask({ endpoint: getFieldPlan, token })).body).routes;
  }

  async #signInOne(guard: number): Promise<string> {
    const body = { employeeId: employeeIdOf(guard), secret: demoPassword, deviceId: randomUUID() };
    const reply = await this.#ask({ endpoint: fieldSignIn, token: null, body });
    return fieldSignIn.reply.parse(reply.body).accessToken;
  }

  /** Resolves with an answer for each, in their order; two of one id must have the same body. */
  async send(guard: number, events: readonly FieldEvent[]): Promise<readonly Answer[]> {
    const token = this.#tokens[guard]?.[this.#pass % 2] ?? null;
    const sentAtMs = Date.now();
    const [first] = events;
    if (first !== undefined && events.length === 1) {
      const { status, body } = await this.#ask({
        endpoint: sendFieldEvent,
        token,
        body: { event: inAnotherOrder(first, this.#pass), sentAtMs },
      });
      if (status === 409) return [{ id: first.id, code: 'idReused', message: '' }];
      return [sendFieldEvent.reply.parse(body)];
    }
    const turned = events.map((event, at) => inAnotherOrder(event, this.#pass + at));
    const reply = await this.#ask({ endpoint: sendFieldEvents, token, body: { sentAtMs, events: turned } });
    return inOrderOf(events, sendFieldEvents.reply.parse(reply.body));
  }

  async #ask({ endpoint: { method, path }, token, body }: Asked): Promise<{ status: number; body: unknown }> {
    for (;;) {
      this.#pass += 1;
      const url = this.#urls[this.#pass % this.#urls.length] ?? '';
      const reply = await fetch(`${url}/api/${demoSlug}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (reply.ok || reply.status === 409) return { status: reply.status, body: JSON.parse(text) };
      if (reply.status !== 503) throw new Error(`${method} ${path} was answered ${reply.status}: ${text}`);
      await sleep(Number(reply.headers.get('retry-after')) * 1_000);
    }
  }
}

/** The same event as another release of the app might write it. */
function inAnotherOrder(event: FieldEvent, pass: number): object {
  return pass % 2 === 0 ? event : Object.fromEntries(Object.entries(event).toReversed());
}

function inOrderOf(
  events: readonly FieldEvent[],
  { accepted, refused }: { readonly accepted: readonly Receipt[]; readonly refused: readonly Refusal[] },
): Answer[] {
  const answers = new Map<string, Answer>([...accepted, ...refused].map((answer) => [answer.id, answer]));
  return events.map(({ id }) => {
    const answer = answers.get(id);
    if (answer === undefined) throw new Error('an event of an upload was not answered');
    return answer;
  });
}
