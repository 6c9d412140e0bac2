// The kinds of requests that a company of guards makes all day, each as a target of load.
import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { getDashboard, getDashboardRanking, getDashboardTrend } from '@watchpost/contract/dashboard';
import { type FieldEvent, fieldSignIn, getFieldPlan, sendFieldEvent } from '@watchpost/contract/field';
import { tellOffice } from '@watchpost/contract/field-devices';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { demoPassword } from '../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { Random } from '../apps/server/src/demo/patrol-model/random.ts';
import { period } from './dataset-shape.ts';
import { readIssuedCodes } from './issued-codes.ts';
import { cycle, listRequests } from './list-figures.ts';
import { connections, type Target } from './load.ts';
import { apiPath, type Headers, timeZone } from './product.ts';
import type { Setting } from './setting.ts';
import { Walker } from './walks.ts';

export const batchScans = 100;

interface Phone {
  readonly deviceId: string;
  readonly headers: Headers;
  readonly routeVersionIds: readonly string[];
}

export async function signInPhones({ product }: Setting): Promise<Phone[]> {
  return Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const deviceId = randomUUID();
      const employeeId = `EMP${String(index + 1).padStart(3, '0')}`;
      const signedIn = await fetch(product.url + apiPath(fieldSignIn.path), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ employeeId, secret: demoPassword, deviceId }),
      });
      const { accessToken }: { accessToken?: string } = JSON.parse(await signedIn.text());
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const answered = await fetch(product.url + apiPath(getFieldPlan.path), { headers });
      const { routes }: { routes?: { routeVersionId: string }[] } = JSON.parse(await answered.text());
      if (routes === undefined) throw new Error(`the plan answered ${answered.status}`);
      return { deviceId, headers, routeVersionIds: routes.map(({ routeVersionId }) => routeVersionId) };
    }),
  );
}

const targetOf = ({ product, server }: Setting, rest: Pick<Target, 'next' | 'prepare'>): Target => ({
  pid: product.pid,
  databasePid: server.postgres.pid,
  url: product.url,
  ...rest,
});

export const listPages = (setting: Setting): Target =>
  cycle(setting, setting.product, listRequests(setting).product);

/** A month of all sites, its three requests in turn, ending on one of twelve days. */
export function dashboards(setting: Setting): Target {
  const last = calendarDate(period.toMs - 1, timeZone);
  const requests = Array.from({ length: 12 }, (_, index) => {
    const to = addDays(last, -30 * index);
    const query = new URLSearchParams({ range: 'custom', from: addDays(to, -29), to });
    return [getDashboard, getDashboardTrend, getDashboardRanking].map(
      ({ path }): Request => ({ method: 'GET', path: `${apiPath(path)}?${query}`, headers: setting.admin }),
    );
  });
  return cycle(setting, setting.product, requests.flat());
}

/** Each round is started by one request and ended by the next. */
export function rounds(setting: Setting, phones: readonly Phone[]): Target {
  const random = new Random('costs', Date.now());
  const open = new Map<number, string>();
  return targetOf(setting, {
    next: (connection) => {
      const phone = phones[connection % phones.length];
      const deviceAtMs = Date.now();
      const id = random.uuidV7(deviceAtMs);
      const roundId = open.get(connection);
      if (roundId === undefined) open.set(connection, id);
      else open.delete(connection);
      const event: FieldEvent =
        roundId === undefined
          ? {
              kind: 'roundStarted',
              id,
              routeVersionId: random.pick(phone?.routeVersionIds ?? []),
              deviceAtMs,
            }
          : { kind: 'roundEnded', id, roundId, deviceAtMs };
      return posted(sendFieldEvent.path, phone?.headers, { sentAtMs: deviceAtMs, event });
    },
  });
}

/** Scans by themselves, or a hundred of a phone that was without a network. */
export async function scans(setting: Setting, kind: 'single' | 'batch'): Promise<Target> {
  const codes = await readIssuedCodes(setting.server, setting.tenant.id);
  const numbers = Array.from({ length: connections }, (_, index) => index + 1);
  const walkers = await Promise.all(numbers.map((each) => Walker.signIn(setting.product, each, codes)));
  const ahead = kind === 'single' ? 400 : 4_000;
  return targetOf(setting, {
    prepare: async () => {
      for (const walker of walkers) await walker.startRounds(ahead * setting.options.seconds);
    },
    next: (connection) =>
      (kind === 'single' ? walkers[connection]?.nextScan() : walkers[connection]?.nextBatch(batchScans)) ??
      {},
  });
}

/** What the guards' app asks for every five minutes while it is open. */
export const plans = (setting: Setting, phones: readonly Phone[]): Target =>
  targetOf(setting, {
    next: (connection) => {
      const headers = phones[connection % phones.length]?.headers ?? {};
      return { method: 'GET', path: apiPath(getFieldPlan.path), headers };
    },
  });

/** What it tells the office every minute. */
export const tellings = (setting: Setting, phones: readonly Phone[]): Target =>
  targetOf(setting, {
    next: (connection) => {
      const phone = phones[connection % phones.length];
      return posted(tellOffice.path, phone?.headers, { deviceId: phone?.deviceId, waiting: 0 });
    },
  });

const posted = (path: string, headers: Headers = {}, body: unknown): Request => ({
  method: 'POST',
  path: apiPath(path),
  headers,
  body: JSON.stringify(body),
});
