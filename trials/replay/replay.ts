// Scans doubled, out of order, at once, weeks late and in other bodies, through two servers.
import { findRunningServer } from '../../apps/server/src/platform/db/embedded/running-server.ts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { makeCompany } from '../product/company.ts';
import { Product } from '../product/product.ts';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { newFolder, type Run } from '../product/under-writes.ts';
import type { Outcome, Trial } from '../trial.ts';
import { jobsDone, readEvents } from '../writes/stored.ts';
import { Answers } from './answers.ts';
import { Phones } from './phones.ts';
import { type Upload, uploadsOf } from './replayed-events.ts';

const guards = 20;
const atOnce = 24;
const jobsWithinMs = 600_000;
const logEvery = 5_000;

/** Sends `count` uploads and looks at every row afterwards. */
export async function replay(run: Run & { readonly count: number }, programs: Programs): Promise<Outcome> {
  const product = await Product.in(newFolder('replay', run.atEnd), programs);
  run.atEnd(() => product.stop());
  await product.start();
  await makeCompany(product.dataDir, guards);
  const second = await product.startAnother();
  run.atEnd(() => second.stop());
  await second.start();
  const phones = new Phones([product.url, second.url]);
  const [route] = await phones.signIn(guards);
  if (route === undefined) throw new Error('the guards have no route');
  const beganAt = performance.now();
  const answers = await sendAll(
    run,
    phones,
    uploadsOf(new Random('replay', run.seed), route, guards, Date.now()),
  );
  const tookMs = performance.now() - beganAt;
  run.log('the jobs are waited for, every row is looked at, and everything is counted again');
  const connection = await findRunningServer(product.dataDir);
  if (connection === null) throw new Error('the database does not run');
  await jobsDone(connection, jobsWithinMs);
  const differing = await product.verify();
  return {
    faults: [
      ...answers.faults,
      ...answers.differences(await readEvents(connection)),
      ...(differing === null ? [] : [`verify: ${differing}`]),
    ],
    figures: figuresOf(answers, run.count, tookMs),
  };
}

async function sendAll(
  { count, log, signal }: Run & { readonly count: number },
  phones: Phones,
  uploads: Generator<Upload>,
): Promise<Answers> {
  const answers = new Answers();
  let sent = 0;
  const sendOn = async () => {
    while (sent < count && !signal.aborted) {
      sent += 1;
      if (sent % logEvery === 0) log(`${sent} uploads`);
      const upload: Upload = uploads.next().value ?? [];
      const replies = await phones.send(
        upload[0]?.guard ?? 0,
        upload.map(({ event }) => event),
      );
      replies.forEach((reply, at) => {
        const sending = upload[at];
        if (sending !== undefined) answers.note(sending, reply);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  return answers;
}

function figuresOf(answers: Answers, uploads: number, tookMs: number): Outcome['figures'] {
  const { events, receipts, repeats, refusals } = answers;
  return [
    ['uploads', `${uploads}, ${Math.round((uploads * 1_000) / tookMs)} each second`],
    ['events', `${events}, each stored once`],
    ['receipts', `${receipts}, ${repeats} of them of repeats, each the same to the letter as the first`],
    ['refused', `${refusals} with the id of an event that has another body`],
  ];
}

export const replayTrial: Trial = {
  about:
    'scans are uploaded doubled, out of order, at once, weeks late and in other bodies, through two servers',
  counted: 'uploads',
  defaultCount: 100_000,
  run: async (run) => replay(run, await builtPrograms()),
};
