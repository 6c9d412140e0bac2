// However much an evidence file holds, the server makes it a little at a time.
import { beforeAll, expect, it } from 'vitest';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { makeBacklog } from './backlog.testing.ts';
import { sealLog } from './seal-log.queries.ts';
import { runProgram } from '../../testing/run-command.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { testSealing } from '../../testing/test-sealing.ts';

const test = await testDatabase();
const rounds = 10_000;
const scansPerRound = 10;
const sealing = testSealing([serverSecret('of a test')]);
let tenantId: string;

beforeAll(async () => {
  tenantId = await makeBacklog(test, { rounds, scansPerRound });
  const sealed = await sealLog(test.database.forTenant(tenantId), tenantId, sealing);
  // With the note that the log begins with, its site and its checkpoint.
  expect(sealed).toBe(rounds * scansPerRound + 3);
}, 300_000);

it('a file of 10,000 rounds and 100,000 scans is made within 64 MB', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const program = 'patrol/evidence/evidence-file-process.testing.ts';
  const output = await runProgram(program, [JSON.stringify(test.connection), tenantId, sealing.folder], env);
  expect(output).toMatchObject({ code: 0, err: '' });
  const { bytes, lines, end } = JSON.parse(output.out);
  expect(JSON.parse(end)).toEqual({ end: { rounds, sealed: rounds * scansPerRound, open: 1 } });
  expect(lines).toBeGreaterThan(rounds * (scansPerRound + 1));
  expect(bytes).toBeGreaterThan(64_000_000);
}, 300_000);
