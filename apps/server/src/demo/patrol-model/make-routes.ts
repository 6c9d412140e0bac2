// A site's checkpoints and the routes past them: each route is one stretch of a walk round the premises.
import type { Position } from '@watchpost/domain/geo';
import type { Checkpoint, CompanyShape, Route, RouteVersion } from './company.ts';
import type { District } from './districts.ts';
import { layOut } from './premises.ts';
import type { Random } from './random.ts';
import { difficultyOf, routeThemes, settingOf, type RouteTheme } from './site-kinds.ts';

const dayMs = 86_400_000;

export function makeRoutes(
  random: Random,
  shape: CompanyShape,
  siteIndex: number,
  district: District,
): { routes: Route[]; checkpoints: Checkpoint[] } {
  const sizes = routeSizes(random, shape, siteIndex);
  const [onWall = 0, ...others] = sizes;
  const { wall, inner } = layOut(
    random,
    district,
    onWall,
    others.reduce((sum, size) => sum + size, 0),
  );
  const spots = [...wall, ...inner];
  const themes = routeThemes[district.kind];
  const routes: Route[] = [];
  let taken = 0;
  for (const [index, size] of sizes.entries()) {
    const theme = themes[index % themes.length];
    if (theme === undefined) throw new RangeError(`No theme for ${district.kind}`);
    const cycle = Math.floor(index / themes.length);
    const part = spots.slice(taken, taken + size);
    routes.push(makeRoute(random, shape, theme, cycle, part));
    taken += size;
  }
  return { routes, checkpoints: routes.flatMap((route) => route.versions.at(-1)?.checkpoints ?? []) };
}

/** Checkpoints of each route of a site: an even share of the whole, with pairs of routes made uneven by one. */
function routeSizes(random: Random, shape: CompanyShape, siteIndex: number): number[] {
  const routes = shape.sites * shape.routesPerSite;
  const sizes = Array.from({ length: shape.routesPerSite }, (_, index) => {
    const route = siteIndex * shape.routesPerSite + index;
    const begin = Math.floor((shape.checkpoints * route) / routes);
    return Math.floor((shape.checkpoints * (route + 1)) / routes) - begin;
  });
  const [first, second, ...others] = sizes;
  if (first === undefined || second === undefined || second < 5) return sizes;
  const shift = random.pick([-1, 0, 1]);
  return [first + shift, second - shift, ...others];
}

function makeRoute(
  random: Random,
  shape: CompanyShape,
  theme: RouteTheme,
  cycle: number,
  part: readonly Position[],
): Route {
  const suffix = cycle === 0 ? '' : ` ${cycle + 1}`;
  const checkpoints = part.map((spot, index) => makeCheckpoint(random, shape, theme, suffix, spot, index));
  return {
    id: random.uuidV7(shape.openedAtMs),
    name: theme.routeName + suffix,
    isFixedOrder: theme.isFixedOrder,
    expectedMinutesBetween: random.integer(2, 4),
    versions: makeVersions(random, shape, checkpoints),
  };
}

function makeCheckpoint(
  random: Random,
  shape: CompanyShape,
  theme: RouteTheme,
  suffix: string,
  spot: Position,
  index: number,
): Checkpoint {
  const district = theme.checkpoints[index % theme.checkpoints.length] ?? theme.routeName;
  const lap = Math.floor(index / theme.checkpoints.length);
  const setting = settingOf(district, theme);
  return {
    checkpointId: random.uuidV7(shape.openedAtMs),
    name: district + suffix + (lap === 0 ? '' : ` ${String.fromCharCode(65 + lap)}`),
    latitude: spot.latitude,
    longitude: spot.longitude,
    radiusMetres: setting === 'outdoor' ? random.pick([20, 25, 30]) : random.pick([30, 40]),
    setting,
    difficulty: difficultyOf(district),
    instructions: instructionsOf(district),
  };
}

function instructionsOf(district: string): string {
  if (/Gate|Entry|Entrance/.test(district)) return 'Check the gate register and the lock after hours.';
  if (/Wall|Fence|Kerb/.test(district)) return 'Look along the whole length for breaks and ladders.';
  if (/Basement|Pump|DG|Transformer|Plant|Diesel|LPG/.test(district))
    return 'Check for leaks, smoke and open panels.';
  if (/Terrace|Tower|Tank/.test(district)) return 'Check that the door is locked from inside.';
  return 'Check doors, windows and lights.';
}

/** Some routes gained their last checkpoint a few weeks after the opening. */
function makeVersions(
  random: Random,
  shape: CompanyShape,
  checkpoints: readonly Checkpoint[],
): RouteVersion[] {
  const version = (number: number, validFromMs: number, points: readonly Checkpoint[]): RouteVersion => ({
    id: random.uuidV7(validFromMs),
    number,
    validFromMs,
    checkpoints: points,
  });
  if (checkpoints.length < 5 || !random.chance(0.3)) return [version(1, shape.openedAtMs, checkpoints)];
  const changedAtMs = shape.openedAtMs + random.integer(20, 70) * dayMs;
  return [version(1, shape.openedAtMs, checkpoints.slice(0, -1)), version(2, changedAtMs, checkpoints)];
}
