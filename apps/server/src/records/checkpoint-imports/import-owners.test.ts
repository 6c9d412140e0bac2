// Whose an import is: its maker's, as long as that person sees the sites that it was made for.
import { expect, it } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { checkpointImport } from './checkpoint-import-kind.ts';

const server = await testApp();
await testJobs(server, importJobs([checkpointImport]));
const path = '/secure/checkpoints/imports';
const { checked } = importSteps(path, 'checkpoints.csv');
const place = { latitude: 18.52, longitude: 73.85 };

it('an import is not run by somebody else, nor by its maker once that person has another site', async () => {
  const tenant = await makeTenant(server.owner);
  const mill = await makeSite(server.owner, tenant, { name: 'Mill', ...place });
  const yard = await makeSite(server.owner, tenant, { name: 'Yard', ...place });
  const callerAt = async (siteId?: string) => {
    const { id } = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
    return { id, caller: await browserOf(server, tenant, id) };
  };
  const maker = await callerAt(mill);
  const { id, state } = await checked(maker.caller, 'Name,Latitude,Longitude\nGate,18.52,73.85\n');
  expect(state).toBe('checked');
  const run = async ({ caller }: Pick<typeof maker, 'caller'>) =>
    (await caller('POST', `${path}/${id}/run`, { body: { mode: 'allOrNothing' } })).statusCode;
  for (const other of [await callerAt(), await callerAt(mill)]) expect(await run(other)).toBe(404);
  await server.owner
    .updateTable('sub_admins')
    .set({ site_id: yard })
    .where('user_id', '=', maker.id)
    .execute();
  expect((await maker.caller('GET', `${path}/${id}`)).statusCode).toBe(404);
  expect(await run(maker)).toBe(404);
});
