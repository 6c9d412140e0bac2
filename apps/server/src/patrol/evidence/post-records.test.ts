// What a guard answered, acknowledged and noted, and what was asked and ordered, are leaves: tampering is named.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { makeCheckpoint, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';
import { checkLog } from './check-log.ts';
import { logKeyOf, type LogSecrets } from './log-keys.ts';
import { sealLog } from './seal-log.queries.ts';
import { testSealing } from '../../testing/test-sealing.ts';

const server = await testApp();
const { owner, database } = server;
const secrets: LogSecrets = [serverSecret('of these tests')];
const sealing = testSealing(secrets);

it('answers, notes, questions and post orders are sealed, and each column that is altered is named', async () => {
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const { checkpointId } = await makeCheckpoint(owner, tenant, siteId);
  const admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  const device = await deviceOf(server, tenant, (await makeGuard(owner, tenant, { siteIds: [siteId] })).id);
  const seal = () => sealLog(database.forTenant(tenant.id), tenant.id, sealing);
  await seal();
  const orders = { text: 'Gate 2 is locked at 22:00.', effectiveOn: '2025-01-01', version: 0 };
  await admin('POST', `/secure/sites/${siteId}/post-orders`, { body: orders });
  await admin('PUT', `/secure/checkpoints/${checkpointId}/questions`, {
    body: { version: 0, questions: [] },
  });
  const deviceAtMs = Date.now();
  const events = [
    { kind: 'handoverNoted', id: randomUUID(), siteId, text: 'Key 7.', isUrgent: false, deviceAtMs },
    {
      kind: 'checkpointAnswered',
      id: randomUUID(),
      scanId: randomUUID(),
      checkpointId,
      questionsId: null,
      answers: [],
      note: 'Lamp is out.',
      deviceAtMs,
    },
  ];
  const sent = await device('POST', '/field/events', { body: { sentAtMs: deviceAtMs, events } });
  expect(sent.json().refused).toEqual([]);
  await seal();
  const key = logKeyOf(secrets[0] ?? serverSecret(''), tenant.id);
  const check = () =>
    checkLog(database.forTenant(tenant.id), tenant.id, { ownPublicKeys: [key.publicKey], anchors: [] });
  expect(await check()).toMatchObject({ differences: [] });

  const tamper = (text: string) => owner.executeQuery(CompiledQuery.raw(text, [tenant.id]));
  await tamper(`UPDATE field_events SET details = jsonb_set(details, '{note}', '"Lamp is on."')
    WHERE tenant_id = $1 AND kind = 'checkpointAnswered'`);
  await tamper(`UPDATE post_order_versions SET text = 'Gate 2 is open.' WHERE tenant_id = $1`);
  await tamper(`UPDATE question_versions SET created_by_name = 'Nobody' WHERE tenant_id = $1`);
  const { differences } = await check();
  expect(differences).toEqual([
    expect.stringMatching(/^post_order_versions .*: text was altered/),
    expect.stringMatching(/^question_versions .*: created_by_name was altered/),
    expect.stringMatching(/^field_events .*: details was altered/),
  ]);
});
