// Hostile files at every door that takes files: where they end up, how they are served, and what they cost.
import { faultOf } from '../../apps/server/src/testing/reply-shapes.ts';
import { formOf, plainPicture } from '../../apps/server/src/testing/test-files.ts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { peakMbOf, residentMbOf } from '../../bench/process-usage.ts';
import { startTriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { apiPath, type Door, doorAt, type House, makeHouse, servedAt } from './doors.ts';
import { sheetOf, workbookOf } from './archives.ts';
import { hostileNames, hostileTypes } from './file-names.ts';
import { activeText, hostileFile, kindsOfFiles, row } from './hostile-files.ts';
import { strangersIn, strayFiles } from './store.ts';

const memoryMaxMb = 100;
const filesAHouse = 100;
const passive = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf']);

async function run(trial: TrialRun): Promise<Outcome> {
  const { seed, count, log, signal } = trial;
  const product = await startTriedProduct(trial);
  const send = sender(product.url);
  let house = await makeHouse(product.owner, send);
  await warmUp(house);
  house = await makeHouse(product.owner, send);
  const restingMb = residentMbOf(product.pid);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let served = 0;
  let peakMb = peakMbOf(product.pid);
  for (let at = 0; at < count && !signal.aborted; at += 1) {
    // An exception and a site take only so many files.
    if (at % filesAHouse === filesAHouse - 1) house = await makeHouse(product.owner, send);
    const random = new Random('uploads', seed, at);
    const { kind, bytes } = await hostileFile(at, random);
    const door = await doorAt(house, Math.floor(at / kindsOfFiles) + at, random);
    const answer = await send({ ...requestOf(house, door, bytes, random), remoteAddress: '192.0.2.1' });
    const fail = (what: string) => faults.push(`${kind} at ${door.endpoint.name}: ${what}`);
    const fault = faultOf(door.endpoint, answer);
    if (fault !== null) fail(fault);
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (answer.statusCode === 200) served += await lookAtServed(house, door, answer.body, fail);
    const nowMb = peakMbOf(product.pid);
    if (nowMb > peakMb + 5)
      log(`${kind} at ${door.endpoint.name}: memory now at most ${nowMb.toFixed(0)} MB`);
    peakMb = nowMb;
  }
  faults.push(...strangersIn(product.dataDir).map((name) => `not named by the store: ${name}`));
  faults.push(...strayFiles().map((name) => `outside the store: ${name}`));
  const moreMb = peakMb - restingMb;
  if (moreMb > memoryMaxMb) faults.push(`${moreMb.toFixed(0)} MB more memory`);
  return {
    faults,
    figures: [
      ['kinds of files', String(kindsOfFiles)],
      [
        'answers',
        [...statuses]
          .toSorted()
          .map(([status, times]) => `${status}: ${times}`)
          .join(', '),
      ],
      ['files served again and looked at', String(served)],
      [
        'memory',
        `${restingMb.toFixed(0)} MB before, at most ${peakMb.toFixed(0)} MB: +${moreMb.toFixed(0)} MB`,
      ],
    ],
  };
}

function requestOf(house: House, door: Door, bytes: Buffer, random: Random) {
  const name = random.pick(hostileNames);
  const form = formOf(bytes, name, random.pick(hostileTypes));
  const headers = { ...door.headers, ...form.headers };
  return { method: door.endpoint.method, url: apiPath(house, door.path), headers, payload: form.payload };
}

/** What ordinary pictures and sheets load, and what use of the server compiles, stays. */
async function warmUp(house: House): Promise<void> {
  const ordinary = [await plainPicture(), workbookOf(sheetOf(row.repeat(100)))];
  for (let at = 0; at < 2 * filesAHouse; at += 1) {
    const door = await doorAt(house, at, new Random('warm', at));
    for (const bytes of ordinary) {
      const form = formOf(bytes);
      const headers = { ...door.headers, ...form.headers };
      const { payload } = form;
      const url = apiPath(house, door.path);
      await house.send({ method: door.endpoint.method, url, headers, payload, remoteAddress: '192.0.2.1' });
    }
  }
}

/** How many files were looked at. */
async function lookAtServed(
  house: House,
  door: Door,
  reply: string,
  fail: (what: string) => void,
): Promise<number> {
  const paths = await servedAt(house, door, reply);
  for (const path of paths) {
    const url = apiPath(house, path);
    const asked = { method: 'GET', url, headers: house.admin, remoteAddress: '192.0.2.1' } as const;
    const { statusCode, headers, bytes } = await house.send(asked);
    const type = String(headers['content-type']);
    if (statusCode !== 200) fail(`served with ${statusCode} at ${path}`);
    if (!passive.has(type)) fail(`served as ${type}`);
    if (headers['x-content-type-options'] !== 'nosniff') fail('served to be sniffed at');
    if (!String(headers['content-disposition']).startsWith('attachment;')) fail('served to be shown');
    if (!/default-src 'none'.*sandbox/.test(String(headers['content-security-policy'])))
      fail('served without a sandbox');
    if (type.startsWith('image/') && bytes.includes(activeText)) fail('served with its stowaway');
  }
  return paths.length;
}

export const uploads: Trial = {
  about:
    'files that are two things, unpack without end, claim pixels or are named to lead elsewhere, at every door',
  counted: 'files',
  defaultCount: 500,
  run,
};
