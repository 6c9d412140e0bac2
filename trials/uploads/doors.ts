// Where files can be sent to, and where what was taken is served from.
import { randomUUID } from 'node:crypto';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { addExceptionEvidence } from '@watchpost/contract/exception-changes';
import { getExceptionEvidence } from '@watchpost/contract/exceptions';
import { sendFieldIncident, sendFieldIncidentPhoto } from '@watchpost/contract/field-incidents';
import { getFile, getThumbnail, uploadFile, uploadPurposes } from '@watchpost/contract/files';
import { addFloorPlan, getFloorPlanImage } from '@watchpost/contract/floor-plans';
import type { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import {
  makeWorld,
  pathOf,
  sampleOf,
  type SampleWorld,
} from '../../apps/server/src/testing/endpoint-samples.ts';
import { sessionHeaders } from '../../apps/server/src/testing/made-sessions.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import type { Send } from '../product/send.ts';

type Params = Readonly<Record<string, string>>;

export interface Door {
  readonly endpoint: Endpoint;
  /** Below /api/{tenant}. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Params;
}

export interface House {
  readonly world: SampleWorld;
  readonly owner: Db;
  readonly send: Send;
  readonly admin: Readonly<Record<string, string>>;
  readonly guard: Readonly<Record<string, string>>;
}

export async function makeHouse(owner: Db, send: Send): Promise<House> {
  const world = await makeWorld(owner);
  const { tenant, superAdminId: userId, guardId } = world;
  return {
    world,
    owner,
    send,
    admin: await sessionHeaders(owner, tenant, { userId }),
    guard: await sessionHeaders(owner, tenant, { guardId }),
  };
}

const doors = allEndpoints.filter(({ upload }) => upload === true);

export const apiPath = ({ world }: House, path: string): string => `/api/${world.tenant.slug}${path}`;

/** One that takes files, with ids that exist. */
export async function doorAt(house: House, number: number, random: Random): Promise<Door> {
  const endpoint = doors[number % doors.length] ?? uploadFile;
  const { params = {}, query = {} } = sampleOf(endpoint, house.world);
  const headers = endpoint.access === 'field' ? house.guard : house.admin;
  if (endpoint === sendFieldIncidentPhoto) {
    const known = { id: await reportIncident(house), photoId: randomUUID() };
    return { endpoint, headers, params: known, path: pathOf(endpoint, known) };
  }
  const asked = endpoint === uploadFile ? { purpose: random.pick(uploadPurposes) } : query;
  const path = `${pathOf(endpoint, params)}?${new URLSearchParams(asked)}`;
  return { endpoint, headers, params, path };
}

async function reportIncident(house: House): Promise<string> {
  const { body } = sampleOf(sendFieldIncident, house.world);
  const answer = await house.send({
    method: 'POST',
    url: apiPath(house, sendFieldIncident.path),
    headers: { ...house.guard, 'content-type': 'application/json' },
    remoteAddress: '192.0.2.1',
    payload: JSON.stringify(body),
  });
  const { id } = JSON.parse(answer.body);
  return String(id);
}

/** Where a file that was taken at the door is served: paths below /api/{tenant}. */
export async function servedAt(house: House, { endpoint, params }: Door, reply: string): Promise<string[]> {
  const { id, fileId } = JSON.parse(reply);
  if (endpoint === uploadFile) {
    return [pathOf(getFile, { fileId }), pathOf(getThumbnail, { fileId })];
  }
  if (endpoint === addFloorPlan) {
    const path = pathOf(getFloorPlanImage, { id });
    return [path, `${path}?size=96`];
  }
  if (endpoint === addExceptionEvidence) {
    const newest = await newestFile(house);
    return [pathOf(getExceptionEvidence, { id: params['id'] ?? '', fileId: newest })];
  }
  // A guard's picture is seen by who sees the incident; as a file by super admins.
  if (endpoint === sendFieldIncidentPhoto) return [pathOf(getFile, { fileId: await newestFile(house) })];
  return [];
}

async function newestFile({ owner, world }: House): Promise<string> {
  const file = await owner
    .selectFrom('files')
    .select('id')
    .where('tenant_id', '=', world.tenant.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return file.id;
}
