// A Prometheus of the trial's own, which reads one server's figures and judges the alarms of deploy/.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { freePort } from '../free-port.ts';
import { newFolder } from '../started-product.ts';
import { CannotRun, type TrialRun } from '../trial.ts';

export const scrapeSeconds = 5;
const startWithinMs = 60_000;

const vector = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
});
const ruleList = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            name: z.string(),
            query: z.string(),
            health: z.string(),
            lastError: z.optional(z.string()),
            state: z.string(),
          }),
        ),
      }),
    ),
  }),
});
export type Rule = z.output<typeof ruleList>['data']['groups'][number]['rules'][number];

export interface Prometheus {
  /** Values now, NaN among them; an expression that it refuses rejects with its words. */
  ask(expression: string): Promise<readonly number[]>;
  rules(): Promise<readonly Rule[]>;
}

/** Says in words what is wrong with files of rules, and with their tests; empty where nothing is. */
export function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8' });
  if (error !== undefined)
    throw new CannotRun(`To look at the board takes promtool (Debian: prometheus): ${error.message}`);
  return status === 0 ? '' : `${stdout}${stderr}`.trim();
}

export async function startPrometheus(
  { atEnd }: Pick<TrialRun, 'atEnd'>,
  metricsPort: number,
  rulesFile: string,
): Promise<Prometheus> {
  const folder = newFolder({ atEnd });
  const file = path.join(folder, 'prometheus.json');
  const every = `${scrapeSeconds}s`;
  const settings = {
    global: { scrape_interval: every, evaluation_interval: every },
    rule_files: [rulesFile],
    scrape_configs: [{ job_name: 'watchpost', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
  };
  // Every JSON is YAML.
  fs.writeFileSync(file, JSON.stringify(settings));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  atEnd(() => end(child));
  await answers(`${url}/-/ready`, child);
  return {
    ask: async (expression) => {
      const reply = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      if (!reply.ok) throw new Error(`${expression}: ${await reply.text()}`);
      return vector.parse(await reply.json()).data.result.map(({ value: [, text] }) => Number(text));
    },
    rules: async () => {
      const reply = await fetch(`${url}/api/v1/rules?type=alert`);
      return ruleList.parse(await reply.json()).data.groups.flatMap((group) => group.rules);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  for (const untilMs = Date.now() + startWithinMs; Date.now() < untilMs; await sleep(100)) {
    if (failure !== null)
      throw new CannotRun(`To look at the board takes Prometheus (Debian: prometheus): ${String(failure)}`);
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`);
    const reply = await fetch(url).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.ok === true) return;
  }
  throw new Error('Prometheus did not become ready');
}
