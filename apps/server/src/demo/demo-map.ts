// A made-up map of streets, blocks, water and names around the demo company's sites, so that its maps are maps. Nothing on it
// is there in earnest but the positions of the sites.
import type { Position } from '@watchpost/domain/geo';
import { type ArchiveDescription, makeArchive } from '../platform/maps/archive-writer.ts';
import { cutTiles, type Feature, type FeatureGroup } from '../platform/maps/cut-tiles.ts';
import type { Company, Site } from './patrol-model/company.ts';
import { districts } from './patrol-model/districts.ts';
import { makeCompany } from './patrol-model/make-company.ts';
import { moved } from './patrol-model/premises.ts';
import { Random } from './patrol-model/random.ts';
import { demoSeed, demoShape } from './patrol-model/shapes.ts';
import type { SiteKind } from './patrol-model/site-kinds.ts';

const maxZoom = 14;
/** West, south, east, north; degrees. */
const bounds = [73.66, 18.47, 74.04, 18.8] as const;
const [west, south, east, north] = bounds;
const origin: Position = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
/** Of the map, from its middle. */
const halfWidthMetres = 20_000;
const halfHeightMetres = 18_300;

const description: ArchiveDescription = {
  minZoom: 7,
  maxZoom,
  bounds,
  name: 'Made-up streets of the demo',
  attribution: 'Made-up streets of the demo',
};

const streetNames =
  'Mango, Temple, Market, School, Station, Garden, Banyan, Canal, Mill, Lotus, Cotton, Neem, Potters, Fort, Orchard, Peacock, Clock Tower, Weavers, Riverside, Jasmine'.split(
    ', ',
  );
const parkNames = ['Nehru Garden', 'Jasmine Park', 'Lotus Gardens', 'Banyan Park', 'Peacock Park'] as const;

/** Degrees. */
type LngLat = [number, number];

/** Metres east and north of the origin. */
type Spot = readonly [number, number];

const lngLat = ([eastMetres, northMetres]: Spot): LngLat => {
  const { latitude, longitude } = moved(origin, eastMetres, northMetres);
  return [longitude, latitude];
};

function spotOf({ latitude, longitude }: Position): Spot {
  const metresPerDegree = 111_195;
  const narrow = Math.cos((origin.latitude * Math.PI) / 180);
  return [
    (longitude - origin.longitude) * metresPerDegree * narrow,
    (latitude - origin.latitude) * metresPerDegree,
  ];
}

const line = (spots: readonly Spot[], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates: spots.map(lngLat) },
  properties,
});

const area = (spots: readonly Spot[], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [[...spots, ...spots.slice(0, 1)].map(lngLat)] },
  properties,
});

const point = (spot: Spot, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: lngLat(spot) },
  properties,
});

const metresBetween = ([ax, ay]: Spot, [bx, by]: Spot): number => Math.hypot(ax - bx, ay - by);

/** Of the company that the demo is seeded with. */
export const demoMap = (): Buffer => makeDemoMap(makeCompany(demoSeed, demoShape(Date.now())));

/** Bytes of a PMTiles archive in Protomaps' basemap schema. The same company gives the same bytes. */
export function makeDemoMap(company: Company): Buffer {
  const sites = company.sites.map(premisesOf);
  const quarters = sites.map((site, index) => quarterAround(site, sites, index));
  const groups: FeatureGroup[] = [
    {
      layer: 'earth',
      minZoom: 7,
      features: [area(cornersOf(halfWidthMetres, halfHeightMetres), { kind: 'earth' })],
    },
    { layer: 'landcover', minZoom: 7, features: sites.map(({ centre }) => quarterGround(centre)) },
    { layer: 'water', minZoom: 8, features: [river(), ...lakes.map(lakeOf)] },
    {
      layer: 'water',
      minZoom: 11,
      features: lakes.map(([spot, , name]) => point(spot, { kind: 'lake', name })),
    },
    {
      layer: 'landuse',
      minZoom: 10,
      features: [...sites.map(({ ground }) => ground), ...quarters.flatMap(({ parks }) => parks)],
    },
    { layer: 'roads', minZoom: 7, features: mainRoads(sites.map(({ gate }) => gate)) },
    {
      layer: 'roads',
      minZoom: 12,
      features: [...lanes(sites), ...quarters.flatMap(({ streets }) => streets)],
    },
    {
      layer: 'buildings',
      minZoom: 13,
      features: [
        ...sites.flatMap(({ buildings }) => buildings),
        ...quarters.flatMap(({ buildings }) => buildings),
      ],
    },
    { layer: 'places', minZoom: 10, features: quarterNames() },
  ];
  return makeArchive(cutTiles(groups, { maxZoom, tolerance: 2 }), description);
}

const cornersOf = (halfWidth: number, halfHeight: number): Spot[] => [
  [-halfWidth, -halfHeight],
  [halfWidth, -halfHeight],
  [halfWidth, halfHeight],
  [-halfWidth, halfHeight],
];

interface Premises {
  readonly centre: Spot;
  /** Where the road ends. */
  readonly gate: Spot;
  /** Half of the length of its sides; metres. */
  readonly half: Spot;
  readonly ground: Feature;
  readonly buildings: readonly Feature[];
}

const groundOf: Partial<Record<SiteKind, string>> = {
  techPark: 'industrial',
  factory: 'industrial',
  warehouse: 'industrial',
  hospital: 'hospital',
};

/** A compound around a site's checkpoints: its ground, two wings along the middle, and a lodge at the gate. */
function premisesOf(site: Site): Premises {
  const spots = site.checkpoints.map(spotOf);
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => y);
  const [left, right] = [Math.min(...xs) - 18, Math.max(...xs) + 18];
  const [bottom, top] = [Math.min(...ys) - 18, Math.max(...ys) + 18];
  const centre: Spot = [(left + right) / 2, (bottom + top) / 2];
  const half: Spot = [(right - left) / 2, (top - bottom) / 2];
  const box = (x: number, y: number, halfWidth: number, halfHeight: number) =>
    cornersOf(halfWidth, halfHeight).map(([dx, dy]): Spot => [centre[0] + x + dx, centre[1] + y + dy]);
  return {
    centre,
    half,
    gate: [left - 12, centre[1]],
    ground: area(box(0, 0, half[0], half[1]), { kind: groundOf[site.kind] ?? 'pedestrian' }),
    buildings: [
      area(box(0, half[1] * 0.42, half[0] * 0.66, half[1] * 0.26), { kind: 'building' }),
      area(box(half[0] * 0.24, -half[1] * 0.4, half[0] * 0.46, half[1] * 0.24), { kind: 'building' }),
      area(box(-half[0] * 0.84, -half[1] * 0.14, half[0] * 0.07, half[1] * 0.08), { kind: 'building' }),
    ],
  };
}

const quarterRadiusMetres = 850;
const blockMetres: Spot = [118, 84];

/** Streets in a turned grid around a site, with blocks of buildings and a park or two, clear of every compound. */
function quarterAround({ centre }: Premises, sites: readonly Premises[], index: number) {
  const random = new Random('map', 'quarter', index);
  const angle = random.between(-0.45, 0.45);
  const at = (u: number, v: number): Spot => [
    centre[0] + u * Math.cos(angle) - v * Math.sin(angle),
    centre[1] + u * Math.sin(angle) + v * Math.cos(angle),
  ];
  const isFree = (spot: Spot, margin: number) =>
    sites.every(
      ({ centre: [x, y], half: [halfWidth, halfHeight] }) =>
        Math.abs(spot[0] - x) > halfWidth + margin || Math.abs(spot[1] - y) > halfHeight + margin,
    );
  const streets: Feature[] = [];
  const buildings: Feature[] = [];
  const parks: Feature[] = [];
  const [width, depth] = blockMetres;
  const columns = Math.floor(quarterRadiusMetres / width);
  const rows = Math.floor(quarterRadiusMetres / depth);
  const street = (from: Spot, step: Spot, count: number) => {
    const spots = Array.from({ length: count + 1 }, (_, n) =>
      at(from[0] + n * step[0], from[1] + n * step[1]),
    );
    const name = `${random.pick(streetNames)} ${random.pick(['Street', 'Lane', 'Road'])}`;
    for (const stretch of runsOf(spots, (spot) => isFree(spot, 8)))
      streets.push(line(stretch, { kind: 'minor_road', name }));
  };
  for (let column = -columns; column <= columns; column += 1) {
    const reach = Math.floor(Math.sqrt(1 - (column / (columns + 1)) ** 2) * rows);
    street([column * width, -reach * depth], [0, depth / 4], reach * 8);
  }
  for (let row = -rows; row <= rows; row += 1) {
    const reach = Math.floor(Math.sqrt(1 - (row / (rows + 1)) ** 2) * columns);
    street([-reach * width, row * depth], [width / 4, 0], reach * 8);
  }
  for (let column = -columns; column < columns; column += 1)
    for (let row = -rows; row < rows; row += 1) {
      const [u, v] = [(column + 0.5) * width, (row + 0.5) * depth];
      const middle = at(u, v);
      if (Math.hypot(u, v) > quarterRadiusMetres - width || !isFree(middle, 75)) continue;
      if (random.chance(0.035)) {
        const spots = cornersOf(width / 2 - 9, depth / 2 - 9).map(([du, dv]) => at(u + du, v + dv));
        parks.push(area(spots, { kind: 'park', name: random.pick(parkNames) }));
      } else buildings.push(...blockOf(random, (du, dv) => at(u + du, v + dv)));
    }
  return { streets, buildings, parks };
}

/** The stretches of a line whose spots all pass, of two spots and more. */
function runsOf(spots: readonly Spot[], passes: (spot: Spot) => boolean): Spot[][] {
  const runs: Spot[][] = [[]];
  for (const spot of spots) {
    if (passes(spot)) runs.at(-1)?.push(spot);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter(({ length }) => length > 1);
}

/** Two rows of three lots, of which some are empty. */
function blockOf(random: Random, at: (u: number, v: number) => Spot): Feature[] {
  const [width, depth] = blockMetres;
  const lot: Spot = [(width - 22) / 3, (depth - 22) / 2];
  const buildings: Feature[] = [];
  for (const column of [-1, 0, 1])
    for (const row of [-0.5, 0.5]) {
      if (random.chance(0.2)) continue;
      const [u, v] = [column * lot[0], row * lot[1]];
      const half: Spot = [
        (lot[0] / 2) * random.between(0.55, 0.86),
        (lot[1] / 2) * random.between(0.55, 0.86),
      ];
      buildings.push(
        area(
          cornersOf(...half).map(([du, dv]) => at(u + du, v + dv)),
          { kind: 'building' },
        ),
      );
    }
  return buildings;
}

/** From gate to gate: the shortest roads that join all, a second road for each, and a highway round the whole. */
function mainRoads(gates: readonly Spot[]): Feature[] {
  const random = new Random('map', 'roads');
  const pairs = gates
    .flatMap((from, index) =>
      gates.slice(index + 1).map((to) => ({ from, to, metres: metresBetween(from, to) })),
    )
    .toSorted((a, b) => a.metres - b.metres);
  const groups = new Map(gates.map((gate, index) => [gate, index]));
  const degree = new Map<Spot, number>();
  const chosen = pairs.filter(({ from, to }) => {
    const [one, other] = [groups.get(from), groups.get(to)];
    const isLoose = (degree.get(from) ?? 0) < 2 && (degree.get(to) ?? 0) < 2;
    if (one === other && !isLoose) return false;
    for (const [gate, group] of groups) if (group === other && one !== undefined) groups.set(gate, one);
    for (const gate of [from, to]) degree.set(gate, (degree.get(gate) ?? 0) + 1);
    return true;
  });
  const roads = chosen.map(({ from, to, metres }, index) => {
    const bend = () => random.between(-0.07, 0.07) * metres;
    const along = (part: number): Spot => [
      from[0] + (to[0] - from[0]) * part + bend(),
      from[1] + (to[1] - from[1]) * part + bend(),
    ];
    const name = `${streetNames[index % streetNames.length]} Road`;
    return line(smooth([from, along(0.3), along(0.65), to]), { kind: 'major_road', name, min_zoom: 7 });
  });
  const ring = Array.from({ length: 13 }, (_, index): Spot => {
    const bearing = (index / 12) * 2 * Math.PI;
    const reach = index === 0 || index === 12 ? 1 : random.between(0.92, 1.06);
    return [
      Math.sin(bearing) * halfWidthMetres * 0.8 * reach,
      Math.cos(bearing) * halfHeightMetres * 0.78 * reach,
    ];
  });
  return [...roads, line(smooth(ring), { kind: 'highway', name: 'Ring Road', min_zoom: 6 })];
}

/** Cuts corners three times (Chaikin). */
function smooth(spots: readonly Spot[], times = 3): readonly Spot[] {
  if (times === 0) return spots;
  const cut = spots.slice(1).flatMap(([bx, by], index): Spot[] => {
    const [ax, ay] = spots[index] ?? [bx, by];
    return [
      [ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25],
      [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75],
    ];
  });
  return smooth([...spots.slice(0, 1), ...cut, ...spots.slice(-1)], times - 1);
}

const laneSpacingMetres = 900;

/** A wide mesh of lanes over the whole city, but where quarters have streets of their own. */
function lanes(sites: readonly Premises[]): Feature[] {
  const random = new Random('map', 'lanes');
  const wobble = () => random.between(-90, 90);
  const isOutside = (spot: Spot) =>
    sites.every(({ centre }) => metresBetween(centre, spot) > quarterRadiusMetres);
  const lane = (spots: readonly Spot[]) =>
    runsOf(smooth(spots, 3), isOutside).map((run) => line(run, { kind: 'minor_road' }));
  const made: Feature[] = [];
  for (let x = -halfWidthMetres; x <= halfWidthMetres; x += laneSpacingMetres)
    made.push(...lane(range(halfHeightMetres).map((y): Spot => [x + wobble(), y])));
  for (let y = -halfHeightMetres; y <= halfHeightMetres; y += laneSpacingMetres)
    made.push(...lane(range(halfWidthMetres).map((x): Spot => [x, y + wobble()])));
  return made;
}

const range = (half: number) =>
  Array.from(
    { length: Math.floor((2 * half) / laneSpacingMetres) + 1 },
    (_, n) => -half + n * laneSpacingMetres,
  );

/** From west to east in bends, 130 m wide. */
function river(): Feature {
  const middle = Array.from({ length: 90 }, (_, n): Spot => {
    const x = -halfWidthMetres + (n / 89) * 2 * halfWidthMetres;
    return [x, -4_600 + Math.sin(x / 2_600) * 900 + Math.sin(x / 7_100 + 1) * 1_500];
  });
  const bank = (side: number) => middle.map(([x, y], n): Spot => [x, y + side * (65 + 14 * Math.sin(n))]);
  return area([...bank(1), ...bank(-1).toReversed()], { kind: 'river', name: 'Riverbend' });
}

/** Middle, radius in metres, name. */
const lakes: readonly (readonly [Spot, number, string])[] = [
  [[-9_300, 900], 620, 'Heron Lake'],
  [[6_900, 7_900], 840, 'Lotus Lake'],
  [[11_800, -10_300], 700, 'Mill Tank'],
];

const lakeOf = ([middle, radius, name]: (typeof lakes)[number]): Feature =>
  area(roundish(middle, radius * 1.3, radius, name), { kind: 'lake' });

const quarterGround = (centre: Spot): Feature =>
  area(roundish(centre, quarterRadiusMetres * 1.15, quarterRadiusMetres * 1.15, centre.join(' ')), {
    kind: 'urban_area',
  });

/** An uneven round shape. */
function roundish([x, y]: Spot, halfWidth: number, halfHeight: number, name: string): readonly Spot[] {
  const random = new Random('map', 'shape', name);
  const shore = Array.from({ length: 18 }, (_, n): Spot => {
    const bearing = (n / 18) * 2 * Math.PI;
    const reach = random.between(0.76, 1.12);
    return [x + Math.sin(bearing) * reach * halfWidth, y + Math.cos(bearing) * reach * halfHeight];
  });
  return smooth(shore, 2);
}

/** Of the catalogue's districts, each once. */
function quarterNames(): Feature[] {
  const named = new Map(districts.map((district) => [district.area, spotOf(district)]));
  return [...named].map(([name, [x, y]]) =>
    point([x, y + 380], { kind: 'locality', name, min_zoom: 11, population_rank: 6 }),
  );
}
