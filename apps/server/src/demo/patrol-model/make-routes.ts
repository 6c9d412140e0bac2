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
  place: District,
): { routes: Route[]; checkpoints: Checkpoint[] } {
  const sizes = routeSizes(random, shape, siteIndex);
  const [onWall = 0, ...others] = sizes;
  const { wall, inner } = layOut(
    random,
    place,
    onWall,
    others.reduce((sum, size) => sum + size, 0),
  );
  const spots = [...wall, ...inner];
  const themes = routeThemes[place.kind];
  const routes: Route[] = [];
  let taken = 0;
  for (const [index, size] of sizes.entries()) {
    const theme = themes[index % themes.length];
    if (theme === undefined) throw new RangeError(`No theme for ${place.kind}`);
    const turn = Math.floor(index / themes.length);
    const stretch = spots.slice(taken, taken + size);
    routes.push(makeRoute(random, shape, theme, turn, stretch));
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
  turn: number,
  stretch: readonly Position[],
): Route {
  const suffix = turn === 0 ? '' : ` ${turn + 1}`;
  const checkpoints = stretch.map((spot, index) => makeCheckpoint(random, shape, theme, suffix, spot, index));
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
  const place = theme.places[index % theme.places.length] ?? theme.routeName;
  const lap = Math.floor(index / theme.places.length);
  const setting = settingOf(place, theme);
  return {
    checkpointId: random.uuidV7(shape.openedAtMs),
    name: place + suffix + (lap === 0 ? '' : ` ${String.fromCharCode(65 + lap)}`),
    latitude: spot.latitude,
    longitude: spot.longitude,
    radiusMetres: setting === 'outdoor' ? random.pick([20, 25, 30]) : random.pick([30, 40]),
    setting,
    difficulty: difficultyOf(place),
    instructions: instructionsOf(place),
  };
}

function instructionsOf(place: string): string {
  if (/Gate|Entry|Entrance/.test(place)) return 'Check the gate register and the lock after hours.';
  if (/Wall|Fence|Kerb/.test(place)) return 'Look along the whole length for breaks and ladders.';
  if (/Basement|Pump|DG|Transformer|Plant|Diesel|LPG/.test(place))
    return 'Check for leaks, smoke and open panels.';
  if (/Terrace|Tower|Tank/.test(place)) return 'Check that the door is locked from inside.';
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
