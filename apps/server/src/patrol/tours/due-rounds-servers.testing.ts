// Servers that tests start, give orders and kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';
import { serveAs } from '../../platform/db/database.ts';
import { bundledProgram } from '../../testing/bundled-program.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

export interface DueServer {
  /** Resolves when the order was carried out; rejects with why not, or when the server is killed in the meantime. */
  obey(order: 'make' | 'work', nowMs: number): Promise<void>;
  /** At once, as a power cut would. */
  kill(): Promise<void>;
}

/** One process more on the test's database. */
export async function startDueServer(store: TestDatabase, tenantId: string): Promise<DueServer> {
  const script = await bundledProgram('patrol/tours/due-rounds-process.testing.ts');
  const connection = JSON.stringify(await serveAs(store.owner, store.connection));
  const child = spawn(process.execPath, [script, connection, tenantId], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const gone = once(child, 'exit');
  child.stdin.on('error', () => {});
  const answers = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = () => killed(child, gone);
  atFileEnd(kill);
  return {
    async obey(order, nowMs) {
      child.stdin.write(`${order} ${nowMs}\n`);
      const { value, done } = await answers.next();
      if (done === true || value !== 'done')
        throw new Error(`the server said ${value ?? 'nothing any more'}`);
    },
    kill,
  };
}

async function killed(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await gone;
}
