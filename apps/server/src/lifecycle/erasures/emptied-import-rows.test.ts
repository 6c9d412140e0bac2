// What an erasure does to imports that are kept: the guard's own rows are emptied, and everybody can go on with the rest.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
});

beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const guardsPath = '/secure/guards/imports';
const ofGuards = importSteps(guardsPath, 'guards.csv');
const ofCheckpoints = importSteps('/secure/checkpoints/imports', 'checkpoints.csv');
const view = async (id: string, path = guardsPath) => {
  const reply = await admin('GET', `${path}/${id}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
};

async function erase(employee_id: string): Promise<void> {
  const { id } = await makeGuard(server.owner, tenant, { employee_id, activated: false });
  const { version } = (await admin('GET', `/secure/guards/${id}`)).json();
  const reply = await admin('POST', `/secure/guards/${id}/erasure`, { body: { version } });
  expect(reply.statusCode).toBe(200);
}

const wrongOnes = 'id,name,e-mail\nG100,Asha,asha at home\nG200,Ravi,ravi at home\nG300,Gita,\n';

it('[MNG-03] an import with a wrong row of an erased guard is still shown, and so is its file of errors', async () => {
  const { id } = await ofGuards.checked(admin, wrongOnes);
  await erase('g100');
  const shown = await view(id);
  expect(shown.counts).toEqual({ ...noRows, new: 1, wrong: 2 });
  expect(shown.errors).toEqual([{ row: 3, field: 'email', value: 'ravi at home', message: 'email_pattern' }]);
  expect(shown.preview).toEqual([[], ['G200', 'Ravi', 'ravi at home'], ['G300', 'Gita', '']]);
  const file = await admin('GET', `${guardsPath}/${id}/errors`, { query: { format: 'csv' } });
  expect([file.statusCode, file.body.trim().split('\r\n').length]).toEqual([200, 2]);
  expect(file.body).not.toContain('Asha');
});

it('[MNG-03] [MNG-04] an erasure empties no row of checkpoints, and none with the employee id in another column', async () => {
  await makeSite(server.owner, tenant, { name: 'Mill', latitude: 18.52, longitude: 73.85 });
  const gates = await ofCheckpoints.checked(
    admin,
    'name,site,latitude,longitude,radius\nGate,Mill,18.5201,73.8501,50\n',
  );
  const guards = await ofGuards.checked(admin, 'id,name,Locker\nK1,Asha,50\n50,Ravi,7\n');
  const unnamed = (await ofGuards.upload(admin, 'Code of hers,Locker\n50,1\n51,2\n')).json();
  expect([gates.counts, guards.counts, unnamed.mapping]).toEqual([
    { ...noRows, new: 1 },
    { ...noRows, new: 2 },
    {},
  ]);
  await erase('50');
  expect((await view(gates.id, '/secure/checkpoints/imports')).preview).toEqual(gates.preview);
  expect((await view(guards.id)).preview).toEqual([['K1', 'Asha', '50'], []]);
  // Until a column is named for it, any may hold the employee id.
  expect((await view(unnamed.id)).preview).toEqual([[], ['51', '2']]);
});
