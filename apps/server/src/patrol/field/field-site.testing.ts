// A site with a route and a guard whose devices are signed in, for tests of the field API.
import { randomUUID } from 'node:crypto';
import type { FieldEvent, Receipt, Refusal } from '@watchpost/contract/field';
import { findLiveCodes, issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { type Caller, fieldDevice, type TestApp } from '../../testing/test-app.ts';
import type { FieldWorld } from './field-world.testing.ts';

export interface FieldSite extends FieldWorld {
  readonly tenant: MadeTenant;
  readonly guard: { readonly id: string; readonly employeeId: string };
  readonly otherSiteId: string;
  /** The valid code of each checkpoint. */
  readonly codes: ReadonlyMap<string, string>;
  readonly device: Caller;
  readonly secondDevice: Caller;
}

export async function makeFieldSite({ app, owner }: TestApp): Promise<FieldSite> {
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const otherSiteId = await makeSite(owner, tenant);
  const planned = [];
  for (let each = 0; each < 4; each += 1) planned.push(await makeCheckpoint(owner, tenant, siteId));
  const elsewhere = await makeCheckpoint(owner, tenant, otherSiteId);
  const { versionId } = await makeRoute(owner, tenant, siteId, planned);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId, otherSiteId] });
  const device = await fieldDevice(app, tenant, guard.employeeId);
  const secondDevice = await fieldDevice(app, tenant, guard.employeeId);
  const ids = [...planned, elsewhere].map(({ checkpointId }) => checkpointId);
  await issueCodes(owner, tenant.id, ids);
  const live = await findLiveCodes(owner, tenant.id, ids);
  const codes = new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  return { tenant, siteId, otherSiteId, planned, elsewhere, versionId, codes, guard, device, secondDevice };
}

export async function send(device: Caller, event: FieldEvent) {
  return device('POST', '/field/event', { body: { sentAtMs: Date.now(), event } });
}

export async function sendBatch(
  device: Caller,
  events: readonly FieldEvent[],
): Promise<{ accepted: Receipt[]; refused: Refusal[] }> {
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  if (reply.statusCode !== 200) throw new Error(`a batch answered ${reply.statusCode}: ${reply.body}`);
  return reply.json();
}

/** When rounds begin where a test says nothing else: today, so that nothing of them is sent late. */
export const at = Date.now() - 4 * 3_600_000;

export function roundStarted(site: FieldWorld, changes: object = {}): FieldEvent & { kind: 'roundStarted' } {
  return {
    kind: 'roundStarted',
    id: randomUUID(),
    routeVersionId: site.versionId,
    deviceAtMs: at,
    ...changes,
  };
}

/** A scan of the code of the planned checkpoint of that index, on the spot, minutes after the start. */
export function scanned(
  site: FieldWorld & { readonly codes?: ReadonlyMap<string, string> },
  roundId: string,
  index: number,
  changes: object = {},
): FieldEvent & { kind: 'checkpointScanned' } {
  const checkpoint = site.planned[index] ?? site.elsewhere;
  return {
    kind: 'checkpointScanned',
    id: randomUUID(),
    roundId,
    checkpointId: checkpoint.checkpointId,
    deviceAtMs: at + (index + 1) * 60_000,
    method: 'qr',
    position: { latitude: checkpoint.latitude, longitude: checkpoint.longitude, accuracyMetres: 6 },
    code: site.codes?.get(checkpoint.checkpointId),
    ...changes,
  };
}

export function roundEnded(roundId: string, changes: object = {}): FieldEvent & { kind: 'roundEnded' } {
  return { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: at + 3_600_000, ...changes };
}
