// Records for samples that use one up: each is handed out once.
import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeIncident,
  makeRoute,
  makeShift,
  makeSite,
  makeUser,
} from './factories.ts';
import { issueCodes } from '../records/checkpoint-codes/checkpoint-codes.queries.ts';
import { makeFloorPlan } from './make-floor-plan.ts';
import { makeDevice } from './make-device.ts';
import { makeClosedException, makeException } from './make-exception.ts';
import { makePostOrders } from './make-post-orders.ts';
import { makeSos } from './make-sos.ts';
import { makeScheduledReport } from './make-scheduled-report.ts';
import { makeDueRound, makeHoliday, makeLateRound, makeLateWalks, makeTour } from './make-tour.ts';

/** Ids of records that nothing depends on; the last one again and again once the others are used up. */
export interface SpareRecords {
  readonly site: () => string;
  readonly deletedSite: () => string;
  /** The same one always, as the next. */
  readonly plannedSite: () => string;
  readonly planlessSite: () => string;
  readonly floorPlan: () => string;
  /** The same one always. */
  readonly shownFloorPlan: () => string;
  /** Without post orders. */
  readonly unpostedSite: () => string;
  /** A version; the same one always. */
  readonly postOrders: () => string;
  readonly unaskedCheckpoint: () => string;
  readonly subAdmin: () => string;
  /** Waits for a password. */
  readonly invited: () => string;
  readonly guard: () => string;
  /** Surely still at the site. */
  readonly guardWithSite: () => string;
  readonly deletedGuard: () => string;
  /** Deactivated. */
  readonly goneGuard: () => string;
  readonly checkpoint: () => string;
  readonly deletedCheckpoint: () => string;
  /** The same one always; it has a valid code. */
  readonly codedCheckpoint: () => string;
  readonly incident: () => string;
  /** The same one always. */
  readonly shownIncident: () => string;
  readonly device: () => string;
  readonly exception: () => string;
  readonly closedException: () => string;
  /** The same one always. */
  readonly shownException: () => string;
  /** An open call for help. */
  readonly sos: () => string;
  /** The same one always. */
  readonly shownSos: () => string;
  /** For samples that only look; never used up. */
  readonly seenShift: () => string;
  readonly seenRoute: () => string;
  readonly shift: () => string;
  readonly deletedShift: () => string;
  readonly route: () => string;
  readonly deletedRoute: () => string;
  /** The same one always. */
  readonly seenTour: () => string;
  readonly tour: () => string;
  readonly deletedTour: () => string;
  readonly dueRound: () => string;
  /** Missed; the round that was sent late for it has the same id. */
  readonly lateRound: () => string;
  /** The same one always. */
  readonly seenReport: () => string;
  readonly report: () => string;
  readonly deletedReport: () => string;
  /** Dates. */
  readonly holiday: () => string;
}

/** As many as the callers of one endpoint. */
const sparesOfAKind = 24;
const deleted = { activated: false, deleted_at: new Date() };

async function handOut(make: () => Promise<string>): Promise<() => string> {
  const ids: string[] = [];
  for (let made = 0; made < sparesOfAKind; made += 1) ids.push(await make());
  return () => (ids.length > 1 ? ids.pop() : ids[0]) ?? randomUUID();
}

const always = async (making: Promise<string>): Promise<() => string> => {
  const id = await making;
  return () => id;
};

async function makeCodedCheckpoint(owner: Db, tenant: MadeTenant, siteId: string): Promise<string> {
  const { checkpointId } = await makeCheckpoint(owner, tenant, siteId);
  await issueCodes(owner, tenant.id, [checkpointId]);
  return checkpointId;
}

/** Those that belong to a site are of `siteId`. */
export async function makeSpareRecords(owner: Db, tenant: MadeTenant, siteId: string): Promise<SpareRecords> {
  const siteIds = [siteId];
  const shown = await makeIncident(owner, tenant, siteId);
  const walks = await makeLateWalks(owner, tenant, siteId);
  return {
    site: await handOut(() => makeSite(owner, tenant)),
    plannedSite: await always(makeSite(owner, tenant)),
    planlessSite: await always(makeSite(owner, tenant)),
    floorPlan: await handOut(() => makeFloorPlan(owner, tenant, siteId)),
    shownFloorPlan: await always(makeFloorPlan(owner, tenant, siteId)),
    deletedSite: await handOut(() => makeSite(owner, tenant, deleted)),
    unpostedSite: await handOut(() => makeSite(owner, tenant)),
    postOrders: await always(makePostOrders(owner, tenant, siteId)),
    unaskedCheckpoint: await handOut(async () => (await makeCheckpoint(owner, tenant, siteId)).checkpointId),
    subAdmin: await handOut(async () => (await makeUser(owner, tenant, { siteId })).id),
    invited: await handOut(
      async () => (await makeUser(owner, tenant, { siteId, invited_at: new Date() })).id,
    ),
    shownIncident: () => shown,
    incident: await handOut(() => makeIncident(owner, tenant, siteId)),
    shownException: await always(makeException(owner, tenant, siteId)),
    exception: await handOut(() => makeException(owner, tenant, siteId)),
    closedException: await handOut(() => makeClosedException(owner, tenant, siteId)),
    sos: await handOut(() => makeSos(owner, tenant, siteId)),
    device: await handOut(() => makeDevice(owner, tenant, siteId)),
    shownSos: await always(makeSos(owner, tenant, siteId)),
    guard: await handOut(async () => (await makeGuard(owner, tenant, { siteIds })).id),
    guardWithSite: await handOut(async () => (await makeGuard(owner, tenant, { siteIds })).id),
    checkpoint: await handOut(async () => (await makeCheckpoint(owner, tenant, siteId)).checkpointId),
    codedCheckpoint: await always(makeCodedCheckpoint(owner, tenant, siteId)),
    deletedCheckpoint: await handOut(
      async () => (await makeCheckpoint(owner, tenant, siteId, deleted)).checkpointId,
    ),
    seenShift: await always(makeShift(owner, tenant, siteId)),
    seenRoute: await always(makeRoute(owner, tenant, siteId, []).then(({ routeId }) => routeId)),
    shift: await handOut(() => makeShift(owner, tenant, siteId)),
    deletedShift: await handOut(() => makeShift(owner, tenant, siteId, deleted)),
    route: await handOut(async () => (await makeRoute(owner, tenant, siteId, [])).routeId),
    deletedRoute: await handOut(async () => (await makeRoute(owner, tenant, siteId, [], deleted)).routeId),
    seenTour: await always(makeTour(owner, tenant, siteId)),
    tour: await handOut(() => makeTour(owner, tenant, siteId)),
    deletedTour: await handOut(() => makeTour(owner, tenant, siteId, deleted)),
    dueRound: await handOut(() => makeDueRound(owner, tenant, siteId)),
    lateRound: await handOut(() => makeLateRound(owner, tenant, walks)),
    holiday: await handOut(() => makeHoliday(owner, tenant, siteId)),
    seenReport: await always(makeScheduledReport(owner, tenant, siteId)),
    report: await handOut(() => makeScheduledReport(owner, tenant, siteId)),
    deletedReport: await handOut(() => makeScheduledReport(owner, tenant, siteId, deleted)),
    goneGuard: await handOut(async () => (await makeGuard(owner, tenant, { siteIds, activated: false })).id),
    deletedGuard: await handOut(async () => (await makeGuard(owner, tenant, { siteIds, ...deleted })).id),
  };
}
