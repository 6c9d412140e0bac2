// The map that needs no archive: coastlines, borders, and cities, from Natural Earth by way of npm packages.
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import { makeArchive } from './archive-writer.ts';
import { cutTiles, type Feature, type FeatureGroup } from './cut-tiles.ts';

interface City {
  readonly city: string;
  readonly lat: number;
  readonly lng: number;
  readonly pop: number;
}

type World = Parameters<typeof feature>[0];
/** Degrees. */
type Position = readonly number[];

const require = createRequire(import.meta.url);
const maxZoom = 6;
const languages = ['hi', 'mr'] as const;

/** People from which a city is on the map, and from which zoom. */
const citySizes = [
  { people: 4_000_000, minZoom: 2 },
  { people: 1_000_000, minZoom: 4 },
  { people: 300_000, minZoom: 5 },
  { people: 100_000, minZoom: 6 },
] as const;

/** Bytes of a PMTiles archive of the whole world down to zoom 6, in Protomaps' basemap schema. */
export function makeOutlines(): Buffer {
  const world = read('world-atlas/countries-50m.json') as World;
  const cities = read('city-timezones/data/cityMap.json') as readonly City[];
  const groups: FeatureGroup[] = [
    { layer: 'earth', minZoom: 0, features: featuresOf(world, 'land') },
    { layer: 'boundaries', minZoom: 0, features: [bordersOf(world)] },
    { layer: 'places', minZoom: 2, features: countryNames(world) },
    ...cityGroups(cities),
  ];
  return makeArchive(cutTiles(groups, { maxZoom }), {
    minZoom: 0,
    maxZoom,
    bounds: [-180, -85, 180, 85],
    name: 'Outlines of the world',
    attribution: 'Natural Earth',
  });
}

const read = (file: string): unknown => require(file);

function featuresOf(world: World, name: 'land' | 'countries'): Feature[] {
  const object = world.objects[name];
  if (object === undefined) throw new TypeError(`world-atlas has no ${name}`);
  const made = feature(world, object);
  return 'features' in made ? made.features : [made];
}

function bordersOf(world: World): Feature {
  const countries = world.objects['countries'] as Parameters<typeof mesh>[1];
  const geometry = mesh(world, countries, (one, other) => one !== other);
  return { type: 'Feature', geometry, properties: { kind: 'country', kind_detail: 2 } };
}

function countryNames(world: World): Feature[] {
  return featuresOf(world, 'countries').flatMap(({ id, geometry, properties }) => {
    const rings =
      geometry.type === 'Polygon'
        ? [geometry.coordinates[0]]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.map(([outer]) => outer)
          : [];
    const centre = rings
      .flatMap((ring) => (ring === undefined ? [] : [centreOf(ring)]))
      .toSorted((a, b) => b.area - a.area)[0];
    if (centre === undefined) return [];
    const names = namesOf(String(id ?? ''));
    return [point(centre.at, { kind: 'country', name: String(properties?.['name']), ...names })];
  });
}

/** Of a country by its number in ISO 3166, where this Node knows its name in the language. */
function namesOf(number: string): Record<string, string> {
  if (!/^\d{3}$/.test(number)) return {};
  const { region } = new Intl.Locale(`und-${number}`);
  if (region === undefined || /^\d/.test(region)) return {};
  return Object.fromEntries(
    languages.map((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      return [`name:${language}`, names.of(region) ?? region];
    }),
  );
}

/** The middle of a ring by its area, and the area; square degrees. */
function centreOf(ring: readonly Position[]): { at: Position; area: number } {
  let twiceArea = 0;
  let x = 0;
  let y = 0;
  for (const [index, [ax = 0, ay = 0]] of ring.entries()) {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = ax * by - bx * ay;
    twiceArea += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  if (twiceArea === 0) return { at: [...(ring[0] ?? [0, 0])], area: 0 };
  return { at: [x / (3 * twiceArea), y / (3 * twiceArea)], area: Math.abs(twiceArea / 2) };
}

function cityGroups(cities: readonly City[]): FeatureGroup[] {
  return citySizes.map(({ people, minZoom }, index) => {
    const fewerThan = citySizes[index - 1]?.people ?? Infinity;
    const features = cities
      .filter(({ pop }) => pop >= people && pop < fewerThan)
      .map(({ city, lng, lat, pop }) =>
        point([lng, lat], {
          kind: 'locality',
          name: city,
          min_zoom: minZoom,
          population_rank: pop >= 1_000_000 ? 12 : 9,
        }),
      );
    return { layer: 'places', minZoom, features };
  });
}

const point = (coordinates: Position, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [...coordinates] },
  properties,
});
