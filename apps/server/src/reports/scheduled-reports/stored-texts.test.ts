// A report that is stored can always be saved again, whatever its form refuses today (INPUT-01).
import { beforeAll, describe, expect, test } from 'vitest';
import { type ReportWorld, reportWorld } from './scheduled-reports.testing.ts';

const path = '/secure/scheduled-reports';
let world: ReportWorld;
beforeAll(async () => {
  world = await reportWorld();
});

const fields = (change: object = {}) => ({
  name: 'Weekly',
  siteId: world.siteId,
  timing: { kind: 'weekly', weekdays: [2], minute: 420 },
  contents: ['scannedCheckpoints'],
  period: 'week',
  dayStartMinute: 360,
  formats: ['pdf'],
  language: 'en',
  recipients: ['office@example.com', 'client@example.com'],
  sendsEmpty: false,
  ...change,
});

async function made(): Promise<string> {
  const reply = await world.admin('POST', path, { body: fields() });
  return reply.json().id;
}
const read = async (id: string) => (await world.admin('GET', `${path}/${id}`)).json();
const emailsOf = async (id: string): Promise<string[]> =>
  (await read(id)).recipients.map(({ email }: { email: string }) => email).toSorted();

/** As a version before took it. */
async function store(id: string, email: string, name = 'Weekly'): Promise<number> {
  const { owner } = world.server;
  await owner
    .updateTable('scheduled_report_recipients')
    .set({ email })
    .where('report_id', '=', id)
    .where('email', '=', 'client@example.com')
    .execute();
  await owner.updateTable('scheduled_reports').set({ name }).where('id', '=', id).execute();
  return (await read(id)).version;
}

describe('a scheduled report with a recipient of before', () => {
  test.each(['.ops@client.com', 'ops..x@client.com', 'ops@-client.com', `${'a'.repeat(70)}@client.com`])(
    '[INPUT-01] %s is saved again, and the address stays as it is stored',
    async (email) => {
      const id = await made();
      const version = await store(id, email);
      const body = { ...fields({ language: 'hi', recipients: ['office@example.com', email] }), version };
      expect((await world.admin('PUT', `${path}/${id}`, { body })).statusCode).toBe(200);
      expect(await emailsOf(id)).toEqual(['office@example.com', email].toSorted());
      expect((await read(id)).language).toBe('hi');
    },
  );

  test.each(['.ops@client.com', 'no address', 'a\0b@client.com', 'ops@@client.com', ''])(
    '[INPUT-01] does not take %j, which it has not stored',
    async (email) => {
      const id = await made();
      const { version } = await read(id);
      const body = { ...fields({ recipients: ['office@example.com', email] }), version };
      const reply = await world.admin('PUT', `${path}/${id}`, { body });
      expect(reply.statusCode).toBe(400);
      expect(await emailsOf(id)).toEqual(['client@example.com', 'office@example.com']);
    },
  );

  test('[INPUT-01] keeps a name that is longer than a form takes, and takes no other such name', async () => {
    const id = await made();
    const name = 'N'.repeat(300);
    const version = await store(id, 'client@example.com', name);
    const saving = (given: string) =>
      world.admin('PUT', `${path}/${id}`, { body: { ...fields({ name: given }), version } });
    expect((await saving('M'.repeat(300))).statusCode).toBe(400);
    expect((await saving(name)).statusCode).toBe(200);
    expect((await read(id)).name).toBe(name);
  });
});
