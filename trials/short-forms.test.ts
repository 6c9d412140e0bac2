// Trials as they are run in every test run: the same code, a few times over.
import { spawnSync } from 'node:child_process';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledProgram } from '../apps/server/src/testing/bundled-program.ts';
import { crash } from './crash/crash.ts';
import { powerLoss } from './power-loss/power-loss.ts';
import type { Programs } from './product/programs.ts';
import { replay } from './replay/replay.ts';
import type { Outcome, TrialRun } from './trial.ts';

let programs: Programs;
const undoings: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  programs = { main: await bundledProgram('main.ts'), verify: await bundledProgram('verify.ts') };
});
afterEach(async () => {
  for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) await undo();
});

const runOf = (count: number): TrialRun => ({
  seed: 1,
  count,
  log: () => {},
  signal: new AbortController().signal,
  atEnd: (undo) => void undoings.push(undo),
});

const passed = ({ faults }: Outcome) => expect(faults).toEqual([]);

describe('acknowledged writes', () => {
  it('outlive kill -9 of the server, of the database, of one of its processes and of all', async () => {
    passed(await crash(runOf(4), { programs, jobsWithinMs: 0 }));
  });

  it('are stored once each, however often and in whatever order and body they are sent', async () => {
    passed(await replay(runOf(100), programs));
  });

  const hasStrace = spawnSync('strace', ['--version']).status === 0;
  it.skipIf(!hasStrace)('are on the disk before they are acknowledged (skipped: no strace)', async () => {
    passed(await powerLoss({ ...runOf(30), isSynced: true }, programs));
  });
});
