// What a viewer of the live board gets: only the modules that the viewer has, only the sites that the viewer sees.
import type { LiveBoard } from '@watchpost/contract/live-board';
import { boardShownMax } from '@watchpost/domain/live-board';
import { isPermitted, type Permission } from '@watchpost/domain/permissions';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import {
  findBoardSites,
  findGuardsOnDuty,
  findLastScans,
  findLateStarts,
  findOpenIncidents,
  findRoundsUnderWay,
} from './live-board.queries.ts';
import { findOpenSos } from './sos.queries.ts';

/** The caller's scope narrowed to the site asked for. Throws notFound for one that is not the caller's. */
export function boardScope({ scope }: ConsoleCaller, site: string | undefined): SiteScope {
  if (site !== undefined && scope.siteId !== null && scope.siteId !== site) throw new AppError('notFound');
  return { ...scope, siteId: scope.siteId ?? site ?? null };
}

const parts = {
  guards: 'GUARDS:view',
  rounds: 'SCANNED_CHECKPOINTS:view',
  lateStarts: 'PATROL_TOURS:view',
  incidents: 'INCIDENTS:view',
} as const satisfies Record<string, Permission>;
type Rights = Readonly<Record<keyof typeof parts, boolean>>;

export async function viewBoard(caller: ConsoleCaller, site: string | undefined): Promise<LiveBoard> {
  const scope = boardScope(caller, site);
  const may = (part: keyof typeof parts) => isPermitted(caller.role, parts[part], caller.switches);
  const rights = {
    guards: may('guards'),
    rounds: may('rounds'),
    lateStarts: may('lateStarts'),
    incidents: may('incidents'),
  };
  return shared(scope, rights);
}

interface Looking {
  readonly now: Promise<LiveBoard>;
  next: Promise<LiveBoard> | null;
}

/** Of each tenant's handle, by site and rights. */
const looks = new WeakMap<SiteScope['db'], Map<string, Looking>>();

/**
 * One look at the store at a time for all that would see the same: anyone who asks while one is under way gets the next
 * one, which begins after the question did, so that nothing that was committed before is left out.
 */
function shared(scope: SiteScope, rights: Rights): Promise<LiveBoard> {
  const own = looks.get(scope.db) ?? new Map<string, Looking>();
  looks.set(scope.db, own);
  const key = JSON.stringify([scope.siteId, rights]);
  const begin = (): Promise<LiveBoard> => {
    const now = look(scope, rights);
    const looking: Looking = { now, next: null };
    own.set(key, looking);
    const end = () => {
      if (looking.next === null && own.get(key) === looking) own.delete(key);
    };
    now.then(end, end);
    return now;
  };
  const running = own.get(key);
  if (running === undefined) return begin();
  running.next ??= running.now.then(begin, begin);
  return running.next;
}

async function look(scope: SiteScope, rights: Rights): Promise<LiveBoard> {
  const atMs = Date.now();
  const when = <T>(isAllowed: boolean, find: () => Promise<T>): Promise<T | null> =>
    isAllowed ? find() : Promise.resolve(null);
  const [sos, sites, found, rounds, lateStarts, scans, incidents] = await Promise.all([
    findOpenSos(scope, { limit: boardShownMax.sos, order: 'newestFirst' }),
    findBoardSites(scope),
    when(rights.guards, () => findGuardsOnDuty(scope, atMs)),
    when(rights.rounds, () => findRoundsUnderWay(scope, atMs)),
    when(rights.lateStarts, () => findLateStarts(scope, atMs)),
    when(rights.rounds, () => findLastScans(scope)),
    when(rights.incidents, () => findOpenIncidents(scope)),
  ]);
  const bySite = new Map(found?.bySite.map((site) => [site.siteId, site]));
  const withCounts = sites.map((site) => {
    const { onDuty = 0, silent = 0 } = bySite.get(site.id) ?? {};
    return { ...site, onDuty, silent };
  });
  const { count = 0, quiet = 0, silent = 0, data = [] } = found ?? {};
  const guards = found === null ? null : { count, quiet, silent, data: [...data] };
  return { atMs, sos, sites: withCounts, guards, rounds, lateStarts, scans, incidents };
}
