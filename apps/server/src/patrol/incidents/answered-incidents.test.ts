// An answer that its question wants reported opens an incident, once, with what was asked and said.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { makeCheckpoint, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew, deviceOf } from '../../testing/made-sessions.ts';
import { makePressureQuestion, makeQuestion } from '../../testing/make-question.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
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

const door = makeQuestion({ incidentOn: ['no'] });
const pressure = makePressureQuestion();

beforeAll(async () => {
  await testJobs(server, incidentJobs());
  const site = await makeStaffedSite(owner);
  tenant = site.tenant;
  admin = await browserOfNew(server, tenant);
  device = await deviceOf(server, tenant, site.guardId);
  ({ checkpointId } = await makeCheckpoint(owner, tenant, site.siteId, { name: 'Pump room' }));
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
  await vi.waitFor(async () => expect(await incidents()).toHaveLength(1), { timeout: 60_000 });
  const db = server.database.forTenant(tenant.id);
  await openAnsweredIncidents(db, { tenantId: tenant.id, eventIds: [event.id, inOrder.id] });
  const [opened] = await incidents();
  expect(opened).toMatchObject({
    id: event.id,
    status: 'New',
    description: 'Pump room:\nFire door closed? No\nPressure 9.5 bar (5 – 8)\nTold the caretaker.',
  });
  const notified = await owner
    .selectFrom('notifications')
    .select('kind')
    .where('tenant_id', '=', tenant.id)
    .execute();
  expect(notified).toEqual([{ kind: 'incidentReported' }]);
});
