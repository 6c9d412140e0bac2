// Marks of leaves that were sealed while the phone's own time stood between other columns.
import { expect, test } from 'vitest';
import { statements } from '../../platform/db/migrations/0093-marks-by-place.ts';
import { runAsOwner, secrets } from './sealed-world.testing.ts';
import { sealLog } from './seal-log.queries.ts';
import { testApp } from '../../testing/test-app.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { makeSecretWorld, walkEveryWay } from './evidence-secrets.testing.ts';

/** As they were made then: four bytes a column, and none for the salt of phones, which came later. */
const formerMarks = [
  `UPDATE log_leaves SET marks = substr(marks, 1, 20) || substr(marks, 77, 4) || substr(marks, 21, 56) || substr(marks, 81, 12)
    WHERE source = 'scans'`,
  `UPDATE log_leaves SET marks = substr(marks, 1, 24) || substr(marks, 61, 4) || substr(marks, 25, 36)
    WHERE source = 'field_events'`,
];

test('[TRUTH-03] [TRUTH-06] an upgrade raises no alarm over marks in a former order', async () => {
  const server = await testApp();
  const world = await makeSecretWorld(server);
  await walkEveryWay(world, 'before', await world.phone.signIn(world.employeeId, 'before'));
  await sealLog(server.database.forTenant(world.tenant.id), world.tenant.id, testSealing(secrets));
  const altered = async () => {
    for await (const { differences } of verifyAll(server.owner, { secrets, anchors: [] }))
      return differences.filter((difference) => difference.includes('marks'));
    throw new Error('no tenant');
  };
  expect(await altered()).toEqual([]);
  for (const statement of formerMarks) await runAsOwner(server, statement);
  expect((await altered()).length).toBeGreaterThan(8);
  for (const statement of statements) await runAsOwner(server, statement);
  expect(await altered()).toEqual([]);
});
