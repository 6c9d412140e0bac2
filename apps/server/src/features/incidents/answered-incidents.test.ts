// An answer that its question wants reported opens an incident, once, with what was asked and said.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { openAnsweredIncidents } from './answered-incidents.queries.ts';
import { incidentJobs } from './incidents.jobs.ts';

const server = await testApp();
const { owner } = server;

let tenant: MadeTenant;
let admin: Caller;
let device: Caller;
let checkpointId: string;
let questionsId: string;

const door = {
  id: randomUUID(),
  kind: 'yesNo',
  text: 'Fire door closed?',
  isRequired: true,
  choices: [],
  unit: '',
  min: null,
  max: null,
  incidentOn: ['no'],
};
const pressure = {
  ...door,
  id: randomUUID(),
  kind: 'number',
  text: 'Pressure',
  unit: 'bar',
  min: 5,
  max: 8,
  incidentOn: ['outOfLimits'],
};

beforeAll(async () => {
  await testJobs(server, incidentJobs());
  tenant = await makeTenant(owner);
  admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  const siteId = await makeSite(owner, tenant);
  ({ checkpointId } = await makeCheckpoint(owner, tenant, siteId, { name: 'Pump room' }));
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  device = await deviceOf(server, tenant, guard.id);
  const body = { version: 0, questions: [door, pressure] };
  expect((await admin('PUT', `/secure/checkpoints/${checkpointId}/questions`, { body })).statusCode).toBe(
    200,
  );
  const version = await owner
    .selectFrom('question_versions')
    .select('id')
    .where('checkpoint_id', '=', checkpointId)
    .executeTakeFirstOrThrow();
  questionsId = version.id;
});

const answered = (isClosed: string, bar: number) => ({
  kind: 'checkpointAnswered',
  id: randomUUID(),
  scanId: randomUUID(),
  checkpointId,
  questionsId,
  answers: [
    { questionId: door.id, value: isClosed },
    { questionId: pressure.id, value: bar },
  ],
  note: 'Told the caretaker.',
  deviceAtMs: Date.now(),
});
const incidents = async () => (await admin('GET', '/secure/incidents')).json().data;

it('[FIELD-01] an answer to be reported opens one incident, however often it is sent or worked off', async () => {
  const inOrder = answered('yes', 6);
  const event = answered('no', 9.5);
  for (const events of [[inOrder], [event], [event]]) {
    const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
    expect(reply.json().refused).toEqual([]);
  }
  await vi.waitFor(async () => expect(await incidents()).toHaveLength(1), { timeout: 10_000 });
  const db = server.database.forTenant(tenant.id);
  await openAnsweredIncidents(db, { tenantId: tenant.id, eventIds: [event.id, inOrder.id] });
  const [opened] = await incidents();
  expect(opened).toMatchObject({
    id: event.id,
    status: 'New',
    description: 'Pump room:\nFire door closed? No\nPressure 9.5 bar (5 – 8)\nTold the caretaker.',
  });
  const told = await owner
    .selectFrom('notifications')
    .select('kind')
    .where('tenant_id', '=', tenant.id)
    .execute();
  expect(told).toEqual([{ kind: 'incidentReported' }]);
});
