// Every zone and each change of its clocks: the day that the product files rounds in, beside the day that Intl shows.
import { sql } from 'kysely';
import { signIn } from '@watchpost/contract/session';
import { isTimeZone } from '@watchpost/domain/time-zone';
import { ZoneOracle } from '@watchpost/domain/zone-oracle.testing';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { makeUser, testPassword } from '../../apps/server/src/testing/factories.ts';
import {
  type AskInZone,
  changesOf,
  filingFaults,
  makeTouredZone,
  makeZoneWorld,
  moveSite,
  tourFaults,
  type ZoneChange,
  type ZoneWorld,
} from '../../apps/server/src/zone-days.testing.ts';
import { Caller } from '../asking.ts';
import { startDatabase, startProduct } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';

/** Tenants that are asked side by side: there is a zone's turn at a time in each. */
const lanes = 3;
const shownFaults = 20;

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, seed, log } = trial;
  const database = await startDatabase(trial);
  const { owner } = database;
  const all = await zoneNames(owner);
  const zones = all.map((zone, index) => ({ zone, order: Math.imul(index + 1, 2_654_435_761 ^ seed) >>> 0 }));
  const tried = zones.toSorted((one, other) => one.order - other.order).slice(0, count);
  log(`${tried.length} of ${all.length} zones: their changes from 2015 to 2030 are looked for`);
  const changes = tried
    .map(({ zone }) => changesOf(zone, new ZoneOracle(zone)))
    .filter((own) => own.length > 0);
  const total = changes.flat().length;
  log(`${total} changes; tours make their rounds`);
  const tours = await inLanes(trial, changes, async () => {
    const toured = await makeTouredZone(owner);
    return (change) => tourFaults(owner, toured, change);
  });
  log('the server starts; rounds are filed');
  const worlds = await Promise.all(Array.from({ length: lanes }, () => makeZoneWorld(owner, changes.flat())));
  const product = await startProduct(trial, database);
  const filed = await inLanes(trial, changes, async (lane) => {
    const world = worlds[lane] ?? worlds[0];
    if (world === undefined) throw new Error('worlds were made');
    const ask = await signedIn(owner, world, product.url);
    return async (change, isFirst) => {
      if (isFirst) await moveSite(owner, world, change.zone);
      return filingFaults(world, change, ask);
    };
  });
  const faults = [...tours, ...filed];
  return {
    faults: faults.slice(0, shownFaults),
    figures: [
      ['zones', `${tried.length}, ${changes.length} of which change their clocks`],
      ['changes of clocks', String(total)],
      ['rounds around them', String(worlds[0]?.instants.length ?? 0)],
      ['rounds that tours made otherwise than the clocks show', String(tours.length)],
      ['days filed otherwise than the clocks show', String(filed.length)],
      ['time zone data', `${process.versions['tz']} (of the run time)`],
    ],
  };
}

/** Those that the run time lists, and every other name that it and PostgreSQL know. */
async function zoneNames(owner: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_timezone_names`.execute(owner);
  const names = [...Intl.supportedValuesOf('timeZone'), ...rows.map(({ name }) => name)];
  return [...new Set(names)].filter(isTimeZone).toSorted();
}

type Look = (change: ZoneChange, isFirstOfZone: boolean) => Promise<readonly string[]>;

async function inLanes(
  { log, signal }: TrialRun,
  zones: readonly (readonly ZoneChange[])[],
  laneOf: (lane: number) => Promise<Look>,
): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  const work = async (lane: number) => {
    const look = await laneOf(lane);
    for (let own = zones[next++]; own !== undefined && !signal.aborted; own = zones[next++]) {
      for (const [index, change] of own.entries()) faults.push(...(await look(change, index === 0)));
      if (next % 50 === 0) log(`${next} zones`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return faults;
}

async function signedIn(owner: Db, { tenant }: ZoneWorld, url: string): Promise<AskInZone> {
  const { email } = await makeUser(owner, tenant);
  const api = `/api/${tenant.slug}`;
  const caller = new Caller(url, 1);
  const body = JSON.stringify({ username: email, password: testPassword, wantsToken: true });
  const { text } = await caller.ask({ path: api + signIn.path, method: 'POST', body });
  const { accessToken } = signIn.reply.parse(JSON.parse(text));
  return async (path, query, timezone) => {
    const headers = { authorization: `Bearer ${accessToken}`, timezone };
    return JSON.parse(
      (await caller.ask({ path: `${api}${path}?${new URLSearchParams(query)}`, headers })).text,
    );
  };
}

export const timeZones: Trial = {
  about: 'every time zone and each change of its clocks from 2015 to 2030: no round in a wrong day',
  counted: 'zones, or all where there are fewer',
  defaultCount: 1_000,
  run,
};
