// A small field for property tests: two sites, one route, two devices of one guard, and every event of a round and a
// duty in any order and any split.
import fc from 'fast-check';
import type { FieldEvent } from '@watchpost/contract/field';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';

export interface FieldWorld {
  readonly siteId: string;
  readonly versionId: string;
  readonly planned: readonly PlannedCheckpoint[];
  /** A checkpoint that the route does not plan, at another of the guard's sites. */
  readonly elsewhere: PlannedCheckpoint;
}

export interface Sending {
  /** Which of the guard's devices sends. */
  readonly device: number;
  readonly event: FieldEvent;
}

/** Uploads in their order; the events of one upload come from one device. */
export type Uploads = readonly (readonly Sending[])[];

export interface Story {
  /** Each event once, in the order of the story. */
  readonly inOrder: readonly Sending[];
  /** The same in another order, some of them more than once, split into uploads. */
  readonly asSent: Uploads;
}

const startedAtMs = 1_750_000_000_000;
const minute = 60_000;
const uuid = fc.uuid({ version: 4 });

/** Stories of one round and one duty; every story of a round has its start when `isStarted`. */
export function stories(world: FieldWorld, isStarted: boolean): fc.Arbitrary<Story> {
  const checkpoints = [...world.planned, world.elsewhere];
  const scan = fc.record({
    id: uuid,
    checkpoint: fc.constantFrom(...checkpoints),
    afterMinutes: fc.integer({ min: -5, max: 60 }),
    device: fc.integer({ min: 0, max: 1 }),
    metresNorth: fc.option(fc.integer({ min: 0, max: 200 })),
    method: fc.constantFrom('qr' as const, 'nfc' as const, 'typed' as const),
  });
  const end = fc.record({ id: uuid, afterMinutes: fc.integer({ min: 10, max: 60 }) });
  return fc
    .record({
      roundId: uuid,
      dutyId: uuid,
      dutyEndId: uuid,
      scans: fc.array(scan, { maxLength: 7 }),
      ends: fc.array(end, { maxLength: 2 }),
      hasStart: isStarted ? fc.constant(true) : fc.boolean(),
    })
    .map(({ roundId, dutyId, dutyEndId, scans, ends, hasStart }): Sending[] => [
      {
        device: 0,
        event: { kind: 'dutyStarted', id: dutyId, siteId: world.siteId, deviceAtMs: startedAtMs - minute },
      },
      ...(hasStart
        ? [
            {
              device: 0,
              event: {
                kind: 'roundStarted' as const,
                id: roundId,
                routeVersionId: world.versionId,
                deviceAtMs: startedAtMs,
              },
            },
          ]
        : []),
      ...scans.map(({ id, checkpoint, afterMinutes, device, metresNorth, method }) => ({
        device,
        event: {
          kind: 'checkpointScanned' as const,
          id,
          roundId,
          checkpointId: checkpoint.checkpointId,
          deviceAtMs: startedAtMs + afterMinutes * minute,
          method,
          position:
            metresNorth === null
              ? null
              : {
                  latitude: checkpoint.latitude + metresNorth / 111_195,
                  longitude: checkpoint.longitude,
                  accuracyMetres: 8,
                },
        },
      })),
      ...ends.map(({ id, afterMinutes }) => ({
        device: 0,
        event: { kind: 'roundEnded' as const, id, roundId, deviceAtMs: startedAtMs + afterMinutes * minute },
      })),
      {
        device: 0,
        event: { kind: 'dutyEnded', id: dutyEndId, dutyId, deviceAtMs: startedAtMs + 90 * minute },
      },
    ])
    .chain((inOrder) =>
      fc.record({
        inOrder: fc.constant(inOrder),
        asSent: fc
          .tuple(
            fc.shuffledSubarray(inOrder, { minLength: inOrder.length }),
            fc.subarray(inOrder),
            fc.infiniteStream(fc.boolean()),
          )
          .map(([order, again, splits]) => splitUploads([...order, ...again], splits)),
      }),
    );
}

/** Cuts where told, and where the device changes. */
function splitUploads(sendings: readonly Sending[], splits: fc.Stream<boolean>): Sending[][] {
  const uploads: Sending[][] = [];
  for (const sending of sendings) {
    const last = uploads.at(-1);
    const isSplit = splits.next().value === true;
    if (last === undefined || isSplit || last[0]?.device !== sending.device) uploads.push([sending]);
    else last.push(sending);
  }
  return uploads;
}
