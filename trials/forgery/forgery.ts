// Uploads that say what did not happen, and edits behind the product's back: each has to be named (docs/evidence.md).
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { startTriedProduct } from '../tried-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { differenceAfter, editKinds, snapshotRows, missRound } from './edits.ts';
import { makeForgedWorld, type World } from './forger.ts';
import { uploadKinds } from './uploads.ts';
import { type Verdict, verdictOf } from './verdicts.ts';

/** Sealing happens each minute. */
const sealedWithinMs = 180_000;

export async function sendForgeries(world: World, signal?: AbortSignal): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const kind of uploadKinds) {
    if (signal?.aborted === true) break;
    verdicts.push(await verdictOf(world, kind, await kind.send(world)));
  }
  return verdicts;
}

async function isSealed({ owner, tenant }: World): Promise<boolean> {
  const { rows } = await sql`SELECT FROM log_pending WHERE tenant_id = ${tenant.id}::uuid LIMIT 1`.execute(
    owner,
  );
  return rows.length === 0;
}

async function untilSealed(world: World): Promise<void> {
  const endMs = performance.now() + sealedWithinMs;
  while (!(await isSealed(world))) {
    if (performance.now() > endMs) throw new Error('the log was not sealed');
    await delay(1_000);
  }
}

async function editBehind(world: World, secret: string, signal?: AbortSignal): Promise<Verdict[]> {
  await snapshotRows(world);
  const untouched = await differenceAfter(world, { name: 'nothing', statements: [] }, secret);
  const verdicts: Verdict[] = [
    { name: 'nothing edited', outcome: untouched ?? 'no difference', fault: untouched },
  ];
  for (const kind of editKinds) {
    if (signal?.aborted === true) break;
    const found = await differenceAfter(world, kind, secret);
    verdicts.push({
      name: kind.name,
      outcome: found ?? 'no difference',
      fault: found === null ? 'verify names nothing' : null,
    });
  }
  return verdicts;
}

const faultsOf = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ name, outcome, fault }) => (fault === null ? [] : `${name}: ${outcome}; ${fault}`));

async function run(trial: TrialRun): Promise<Outcome> {
  const secret = randomBytes(32).toString('hex');
  const product = await startTriedProduct(trial, { SERVER_SECRET: secret });
  const world = await makeForgedWorld(product.owner, product.url);
  const uploads = await sendForgeries(world, trial.signal);
  for (const { name, outcome } of uploads) trial.log(`${name}: ${outcome}`);
  await missRound(world);
  trial.log('the log is waited for');
  await untilSealed(world);
  const edits = await editBehind(world, secret, trial.signal);
  for (const { name, outcome } of edits) trial.log(`${name}: ${outcome}`);
  const unflagged = uploadKinds.filter(({ expected }) => expected === 'unknowable');
  return {
    faults: [...faultsOf(uploads), ...faultsOf(edits)],
    figures: [
      ['kinds of uploads', String(uploads.length)],
      ['kinds of edits', String(edits.length - 1)],
      ['pass unflagged, named in docs/evidence.md', unflagged.map(({ name }) => name).join('; ')],
    ],
  };
}

export const forgery: Trial = {
  about: 'forged, backdated, postdated, replayed and shared uploads, and edits of the database, each named',
  counted: 'times over',
  defaultCount: 1,
  run,
};
