// Trials as they are run in every test run: the same code, a few times over.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledProgram } from '../apps/server/src/testing/bundled-program.ts';
import { crash } from './crash/crash.ts';
import { powerLoss } from './power-loss/power-loss.ts';
import { Product } from './product/product.ts';
import type { Programs } from './product/programs.ts';
import { newFolder } from './product/under-writes.ts';
import { replay } from './replay/replay.ts';
import { CannotRun, type Outcome, type TrialRun } from './trial.ts';

type Undo = () => void | Promise<void>;

let programs: Programs;
const undoings: Undo[] = [];
const lastUndoings: Undo[] = [];

async function undoAll(list: Undo[]): Promise<void> {
  for (let undo = list.pop(); undo !== undefined; undo = list.pop()) await undo();
}

beforeAll(async () => {
  const [main, verify] = await Promise.all([bundledProgram('main.ts'), bundledProgram('commands/verify.ts')]);
  const folder = newFolder('short', (undo) => void lastUndoings.push(undo));
  const empty = await Product.in(folder, { main, verify });
  await empty.start();
  await empty.stop();
  programs = { main, verify, data: empty.dataDir };
});
afterEach(() => undoAll(undoings));
afterAll(() => undoAll(lastUndoings));

const runOf = (count: number): TrialRun => ({
  seed: 1,
  count,
  log: () => {},
  signal: new AbortController().signal,
  atEnd: (undo) => void undoings.push(undo),
});

const passed = ({ faults }: Outcome) => expect(faults).toEqual([]);

describe('acknowledged writes', { timeout: 240_000 }, () => {
  it('outlive kill -9 of the server, of the database, of one of its processes and of all', async () => {
    passed(await crash(runOf(4), { programs, jobsWithinMs: 0 }));
  });

  it('are stored once each, however often and in whatever order and body they are sent', async () => {
    passed(await replay(runOf(100), programs));
  });

  it('are on the disk before they are acknowledged', async ({ skip }) => {
    try {
      passed(await powerLoss({ ...runOf(30), isSynced: true }, programs));
    } catch (error) {
      if (error instanceof CannotRun) skip(error.message);
      throw error;
    }
  });
});
