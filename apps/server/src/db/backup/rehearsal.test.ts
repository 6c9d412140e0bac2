// A rehearsal finds what a restore would find: archives, too, which lie beside the database.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../adapters/files/disk-files.ts';
import { makeSealedWorld, runAsOwner, secrets } from '../../evidence/sealed-world.testing.ts';
import { keepAllMonths } from '../../features/retention/retention.jobs.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';
import { testApp } from '../../testing/test-app.ts';
import { keepFilesIn } from '../../testing/test-files.ts';
import { newFolder } from './backup.testing.ts';

const dayMs = 86_400_000;

it('a rehearsal reads the archives of what was removed from the database', async () => {
  const folder = newFolder();
  keepFilesIn(path.join(folder, 'files'));
  const server = await testApp();
  const world = await makeSealedWorld(server);
  const startedAtMs = Date.now() - 200 * dayMs;
  const { routeVersionId } = world;
  const [roundId, end] = [randomUUID(), { kind: 'roundEnded', id: randomUUID() }];
  await world.send({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: startedAtMs });
  await world.send({ ...end, roundId, deviceAtMs: startedAtMs + 60_000 });
  await runAsOwner(server, 'INSERT INTO retention_settings VALUES ($1, 1, 3, 0)', [world.tenant.id]);
  const problems: string[] = [];
  const files = diskFiles(path.join(folder, 'files'));
  const settings = { now: Date.now, onProblem: (text: string) => problems.push(text) };
  await keepAllMonths({ files, logSecrets: secrets, ...settings }, server.database);
  expect(problems).toEqual([]);
  expect(await runAsOwner(server, 'SELECT id FROM rounds WHERE tenant_id = $1', [world.tenant.id])).toEqual(
    [],
  );
  const env = { DATABASE_URL: databaseUrlOf(server.connection), DATA_DIR: folder };
  const file = path.join(folder, 'one.backup');
  expect(await runCommand('backup.ts', ['--to', file], env)).toMatchObject({ code: 0, err: '' });
  const rehearsed = await runCommand('restore.ts', [file, '--rehearse'], env);
  expect(rehearsed).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Everything agrees.') });
});
