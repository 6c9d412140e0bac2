// Days around changes of the clocks, by the endpoints: some zones here, all of them by npm run trial -- time-zones.
import { beforeAll, describe, expect, it } from 'vitest';
import { ZoneOracle } from '@watchpost/domain/zone-oracle.testing';
import { makeUser } from './testing/factories.ts';
import { sessionHeaders } from './testing/made-sessions.ts';
import { anyone, testApp, type TestApp } from './testing/test-app.ts';
import {
  type AskInZone,
  changesOf,
  filingFaults,
  makeTouredZone,
  makeZoneWorld,
  moveSite,
  tourFaults,
  type ZoneWorld,
} from './zone-days.testing.ts';

/** Gaps and repeats at midnight and across it, of half an hour and of three, by law from one day to the next. */
const zones = [
  'America/Havana',
  'Asia/Pyongyang',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Antarctica/Casey',
];
const quarterMs = 900_000;
/** The first of each, and those a minute past a quarter of an hour. */
const changes = zones.flatMap((zone) =>
  changesOf(zone, new ZoneOracle(zone)).filter(({ atMs }, nth) => nth < 2 || atMs % quarterMs !== 0),
);

let server: TestApp;
let world: ZoneWorld;
let ask: AskInZone;

beforeAll(async () => {
  server = await testApp();
  world = await makeZoneWorld(server.owner, changes);
  const user = await makeUser(server.owner, world.tenant);
  const headers = await sessionHeaders(server.owner, world.tenant, { userId: user.id });
  const caller = anyone(server.app, world.tenant, headers);
  ask = async (path, query, zone) =>
    (await caller('GET', path, { query, headers: { timezone: zone } })).json();
});

describe('around a change of the clocks', () => {
  it('[REP-05] reports, dashboard and due rounds file each round in the day that the zone shows', async () => {
    expect(changes.length).toBeGreaterThan(6);
    for (const change of changes) {
      await moveSite(server.owner, world, change.zone);
      expect(await filingFaults(world, change, ask)).toEqual([]);
    }
  });

  it('[MNG-07] tours make rounds due when the clocks of their site show their times', async () => {
    const toured = await makeTouredZone(server.owner);
    for (const change of changes) expect(await tourFaults(server.owner, toured, change)).toEqual([]);
  });
});
