// The head that is stored outside the database, its file, and the servers that write it.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { makeTenant } from '../../testing/factories.ts';
import { testSealing, type TestSealing } from '../../testing/test-sealing.ts';
import { findHeads } from './check-log.queries.ts';
import { findHead } from './log.queries.ts';
import { sealWithin } from './seal-log.queries.ts';
import { checkStoredHeads, sealLogs } from './seal-logs.queries.ts';
import { secrets } from './sealed-world.testing.ts';
import { makeStoredHead, queueAll, removal } from './stored-heads.testing.ts';
import { StoredHeads } from './stored-heads.ts';

const { server, world, sealing, run, fileOf, text, startAgain, seal, grow, truncateTo, restore } =
  await makeStoredHead();
const { owner, database } = server;
afterEach(restore);

const middleSize = async () => (await findHeads(owner, world.tenant.id)).at(-2)?.size ?? 0;

describe('the stored head', () => {
  const faultOf = async (other: TestSealing) => {
    await checkStoredHeads(database, other);
    return other.problems;
  };

  test('[TRUTH-05] is missed where its file was deleted, and by npm run verify', async () => {
    fs.rmSync(fileOf());
    const other = startAgain();
    expect(await faultOf(other)).toEqual([expect.stringContaining('outside the database is gone')]);
    await run(queueAll);
    await sealLogs(database, other);
    expect(fs.existsSync(fileOf())).toBe(false);
    const trust = { secrets, anchors: [], storedHeads: new StoredHeads(sealing.folder) };
    for await (const { differences } of verifyAll(owner, trust))
      expect(differences).toEqual([`the log's last head, stored outside the database, was deleted`]);
  });

  test.each([
    [
      'the head of another tenant',
      (written: string) => written.replaceAll(world.tenant.id, crypto.randomUUID()),
    ],
    ['half of a head', (written: string) => written.slice(0, 50)],
    ['nothing', () => ''],
  ])('[TRUTH-05] is not taken for one where its file holds %s', async (_what, write) => {
    fs.writeFileSync(fileOf(), write(text));
    expect(await faultOf(startAgain())).toEqual([expect.stringContaining('is no head of this log')]);
    const trust = { secrets, anchors: [], storedHeads: new StoredHeads(sealing.folder) };
    for await (const { differences } of verifyAll(owner, trust))
      expect(differences).toEqual([
        `the log's last head, stored outside the database, is no head of this log`,
      ]);
  });

  test('[TRUTH-05] is what an evidence file can be compared with, as any head that was kept', async () => {
    const head = await findHead(owner, world.tenant.id);
    expect(JSON.parse(text)).toEqual(head);
  });

  test('[TRUTH-05] of a log that a server has never seen is the one that it finds', async () => {
    const other = testSealing(secrets);
    expect(await faultOf(other)).toEqual([]);
    await sealLogs(database, other);
    expect(fs.readFileSync(fileOf(world.tenant.id, other.folder), 'utf8')).toBe(text);
    await truncateTo(await middleSize());
    expect(await faultOf(other)).toHaveLength(1);
  });

  test('[TRUTH-05] in the memory of a server counts where its folder cannot be written', async () => {
    const folder = path.join(sealing.folder, 'tenants', 'no-folder');
    const other = testSealing(secrets, folder);
    await sealLogs(database, other);
    await sealLogs(database, other);
    expect(other.problems).toEqual([expect.stringContaining('in the memory of this process alone')]);
    await truncateTo(await middleSize());
    await sealLogs(database, other);
    expect(other.problems.at(-1)).toContain('it was cut');
  });
});

describe('several servers', () => {
  test.each([
    ['with a folder each', () => [testSealing(secrets), testSealing(secrets)] as const],
    ['with one folder', () => [startAgain(), startAgain()] as const],
  ])('[TRUTH-05] seal in turns and at once %s, and none raises an alarm', async (_how, servers) => {
    const [one, two] = servers();
    for (let pass = 0; pass < 4; pass += 1) {
      await grow();
      expect(await seal(pass % 2 === 0 ? one : two)).toBe(1);
      await Promise.all([checkStoredHeads(database, one), checkStoredHeads(database, two)]);
    }
    for (let pass = 0; pass < 4; pass += 1) {
      await grow();
      await Promise.all([seal(one), seal(two)]);
    }
    await Promise.all([seal(one), seal(two)]);
    expect([...one.problems, ...two.problems]).toEqual([]);
    const newest = JSON.stringify(await findHead(owner, world.tenant.id));
    for (const { folder } of [one, two])
      expect(fs.readFileSync(fileOf(world.tenant.id, folder), 'utf8')).toBe(newest);
  });

  test('[TRUTH-05] a crash between the commit and the file leaves a head that the log has grown out of', async () => {
    const one = startAgain();
    await grow();
    await database
      .forTenant(world.tenant.id)
      .transaction()
      .execute((transaction) => sealWithin(transaction, world.tenant.id, one));
    expect(fs.readFileSync(fileOf(), 'utf8')).toBe(text);
    const next = startAgain();
    await checkStoredHeads(database, next);
    await grow();
    await seal(next);
    expect(next.problems).toEqual([]);
    const newest = JSON.stringify(await findHead(owner, world.tenant.id));
    expect(fs.readFileSync(fileOf(), 'utf8')).toBe(newest);
  });

  test('[TRUTH-05] a transaction that is rolled back leaves no head that the log has not', async () => {
    const one = startAgain();
    await grow();
    const killed = database
      .forTenant(world.tenant.id)
      .transaction()
      .execute(async (transaction) => {
        await sealWithin(transaction, world.tenant.id, one);
        throw new Error('killed');
      });
    await expect(killed).rejects.toThrow('killed');
    await checkStoredHeads(database, one);
    expect([one.problems, fs.readFileSync(fileOf(), 'utf8')]).toEqual([[], text]);
  });

  test('[TRUTH-05] a log where nothing is new writes no file', async () => {
    const { mtimeMs, ino } = fs.statSync(fileOf());
    const one = startAgain();
    await sealLogs(database, one);
    await sealLogs(database, one);
    const after = fs.statSync(fileOf());
    expect([after.mtimeMs, after.ino]).toEqual([mtimeMs, ino]);
  });

  test('[TRUTH-05] a tenant that was deleted raises no alarm', async () => {
    const gone = await makeTenant(owner);
    const one = startAgain();
    await sealLogs(database, one);
    expect(fs.existsSync(fileOf(gone.id))).toBe(true);
    for (const statement of [...removal.split('; '), 'DELETE FROM log_notes', 'DELETE FROM tenants'])
      await run(`${statement} WHERE tenant_id = $1`, gone.id);
    const next = startAgain();
    await checkStoredHeads(database, next);
    await sealLogs(database, next);
    expect(next.problems).toEqual([]);
  });
});
