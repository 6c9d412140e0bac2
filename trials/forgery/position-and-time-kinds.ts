// Scans made elsewhere, in no time, or at another time.
import { day, hour, minute, scanAt } from './forger.ts';
import { anHourAgo, away, both, simple, type UploadKind } from './rounds.ts';

export const positionKinds: readonly UploadKind[] = [
  simple('no position', ['noPosition'], (world) => ({ scans: both(world, { position: null }) })),
  simple('2 km away', ['outsideRadius'], (world) => ({ scans: away(world, 2, 6) })),
  simple('90 km away, known to within 100 km', ['outsideRadius'], (world) => ({
    scans: away(world, 90, 100_000),
  })),
  simple('on the spot, known to within 900 m', ['poorAccuracy'], (world) => ({ scans: away(world, 0, 900) })),
  simple('at 0, 0', ['outsideRadius', 'noPosition'], (world) => ({
    scans: both(world, { position: { latitude: 0, longitude: 0, accuracyMetres: 5 } }),
  })),
  simple('two checkpoints within a second', ['burst'], (world) => {
    const startedAtMs = anHourAgo();
    return {
      startedAtMs,
      scans: world.checkpoints
        .slice(0, 2)
        .map((checkpoint, at) => scanAt(world, checkpoint, { deviceAtMs: startedAtMs + minute + at * 800 })),
    };
  }),
  simple('400 km in five minutes', ['teleport'], (world) => ({
    versionId: world.distant.versionId,
    scans: world.distant.checkpoints.map((checkpoint) => scanAt(world, checkpoint)),
  })),
  simple('the order turned round', ['outOfOrder'], (world) => ({ scans: both(world, {}).toReversed() })),
  simple('a checkpoint of another route', ['unplanned'], (world) => ({
    scans: [scanAt(world, world.checkpoints[2])],
  })),
];

export const timeKinds: readonly UploadKind[] = [
  simple('a round dated tonight', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + 9 * hour,
  })),
  simple('a round dated next week', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + 7 * day,
  })),
  simple('a round of 2099', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.parse('2099-06-01T00:00:00Z'),
  })),
  simple('a round that ends in an hour', ['fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + 10 * minute,
  })),
  simple('a clock a day ahead', ['clockSkew'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + day - hour,
    sentAtMs: () => Date.now() + day,
  })),
  simple('a clock three hours behind', ['clockSkew'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() - 4 * hour,
    sentAtMs: () => Date.now() - 3 * hour,
  })),
  simple('a clock that stands at 1970', ['clockSkew'], (world) => ({
    scans: both(world, {}),
    startedAtMs: 0,
    sentAtMs: () => hour,
  })),
  simple('a clock set right before it sends, which stood at 1970', ['clockSkew', 'sentLate'], (world) => ({
    scans: both(world, {}),
    startedAtMs: 0,
  })),
  simple('tomorrow, with an age made up', ['clockSkew', 'fromFuture'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() + day,
    ageOfAllMs: minute,
  })),
  simple('a round of a month ago', ['sentLate'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() - 29 * day,
  })),
  simple('a round of yesterday', ['sentLate'], (world) => ({
    scans: both(world, {}),
    startedAtMs: Date.now() - 18 * hour,
  })),
];
