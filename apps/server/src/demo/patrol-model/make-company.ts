// A whole guard company out of one number.
import { makeCodes } from './checkpoint-code.ts';
import type { Company, CompanyShape, Guard, Habits, Shift, Site } from './company.ts';
import { makeRoutes } from './make-routes.ts';
import { moved } from './premises.ts';
import { firstNames, lastNames } from './person-names.ts';
import { districts, type District } from './districts.ts';
import { Random } from './random.ts';

/** The same seed and shape give the same company, ids included. Throws RangeError for a shape that cannot be. */
export function makeCompany(seed: number, shape: CompanyShape): Company {
  const routes = shape.sites * shape.routesPerSite;
  if (shape.sites < 1 || shape.guards < shape.sites || shape.checkpoints < routes * 2) {
    throw new RangeError('A company needs a site, a guard for each site and two checkpoints for each route');
  }
  const random = new Random(seed, 'company', shape.name);
  const guards = makeGuards(seed, shape);
  const weakSite = Math.floor(shape.sites * random.between(0.45, 0.95));
  const sites: Site[] = [];
  for (let index = 0; index < shape.sites; index++) {
    const isWeak = shape.sites > 1 && index === weakSite;
    sites.push(makeSite(seed, shape, index, isWeak, guards));
  }
  const id = random.uuidV7(shape.openedAtMs);
  const checkpointIds = sites.flatMap((site) => site.checkpoints.map(({ checkpointId }) => checkpointId));
  const codes = makeCodes(seed, id, shape.openedAtMs, checkpointIds);
  return { seed, shape, id, name: shape.name, sites, guards, codes };
}

function makeGuards(seed: number, shape: CompanyShape): Guard[] {
  const random = new Random(seed, 'guards', shape.name);
  // Neither the first guard nor one of the weak site, so that the two weaknesses show apart.
  const weakIndex = Math.min(shape.guards - 1, 1 + Math.floor(shape.guards * random.between(0.05, 0.25)));
  const names = new Set<string>();
  return Array.from({ length: shape.guards }, (_, index) => {
    let [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
    for (let tries = 0; names.has(`${firstName} ${lastName}`) && tries < 20; tries++) {
      [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
    }
    names.add(`${firstName} ${lastName}`);
    const isWeak = index === weakIndex;
    return {
      id: random.uuidV7(shape.openedAtMs),
      index,
      employeeId: `EMP${String(index + 1).padStart(3, '0')}`,
      firstName,
      lastName,
      phoneNumber: `9${String(random.integer(0, 999_999_999)).padStart(9, '0')}`,
      deviceId: random.uuidV7(shape.openedAtMs),
      habits: makeHabits(random, isWeak),
      isWeak,
    };
  });
}

function makeHabits(random: Random, isWeak: boolean): Habits {
  const ordinary = {
    missFactor: random.between(0.5, 1.6),
    lateMinutesMean: random.between(1, 5),
    paceMetresPerSecond: random.between(0.95, 1.35),
    abandonShare: random.between(0.001, 0.006),
    typedShare: random.between(0, 0.012),
    cheatShare: 0,
  };
  if (!isWeak) return ordinary;
  return {
    missFactor: 12,
    lateMinutesMean: 14,
    paceMetresPerSecond: 0.8,
    abandonShare: 0.05,
    typedShare: 0.06,
    cheatShare: 0.04,
  };
}

function makeSite(
  seed: number,
  shape: CompanyShape,
  index: number,
  isWeak: boolean,
  guards: readonly Guard[],
): Site {
  const random = new Random(seed, 'site', shape.name, index);
  const district = districtOf(random, index);
  const { routes, checkpoints } = makeRoutes(random, shape, index, district);
  const uneven = random.between(0.6, 1.3);
  return {
    id: random.uuidV7(shape.openedAtMs),
    index,
    name: district.siteName,
    kind: district.kind,
    address: district.address,
    latitude: district.latitude,
    longitude: district.longitude,
    timeZone: shape.timeZone,
    phoneNumber: `20${random.integer(25_000_000, 68_999_999)}`,
    missFactor: isWeak ? 9 : uneven,
    isWeak,
    shifts: makeShifts(random, shape),
    routes,
    checkpoints,
    guards: guards.slice(
      shareStart(shape.guards, shape.sites, index),
      shareStart(shape.guards, shape.sites, index + 1),
    ),
  };
}

/** Where the share of the `index`th of `parts` begins when `total` is dealt out evenly. */
function shareStart(total: number, parts: number, index: number): number {
  return Math.floor((total * index) / parts);
}

/** Past the catalogue, premises repeat near the known ones under another name. */
function districtOf(random: Random, index: number): District {
  const known = districts[index % districts.length];
  if (known === undefined) throw new RangeError('No districts');
  const lap = Math.floor(index / districts.length);
  if (lap === 0) return known;
  const position = moved(known, random.between(-1_500, 1_500), random.between(-1_500, 1_500));
  return { ...known, ...position, siteName: `${known.siteName} ${lap + 1}` };
}

function makeShifts(random: Random, shape: CompanyShape): Shift[] {
  const start = random.pick([6, 6, 7]) * 60;
  const shift = (name: string, begin: number, rounds: number, isNight: boolean): Shift => ({
    id: random.uuidV7(shape.openedAtMs),
    name,
    startMinute: begin % 1440,
    endMinute: (begin + 480) % 1440,
    isNight,
    roundsPerDuty: rounds * shape.pace,
  });
  return [
    shift('Day', start, 4, false),
    shift('Evening', start + 480, 4.5, false),
    shift('Night', start + 960, 6, true),
  ];
}
