// Every expression of the board and of the alarms in deploy/, asked of a Prometheus that reads a product at work.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { newLedger } from '../failover/ledger.ts';
import { startLoad } from '../failover/load.ts';
import { freePort } from '../free-port.ts';
import { startDatabase, startDemo } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Prometheus, promtool, startPrometheus } from './prometheus.ts';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const rulesFile = path.join(deploy, 'prometheus/alerts.yaml');
const msPerMinute = 60_000;

const boardFile = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

async function run(trial: TrialRun): Promise<Outcome> {
  const faults = [
    promtool('check', 'rules', rulesFile),
    promtool('test', 'rules', path.join(deploy, 'prometheus/alerts.test.yaml')),
  ].filter((text) => text !== '');
  const metricsPort = await freePort();
  const database = await startDatabase(trial);
  const product = await startDemo(trial, database, { env: { METRICS_PORT: String(metricsPort) } });
  const prometheus = await startPrometheus(trial, metricsPort, rulesFile);
  trial.log(`${trial.count} minutes of phones and a console`);
  const ledger = newLedger();
  const load = await startLoad({
    urls: [product.url],
    ledger,
    seed: trial.seed,
    phones: 3,
    hastyPhones: 2,
    onFailure: (error) => faults.push(String(error)),
  });
  await sleep(trial.count * msPerMinute, null, { signal: trial.signal }).catch(() => {});
  const [panels, alarms] = [await lookAtBoard(prometheus), await prometheus.rules()];
  await load.stop();
  const unwell = alarms.filter(({ health }) => health !== 'ok');
  const loud = alarms.filter(({ state }) => state === 'firing');
  return {
    faults: [
      ...faults,
      ...panels
        .filter(({ shown }) => shown === 0)
        .map(({ title, expression }) => `no data: ${title}: ${expression}`),
      ...unwell.map(({ name, lastError }) => `alarm ${name}: ${lastError ?? 'not judged'}`),
      ...loud.map(({ name }) => `alarm ${name} sounds though all is well`),
    ],
    figures: [
      ...panels.map(
        ({ title, shown, values }) => [title, `${shown} of ${values} lines with a value`] as const,
      ),
      ['alarms judged', `${alarms.length - unwell.length} of ${alarms.length}, ${loud.length} sound`],
    ],
  };
}

/** What each expression of the board gives: lines, and those of them that have a number. */
async function lookAtBoard(prometheus: Prometheus) {
  const text = fs.readFileSync(path.join(deploy, 'grafana/watchpost.json'), 'utf8');
  const { panels } = boardFile.parse(JSON.parse(text));
  const looks = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expression: expr })),
  );
  return Promise.all(
    looks.map(async (look) => {
      const values = await prometheus.ask(look.expression);
      return { ...look, values: values.length, shown: values.filter((value) => !Number.isNaN(value)).length };
    }),
  );
}

export const board: Trial = {
  about: 'every panel of the board and every alarm, asked of a Prometheus that reads a product at work',
  counted: 'minutes',
  defaultCount: 3,
  run,
};
