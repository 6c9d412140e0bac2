// A tenant with two sites, a guard who walks at the first, and everybody who watches.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';

export interface BoardWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly otherSiteId: string;
  readonly guardId: string;
  readonly adminId: string;
  /** Planned on the route, in its order. */
  readonly checkpointIds: readonly string[];
  readonly routeId: string;
  readonly versionId: string;
  readonly admin: Caller;
  /** Of the first site and of the other. */
  readonly subAdmin: Caller;
  readonly otherSubAdmin: Caller;
  /** Of the guard, who is posted at the first site. */
  readonly device: Caller;
}

export async function makeBoardWorld(server: TestApp): Promise<BoardWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant, { name: 'River Depot' });
  const otherSiteId = await makeSite(owner, tenant, { name: 'Hill Store' });
  const guard = await makeGuard(owner, tenant, {
    siteIds: [siteId],
    first_name: 'Meera',
    last_name: 'Rao',
    phone_number: '9800000001',
  });
  const gate = await makeCheckpoint(owner, tenant, siteId, { name: 'North gate' });
  const dock = await makeCheckpoint(owner, tenant, siteId, { name: 'Loading dock' });
  const { routeId, versionId } = await makeRoute(owner, tenant, siteId, [gate, dock], { name: 'Outer ring' });
  const admin = await makeUser(owner, tenant);
  const subAdmin = await makeUser(owner, tenant, { siteId });
  const otherSubAdmin = await makeUser(owner, tenant, { siteId: otherSiteId });
  return {
    tenant,
    siteId,
    otherSiteId,
    guardId: guard.id,
    adminId: admin.id,
    checkpointIds: [gate.checkpointId, dock.checkpointId],
    routeId,
    versionId,
    admin: await browserOf(server, tenant, admin.id),
    subAdmin: await browserOf(server, tenant, subAdmin.id),
    otherSubAdmin: await browserOf(server, tenant, otherSubAdmin.id),
    device: await deviceOf(server, tenant, guard.id),
  };
}

export async function sendEvents(device: Caller, events: readonly FieldEvent[]): Promise<void> {
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  const { refused } = reply.json();
  if (reply.statusCode !== 200 || refused.length > 0) throw new Error(`refused: ${reply.body}`);
}

const minuteMs = 60_000;
const ago = (minutes: number) => Date.now() - minutes * minuteMs;

export const dutyStarted = (siteId: string, minutesAgo = 40): FieldEvent => ({
  kind: 'dutyStarted',
  id: randomUUID(),
  siteId,
  deviceAtMs: ago(minutesAgo),
});

export const roundStarted = (routeVersionId: string, minutesAgo = 20): FieldEvent => ({
  kind: 'roundStarted',
  id: randomUUID(),
  routeVersionId,
  deviceAtMs: ago(minutesAgo),
});

export const scanned = (roundId: string, checkpointId = '', minutesAgo = 5): FieldEvent => ({
  kind: 'checkpointScanned',
  id: randomUUID(),
  roundId,
  checkpointId,
  deviceAtMs: ago(minutesAgo),
  method: 'qr',
  position: { latitude: 18.52, longitude: 73.85, accuracyMetres: 6 },
});

export const sosOf = (change: object = {}) => ({
  id: randomUUID(),
  siteId: null,
  deviceAtMs: Date.now(),
  position: { latitude: 18.52, longitude: 73.85, accuracyMetres: null },
  ...change,
});

export const raise = (device: Caller, sos: object, sentAtMs = Date.now()) =>
  device('POST', '/field/sos', { body: { sentAtMs, sos } });
