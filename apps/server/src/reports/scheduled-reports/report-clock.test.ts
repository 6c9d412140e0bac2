import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { anyone } from '../../testing/test-app.ts';
import { addRound, linkIn, mailsTo, planReport, reportWorld, tick } from './scheduled-reports.testing.ts';

const world = await reportWorld();
await addRound(world, new Date('2026-11-20T22:00:00+05:30').getTime());

async function writeTimesAs(format: string): Promise<void> {
  const value = { tenant_id: world.tenant.id, config_key: 'dateFormat', config_value: format };
  await world.server.owner
    .insertInto('tenant_config')
    .values(value)
    .onConflict((known) => known.columns(['tenant_id', 'config_key']).doUpdateSet(value))
    .execute();
}

it.each([
  ['DD/MM/YYYY HH:mm', /2026, 06:00 – /],
  ['DD/MM/YYYY hh:mm A', /2026, 06:00 AM – /],
])(
  '[MNG-09] where the tenant writes %s, so do the mail and the page behind its link',
  async (format, period) => {
    await writeTimesAs(format);
    const to = `${randomUUID()}@client.example`;
    await planReport(world, { recipients: [to], day_start_minute: 360, formats: ['csv'] });
    await tick(world, '2026-11-21T07:00:00');
    const [mail] = await mailsTo(world, to, 1);
    const link = linkIn(mail?.text, world, 'shared-reports');
    const page = await anyone(world.server.app, world.tenant)('GET', link);
    for (const text of [mail?.text, page.body]) expect(text?.replaceAll(/\s/g, ' ')).toMatch(period);
  },
);

it('a report tells of which site and which days it is, in the subject and in the names of its files', async () => {
  const to = `${randomUUID()}@client.example`;
  await planReport(world, {
    name: 'Weekly',
    timing: JSON.stringify({ kind: 'weekly', weekdays: [1], minute: 420 }),
    period: 'week',
    day_start_minute: 360,
    formats: ['csv'],
    recipients: [to],
  });
  await tick(world, '2026-11-22T07:00:00');
  const [mail] = await mailsTo(world, to, 1);
  expect(mail?.subject).toMatch(/^Weekly, Mill, 15 Nov 2026, /);
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['Weekly 2026-11-15 - 2026-11-21.csv']);
});
